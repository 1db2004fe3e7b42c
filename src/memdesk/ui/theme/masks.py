"""Which secrets, and in privacy mode which remembered texts, are masked, and which one is shown for a while."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from memdesk.text.edits import Span
from memdesk.text.excerpt import excerpt, keys_in, mask_parts, mask_quotes
from memdesk.text.masking import Hidden, hidden_parts, mask_in_place
from memdesk.text.outline import Node
from memdesk.text.private import hidden_lines, lines_in_place, lines_of, outside_quotes, outside_titles
from memdesk.text.secrets import find_secrets, may_hold_secrets
from memdesk.ui.i18n import told

_MOST_KNOWN = 4096
_MOST_KNOWN_CHARACTERS = 2**22


class SecretMasks(QObject):
    """Masks the secrets in what is shown, never in what is copied, edited or written.

    A mask has as many characters as what it hides, so that places in the text stay what they are. In the privacy mode
    all lines of what is remembered are masked as if they were secrets; titles are not.
    """

    changed = Signal()
    """Something is shown otherwise now."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._is_on = True
        self._is_private = False
        self._revealed: frozenset[str] = frozenset()
        self._known: dict[str, tuple[Hidden, ...]] = {}
        self._known_characters = 0

    @property
    def is_on(self) -> bool:
        """Whether anything is masked at all."""
        return self._is_on or self._is_private

    @property
    def is_private(self) -> bool:
        """Whether all that is remembered is masked, for a screen that others see."""
        return self._is_private

    def set_on(self, on: bool) -> None:
        """Mask secrets, or show them all."""
        if on != self._is_on:
            self._is_on = on
            self._tell()

    def set_private(self, on: bool) -> None:
        """Mask all that is remembered, or secrets alone."""
        if on != self._is_private:
            self._is_private = on
            self._revealed = frozenset()
            self._tell()

    def hidden(self, text: str) -> tuple[Hidden, ...]:
        """What of `text` is masked now."""
        if self._is_private:
            return tuple(hidden_lines(text, self._revealed))
        if not self._is_on:
            return ()
        found = self._known.get(text)
        if found is None:
            found = tuple(hidden_parts(text, self._revealed)) if may_hold_secrets(text) else ()
            self._remember(text, found)
        return found

    def _remember(self, text: str, found: tuple[Hidden, ...]) -> None:
        """What is painted again and again is looked through once: a line may have a megabyte."""
        self._known_characters += len(text)
        if len(self._known) >= _MOST_KNOWN or self._known_characters > _MOST_KNOWN_CHARACTERS:
            self._forget()
            self._known_characters = len(text)
        self._known[text] = found

    def _forget(self) -> None:
        self._known.clear()
        self._known_characters = 0

    def shown(self, text: str) -> str:
        """`text` as it is shown now."""
        if self._is_private:
            return lines_in_place(text, self._revealed)
        return self.shown_title(text)

    def shown_in(self, said: str, around: str) -> str:
        """As `shown`, for words of a document and `around`, all that tells what of them is a secret."""
        return self.shown(said) if self._is_private else self.shown_title_in(said, around)

    def shown_parts(self, said: str, around: str) -> str:
        """`said` without the parts of secrets of `around`; its own are shown as they are."""
        return mask_parts(said, around, self._revealed) if self._is_on else said

    def shown_of(self, said: str, *texts: str) -> str:
        """As `shown`, for what a node is known by in one of `texts`, where nobody knows in which of them or where."""
        return self.shown_in(said, keys_in(*texts))

    def shown_title_in(self, said: str, around: str) -> str:
        """As `shown_title`, for words of a document and `around`, all that tells what of them is a secret."""
        return mask_quotes(said, around, self._revealed) if self._is_on else said

    def shown_title(self, text: str) -> str:
        """A title as it is shown now: the privacy mode leaves it readable, without its secrets."""
        return mask_in_place(text, self._revealed) if self._is_on and may_hold_secrets(text) else text

    def shown_sentence(self, sentence: str) -> str:
        """A sentence of ours as it is shown now: the privacy mode hides what it quotes, which may be remembered."""
        return outside_quotes(sentence) if self._is_private else sentence

    def shown_name(self, node: Node, text: str) -> str:
        """What a node of `text` is called, as it is shown now: what is called by its own words counts as these."""
        title, around = told(node.title), excerpt(text, node.span).around
        shown = self.shown_in if node.kind.is_called_by_text else self.shown_title_in
        return shown(title, around)

    def masker(self) -> Callable[[str], str]:
        """What `shown` does now, as a function that a worker may use for a long text, whose titles stay."""
        if self._is_private:
            return partial(outside_titles, revealed=self._revealed)
        return partial(mask_in_place, revealed=self._revealed) if self._is_on else str

    # Looking at one

    def values(self, text: str, within: Span | None = None) -> frozenset[str]:
        """The secrets in `text`, or those that touch a part of it; in the privacy mode its lines."""
        if self._is_private:
            return frozenset(
                span.of(text) for span in lines_of(text) if within is None or _touch(span, within)
            )
        if not may_hold_secrets(text):
            return frozenset()
        spans = (secret.span for secret in find_secrets(text))
        return frozenset(span.of(text) for span in spans if within is None or _touch(span, within))

    def is_revealed(self, value: str) -> bool:
        """Whether this secret can be read now, though others cannot."""
        return value in self._revealed

    def reveal_values(self, values: frozenset[str]) -> bool:
        """Show these secrets; whether one of them was masked."""
        found = values - self._revealed if self.is_on else frozenset()
        if found:
            self._revealed |= found
            self._tell()
        return bool(found)

    def turn_values(self, values: frozenset[str]) -> bool:
        """Show these secrets, or mask them again where all can be read; whether there are any."""
        if values and self.is_on and not self.reveal_values(values):
            self._revealed -= values
            self._tell()
        return bool(values) and self.is_on

    def conceal_all(self) -> None:
        """Mask again what was revealed."""
        if self._revealed:
            self._revealed = frozenset()
            self._tell()

    def _tell(self) -> None:
        self._forget()
        self.changed.emit()


def _touch(one: Span, other: Span) -> bool:
    return one.start <= other.end and other.start <= one.end
