"""An open document with its cards and its source both on screen, and what must hold of them at any time."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.text.document import canonical, decode, encode, line_content
from memdesk.text.editable import EditableText
from memdesk.text.edits import Edit
from memdesk.text.outline import Outline
from memdesk.text.sections import document_outline, section_outline
from memdesk.ui.editor.bridge import Bridge
from memdesk.ui.editor.requests import EditorRequests
from memdesk.ui.editor.section_lines import section_lines
from memdesk.ui.editor.sections_view import SectionsView
from memdesk.ui.editor.shown_text import ShownText
from memdesk.ui.editor.source_view import SourceView
from memdesk.ui.editor.units import unit_count
from memdesk.ui.theme.manager import ThemeManager


class Session:
    """An open document without files or an agent: its sections are all `## ` headings, if `free` all of Markdown."""

    def __init__(
        self,
        data: bytes,
        *,
        headings: tuple[str, ...] = (),
        base: bytes | None = None,
        why_read_only: str = "",
        path: str = "/m/MEMORY.md",
        clock: Callable[[], float] | None = None,
        free: bool = False,
    ) -> None:
        self.free = free
        self.text = EditableText(decode(data), clock) if clock else EditableText(decode(data))
        self.base_text = decode(data if base is None else base)
        self.why_read_only = why_read_only
        self.is_read = True
        scope = Scope(ScopeKind.PROJECT, "key", "api")
        self.document = Document(path, "/m", "MEMORY.md", scope, DocumentKind.MEMORY, headings=headings)

    def outline(self) -> Outline:
        if self.free:
            return document_outline(self.text.text)
        return section_outline(self.text.text, self.document.headings)

    @property
    def data(self) -> bytes:
        return encode(self.text.text)


class Authors:
    """Remembers who put each character there: `original`, `user` or `agent`."""

    def __init__(self, text: EditableText) -> None:
        self.of = ["original"] * len(text.text)
        self.now = "user"
        self.taken_by_undo: list[Edit] = []
        text.add_observer(self)

    def text_arriving(self, text: str) -> None: ...

    def change_started(self, edit_count: int, origin: object | None) -> None: ...

    def lines_replaced(
        self, first: int, last_before: int, last_after: int, origin: object | None
    ) -> None: ...

    def change_finished(self, edits: Sequence[Edit], origin: object | None) -> None:
        for edit in edits:
            gone = self.of[edit.start : edit.end]
            fuses = edit.new == canonical(edit.old)
            if self.now == "undo" and not fuses and "agent" in gone:
                self.taken_by_undo.append(edit)
            author = "user" if self.now == "undo" else self.now
            self.of[edit.start : edit.end] = [author] * len(edit.new)


class Desk:
    """A document with all its views on screen."""

    def __init__(self, themes: ThemeManager, session: Session) -> None:
        self.session = session
        self.text = session.text
        self.authors = Authors(session.text)
        self.shown = ShownText(session.text)
        requests = EditorRequests()
        self.sections = SectionsView(themes, self.shown, session, requests)
        self.shown.add_keeper(self.sections)
        self.source = SourceView(themes, self.shown, 0, session.text.line_count)
        self.shown.add_keeper(self.source)
        requests.undo_requested.connect(lambda: self.walk(self.text.undo, self.sections.focus_at))
        requests.redo_requested.connect(lambda: self.walk(self.text.redo, self.sections.focus_at))
        self.source.input.undo_requested.connect(lambda: self.walk(self.text.undo, self.source.bridge.place))
        self.source.input.redo_requested.connect(lambda: self.walk(self.text.redo, self.source.bridge.place))
        self.requests = requests
        self.sections.resize(420, 300)
        self.source.resize(420, 300)
        self.sections.show()
        self.source.show()

    def walk(self, step: Callable[[], int | None], go_to: Callable[[int], object]) -> None:
        before, self.authors.now = self.authors.now, "undo"
        position = step()
        self.authors.now = before
        if position is not None:
            go_to(position)

    def rewrite(self, new_text: str) -> None:
        """Somebody else makes `new_text` of the text."""
        before, self.authors.now = self.authors.now, "agent"
        self.text.apply_outside(new_text)
        self.authors.now = before

    @property
    def bridges(self) -> list[Bridge]:
        return [body.bridge for body in self.sections.stack.bodies] + [self.source.bridge]

    def close(self) -> None:
        self.sections.close_text()
        self.shown.close()
        self.sections.close()
        self.source.close()
        self.sections.deleteLater()
        self.source.deleteLater()

    def complete(self) -> None:
        """Make the cards of all sections and missing headings now, which the view makes as it comes near them."""
        self.sections.resync()
        self.sections.stack.make(self.sections.stack.unmade)
        self.sections.stack.offer()

    # What must hold

    def check(self) -> None:
        """Every block of every view is its line; the text is what a reload would give; undo took nothing foreign."""
        for bridge in self.bridges:
            if not bridge.broken:
                self._check_blocks(bridge)
        text = self.text.text
        starts = [0] + [found.end() for found in re.finditer("\n", text)]
        assert [self.text.start(i) for i in range(self.text.line_count)] == starts
        assert text == canonical(text)
        assert not self.authors.taken_by_undo

    def check_sections(self) -> None:
        """There is a card for every section, and every line with text on it is shown."""
        self.complete()
        cards = self.sections.stack.cards
        for section in section_lines(self.text, self.session.outline()):
            card = self.sections.stack.find(section.node_id)
            if card is None:
                assert not section.count
                assert not section.has_heading
                continue
            assert card.section.start == section.start
            first, count = card.live_lines or (card.section.first, card.section.count)
            if section.count:
                assert first <= section.first
                assert section.first + section.count <= first + count
            assert card.body is None or not card.body.bridge.broken
        assert [card.section.start for card in cards] == sorted(card.section.start for card in cards)

    def _check_blocks(self, bridge: Bridge) -> None:
        document = bridge._document
        lines = [
            self.shown.escapes.shown(line_content(self.text.line(bridge.first + i)))
            for i in range(bridge.count)
        ]
        blocks = []
        block = document.firstBlock()
        while block.isValid():
            blocks.append(block.text())
            assert block.length() - 1 == unit_count(block.text()), (
                "half a surrogate pair is hidden in a block"
            )
            block = block.next()
        assert blocks == (lines or [""])
