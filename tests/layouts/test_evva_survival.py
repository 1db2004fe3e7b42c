"""What evva's next write does: the law of effects, their spans, and repairs that take one away and nothing else."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from memdesk.layouts.contract import Effect, EffectKind
from memdesk.layouts.evva.model import merge_like_evva, parse_like_evva
from memdesk.layouts.evva.names import CAP_BYTES, PROFILE_HEADINGS
from memdesk.layouts.evva.rewrite import Rewrite
from memdesk.layouts.evva.survival import rewrite_like_evva
from memdesk.text.document import GO_WHITE_SPACE, byte_length, canonical
from memdesk.text.edits import Span, apply_all
from memdesk.text.section_edits import merge_sections
from memdesk.text.sections import parse_sections
from tests.layouts.hostile import hostile_texts, numbered_texts

CANONICAL = "## Preferences\na\n\n## Working style\nb\n\n## Recurring topics\nc\n"


def effects_of(text: str, **updates: str) -> tuple[Effect, ...]:
    named = {key.replace("_", " "): body for key, body in updates.items()}
    return rewrite_like_evva(text, PROFILE_HEADINGS, named)[1]


@given(hostile_texts())
def test_there_is_an_effect_exactly_where_the_write_changes_the_text(text: str) -> None:
    texts, effects = rewrite_like_evva(text, PROFILE_HEADINGS, {})
    assert texts == merge_like_evva(text, {}, PROFILE_HEADINGS)
    assert (effects == ()) == (texts == (text,))


@given(hostile_texts())
def test_a_second_write_changes_nothing(text: str) -> None:
    [once] = merge_like_evva(text, {}, PROFILE_HEADINGS)
    assert rewrite_like_evva(once, PROFILE_HEADINGS, {}) == ((once,), ())


@given(hostile_texts())
def test_spans_lie_in_the_text_and_repairs_fit_it(text: str) -> None:
    for effect in effects_of(text):
        assert 0 <= effect.span.start <= effect.span.end <= len(text)
        assert effect.message.startswith("evva would ")
        assert effect.why
        apply_all(text, effect.repair)


@given(numbered_texts())
def test_every_line_lost_or_put_under_another_heading_lies_in_an_effect(text: str) -> None:
    [after], effects = rewrite_like_evva(text, PROFILE_HEADINGS, {})
    before_headings, after_headings = headings_of_lines(text), headings_of_lines(after)
    for line, span in lines_with_text(text):
        gone = line not in after_headings
        if gone or before_headings[line] - after_headings[line]:
            assert any(effect.span.start <= span.start and span.end <= effect.span.end for effect in effects)


def lines_with_text(text: str) -> list[tuple[str, Span]]:
    """Each line with text, but for fences and headings, without the white space around it, and its span."""
    found, position = [], 0
    for line in text.split("\n"):
        content = line.strip(GO_WHITE_SPACE)
        if content and "```" not in content and "~~~" not in content and not content.startswith("## "):
            start = position + line.index(content)
            found.append((content, Span(start, start + len(content))))
        position += len(line) + 1
    return found


def headings_of_lines(text: str) -> dict[str, Counter[str]]:
    """Under which headings, by the document, each line with text stands."""
    found: dict[str, Counter[str]] = {}
    parsed = parse_sections(text)
    for line, span in lines_with_text(text):
        around = [section.heading for section in parsed.sections if section.span.contains(span.start)]
        found.setdefault(line, Counter())[around[0] if around else ""] += 1
    return found


@given(hostile_texts())
def test_a_repair_takes_its_effect_away_and_brings_none_that_is_as_bad(text: str) -> None:
    assume(not parse_sections(text).open_fence)  # where it ends in code, any line moved decides what is code
    assume(
        not text.startswith("\ufeff## ")
    )  # a heading that evva does not see shows when no other has its name
    effects = effects_of(text)
    for effect in effects:
        if effect.repair:
            rank = RANK[effect.kind]
            left, there = ranks(effects_of(apply_all(text, effect.repair))), ranks(effects)
            assert sum(left[worse] for worse in range(rank + 1)) < sum(
                there[worse] for worse in range(rank + 1)
            )


RANK = {
    EffectKind.LOST: 0,
    EffectKind.MOVED: 0,  # a bare heading: what it moves grows when one that followed it is gone
    EffectKind.JOINED: 1,
    EffectKind.SPLIT: 1,  # the second of a name is the first when that is gone
    EffectKind.TRIMMED: 2,
    EffectKind.ADDED: 3,  # what evva took for a heading may have been all it had of that name
}


def ranks(effects: tuple[Effect, ...]) -> Counter[int]:
    """How many effects are of each rank; lines under another heading are left out, which any change may bring about."""
    return Counter(RANK[effect.kind] for effect in effects if "under another heading" not in effect.message)


@given(hostile_texts())
def test_a_repair_touches_only_marks_and_white_space_or_adds_headings(text: str) -> None:
    for effect in effects_of(text):
        repaired = apply_all(text, effect.repair)
        if effect.kind is EffectKind.ADDED:
            assert repaired.startswith(text)
        else:
            assert words(repaired) == words(text)


def words(text: str) -> str:
    return "".join(character for character in text if character not in GO_WHITE_SPACE + "\ufeff")


@given(hostile_texts(), st.sampled_from(PROFILE_HEADINGS))
def test_an_update_without_effect_is_the_one_we_would_make(text: str, heading: str) -> None:
    texts, effects = rewrite_like_evva(text, PROFILE_HEADINGS, {heading: "new"})
    if not effects:
        assert len(texts) == 1
        [after], ours = texts, merge_sections(text, {heading: "new"}, PROFILE_HEADINGS)
        assert sections_of(after) == sections_of(ours)
        assert parse_sections(after).preamble.of(after) == parse_sections(ours).preamble.of(ours)


@given(hostile_texts(), st.sampled_from(PROFILE_HEADINGS))
def test_an_update_has_no_effect_on_what_evva_itself_has_written(text: str, heading: str) -> None:
    [written] = merge_like_evva(text, {}, PROFILE_HEADINGS)
    by_document = [section.span.start for section in parse_sections(written).sections]
    by_evva = [section.head.line.start for section in parse_like_evva(written).sections]
    if by_document == by_evva:
        assert rewrite_like_evva(written, PROFILE_HEADINGS, {heading: "new"})[1] == ()


def sections_of(text: str) -> list[tuple[str, str]]:
    return [(section.heading, section.text(text)) for section in parse_sections(text).sections]


def test_a_canonical_file_survives() -> None:
    assert effects_of(CANONICAL) == ()
    assert effects_of(CANONICAL, Preferences="x") == ()


def test_a_fenced_heading_splits_its_section() -> None:
    text = CANONICAL.replace("b\n", "b\n- log:\n```text\n## 2026.11 cut\n```\n")
    [effect] = effects_of(text)
    assert effect.kind is EffectKind.SPLIT
    assert effect.message == "evva would split this section at line 4 on its next write"
    assert effect.span.of(text) == "## 2026.11 cut\n```"
    assert apply_all(text, effect.repair) == text.replace("## 2026", "##\t2026")
    assert effects_of(apply_all(text, effect.repair)) == ()


def test_a_fenced_heading_with_a_known_name_loses_the_section_when_it_is_updated() -> None:
    text = "## Preferences\n```\n## Working style\nsample\n```\n\n## Working style\nreal\n\n## Recurring topics\n"
    assert [effect.kind for effect in effects_of(text)] == [EffectKind.JOINED, EffectKind.SPLIT]
    lost = effects_of(text, Working_style="new")
    assert [(effect.kind, effect.span.of(text)) for effect in lost] == [
        (EffectKind.LOST, "## Working style\nsample\n```"),
        (EffectKind.LOST, "## Working style\nreal"),
    ]
    assert lost[0].message == "evva would drop the text from line 2 when it next writes “Working style”"


def test_an_update_leaves_the_fenced_rest_of_its_section_behind() -> None:
    text = "## Preferences\n```\n\n## sample\nx\n```\n\n## Working style\n\n## Recurring topics\n"
    assert effects_of(text) == ()
    [effect] = effects_of(text, Preferences="new")
    assert effect.kind is EffectKind.SPLIT


def test_a_second_heading_is_joined_and_lost_when_it_is_updated() -> None:
    text = CANONICAL + "\n## Preferences\nmore\n"
    [joined] = effects_of(text)
    assert (joined.kind, joined.span.of(text)) == (EffectKind.JOINED, "## Preferences\nmore")
    assert joined.message == "evva would join this section to the “Preferences” above on its next write"
    [lost] = effects_of(text, Preferences="new")
    assert (lost.kind, lost.span.of(text)) == (EffectKind.LOST, "## Preferences\nmore")


def test_a_heading_behind_a_byte_order_mark_is_not_seen() -> None:
    text = "\ufeff" + CANONICAL
    [effect] = effects_of(text)
    assert effect.kind is EffectKind.MOVED
    assert effect.span.of(text) == "## Preferences\na"
    assert apply_all(text, effect.repair) == CANONICAL


def test_a_bare_heading_sends_its_text_to_the_top() -> None:
    text = CANONICAL.replace("b\n", "b\n## \nlost?\n")
    [effect] = effects_of(text)
    assert (effect.kind, effect.span.of(text)) == (EffectKind.MOVED, "## \nlost?")
    assert effects_of(apply_all(text, effect.repair)) == ()


def test_line_ends_are_one_effect_with_one_repair() -> None:
    text = CANONICAL.replace("\n", "\r\n")
    [effect] = effects_of(text)
    assert effect.message == "evva would mix the line ends of this file on its next write"
    assert apply_all(text, effect.repair) == CANONICAL


def test_blank_lines_are_one_effect_with_one_repair() -> None:
    text = "\n" + CANONICAL.replace("\n\n", "\n\n\n").replace("s\n", "s\n\n").removesuffix("\n")
    [effect] = effects_of(text)
    assert effect.message == "evva would change the blank lines in 6 places on its next write"
    assert apply_all(text, effect.repair) == CANONICAL


@pytest.mark.parametrize(
    ("body", "message", "is_mended"),
    [
        ("    code\n    more", "evva would remove the indentation of line 1 on its next write", False),
        ("first\nlast  ", "evva would remove the blanks at the end of line 2 on its next write", True),
        ("last\u00a0", "evva would remove the blanks at the end of line 1 on its next write", True),
    ],
)
def test_trimmed_text_is_named_by_its_line(body: str, message: str, is_mended: bool) -> None:
    text = CANONICAL.replace("b\n", f"{body}\n")
    [effect] = effects_of(text)
    assert (effect.kind, effect.message) == (EffectKind.TRIMMED, message)
    assert (effects_of(apply_all(text, effect.repair)) == ()) == is_mended


def test_a_heading_line_with_blanks_is_rewritten() -> None:
    text = CANONICAL.replace("## Working style", "##  Working style ")
    [effect] = effects_of(text)
    assert effect.message == "evva would rewrite the heading line “Working style” on its next write"
    assert apply_all(text, effect.repair) == CANONICAL


def test_missing_headings_are_added_and_can_be_added_before() -> None:
    text = "## Working style\nb\n"
    [effect] = effects_of(text)
    assert effect.message == (
        "evva would add the missing headings “Preferences”, “Recurring topics” on its next write"
    )
    assert effects_of(apply_all(text, effect.repair)) == ()


def test_what_lies_past_the_cap_is_lost() -> None:
    text = CANONICAL.replace("b\n", "é" * 33_000 + "\n")
    worst = effects_of(text)[0]
    assert worst.kind is EffectKind.LOST
    assert byte_length(text[: worst.span.start]) <= CAP_BYTES < byte_length(text[: worst.span.start + 1])
    assert worst.span.end == len(text)
    assert worst.message == "evva would cut off everything from line 5 of the file on its next write"


def test_a_write_that_pushes_a_file_over_the_cap_says_so() -> None:
    text = "## Preferences\n" + "x" * (CAP_BYTES - len("## Preferences\n"))
    effects = effects_of(text)
    assert byte_length(rewrite_like_evva(text, PROFILE_HEADINGS, {})[0][0]) > CAP_BYTES
    assert effects[0].message == "evva would cut off the end of this file on the write after its next"


def test_a_trim_that_opens_a_fence_moves_what_follows() -> None:
    text = "## Preferences\n    ```\n\n## Working style\nb\n\n## Recurring topics\nc\n"
    moved = [effect for effect in effects_of(text) if effect.kind is EffectKind.MOVED]
    assert [effect.span.of(text) for effect in moved] == ["b", "c"]


@given(hostile_texts(), st.sampled_from([{}, {"Preferences": "new"}, {"Working style": ""}]))
def test_the_runs_that_are_written_make_the_text_that_is_written(text: str, updates: dict[str, str]) -> None:
    rewrite = Rewrite(canonical(text), PROFILE_HEADINGS, updates)
    assert len(rewrite.texts) == 1
    assert [place.name for place in rewrite.places if place.role.value in ("plain", "split")] == [
        section.name for section in rewrite.reading.sections
    ]
