"""A JSON record open while its agent writes it: what both say comes together, field by field and line by line."""

from __future__ import annotations

import json

from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.documents import Codec, Document, DocumentKind, Scope, ScopeKind
from memdesk.layouts.foresthub import LAYOUT
from memdesk.layouts.foresthub.record import MemoryFile, write_like_engine
from memdesk.layouts.view import View
from memdesk.services.documents.conflict import Choice
from memdesk.services.documents.session import DocumentSession
from memdesk.services.documents.taken import Arrival
from tests.layouts.dict_view import DictView

PATH = "/var/forest/memory/u1.json"
DOCUMENT = Document(
    PATH,
    "/var/forest/memory",
    "notes",
    Scope(ScopeKind.LOCAL, "", "This device"),
    DocumentKind.RECORD,
    codec=Codec.JSON_RECORD,
)


def written(content: str) -> bytes:
    return write_like_engine(MemoryFile("u1", "notes", "about", content, 4096)).encode()


def opened(content: str) -> DocumentSession:
    return DocumentSession(DOCUMENT, LAYOUT, written(content))


def view(session: DocumentSession) -> View:
    """The disk with the session's buffer laid over it."""
    return DictView({PATH: session.data})


def set_content(session: DocumentSession, content: str) -> None:
    session.change(Change(ChangeKind.SET_BODY, DOCUMENT, "content", body=content), view(session))


def content_of(session: DocumentSession) -> str:
    return str(json.loads(session.data)["content"])


def test_what_the_agent_appends_meanwhile_comes_in() -> None:
    session = opened("- tea\n- rye\n")
    set_content(session, "- tea & milk\n- rye\n")
    taken = session.take_disk(written("- tea\n- rye\n- naps\n"))
    assert taken.arrival is Arrival.MERGED
    assert content_of(session) == "- tea & milk\n- rye\n- naps\n"
    assert session.is_dirty
    session.text.undo()
    assert content_of(session) == "- tea\n- rye\n- naps\n"
    assert not session.is_dirty


def test_an_agent_that_writes_the_record_anew_takes_no_edit_away() -> None:
    own = b'{\n  "pinned": true,\n  "id": "u1",\n  "content": "caf\\u00e9\\n"\n}\n'
    session = DocumentSession(DOCUMENT, LAYOUT, own)
    set_content(session, "café\n- mine\n")
    session.take_disk(written("café\n"))
    assert session.data == written("café\n- mine\n")


def test_only_the_same_line_asks_and_both_stay_in_one_text() -> None:
    session = opened("- tea\n")
    set_content(session, "- green tea\n")
    assert session.take_disk(written("- black tea\n")).arrival is Arrival.CLASHED
    assert content_of(session) == "- green tea\n"
    session.resolve(Choice.BOTH)
    assert content_of(session) == "- black tea\n- green tea\n"


def test_a_record_cut_short_asks_and_a_whole_one_settles_it() -> None:
    session = opened("- tea\n")
    set_content(session, "- green tea\n")
    whole = written("- tea\n- rye\n")
    session.take_disk(whole[:20])
    assert content_of(session) == "- green tea\n"
    assert session.take_disk(whole).arrival in (Arrival.MERGED, Arrival.CLASHED)
    assert session.conflict is None
    assert content_of(session) == "- green tea\n- rye\n"
