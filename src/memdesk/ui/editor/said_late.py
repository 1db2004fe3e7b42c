"""Keeps what is said of the sections while the source is shown, and tells the cards once they are shown again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memdesk.ui.editor.card_stack import CardStack
from memdesk.ui.editor.session import Loss, NodeId, SectionMark
from memdesk.ui.editor.shown_text import ShownText


class SaidLate:
    """Keeps the newest of it for the cards of `stack`, each of which takes a part of a millisecond to say it."""

    def __init__(self, stack: CardStack, shown: ShownText) -> None:
        self._stack = stack
        self._shown = shown
        self._marks: Mapping[NodeId, SectionMark] | None = None
        self._losses: Sequence[Loss] = ()
        self._losses_revision = -1

    def keep_marks(self, marks: Mapping[NodeId, SectionMark]) -> None:
        """What is known of the sections beside their text."""
        self._marks = marks

    def keep_losses(self, losses: Sequence[Loss]) -> None:
        """What an agent would do to the text as it is now."""
        self._losses, self._losses_revision = losses, self._shown.text.revision

    def say(self) -> None:
        """Let the cards, which are not stale, say it. Losses of a text that has changed since are out of date."""
        if self._losses_revision == self._shown.text.revision:
            self._stack.set_losses(self._losses)
        if self._marks is not None:
            self._stack.set_marks(self._marks)
        self._marks, self._losses, self._losses_revision = None, (), -1
