"""Which lines of a text its user knows, where other programs changed it before the user did.

A line that he put in, edited or took out is one that he saw, the lines beside it are not. Blank lines do not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from memdesk.text.document import line_end_near
from memdesk.text.edited_lines import edited_runs
from memdesk.text.merge_lines import Line, lines_of


def known_after(known: str, found: str, left: str) -> str:
    """What is known to a user who knew `known`, found what others had made of it, and left `left` behind.

    It is `left` without the lines of the others that he did not touch, and with those that they took out, unless he
    touched what stood there instead. Where nothing of theirs is left, it is `left` itself.
    """
    then, between, now = (lines_of(text) for text in (known, found, left))
    of_others, own = _Step(then, between), _Step(between, now)
    added = {own.to[at] for at in range(len(between)) if at in own.to and at not in of_others.to.values()}
    taken = [at for at in of_others.gone if not _is_decided(of_others.instead[at], own)]
    _leave_out_alike(taken, then, (now[at] for at in own.come))
    if not added and not taken:
        return left
    places = {old: own.to[at] for old, at in of_others.to.items() if at in own.to}
    return _joined(_woven(then, taken, places, now, added), line_end_near(left, 0))


class _Step:
    """What became of the lines of one text in the next one: `to` where they are there, `gone` and `come` the others.

    `instead` tells what came in the place of a line that went, as one line for one where that can be told.
    """

    def __init__(self, old: Sequence[Line], new: Sequence[Line]) -> None:
        keys, new_keys = [line.key for line in old], [line.key for line in new]
        self.to: dict[int, int] = {}
        self.instead: dict[int, range] = {}
        at = new_at = 0
        runs = edited_runs(keys, new_keys)
        for run in runs:
            self.to.update(zip(range(at, run.old_first), range(new_at, run.new_first), strict=True))
            instead = range(run.new_first, run.new_end)
            self.instead.update(dict.fromkeys(range(run.old_first, run.old_end), instead))
            at, new_at = run.old_end, run.new_end
        self.to.update(zip(range(at, len(old)), range(new_at, len(new)), strict=True))
        self._add_moved(keys, new_keys)
        self.gone = [at for at in range(len(old)) if at not in self.to]
        found = set(self.to.values())
        self.come = [at for at in range(len(new)) if at not in found]

    def _add_moved(self, keys: Sequence[str], new_keys: Sequence[str]) -> None:
        """A line that only stands elsewhere is the same line."""
        found, elsewhere = set(self.to.values()), dict[str, list[int]]()
        for at, key in enumerate(new_keys):
            if at not in found:
                elsewhere.setdefault(key, []).append(at)
        for at in sorted(self.instead):
            if places := elsewhere.get(keys[at]):
                self.to[at] = places.pop(0)


def _is_decided(instead: Iterable[int], own: _Step) -> bool:
    """Whether the user changed all that others had put in the place of a line."""
    instead = list(instead)
    return bool(instead) and not any(at in own.to for at in instead)


def _leave_out_alike(taken: list[int], then: Sequence[Line], own: Iterable[Line]) -> None:
    """What the user put in again himself is not taken out any more."""
    for line in own:
        back = next((at for at in taken if then[at].key == line.key), None)
        if back is not None:
            taken.remove(back)


def _woven(
    then: Sequence[Line],
    taken: Iterable[int],
    places: Mapping[int, int],
    now: Sequence[Line],
    added: set[int],
) -> Iterator[tuple[Line, bool]]:
    """The lines of `now` but those `added`, each line that was taken behind what it stood behind; and which began."""
    behind: dict[int, list[int]] = {}
    for old in taken:
        above = next((places[at] for at in range(old - 1, -1, -1) if at in places), -1)
        behind.setdefault(above, []).append(old)
    for at in range(-1, len(now)):
        if at >= 0 and at not in added:
            yield now[at], at == 0
        yield from ((then[old], old == 0) for old in behind.get(at, ()))


def _joined(lines: Iterable[tuple[Line, bool]], line_end: str) -> str:
    """The lines as one text. What began a text tells nothing about the gap before it."""
    pieces: list[str] = []
    for line, began in lines:
        if pieces:
            pieces.append(line_end if began else line.before)
        pieces.append(line.content)
    return "".join(pieces)
