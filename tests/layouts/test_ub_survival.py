"""What ub's next write does: the law of effects, their spans, and repairs that keep what would be lost."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import example, given

from memdesk.layouts.contract import Effect, EffectKind
from memdesk.layouts.shapes.go_time import go_time
from memdesk.layouts.ub.model import DEFAULT_CATEGORY, LineKind, Memory
from memdesk.layouts.ub.rewrite import Rewrite
from memdesk.layouts.ub.survival import Finding, findings
from memdesk.text.edits import apply_all
from memdesk.text.fences import open_fence
from tests.layouts.ub_texts import NOW, memory_files, written_files

NEW = "*(2026-06-01T09:30:00Z)*"
OLD = "*(2026-05-27T10:00:00Z)*"
WRITTEN = f"## preference\n\n- a b c {OLD}\n\n## project\n\n- build is make {OLD}\n\n"


def found(text: str) -> tuple[Finding, ...]:
    return findings(Rewrite(text, go_time(NOW)))


def effects_of(text: str) -> tuple[Effect, ...]:
    return tuple(finding.effect for finding in found(text))


@given(memory_files())
def test_there_is_an_effect_exactly_where_the_write_changes_the_text(text: str) -> None:
    assert (effects_of(text) == ()) == (Memory.of(text).texts == (text,))


@given(written_files())
def test_what_ub_has_written_survives(text: str) -> None:
    assert effects_of(text) == ()


@given(memory_files())
def test_spans_lie_in_the_text_and_repairs_fit_it(text: str) -> None:
    for effect in effects_of(text):
        assert 0 <= effect.span.start <= effect.span.end <= len(text)
        assert effect.message.startswith("ub would ")
        assert effect.message.endswith(" on its next write")
        assert effect.why
        apply_all(text, effect.repair)


@given(memory_files())
def test_every_line_dropped_or_filed_elsewhere_lies_in_an_effect(text: str) -> None:
    rewrite = Rewrite(text, go_time(NOW))
    spans = [finding.effect.span for finding in findings(rewrite)]
    for line in rewrite.lines:
        content = line.content
        if line.kind is LineKind.OTHER:
            is_lost = content.start < content.end
        else:
            is_lost = line.kind is LineKind.ENTRY and line.category != ours(rewrite, content.start)
        if is_lost:
            assert any(span.start <= content.start and content.end <= span.end for span in spans)


def ours(rewrite: Rewrite, position: int) -> str:
    """The category in which an entry stands by our own reading."""
    sections = rewrite.reading.sections.sections
    return next((section.heading for section in sections if section.span.contains(position)), "no category")


@given(memory_files())
@example("- use *(2026-05-27T10:00:00Z)*\n## Deploy\n## \n- use *(2026-05-27T10:00:00Z)*\n")
def test_a_repair_takes_its_effect_away_and_brings_none_that_is_as_bad(text: str) -> None:
    if open_fence(text) or text.startswith("\ufeff"):
        return  # any line moved decides what is code; what a mark has hidden comes to light
    before = found(text)
    for finding in before:
        if finding.effect.repair:
            after = found(apply_all(text, finding.effect.repair))
            rank = rank_of(finding)
            left, there = up_to(rank, after), up_to(rank, before)
            # Blanks that something else stood between may come to light, and so may a heading above one that gets its
            # name: what stood below both is none of its entries any more.
            if finding.effect.kind is EffectKind.TRIMMED or finding.rule == "no-name":
                assert left <= there
                assert rules(after)[finding.rule] <= rules(before)[finding.rule]
            else:
                assert left < there


def rank_of(finding: Finding) -> int:
    """How bad it is: what is lost, what gets another category, what only another place, what another spelling."""
    if finding.rule in ("category-order", "entry-order"):
        return 2
    ranks = {EffectKind.LOST: 0, EffectKind.MOVED: 1, EffectKind.SPLIT: 1, EffectKind.JOINED: 2}
    return ranks.get(finding.effect.kind, 3)


def up_to(rank: int, found: tuple[Finding, ...]) -> int:
    return sum(rank_of(finding) <= rank for finding in found)


def rules(found: tuple[Finding, ...]) -> Counter[str]:
    return Counter(finding.rule for finding in found)


@given(memory_files())
def test_after_a_repair_ub_keeps_what_it_would_have_dropped(text: str) -> None:
    for finding in found(text):
        effect = finding.effect
        if effect.kind is EffectKind.LOST and effect.repair and finding.rule not in HEADINGS:
            [kept, *_] = Memory.of(apply_all(text, effect.repair)).texts
            assert words(effect.span.of(text)) <= words(kept)


HEADINGS = ("no-name", "byte-order-mark")
"""Rules whose repair lets ub see a heading or a bullet; what stands there may have effects of its own."""


def words(text: str) -> set[str]:
    """The words of a text; where a time can be mended, it is another word then."""
    plain = re.sub(r"\*\([^()\n]*\)\*", " ", text)
    return {word for word in re.split(r"[^\w²🎉]+", plain) if word and not word.isdigit()}


def test_entries_below_a_heading_without_a_name_are_filed_elsewhere_and_not_lost() -> None:
    text = f"## project\n\n- a {OLD}\n## \n- b {OLD}\n\n"
    [effect] = effects_of(text)
    assert effect.kind is EffectKind.MOVED
    assert effect.span.of(text) == f"## \n- b {OLD}"
    assert "“project”" in effect.message
    [bare] = effects_of(f"{WRITTEN}## \n")
    assert (bare.kind, bare.span.of(f"{WRITTEN}## \n")) == (EffectKind.LOST, "##")


# One rule each


@pytest.mark.parametrize(
    ("line", "rule", "mended"),
    [
        ("- by hand", "no-time", f"- by hand {NEW}"),
        (f"* star {OLD}", "other-bullet", f"- star {OLD}"),
        ("+ plus", "other-bullet", f"- plus {NEW}"),
        (f"2. second {OLD}", "other-bullet", f"- second {OLD}"),
        (f"-\ttab {OLD}", "other-bullet", f"- tab {OLD}"),
        (f"- two\n  lines {OLD}", "several-lines", f"- two lines {OLD}"),
        (f"- two\nlines {OLD}", "several-lines", f"- two lines {OLD}"),
        ("- when *(yesterday)*", "bad-time", f"- when *(yesterday)* {NEW}"),
        ("- when *(2026-05-27)*", "bad-time", "- when *(2026-05-27T00:00:00Z)*"),
        ("- when *(2026-05-27t10:00:00z)*", "bad-time", f"- when {OLD}"),
        (f"- a {OLD} and *(more)*", "behind-time", f"- a and *(more)* {OLD}"),
        (f"- a {OLD} later", "behind-time", f"- a later {OLD}"),
        ("keep me", "no-bullet", f"- keep me {NEW}"),
        ("keep me\nand me", "no-bullet", f"- keep me and me {NEW}"),
        ("### sub", "no-entry", None),
        ("<!-- mine -->", "no-entry", None),
        ("```\ncode\n```", "code", None),
    ],
)
def test_a_line_that_ub_drops_is_named_and_mended(line: str, rule: str, mended: str | None) -> None:
    text = WRITTEN.replace(f"a b c {OLD}\n", f"a b c {OLD}\n{line}\n")
    [finding] = found(text)
    assert (finding.rule, finding.effect.kind) == (rule, EffectKind.LOST)
    assert finding.effect.span.of(text) in line
    if mended is None:
        assert not finding.effect.repair
        return
    after = apply_all(text, finding.effect.repair)
    assert after == text.replace(line, mended)
    assert {each.rule for each in found(after)} <= {"entry-order"}


def test_a_bad_time_says_why() -> None:
    [finding] = found(WRITTEN.replace(f"a b c {OLD}", "a b c *(2026-02-30T10:00:00Z)*"))[:1]
    assert finding.effect.message == "ub would drop this line on its next write"
    assert finding.effect.why == (
        "It cannot read the time “2026-02-30T10:00:00Z”: there is no such day or time of day."
    )


def test_an_entry_above_every_category_is_filed_under_the_usual_one() -> None:
    text = f"- loose {OLD}\n\n{WRITTEN}"
    [finding] = [each for each in found(text) if each.effect.kind is EffectKind.MOVED]
    assert finding.rule == "no-category"
    assert apply_all(text, finding.effect.repair) == f"\n{WRITTEN}## {DEFAULT_CATEGORY}\n\n- loose {OLD}\n\n"


def test_a_heading_behind_a_byte_order_mark_is_not_seen() -> None:
    [finding] = found("\ufeff" + WRITTEN)
    assert (finding.rule, finding.effect.kind) == ("byte-order-mark", EffectKind.MOVED)
    assert apply_all("\ufeff" + WRITTEN, finding.effect.repair) == WRITTEN


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Preference", "preference"),
        ("Preferences", "preference"),
        ("preference ##", "preference"),
        ("Notes", None),
    ],
)
def test_a_category_that_ub_does_not_know(name: str, meant: str | None) -> None:
    text = WRITTEN.replace("## preference", f"## {name}")
    finding = found(text)[0]
    assert finding.rule == "unknown-category"
    assert finding.effect.message == (
        f"ub would file these entries under “general” and drop “{name}” on its next write"
    )
    assert (apply_all(text, finding.effect.repair) == WRITTEN) == (meant is not None)


def test_an_indented_heading_splits_its_category() -> None:
    text = WRITTEN.replace("\n## project", "\n  ## project")
    [finding] = found(text)
    assert (finding.rule, finding.effect.kind) == ("hidden-heading", EffectKind.SPLIT)
    assert apply_all(text, finding.effect.repair) == WRITTEN


def test_a_second_heading_of_a_category_is_joined_to_the_first() -> None:
    text = f"{WRITTEN}## preference\n\n- more {OLD}\n\n"
    kinds = [(each.rule, each.effect.kind) for each in found(text)]
    assert kinds == [
        ("second-category", EffectKind.JOINED),
        ("category-order", EffectKind.MOVED),
    ]


def test_what_is_not_in_order_is_sorted() -> None:
    text = f"## project\n\n- old {OLD}\n- new {NEW}\n\n## preference\n\n- a b c {OLD}\n\n"
    order = found(text)
    assert [each.rule for each in order] == ["entry-order", "category-order"]
    for each in order:
        assert apply_all(text, each.effect.repair) == Memory.of(text).texts[0]


def test_line_ends_are_one_effect_with_one_repair() -> None:
    [finding] = found(WRITTEN.replace("\n", "\r\n"))
    assert finding.effect.message == "ub would change the line ends of this file on its next write"
    assert apply_all(WRITTEN.replace("\n", "\r\n"), finding.effect.repair) == WRITTEN


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (WRITTEN.removesuffix("\n"), "the blank lines in one place"),
        (WRITTEN.replace("\n\n", "\n\n\n"), "the blank lines in 4 places"),
        (WRITTEN.replace("- a", "  - a"), "the blanks in one place"),
        (WRITTEN.replace(f" {OLD}", OLD), "the blanks in 2 places"),
        (WRITTEN.replace("## p", "##  p"), "the blanks in 2 places"),
    ],
)
def test_white_space_is_gathered(text: str, what: str) -> None:
    [finding] = found(text)
    assert finding.effect.message == f"ub would change {what} on its next write"
    assert apply_all(text, finding.effect.repair) == WRITTEN


def test_a_time_that_is_spelled_otherwise() -> None:
    text = WRITTEN.replace(OLD, "*(2026-05-27T9:00:00.75Z)*", 1)
    [finding] = found(text)
    assert finding.effect.message == "ub would write this time as 2026-05-27T09:00:00Z on its next write"
    assert finding.effect.span.of(text) == "2026-05-27T9:00:00.75Z"


def test_an_offset_that_ub_does_not_read_again_is_spelled_in_utc() -> None:
    text = WRITTEN.replace(OLD, "*(2026-05-26T09:00:00-24:60)*", 1)
    [finding] = found(text)
    assert finding.effect.message.startswith("ub would write this time as 2026-05-26T09:00:00-25:00")
    assert apply_all(text, finding.effect.repair) == WRITTEN.replace(OLD, "*(2026-05-27T10:00:00Z)*", 1)


def test_an_empty_category_goes() -> None:
    [finding] = found(f"{WRITTEN}## debug\n\n")
    assert (finding.rule, finding.effect.kind) == ("empty-category", EffectKind.TRIMMED)
    assert apply_all(f"{WRITTEN}## debug\n\n", finding.effect.repair) == WRITTEN
