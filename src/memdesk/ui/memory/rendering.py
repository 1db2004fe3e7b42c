"""Keeps the tab "Rendered" true to the buffer of the document on screen while it is in view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from memdesk.layouts.documents import DocumentKind
from memdesk.services.documents.session import DocumentSession
from memdesk.ui.tasks import Newest, Tasks
from memdesk.ui.timers import single_shot

if TYPE_CHECKING:
    from memdesk.text.rendering import Block, PartKey, RenderedPart
    from memdesk.ui.memory.screen import MemoryScreen

REST_MS = 150
_SETTINGS = (".json", ".toml", ".yaml", ".yml")


class Rendering(QObject):
    """Reads the text in a worker, part by part, and shows it where the caret is."""

    def __init__(self, memory: MemoryScreen, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._memory = memory
        self._page = memory.preview.rendered
        self._reading: Newest[tuple[RenderedPart, ...]] = Newest(tasks)
        self._shown: DocumentSession | None = None
        self._rest = single_shot(self, REST_MS, self.refresh)
        self._page.wanted.connect(self.refresh)
        self._page.masks.changed.connect(self.refresh)
        memory.document_shown.connect(self.refresh)
        memory.editor.text_changed.connect(self._on_text_changed)
        memory.editor.caret_section_changed.connect(self._on_caret_section_changed)

    def refresh(self) -> None:
        """Read the text anew, if the page is in view."""
        self._reading.cancel()
        session = self._memory.open.session
        if session is None or not self._page.isVisible():
            return
        text, known = session.text.text, self._page.known
        is_markdown = session.document.kind is not DocumentKind.RECORD and not session.path.endswith(
            _SETTINGS
        )
        self._reading.run(
            partial(_render, text, known, self._page.masks.masker(), is_markdown),
            partial(self._on_read, session),
        )

    def _on_read(self, session: DocumentSession, parts: tuple[RenderedPart, ...]) -> None:
        if session is not self._memory.open.session:
            return
        self._page.show_parts(parts)
        if session is not self._shown:
            self._shown = session
            self._page.follow(self._memory.editor.caret)

    def _on_text_changed(self) -> None:
        if self._page.isVisible():
            self._rest.start()

    def _on_caret_section_changed(self, key: str, occurrence: int) -> None:
        session = self._memory.open.session
        node = session.outline().find(key, occurrence) if session is not None else None
        if node is not None and self._page.isVisible():
            self._page.follow(node.span.start)


def _render(
    text: str, known: Mapping[PartKey, tuple[Block, ...]], mask: Callable[[str], str], is_markdown: bool
) -> tuple[RenderedPart, ...]:
    # The parser is imported when the tab is first shown, and in a worker.
    from memdesk.text.rendering import render_text

    # Masked, a text is as long as it was: places in it mean the same.
    return render_text(mask(text), known, is_markdown=is_markdown)
