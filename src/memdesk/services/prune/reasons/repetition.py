"""Entries that say what another one of the same agent says, and entries that a newer one replaces.

What is alike is judged elsewhere (`Duplicates`), by the same rules as in the list of duplicates.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from memdesk.layouts.documents import DocumentKind, ScopeKind
from memdesk.services.documents.taken import Address
from memdesk.services.duplicates.duplicates import DuplicateGroup
from memdesk.services.prune.reasons.reason import Reason, Rule, is_short, quoted
from memdesk.services.remembered.entries import Entry
from memdesk.services.remembered.entry_items import is_item, is_list_alone
from memdesk.text.excerpt import mask_quotes
from memdesk.text.list_items import items_of
from memdesk.text.masked_words import mask_words
from memdesk.text.sentence import say, says
from memdesk.text.similar import Kind, Shared
from memdesk.text.wording import is_value, words_of

_NO_LONGER = (
    r"(?:superseded|replaced(?= by\b)|obsoleted?|deprecated|outdated"
    r"|no longer (?:used|valid|true|needed|applies))\b"
)
_SAYS_SO = re.compile(
    rf"\W*(?:\[{_NO_LONGER}[^\]\n]{{0,60}}\]"
    rf"|this (?:(?:entry|fact|memory|note|rule|section) )?(?:is|was|has been) (?:now )?{_NO_LONGER}"
    r"(?=[ \t]*(?:[.,;:!]|$)|[ \t]+(?:by|since|in favou?r of)\b)[^.\n]{0,60})",
    re.IGNORECASE | re.MULTILINE,
)
"""An entry that begins so speaks of itself; whatever else is obsolete in it is what it tells of."""
_SPEAKS_OF_IT = re.compile(rf"\b{_NO_LONGER}[^.\n]{{0,60}}", re.IGNORECASE)
_STRUCK = re.compile(r"~~.+~~", re.DOTALL)
_DAY_S = 86_400


Compare = Callable[[Entry, Entry], Shared | None]
Since = Callable[[Entry], float]


_SAME = Shared(1.0, is_same=True)


class _Repeated(NamedTuple):
    goes: Entry
    stays: Entry
    shared: Shared


def says_so(entry: Entry) -> Reason | None:
    """An entry that itself says that it holds no longer; one that only speaks of something else is a guess."""
    text = entry.text.strip()
    if _STRUCK.fullmatch(text):
        return Reason(Rule.SUPERSEDED, say("All of it is struck through."))
    if not is_short(entry):
        return None
    if found := _SAYS_SO.match(text):
        words = quoted(found.group(0), entry.around)
        return Reason(Rule.SUPERSEDED, say("It says so itself: {words}.", words=words))
    if found := _SPEAKS_OF_IT.search(text):
        words = quoted(found.group(0), entry.around)
        evidence = say("It speaks of something that holds no longer: {words}.", words=words)
        return Reason(Rule.SUPERSEDED, evidence, is_guess=True)
    return None


def repeated(
    groups: Iterable[DuplicateGroup], entries: Mapping[Address, Entry], compare: Compare, since: Since
) -> Iterator[tuple[Entry, Reason]]:
    """The entries that another one makes needless, with the one that stays; each once.

    Only entries are compared that one agent gets together: of one root, in one scope or in that of the user. `since`
    tells how old each is, in Unix seconds; the newer one stays, and of two alike the one with the wider scope. What is
    long goes only where all of it is the same, a section with a list where another one has all its items.
    """
    groups = [_without_rules(group) for group in groups]
    found = [one for group in groups for one in _needless(group, compare, since)]
    whole = [one for one in found if not is_item(one.goes)]
    done = {one.goes.address for one in whole}
    yield from ((one.goes, _evidence(one)) for one in whole)
    for one in _covered((one for one in found if is_item(one.goes)), entries):
        done.add(one.goes.address)
        yield one.goes, _evidence(one)
    for group in groups:
        for goes, reason in _replaced(group, since):
            if goes.address not in done:
                done.add(goes.address)
                yield goes, reason


def _without_rules(group: DuplicateGroup) -> DuplicateGroup:
    """Rules are what the user wrote: they neither go nor make anything needless."""
    kept = [
        number
        for number, entry in enumerate(group.members)
        if entry.document.editable and entry.document.kind is not DocumentKind.RULES
    ]
    return group.of(kept)


def _needless(group: DuplicateGroup, compare: Compare, since: Since) -> Iterator[_Repeated]:
    """Of the members that one agent gets together, all but the best."""
    if group.kind is Kind.CONTRADICTION:
        return
    staying: dict[tuple[str, ScopeKind, str], list[Entry]] = defaultdict(list)

    def rank(entry: Entry) -> tuple[bool, float, int]:
        return entry.document.scope.kind is ScopeKind.YOU, since(entry), -entry.span.start

    for entry in sorted(group.members, key=rank, reverse=True):
        scope = entry.document.scope
        place = entry.root.path, scope.kind, scope.key
        wide = (one for key, kept in staying.items() if key[0] == place[0] and _is_wide(key) for one in kept)
        for stays in (*wide, *(staying[place] if not _is_wide(place) else ())):
            shared = _SAME if group.kind is Kind.EXACT else _near(entry, stays, compare)
            if shared is not None:
                yield _Repeated(entry, stays, shared)
                break
        else:
            staying[place].append(entry)


def _is_wide(place: tuple[str, ScopeKind, str]) -> bool:
    return place[1] is ScopeKind.YOU


def _near(entry: Entry, stays: Entry, compare: Compare) -> Shared | None:
    shared = compare(entry, stays)
    return shared if shared is not None and (shared.is_same or is_short(entry)) else None


def _covered(items: Iterable[_Repeated], entries: Mapping[Address, Entry]) -> Iterator[_Repeated]:
    """The sections that say nothing but items which one other entry has: as much the same as the least of them."""
    covered: dict[Address, dict[Address, list[Shared]]] = defaultdict(lambda: defaultdict(list))
    for one in items:
        covered[one.goes.address][one.stays.address].append(one.shared)
    for address, by_entry in covered.items():
        entry = entries[address]
        stays, most = max(by_entry.items(), key=lambda found: len(found[1]))
        if stays != address and is_list_alone(entry) and len(most) == len(items_of(entry.text)):
            share = min(one.share for one in most)
            yield _Repeated(entry, entries[stays], Shared(share, all(one.is_same for one in most)))


def _evidence(one: _Repeated) -> Reason:
    """Only what is the same, word after word, goes unseen: one word, or its place, may make it another fact."""
    stays, share = one.stays, one.shared.share
    if one.shared.is_same:
        title = stays.document.title
        same = say(
            "The same stands in {title}: {words}.", title=title, words=quoted(stays.text, stays.around)
        )
        return Reason(Rule.NEAR_DUPLICATE, same, 1.0, stays=stays)
    percent = round(100 * share)
    sentence = say(
        "{percent} % of the words are those of {words}.",
        percent=percent,
        words=quoted(stays.text, stays.around),
    )
    return Reason(Rule.NEAR_DUPLICATE, sentence, share, stays=stays, is_guess=True)


def _shown(word: str, entry: Entry) -> str:
    return mask_words((word,), entry.text, mask_quotes(entry.text, entry.around))[0]


def _replaced(group: DuplicateGroup, since: Since) -> Iterator[tuple[Entry, Reason]]:
    """Of two that differ in one value alone, the older one: the newer one holds."""
    if group.kind is not Kind.CONTRADICTION:
        return
    members = sorted(
        zip(group.members, group.differing, strict=True), key=lambda member: since(member[0]), reverse=True
    )
    for at, (goes, old) in enumerate(members):
        for stays, new in members[:at]:
            if is_item(goes) or not (_is_other_value(old, new) and _meet(goes, stays)):
                continue
            days = int((since(stays) - since(goes)) // _DAY_S)
            if days >= 1 and _differ_in_one_word(goes, stays):
                sentence = says(
                    "{words} says {new} instead of {old}, and is {n} day newer.",
                    "{words} says {new} instead of {old}, and is {n} days newer.",
                    days,
                    words=quoted(stays.text, stays.around),
                    new=_shown(new[0], stays),
                    old=_shown(old[0], goes),
                )
                # The value may be what tells two things apart: "Server 1", "Server 2".
                yield goes, Reason(Rule.SUPERSEDED, sentence, 1.0, stays=stays, is_guess=True)
                break


def _is_other_value(old: Sequence[str], new: Sequence[str]) -> bool:
    return old != new and len(old) == len(new) == 1 and is_value(old[0]) and is_value(new[0])


def _differ_in_one_word(one: Entry, other: Entry) -> bool:
    left, right = set(words_of(one.text)), set(words_of(other.text))
    return len(left - right) == len(right - left) == 1


def _meet(one: Entry, other: Entry) -> bool:
    """Whether one agent gets both."""
    if one.root.path != other.root.path:
        return False
    scopes = one.document.scope, other.document.scope
    same = (scopes[0].kind, scopes[0].key) == (scopes[1].kind, scopes[1].key)
    return same or ScopeKind.YOU in (scopes[0].kind, scopes[1].kind)
