"""One judgement of what is alike: in the list of duplicates, of what may go, what comes in, notes and moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

import pytest

from memdesk.services.duplicates.duplicates import Duplicates
from memdesk.services.duplicates.likeness import find_alike
from memdesk.services.prune.reasons import repetition
from memdesk.services.prune.reasons.reason import Reason
from memdesk.services.remembered.entries import Entry, EntryList, ReadDocument
from memdesk.services.roots.roots import MemoryRoot
from memdesk.store.marks import Marks
from memdesk.text.edits import Span
from memdesk.text.lookup import Lookup
from memdesk.text.outline import Node, NodeKind
from memdesk.text.similar import Kind, Similarity
from tests.services.test_reasons import VIEW, entry
from tests.similar.natural import CONTRARY, DIFFERENT, MOVED, NEAR_MISSES, SAID_AGAIN, SAME
from tests.similar.planted import patterned, planted

TEXTS = tuple(
    text for pair in (*SAME, *MOVED, *SAID_AGAIN, *CONTRARY, *DIFFERENT, *NEAR_MISSES) for text in pair
)


@pytest.fixture
def duplicates(tmp_path: Path) -> Iterator[Duplicates]:
    marks = Marks(str(tmp_path))
    yield Duplicates(VIEW, lambda: marks)
    marks.close()


def _read(texts: tuple[str, ...]) -> EntryList:
    """One document that holds these texts, one behind the other."""
    entries, at = [], 0
    for text in texts:
        entries.append(entry(text)._replace(span=Span(at, at + len(text))))
        at += len(text) + 1
    first = entries[0]
    root = MemoryRoot("/m", first.root.layout, "made")
    return EntryList((ReadDocument(root, first.document, "\n".join(texts), tuple(entries), (root,)),))


def _pairs(texts: tuple[str, ...], duplicates: Duplicates) -> set[frozenset[str]]:
    """What the list of duplicates says is the same, but for what only a third text brings together."""
    return {
        frozenset((one.text, other.text))
        for group in duplicates.find(_read(texts))
        if group.kind is not Kind.CONTRADICTION
        for one, other in combinations(group.members, 2)
        if duplicates.compare(one, other) is not None
    }


@pytest.mark.parametrize(
    "texts",
    [TEXTS, planted(50_021, 600).texts, patterned(50_021, 600).texts],
    ids=["natural", "planted", "patterned"],
)
def test_what_comes_in_and_notes_are_judged_as_in_the_list(
    texts: tuple[str, ...], duplicates: Duplicates
) -> None:
    listed, read = _pairs(texts, duplicates), _read(texts)
    looked_up = {
        frozenset((text, like.entry.text))
        for text in texts
        for like in duplicates.alike(text, read)
        if like.entry.text != text
    }
    assert looked_up == {pair for pair in listed if len(pair) == 2}


def test_what_may_go_is_in_the_list_with_what_stays(duplicates: Duplicates) -> None:
    texts = planted(50_033, 400).texts
    listed, read = _pairs(texts, duplicates), _read(texts)
    found = list(
        repetition.repeated(
            duplicates.find(read),
            {one.address: one for one in read.entries},
            duplicates.compare,
            lambda _entry: 0.0,
        )
    )
    alike = [one for one in found if one[1].rule == "near-duplicate"]
    assert {frozenset((goes.text, reason.stays.text)) for goes, reason in alike if reason.stays} <= listed
    assert {goes.text for goes, _ in alike} | _stays(alike) == set().union(*listed)


def _stays(found: Sequence[tuple[Entry, Reason]]) -> set[str]:
    return {reason.stays.text for _, reason in found if reason.stays is not None}


def test_a_pair_that_the_user_dismissed_goes_no_more(duplicates: Duplicates) -> None:
    read = _read(SAME[0])
    (group,) = duplicates.find(read)
    duplicates.dismiss(group, 1.0)
    assert duplicates.find(read) == ()


@pytest.mark.parametrize("pair", [*SAME, *MOVED, *SAID_AGAIN, *CONTRARY, *DIFFERENT, *NEAR_MISSES])
def test_a_move_is_judged_as_the_list_is(pair: tuple[str, str]) -> None:
    node = Node(NodeKind.ENTRY, "", Span(0, 0), Span(0, 0), "key")
    found = find_alike(pair[0], [(node, pair[1])])
    kinds = [group.kind for group in Similarity().find(pair)]
    wanted = [Kind.EXACT] if found and found.is_same else [Kind.NEAR] if found else []
    assert [kind for kind in kinds if kind is not Kind.CONTRADICTION] == wanted


def test_texts_come_and_go() -> None:
    texts = planted(50_051, 300).texts
    moving, still = Lookup(), Lookup()
    moving.follow(texts[:200])
    moving.follow((*texts[100:], "one more that says nothing of it"))
    moving.follow(texts[150:])
    still.follow(texts[150:])
    for text in texts[150:]:
        assert list(moving.find(text)) == list(still.find(text))


@pytest.mark.parametrize("asked", [0, 1, 2, 3])
def test_a_look_that_is_stopped_finds_nothing_and_leaves_nothing_half(
    duplicates: Duplicates, asked: int
) -> None:
    read, left = _read(planted(50_077, 200).texts), iter([True] * asked)
    assert duplicates.find(read, lambda: next(left, False)) == ()
    assert len(duplicates.find(read)) >= 30


class _Counted(tuple[ReadDocument, ...]):  # noqa: SLOT001 - it counts
    """Documents that count how often they are gone through."""

    times = 0

    def __iter__(self) -> Iterator[ReadDocument]:
        self.times += 1
        return super().__iter__()


def test_what_was_read_is_gone_through_once_however_often_one_asks(duplicates: Duplicates) -> None:
    documents = _Counted(_read(TEXTS).documents)
    read = EntryList(documents)
    for text in TEXTS:
        assert any(like.entry.text == text and like.is_same for like in duplicates.alike(text, read))
    assert documents.times <= 2


def test_texts_of_which_no_word_tells_are_found_by_all_their_words() -> None:
    lookup = Lookup()
    lookup.follow(["12 13", "13 12", "12", "12, 13", "14"])
    assert {like.text for like in lookup.find("12 13")} == {"12 13", "12, 13"}
    lookup.follow(["13 12", "12, 13"])
    assert {like.text for like in lookup.find("12 13")} == {"12, 13"}
