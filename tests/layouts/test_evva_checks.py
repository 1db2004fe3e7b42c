"""Problems of a home of evva, and repairs that mend them."""

from __future__ import annotations

import pytest

from memdesk.layouts.contract import Problem, Severity
from memdesk.layouts.documents import FileKind
from memdesk.layouts.evva import LAYOUT
from memdesk.text.edits import apply_all
from tests.layouts.dict_view import HOME, DictView

ROOT = f"{HOME}/.evva"
PROFILE, MEMORY = f"{ROOT}/USER_PROFILE.md", f"{ROOT}/projects/-srv-api/MEMORY.md"
CLEAN = "## Preferences\na\n\n## Working style\nb\n\n## Recurring topics\nc\n"


def problems(profile: str) -> list[Problem]:
    return list(LAYOUT.checks(DictView({PROFILE: profile}), ROOT))


def rules(view: DictView) -> list[tuple[str, str]]:
    return [(problem.rule, problem.path) for problem in LAYOUT.checks(view, ROOT)]


def test_a_clean_home_has_no_problems() -> None:
    view = DictView(
        {PROFILE: CLEAN, MEMORY: "## Decisions\n", f"{ROOT}/.memdir-123.tmp": "## Decisions\n"},
        folders=("/srv/api",),
        projects=("/srv/api",),
    )
    assert rules(view) == []


@pytest.mark.parametrize(
    ("filler", "rule", "severity"),
    [(58_900, None, None), (59_000, "near-cap", Severity.WARNING), (66_000, "over-cap", Severity.ERROR)],
)
def test_size_near_and_over_the_cap(filler: int, rule: str | None, severity: Severity | None) -> None:
    found = problems(CLEAN.replace("b\n", "x" * filler + "\n"))
    assert [(problem.rule, problem.severity) for problem in found] == ([(rule, severity)] if rule else [])
    assert all(problem.span.end > problem.span.start for problem in found if problem.rule == "over-cap")


@pytest.mark.parametrize("heading", ["preferences", "Preferences ##", "PREFERENCES"])
def test_a_heading_that_evva_does_not_know_again_can_be_mended(heading: str) -> None:
    text = CLEAN.replace("## Preferences", f"## {heading}")
    [problem] = problems(text)
    assert (problem.rule, problem.severity) == ("other-heading", Severity.WARNING)
    assert problem.message == f"“{heading}” is not “Preferences” to evva: it will add its own heading"
    assert apply_all(text, problem.repair) == CLEAN


def test_a_heading_whose_right_form_is_there_already_is_not_renamed() -> None:
    [problem] = problems(CLEAN + "\n## preferences\nd\n")
    assert (problem.rule, problem.repair) == ("other-heading", ())


def test_a_heading_of_ones_own_is_a_note() -> None:
    [problem] = problems(CLEAN + "\n## Garden\nroses\n")
    assert (problem.rule, problem.severity) == ("unknown-heading", Severity.NOTE)
    assert problem.span.of(CLEAN + "\n## Garden\nroses\n") == "## Garden\n"


def test_a_line_that_evva_takes_for_a_heading_is_named_and_mended() -> None:
    text = CLEAN.replace("b\n", "```\n## x\n```\n")
    [problem] = problems(text)
    assert (problem.rule, problem.message) == ("hidden-heading", "evva takes line 6 for a heading")
    assert problems(apply_all(text, problem.repair)) == []


def test_what_cannot_be_read_is_an_error() -> None:
    [problem] = LAYOUT.checks(DictView({PROFILE: "x"}, unreadable=frozenset({PROFILE})), ROOT)
    assert (problem.rule, problem.severity) == ("unreadable", Severity.ERROR)
    assert problem.message == "evva cannot read USER_PROFILE.md: permission denied"
    assert "scaffold" in problem.why
    [pipe] = LAYOUT.checks(DictView(kinds={PROFILE: FileKind.OTHER}), ROOT)
    assert pipe.rule == "unreadable"


def test_keys_that_folders_share_and_keys_of_no_folder() -> None:
    folder = f"{ROOT}/projects/"
    view = DictView(
        {f"{folder}{key}/MEMORY.md": "## Decisions\n" for key in ("-srv-a-b", "-srv-gone", "-srv-who")},
        folders=("/srv/a-b", "/srv/a/b"),
        projects=("/srv/a-b", "/srv/a/b", "/srv/gone", "/opt/x-y", "/opt/x/y"),
    )
    assert sorted(rules(view)) == [
        ("gone-project", f"{folder}-srv-gone"),
        ("key-collision", f"{folder}-opt-x-y"),
        ("key-collision", f"{folder}-srv-a-b"),
        ("unknown-project", f"{folder}-srv-who"),
    ]
    collisions = [problem for problem in LAYOUT.checks(view, ROOT) if problem.rule == "key-collision"]
    assert [problem.severity for problem in collisions] == [Severity.NOTE, Severity.WARNING]
    assert "/srv/a-b, /srv/a/b" in collisions[1].message


def test_a_switch_that_is_off_and_one_that_cannot_be_read() -> None:
    off = DictView({PROFILE: CLEAN}, environment={"EVVA_AUTO_MEMORY": "0"})
    assert [problem.rule for problem in LAYOUT.checks(off, ROOT)] == ["auto-memory-off"]
    broken = DictView({PROFILE: CLEAN, f"{ROOT}/config/evva-config.yml": "enable_auto_memory: [1]\n"})
    [problem] = LAYOUT.checks(broken, ROOT)
    assert (problem.rule, problem.severity) == ("broken-config", Severity.WARNING)
