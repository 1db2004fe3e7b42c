"""Groups of alike texts, and their evidence."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.similar import Alikes, Kind, Similarity, components
from tests.similar.exact import exact_groups

_WORD = st.sampled_from(["port", "server", "cache", "build", "deploy", "8080", "9090", "never", "日本"])
_TEXTS = st.lists(st.lists(_WORD, min_size=0, max_size=9).map(" ".join), max_size=12)


def test_evidence_of_a_near_pair() -> None:
    (found,) = Similarity().find(
        ["Rotate the signing key of the relay monthly", "rotate the sigining key of the relay monthly"]
    )
    assert (found.kind, found.members, found.score) == (Kind.NEAR, (0, 1), 0.875)
    assert found.shared == ("key", "monthly", "of", "relay", "rotate")
    assert found.differing == (("signing",), ("sigining",))


def test_evidence_of_a_contradiction() -> None:
    (found,) = Similarity().find(["The relay listens on port 8080", "The relay listens on port 9090"])
    assert found.kind is Kind.CONTRADICTION
    assert found.differing == (("8080",), ("9090",))
    assert "relay" in found.shared


def test_a_group_may_have_exact_and_near_members() -> None:
    (found,) = Similarity().find(
        [
            "Keep the changelog short and dated by day",
            "keep the changelog short and dated by day!",
            "Keep the changelog short and datd by day",
        ]
    )
    assert (found.kind, found.members) == (Kind.NEAR, (0, 1, 2))


def test_what_is_empty_is_no_duplicate() -> None:
    assert Similarity().find(["", "  ", "***", "---"]) == []


def test_nothing_is_told_once_it_is_not_wanted() -> None:
    assert Similarity().find(["one two three four"] * 2 + ["one two three for"], lambda: False) == []


def _told(groups: list[Alikes]) -> list[tuple[object, ...]]:
    return [(group.kind, group.members, group.score, group.shared, group.differing) for group in groups]


@given(_TEXTS)
def test_groups_are_sound_and_repeat(texts: list[str]) -> None:
    similarity = Similarity()
    first = similarity.find(texts)
    assert _told(similarity.find(texts)) == _told(first) == _told(Similarity().find(texts))
    for group in first:
        assert len(set(group.members)) == len(group.members) == len(group.differing) > 1
        assert 0 <= group.score <= 1
    exact = {tuple(numbers) for said, numbers in exact_groups(texts).items() if said and len(numbers) > 1}
    for numbers in exact:
        assert any(set(numbers) <= set(group.members) for group in first)


def test_events_of_other_times_are_others() -> None:
    texts = [
        "2026-03-04 10:20 The heron stands at the weir again",
        "2026-03-05 10:20 The heron stands at the weir again",
        "[2026-03-04] The heron nests in the old alder row",
        "[2026-05-04] The heron nests in the old alder row",
    ]
    assert [group.members for group in Similarity().find(texts)] == [(2, 3)]


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=20))
def test_numbers_that_pairs_join_are_one_group(pairs: list[tuple[int, int]]) -> None:
    groups = {number: {number} for pair in pairs for number in pair}
    for _ in pairs:
        for one, other in pairs:
            groups[one] = groups[other] = groups[one] | groups[other]
    assert sorted(components(pairs)) == sorted(
        sorted(group) for group in set(map(frozenset, groups.values()))
    )


def test_no_group_holds_what_is_apart() -> None:
    assert sorted(components([(1, 2), (2, 3), (4, 5)], apart=[(1, 3)])) == [[1, 2], [3], [4, 5]]


def test_two_groups_that_stay_apart_are_gone_through_once() -> None:
    count = 30_000
    links = [(start + at, start + at + 1) for start in (0, count) for at in range(count - 1)]
    across = [(at, count + at) for at in range(count)]
    assert len(components([*links, *across], apart=[(count - 1, 2 * count - 1)])) == 2


def test_what_contradicts_another_text_is_in_no_group_with_it() -> None:
    core = "照片档案库标出缺失的字段，为了视力较弱的人，供应商确认过这点"
    texts = [core, f"{core}，每周六一次", f"{core}，每周四一次"]
    groups = Similarity().find(texts)
    near = [set(group.members) for group in groups if group.kind is Kind.NEAR]
    assert near == [{0, 1}]
    assert {1, 2} in [set(group.members) for group in groups if group.kind is Kind.CONTRADICTION]


class Looked(int):
    """A number that counts how often any of its kind is looked up."""

    count = 0

    def __hash__(self) -> int:
        Looked.count += 1
        return int(self)


def test_a_long_chain_is_joined_in_either_order() -> None:
    length = 2000
    for numbers in (range(length), range(length - 1, -1, -1)):
        Looked.count = 0
        assert len(components((Looked(number), Looked(number + 1)) for number in numbers)) == 1
        assert Looked.count < 20 * length
