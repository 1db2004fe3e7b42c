"""What the head of a section card says."""

from __future__ import annotations

from dataclasses import dataclass

from memdesk.ui.format import lines as lines_words
from memdesk.ui.i18n import listed, tr, trn


@dataclass(frozen=True, slots=True)
class HeadFacts:
    """What a head says. A chapter whose text is in its sections has no lines, and is not `empty`.

    `why_locked` is empty for what can be edited; `kept` means agents never touch the section.

    `warned` stands for the warning that a folded card does not show.
    """

    title: str
    line_count: int = 0
    empty: bool = False
    folded: bool = False
    unsaved: bool = False
    clash: bool = False
    changed: int = 0
    warned: bool = False
    kept: bool = False
    why_locked: str = ""
    meta: str = ""
    spoken_meta: str = ""
    offered: bool = False
    pinned: bool = False

    @property
    def sentence(self) -> str:
        """All of it, for a screen reader."""
        parts = [
            self.title,
            tr("empty") if self.empty else lines_words(self.line_count) if self.line_count else "",
            tr("unsaved") if self.unsaved else "",
            tr("changed here and on disk") if self.clash else "",
            trn("{n} change since you looked", "{n} changes since you looked", self.changed)
            if self.changed
            else "",
            tr("problem") if self.warned else "",
            tr("kept, agents never touch it") if self.kept else "",
            tr("read-only") if self.why_locked else "",
            tr("pinned by you") if self.pinned else "",
            self.spoken_meta or self.meta,
        ]
        return listed(parts)
