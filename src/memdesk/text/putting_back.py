"""Put what we saved back into a text that was written without it, beside everything else that this text says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from memdesk.text.compare import changed_runs
from memdesk.text.document import line_key, split_lines
from memdesk.text.merge import keep_both
from memdesk.text.merge_result import Clash, Merge

MergeOf = Callable[[str, str, str], Merge]


class OwnSave(NamedTuple):
    """A change of ours: the text that we changed, and what we made of it. Where there was no file, it is empty.

    `ours` are the lines that the user had changed, as `own_lines` tells them, where this one only put back what was
    lost: a merge may restore lines of others with them. None where all of it is the user's. `met` is what stood there
    when it was written, where others had changed that meanwhile; None where it is not known to differ.
    """

    before: str
    after: str
    ours: frozenset[str] | None = None
    met: str | None = None


def wanted_of(saves: Sequence[OwnSave], merge: MergeOf) -> str:
    """What our saves alone come to: a later one may have been made of a text in which an earlier one was lost."""
    text = saves[0].before if saves else ""
    for save in saves:
        text = save.after if save.before == text else put_back(save, text, merge).text
    return text


def put_back(own: OwnSave, copy: str, merge: MergeOf) -> Merge:
    """`copy` with what we changed in `own`; with the words of both where they clash.

    The copy may have some of ours already: then it is no change of its own, and not put in twice.
    """
    merged = merge(known_to(copy, own), own.after, copy)
    text = merged.text
    for clash in reversed(merged.clashes):
        text = text[: clash.span.start] + _settled(clash) + text[clash.span.end :]
    return replace(merged, text=text)


def own_lines(saves: Iterable[OwnSave]) -> frozenset[str]:
    """The lines that the user put in or took out by these saves; blank ones are no one's."""
    return frozenset().union(*(_own_lines(save) for save in saves))


def added_lines(saves: Iterable[OwnSave]) -> frozenset[str]:
    """The lines that the user put in by these saves; blank ones are no one's."""
    return frozenset().union(*(_more_of(save.after, save.before) & own_lines((save,)) for save in saves))


def brings_own_lines(saves: Sequence[OwnSave], now: str, text: str) -> bool:
    """Whether `text` differs from `now` by a line of the user's, or by the order alone where the user changed that.

    Only where one of `saves` put back what was lost can anything else be found missing.
    """
    if all(save.ours is None for save in saves):
        return True
    changed = _changed_lines(now, text)
    if not changed:
        return any(save.ours is None and _is_in_other_order(save.before, save.after) for save in saves)
    return not changed.isdisjoint(own_lines(saves))


def _own_lines(save: OwnSave) -> frozenset[str]:
    changed = _changed_lines(save.before, save.after)
    return changed if save.ours is None else changed & save.ours


def _changed_lines(one: str, other: str) -> frozenset[str]:
    """The lines that stand more often in one of two texts than in the other."""
    return _more_of(one, other) | _more_of(other, one)


def _is_in_other_order(one: str, other: str) -> bool:
    """Whether lines that stand once in each of two texts stand in another order."""
    keys = [[line_key(line) for line in split_lines(text)] for text in (one, other)]
    counts = [Counter(found) for found in keys]
    single = {key for key in counts[0] if key and counts[0][key] == counts[1][key] == 1}
    orders = [[key for key in found if key in single] for found in keys]
    return orders[0] != orders[1]


def _more_of(one: str, other: str) -> frozenset[str]:
    """The lines that stand more often in `one` than in `other`; blank ones are no one's."""
    counts = [Counter(filter(None, map(line_key, split_lines(text)))) for text in (one, other)]
    return frozenset(counts[0] - counts[1])


def _settled(clash: Clash) -> str:
    """Theirs without the lines that we took out, and with those that we put in; of other lines theirs knows best."""
    if clash.both is not None:
        return clash.both
    old, new = split_lines(clash.base or ""), split_lines(clash.mine or "")
    runs = changed_runs(old, new)
    ours = [line for run in runs for line in new[run.new_first : run.new_end]]
    gone = Counter(line_key(line) for run in runs for line in old[run.old_first : run.old_end])
    gone -= Counter(map(line_key, ours))
    rest = [line for line in split_lines(clash.theirs or "") if not _is_taken(gone, line_key(line))]
    return keep_both("".join(ours), "".join(rest))


def _is_taken(left: Counter[str], key: str) -> bool:
    """Whether one of these lines was `left`; it is not any more. Blank lines are no one's."""
    if not key or left[key] <= 0:
        return False
    left[key] -= 1
    return True


def known_to(copy: str, own: OwnSave) -> str:
    """What both sides started from: what was there before, with those of our changes that the copy has already."""
    old, new = split_lines(own.before), split_lines(own.after)
    runs = changed_runs(old, new)
    left = Counter(map(line_key, split_lines(copy)))
    left.subtract(map(line_key, old))
    left.update(line_key(line) for run in runs for line in old[run.old_first : run.old_end])
    # What we moved stands in both; the copy that has it once has it where it was.
    still = [list(_taken(old[run.old_first : run.old_end], left, blank=True)) for run in runs]
    already = [list(_taken(new[run.new_first : run.new_end], left, blank=False)) for run in runs]
    found, at = list[str](), 0
    for run, one, other in zip(runs, still, already, strict=True):
        is_unknown = run.new_first < run.new_end and not other
        found += old[at : run.old_end] if is_unknown else (*old[at : run.old_first], *one, *other)
        at = run.old_end
    return "".join((*found, *old[at:]))


def _taken(lines: Iterable[str], left: Counter[str], *, blank: bool) -> Iterator[str]:
    """The `lines` that are left to be taken; blank ones go with the line above, at first as `blank` says."""
    is_taken = blank
    for line in lines:
        key = line_key(line)
        if key:
            is_taken = left[key] > 0
            left[key] -= is_taken
        if is_taken:
            yield line
