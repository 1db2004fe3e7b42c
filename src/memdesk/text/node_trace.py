"""One node at three moments: before a save of ours, as that save wrote it, and as a text has it that came since."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from memdesk.text.alignment import likeness, words_of
from memdesk.text.merge_lines import keys_of
from memdesk.text.parts import Part

_ALIKE = 0.6
"""Share of words from which on what took the place of ours is what somebody made of it."""


class Trace(NamedTuple):
    """One node: as the copy had it, before a save, as we made it, and now; None where there is none.

    A copy that was read earlier than what we changed lacks lines of others, which are none of ours for that.
    """

    copied: Part | None
    before: Part | None
    after: Part | None
    now: Part | None

    def is_back(self, wanted: Part | None, everywhere: Counter[str]) -> bool:
        """Whether it is as it was before, though what we made of it is `wanted` still, and `everywhere` in all."""
        copied, before, after, now = (lines_in(part) for part in self)
        added, removed = (after - before) & lines_in(wanted), (before - after) - everywhere
        if self.copied is None:
            return self.after is not None and added == after and self._is_gone
        if self.now is None or not (added or removed):
            return False
        ours = self._last_words(added, wanted)
        return _holds(self.now, self.copied) and not any(now[line] > copied[line] for line in ours)

    def is_older(self, wanted: Part | None, everywhere: Counter[str]) -> bool:
        """Whether it is as it was before in what we changed, while lines of others are missing too.

        A copy is so that was read before those were written, and so is what somebody took out with ours and meant.
        """
        if self.before is None or self.after is None or self.now is None:
            return False
        _, before, after, now = (lines_in(part) for part in self)
        added, removed = (after - before) & lines_in(wanted), (before - after) - everywhere
        others, ours = before & after, self._last_words(added, wanted)
        is_as_before = not any(now[line] > before[line] for line in ours) and not removed - now
        stays = 2 * (now & others).total() >= others.total()
        if not (added or removed) or not is_as_before or not stays:
            return False
        return bool(removed) or not _are_alike(added, now - others)

    def _last_words(self, added: Counter[str], wanted: Part | None) -> Counter[str]:
        """What it put in; that may have been worded anew since."""
        before, after = lines_in(self.before), lines_in(self.after)
        return added if added or not after - before else lines_in(wanted) - before

    @property
    def _is_gone(self) -> bool:
        """Whether a node that we added is not there; at its place may stand one of the same name from a copy."""
        if self.now is None or self.after is None:
            return self.now is None
        ours, others = (lines_in(part) for part in (self.after, self.now))
        if self.now.key == self.after.key:
            return len(ours) > 1 and others.keys().isdisjoint(list(ours)[1:])
        return likeness(*(words_of(part.content) for part in (self.after, self.now))) < _ALIKE


def lines_in(part: Part | None) -> Counter[str]:
    """The lines of a node that have words, and how often each stands in it."""
    return Counter(keys_of(part.content)) if part is not None else Counter()


def _holds(part: Part, other: Part) -> bool:
    """Whether all lines of `other` stand in `part`, in their order."""
    rest = iter(keys_of(part.content))
    return all(key in rest for key in keys_of(other.content))


def _are_alike(ours: Iterable[str], others: Iterable[str]) -> bool:
    """Whether one of some lines is made of one of ours."""
    words = [words_of(line) for line in others]
    return any(likeness(words_of(line), other) >= _ALIKE for line in ours for other in words)
