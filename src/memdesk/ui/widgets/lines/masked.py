"""Lines as they are shown: secrets masked, character for character, also those of several lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from memdesk.text.edits import Span
from memdesk.text.excerpt import mask_parts
from memdesk.text.masking import MASK
from memdesk.text.secrets import may_hold_secrets, secrets_of_lines
from memdesk.ui.theme.masks import SecretMasks
from memdesk.ui.widgets.lines.line import REMARKS, Line, LineKind

_KEY_BEGINS = re.compile(r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY")
_KEY_ENDS = "-----END"
_KEY_LINE = re.compile(r"[ \t>]*[A-Za-z0-9+/=]{0,80} *")
_LONE_KEY_LINE = re.compile(r"(?=.*[a-z])(?=.*[A-Z])[ \t>]*[A-Za-z0-9+/]{64} *")
"""What a line of a key looks like whose begin is not among the lines, because it did not change."""
_MAY_BE_KEYS = re.compile(r"PRIVATE KEY|[A-Za-z0-9+/]{64}")
"""What stands somewhere in a text wherever lines of a key do."""


def may_hold_masked(lines: Sequence[Line], halves: Mapping[str, str], around: str) -> bool:
    """Whether anything in `lines` may be a secret; in any thread, since that goes through all of a long text.

    `halves` and `around` are those of `MaskedLines`.
    """
    whole = "\n".join(line.text for line in lines)
    may_be_keys = _MAY_BE_KEYS.search(whole) is not None
    return bool(halves) or may_be_keys or may_hold_secrets(whole) or may_hold_secrets(around)


class MaskedLines:
    """The secrets in the lines of one view."""

    def __init__(self, masks: SecretMasks) -> None:
        self._masks = masks
        self.halves: Mapping[str, str] = MappingProxyType({})
        """Pieces of secrets that are not known for that by themselves, each with its secret."""
        self.around = ""
        """All that tells what of the lines is a secret, where they are a part of a document."""
        self.is_plain = False
        """Whether somebody looked already, and nothing in the lines may be a secret; see `may_hold_masked`."""

    def shown(self, lines: Sequence[Line]) -> tuple[Line, ...]:
        """`lines` as they are shown now."""
        masks = self._masks
        if masks.is_private:
            return tuple(
                line if line.kind in REMARKS else line._replace(text=masks.shown(line.text)) for line in lines
            )
        if self.is_plain:
            return tuple(lines)
        # One look at all lines is much faster than one at each, and mostly enough.
        whole = "\n".join(line.text for line in lines)
        may_be_keys = masks.is_on and (
            _MAY_BE_KEYS.search(whole) or any(True for _ in secrets_of_lines(whole))
        )
        of_keys = _lines_of_keys(lines) if may_be_keys else frozenset()
        if masks.is_on and self.halves:
            lines = tuple(
                line if line.kind in REMARKS else line._replace(text=self._without_halves(line.text))
                for line in lines
            )
        if not of_keys and not may_hold_secrets("\n".join(line.text for line in lines)):
            return self._by_around(lines)
        return self._by_around(
            [
                self._shown(line, of_key=number in of_keys)
                if line.kind not in REMARKS and (number in of_keys or may_hold_secrets(line.text))
                else line
                for number, line in enumerate(lines)
            ]
        )

    def _by_around(self, lines: Sequence[Line]) -> tuple[Line, ...]:
        """The lines without what only the text around them tells to be a secret."""
        if not may_hold_secrets(self.around):
            return tuple(lines)
        said = "\n".join(line.text for line in lines if line.kind not in REMARKS)
        texts = iter(self._masks.shown_parts(said, self.around).split("\n"))
        return tuple(line if line.kind in REMARKS else line._replace(text=next(texts)) for line in lines)

    def _shown(self, line: Line, *, of_key: bool) -> Line:
        if not of_key:
            return line._replace(text=self._masks.shown(line.text))
        return line if self._masks.is_revealed(line.text) else line._replace(text=MASK * len(line.text))

    def _without_halves(self, text: str) -> str:
        for half, whole in self.halves.items():
            if half in text and not self._masks.is_revealed(whole):
                text = text.replace(half, MASK * len(half))
        return text

    def turn(self, lines: Sequence[Line], line: int) -> bool:
        """Show the secrets of a line, or mask them again; whether there are any."""
        return self._masks.turn_values(self._values(lines, line, Span(0, len(lines[line].text))))

    def reveal(self, lines: Sequence[Line], line: int, offset: int) -> bool:
        """Show the masked secret at a place; whether there is one."""
        return self._masks.reveal_values(self._values(lines, line, Span(offset, offset)))

    def _values(self, lines: Sequence[Line], line: int, within: Span) -> frozenset[str]:
        """The secrets at a place: in a key, all of its lines."""
        if lines[line].kind in REMARKS:
            return frozenset()
        of_keys = frozenset() if self._masks.is_private else _lines_of_keys(lines)
        text = lines[line].text
        is_part = bool(self.around) and mask_parts(text, self.around) != text
        beyond = self._masks.values(self.around) if is_part else frozenset[str]()
        if line in of_keys:
            return beyond.union(lines[number].text for number in of_keys)
        wholes = {whole for half, whole in self.halves.items() if _is_at(half, text, within)}
        return self._masks.values(text, within) | (frozenset() if self._masks.is_private else wholes | beyond)


def _is_at(half: str, text: str, within: Span) -> bool:
    """Whether `half` touches a place in `text`."""
    start = text.find(half)
    while start >= 0:
        if start <= within.end and within.start <= start + len(half):
            return True
        start = text.find(half, start + 1)
    return False


def _behind_first_lines(lines: Sequence[Line], other: LineKind) -> Iterator[int]:
    """The lines of secrets behind the first ones, in one version of a text: that without the lines of kind `other`."""
    numbers = [at for at, line in enumerate(lines) if line.kind not in REMARKS and line.kind is not other]
    text, start = "\n".join(lines[number].text for number in numbers), 0
    keys = tuple(secrets_of_lines(text))
    for number in numbers if keys else ():
        said = Span(start, start + len(lines[number].text))
        start = said.end + 1
        if said.end > said.start and any(key.start < said.start < key.end for key in keys):
            yield number


def _lines_of_keys(lines: Sequence[Line]) -> frozenset[int]:
    """The lines of private keys, and below names of secrets, behind the first ones, whatever remarks stand between."""
    found = {*_behind_first_lines(lines, LineKind.ADDED), *_behind_first_lines(lines, LineKind.REMOVED)}
    is_inside = False
    for number, line in enumerate(lines):
        if line.kind in REMARKS or not line.text:
            continue
        if _KEY_BEGINS.search(line.text):
            is_inside = _KEY_ENDS not in line.text
        elif is_inside and _KEY_ENDS in line.text:
            is_inside = False
        elif (is_inside and _KEY_LINE.fullmatch(line.text)) or _LONE_KEY_LINE.fullmatch(line.text):
            found.add(number)
        else:
            # A diff may show another line in the midst of a key; its own lines are known by their length.
            is_inside = False
    return frozenset(found)
