"""Entries that say what another one of the same agent says, and entries that a newer one replaces."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil
from typing import NamedTuple

from memdesk.layouts.contract import ScopeKind
from memdesk.services.entries import Entry
from memdesk.services.likeness import words_of
from memdesk.services.reasons.reason import Reason, Rule, is_short, quoted

_FEWEST_WORDS = 4
_NEARLY = 0.8
_MOST_ENTRIES_OF_A_WORD = 400
"""A word that more entries hold leads to none of them."""
_NEGATIONS = frozenset({"not", "no", "never", "without", "don", "doesn", "isn", "nicht", "kein", "nie"})
_SAYS_SO = re.compile(
    r"\b(?:superseded by|replaced by|obsolete(?:d by)?|deprecated(?:,? use)?"
    r"|no longer (?:used|valid|true|needed|applies))\b"
    r"[^.\n]{0,60}",
    re.IGNORECASE,
)
_STRUCK = re.compile(r"~~.+~~", re.DOTALL)
_DAY_S = 86_400


class _Said(NamedTuple):
    entry: Entry
    words: tuple[str, ...]
    distinct: frozenset[str]
    since: float


def says_so(entry: Entry) -> Reason | None:
    """An entry that itself says that it holds no longer."""
    text = entry.text.strip()
    if _STRUCK.fullmatch(text):
        return Reason(Rule.SUPERSEDED, "All of it is struck through.")
    found = _SAYS_SO.search(text) if is_short(entry) else None
    return Reason(Rule.SUPERSEDED, f"It says so itself: {quoted(found.group(0))}.") if found else None


def repeated(entries: Iterable[Entry], since: Callable[[Entry], float]) -> Iterator[tuple[Entry, Reason]]:
    """The entries that another one makes needless, with the one that stays; each once.

    Only entries are compared that one agent gets together: of one root, in one scope or in that of the user. `since`
    tells how old each is, in Unix seconds; the newer one stays, and of two alike the one with the wider scope.
    """
    by_root: dict[str, list[_Said]] = defaultdict(list)
    for entry in entries:
        words = words_of(entry.text)
        if words and is_short(entry):
            by_root[entry.root.path].append(_Said(entry, words, frozenset(words), since(entry)))
    for said in by_root.values():
        done: set[int] = set()
        for one, other in _candidates(said):
            if id(one) not in done and id(other) not in done and _meet(one.entry, other.entry):
                verdict = _compared(one, other)
                if verdict is not None:
                    goes, reason = verdict
                    done.add(id(goes))
                    yield goes.entry, reason


def _candidates(said: Sequence[_Said]) -> Iterator[tuple[_Said, _Said]]:
    """Pairs that may share four fifths of their words, found by the rarest words of the shorter one."""
    counts = Counter(word for one in said for word in one.distinct)
    holding: dict[str, list[int]] = defaultdict(list)
    order = sorted(range(len(said)), key=lambda number: -len(said[number].distinct))
    for number in order:
        one = said[number]
        rarest = sorted(one.distinct, key=lambda word: (counts[word], word))
        needed = len(rarest) - ceil(_NEARLY * len(rarest)) + 1
        near = {
            other
            for word in rarest[:needed]
            if counts[word] <= _MOST_ENTRIES_OF_A_WORD
            for other in holding[word]
        }
        yield from ((one, said[other]) for other in sorted(near))
        for word in rarest:
            if counts[word] <= _MOST_ENTRIES_OF_A_WORD:
                holding[word].append(number)


def _meet(one: Entry, other: Entry) -> bool:
    """Whether one agent gets both."""
    scopes = one.document.scope, other.document.scope
    same = (scopes[0].kind, scopes[0].key) == (scopes[1].kind, scopes[1].key)
    return same or ScopeKind.YOU in (scopes[0].kind, scopes[1].kind)


def _compared(one: _Said, other: _Said) -> tuple[_Said, Reason] | None:
    if one.words == other.words:
        goes, stays = _ordered(one, other)
        return goes, Reason(
            Rule.NEAR_DUPLICATE, f"The same stands in {_place(stays)}.", 1.0, stays=stays.entry
        )
    shared = one.distinct & other.distinct
    differing = one.distinct ^ other.distinct
    share = len(shared) / max(len(one.distinct), len(other.distinct))
    if len(shared) < _FEWEST_WORDS - 1 or differing & _NEGATIONS:
        return None
    if any(any(letter.isdigit() for letter in word) for word in differing):
        return _replaced(one, other, len(shared))
    if share < _NEARLY or len(shared) < _FEWEST_WORDS:
        return None
    goes, stays = _ordered(one, other)
    evidence = f"{share:.0%} of the words are those of {quoted(stays.entry.text)}.".replace("%", " %")
    return goes, Reason(Rule.NEAR_DUPLICATE, evidence, share, stays=stays.entry)


def _replaced(one: _Said, other: _Said, shared: int) -> tuple[_Said, Reason] | None:
    """Two that differ in one value alone: the newer one holds."""
    values = [
        [word for word in said.words if word not in rest.distinct]
        for said, rest in ((one, other), (other, one))
    ]
    if any(len(value) != 1 for value in values) or shared < _FEWEST_WORDS - 1:
        return None
    goes, stays = (one, other) if one.since < other.since else (other, one)
    days = int((stays.since - goes.since) // _DAY_S)
    if days < 1:
        return None
    new = next(word for word in stays.words if word not in goes.distinct)
    old = next(word for word in goes.words if word not in stays.distinct)
    evidence = f"{quoted(stays.entry.text)} says {new} instead of {old}, and is {days:,} days newer."
    return goes, Reason(Rule.SUPERSEDED, evidence, 1.0, stays=stays.entry)


def _ordered(one: _Said, other: _Said) -> tuple[_Said, _Said]:
    """The one that goes, and the one that stays."""

    def rank(said: _Said) -> tuple[bool, float, int]:
        is_wide = said.entry.document.scope.kind is ScopeKind.YOU
        return is_wide, said.since, -said.entry.span.start

    return (one, other) if rank(one) <= rank(other) else (other, one)


def _place(said: _Said) -> str:
    entry = said.entry
    return f"{entry.document.title}: {quoted(entry.text)}"
