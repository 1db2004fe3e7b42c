"""What two texts come to, and what it costs to tell."""

from __future__ import annotations

import pytest

from memdesk.text.compared import Verdict
from memdesk.text.contradictions import judge
from memdesk.text.statement import Statement
from memdesk.text.wording import words_of


class Looked(str):
    """A word that counts how often any of its kind is compared or looked up."""

    __slots__ = ()
    times = 0

    def __eq__(self, other: object) -> bool:
        Looked.times += 1
        return str.__eq__(self, str(other))

    def __hash__(self) -> int:
        Looked.times += 1
        return str.__hash__(self)


def _looked_up(length: int, pattern: str) -> int:
    """How often the words of two long texts are looked up, which have a fifth of their words for themselves."""
    sides = []
    for side in "qx":
        own = [pattern.format(side=side, number=_letters(number)) for number in range(length // 5)]
        words = [*(f"both{_letters(number)}" for number in range(length - len(own))), *own]
        text = " ".join(words)
        sides.append(Statement(text, list(map(Looked, words_of(text)))))
    Looked.times = 0
    judge(*sides)
    return Looked.times


def _letters(number: int) -> str:
    return "".join(chr(ord("a") + int(digit)) * 2 for digit in str(number))


@pytest.mark.parametrize(
    "pattern",
    [
        "{number}{side}{side}{side}",
        "{side}tail{number}end",
        "{side}/{number}",
        "{side}{side}{number}/{number}{side}{side}",
    ],
)
def test_the_words_of_long_texts_are_looked_up_in_one_pass(pattern: str) -> None:
    assert _looked_up(800, pattern) < 10 * _looked_up(100, pattern)


def _judged(one: str, other: str) -> tuple[Verdict, float] | None:
    found = judge(*(Statement(text, words_of(text)) for text in (one, other)))
    return None if found is None else (found.verdict, found.score)


def test_a_misspelt_word_is_not_shared() -> None:
    one = "Rotate the signing key of the relay monthly"
    assert _judged(one, one.replace("signing", "sigining")) == (Verdict.NEAR, 0.875)
    assert _judged(one, f"{one}!") == (Verdict.NEAR, 1.0)


@pytest.mark.parametrize(
    ("one", "other", "verdict"),
    [
        ("Jonas runs the platform team", "Jones runs the platform team", None),
        ("The leader of the group is Christian", "The leader of the group is Christina", Verdict.OTHER_VALUE),
        ("Stay on feature/ranking for now", "Stay on feature/filters for now", None),
        ("Robert manages Alice", "Alice manages Robert", None),
        ("Copy it from the laptop to the runner", "Copy it to the laptop from the runner", Verdict.NEGATED),
        ("Supports Go, Rust and Zig in builds", "Supports Zig, Rust and Go in builds", Verdict.NEAR),
        (
            "Die Rechnungen liegen im Ordner und werden geprüft",
            "Die Rechnugen liegen im Ordner und werden geprüft",
            Verdict.NEAR,
        ),
    ],
)
def test_names_are_judged_before_spelling_and_places_before_words(
    one: str, other: str, verdict: Verdict | None
) -> None:
    found = _judged(one, other)
    assert (found and found[0]) is verdict


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "Use the `agent-manager` skill to guide the process",
            "Use the `skill-manager` skill to guide the process",
        ),
        ("`useA()` is registered before `useC()`", "`useB()` is registered before `useC()`"),
        ("`feat/<id>-short`", "`fix/<id>-short`"),
        ("# Testing Guidelines", "# Tools Guidelines"),
        (
            "**Step 5**: Confirm that no stale reference is left",
            "**Step 6**: Confirm that no stale reference is left",
        ),
        ("[ ] All 40 unit tests pass", "[ ] All 50 unit tests pass"),
        ("| timeout | is 30 s | of the gateway |", "| timeout | is 60 s | of the gateway |"),
        ("Run `pnpm build` in the root of the repository", "Run `pnpm i` in the root of the repository"),
        ("Navigate to the Wait mode section", "Navigate to the Combined mode section"),
        ("Dark mode snackbar has cream text on burgundy", "Light mode snackbar has cream text on burgundy"),
        ("No retry logic for transient failures", "Add retry logic for transient failures"),
        ("Lives in Berlin with two cats", "Lives in Hamburg with two cats"),
        ("Modify `src/a/sse.ts`: update the import path", "Modify `src/a/chat.ts`: update the import path"),
        ("Phase number 2 is done", "Phase number 3 is done"),
        ("The review of ticket 71 was long", "The review of ticket 84 was long"),
        ("Tests: 29 tests, all of them pass", "Tests: 63 tests, all of them pass"),
        ("分支 `feat/<编号>-描述` 用于新功能", "分支 `fix/<编号>-描述` 用于新功能"),
    ],
)
def test_what_is_of_two_things_contradicts_nothing(one: str, other: str) -> None:
    found = _judged(one, other)
    assert found is None or found[0] is Verdict.NEAR
