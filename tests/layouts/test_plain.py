"""Plain Markdown: a folder that no agent claims."""

from __future__ import annotations

from memdesk.layouts.contract import NO_OP, Change, ChangeKind
from memdesk.layouts.plain import LAYOUT
from memdesk.text.edits import apply_all
from tests.layouts.dict_view import DictView

FILES: dict[str, str | bytes] = {
    "/notes/b.md": "## A\nx\n",
    "/notes/a.MARKDOWN": "",
    "/notes/.hidden.md": "",
    "/notes/.git/x.md": "",
    "/notes/node_modules/x.md": "",
    "/notes/picture.png": b"\x89PNG",
    "/notes/one/two/three/deep.md": "",
    "/notes/one/two/three/four/deeper.md": "",
}


def test_the_documents_are_markdown_files_to_a_bounded_depth() -> None:
    titles = [document.title for document in LAYOUT.documents(DictView(FILES), "/notes")]
    assert titles == ["a.MARKDOWN", "b.md", "one/two/three/deep.md"]


def test_a_file_without_rights_is_read_only() -> None:
    view = DictView(FILES, read_only=frozenset({"/notes/b.md"}))
    _, document, _ = LAYOUT.documents(view, "/notes")
    assert document.why_read_only == "There is no permission to write it"


def test_sections_are_open() -> None:
    view = DictView(FILES)
    _, document, _ = LAYOUT.documents(view, "/notes")
    assert [node.title for node in LAYOUT.outline(document, "## A\nx\n").nodes] == ["A"]
    plan = LAYOUT.compose(view, Change(ChangeKind.RENAME, document, "A", title="B"))
    assert apply_all("## A\nx\n", plan.edits[document.path]) == "## B\nx\n"


def test_nothing_is_said_of_any_agent() -> None:
    view = DictView(FILES)
    _, document, _ = LAYOUT.documents(view, "/notes")
    assert LAYOUT.next_write(view, document, NO_OP).texts == ("## A\nx\n",)
    assert LAYOUT.next_write(view, document, NO_OP).effects == ()
    [context] = LAYOUT.contexts(view, "/notes")
    injected = LAYOUT.injected(view, "/notes", context)
    assert (injected.text, injected.parts) == ("", ())
    assert "No agent is known" in injected.unknown
    assert (LAYOUT.score(view, "/notes"), list(LAYOUT.checks(view, "/notes"))) == (0.0, [])
