"""What people do in an agent's place does what the agent does, and loses nothing beside it."""

from __future__ import annotations

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from memdesk.errors import Refused
from memdesk.layouts.documents import Document
from memdesk.layouts.foresthub import LAYOUT as FORESTHUB
from memdesk.layouts.foresthub.engine import Engine
from memdesk.layouts.foresthub.record import MemoryFile, read_like_engine
from memdesk.layouts.ok import LAYOUT as OK
from memdesk.layouts.ok.limits import MEASURED
from memdesk.layouts.ok.model import append_note, note_line, notes_section, visible_index
from memdesk.layouts.optional import Acting, Deed
from memdesk.text.document import byte_length, readable, trim
from memdesk.text.edits import apply_all
from tests.layouts import foresthub_texts as records
from tests.layouts.dict_view import HOME, DictView
from tests.layouts.hostile import hostile_texts

ROOT = f"{HOME}/.config/ok"
NOTES = f"{ROOT}/AGENTS.md"
INDEX = f"{ROOT}/shared/memory/MEMORY.md"


def ok_document(view: DictView, path: str) -> Document:
    return next(document for document in OK.documents(view, ROOT) if document.path == path)


def noted(text: str, note: str) -> str:
    view = DictView({NOTES: text})
    return apply_all(text, OK.act(view, ok_document(view, NOTES), "note", (note,)))


def named(deeds: object) -> list[str]:
    assert isinstance(deeds, tuple)
    return [deed.name for deed in deeds if isinstance(deed, Deed)]


def test_the_agents_with_tools_or_commands_of_their_own_offer_them() -> None:
    assert isinstance(OK, Acting)
    assert isinstance(FORESTHUB, Acting)


@given(hostile_texts(), st.text(max_size=60))
def test_a_quick_note_is_what_ok_writes_where_ok_drops_nothing(text: str, note: str) -> None:
    assume("\r" not in text)
    assume(note_line(note) and byte_length(note) <= 150)
    lines = text.split("\n")
    section = notes_section(lines)
    assume(section is None or sum(line.strip().startswith("-") for line in lines) < MEASURED.notes)
    assert noted(text, note) == append_note(text, note)


@given(hostile_texts())
def test_a_quick_note_loses_no_line(text: str) -> None:
    after = noted(text, "one more")
    kept = [line for line in text.split("\n") if trim(line)]
    rest = iter(after.split("\n"))
    assert all(any(line.rstrip("\r") == other.rstrip("\r") for other in rest) for line in kept)
    assert after.count("- one more") == text.count("- one more") + 1


def test_the_thirty_first_note_keeps_all_the_others_and_is_warned_of() -> None:
    text = "## Notes\n\nprose\n" + "".join(f"- note {number}\n" for number in range(MEASURED.notes))
    view = DictView({NOTES: text})
    [deed] = OK.deeds(view, ok_document(view, NOTES))
    assert "it keeps the last 30" in deed.caution
    assert noted(text, "the newest") == text + "- the newest\n"


@pytest.mark.parametrize(("note", "why"), [(" \n ", "needs some text"), ("é" * 101, "after 200 bytes")])
def test_a_note_that_ok_would_drop_or_cut_is_refused(note: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        noted("# Mine\n", note)


def test_line_ends_of_the_document_are_kept() -> None:
    assert (
        noted("## Notes\r\n- one\r\n\r\n## Next\r\n", "two")
        == "## Notes\r\n- one\r\n- two\r\n\r\n## Next\r\n"
    )


def test_lifting_the_freeze_moves_lines_and_nothing_else() -> None:
    top, below = (
        "# Memory\nOwn words.\n- [a](a.md) — one\n",
        "- [b](b.md) — two\nMore words.\n- [c](c.md) — three\n",
    )
    text = f"{top}\n--- freeze: 0123\n{below}"
    view = DictView({INDEX: text})
    document = ok_document(view, INDEX)
    assert named(OK.deeds(view, document)) == ["unfreeze"]
    after = apply_all(text, OK.act(view, document, "unfreeze", ()))
    assert after == f"{top}- [b](b.md) — two\n- [c](c.md) — three\n\n--- freeze: 0123\nMore words.\n"
    assert "three" in visible_index(after)
    frozen = DictView({INDEX: after})
    assert named(OK.deeds(frozen, ok_document(frozen, INDEX))) == []


# ForestHub


def recorded(text: str, deed: str, *words: str, **more: object) -> str:
    view = DictView({records.PATH: text}, **more)  # type: ignore[arg-type]  # its own
    return apply_all(text, FORESTHUB.act(view, records.document(), deed, words))


@given(st.text('ab\n\\"é', max_size=40), st.text("ab\n", max_size=2), st.text(max_size=10), st.booleans())
def test_a_record_says_what_the_engine_makes_of_it(content: str, old: str, new: str, appends: bool) -> None:
    assume(readable(content + old + new) == content + old + new)
    text = json.dumps({"id": "u1", "label": "a", "content": content, "own": [1, 2]}, indent=1)
    engine = Engine(DictView({records.PATH: text}), records.ROOT)
    engine.files["u1"] = MemoryFile("u1", "a", content=content)
    if appends:
        engine.append("u1", new)
        after = recorded(text, "append", new)
    else:
        assume(old and old in content)
        engine.edit("u1", old, new)
        after = recorded(text, "edit", old, new)
    assert read_like_engine(after).content == engine.files["u1"].content
    assert json.loads(after)["own"] == [1, 2]


@pytest.mark.parametrize(
    ("deed", "words", "error"),
    [
        ("append", ("12345",), "memory write would exceed max size"),
        ("edit", ("", "x"), "memory edit: old_string must not be empty"),
        ("edit", ("none of it", "x"), "memory edit: old_string not found in file"),
    ],
)
def test_the_errors_are_the_engines(deed: str, words: tuple[str, ...], error: str) -> None:
    text = '{"content":"123456","id":"u1","label":"a","maxSizeBytes":10,"type":"MemoryFile"}'
    with pytest.raises(Refused, match=error):
        recorded(text, deed, *words)


def test_nothing_is_offered_for_a_record_that_the_engine_cannot_read() -> None:
    broken = DictView({records.PATH: '{"content":'})
    assert named(FORESTHUB.deeds(broken, records.document())) == []
    [context] = FORESTHUB.contexts(broken, records.ROOT)
    assert any("(u1.json)" in said for said in FORESTHUB.injected(broken, records.ROOT, context).warnings)


def test_bytes_that_are_no_text_stay_as_they_are() -> None:
    text = '{"content":"a\udcff b","id":"u1","label":"a","type":"MemoryFile"}'
    assert recorded(text, "edit", "b", "c") == text.replace(" b", " c")
