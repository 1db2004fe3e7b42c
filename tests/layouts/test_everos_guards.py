"""What is told before a save or a removal: what EverOS would make of it, and what would point nowhere."""

from __future__ import annotations

import pytest

from memdesk.layouts.everos import LAYOUT
from memdesk.layouts.optional import Guarded, Referenced
from tests.layouts.dict_view import DictView
from tests.layouts.everos_texts import (
    CANONICAL,
    FACTS,
    HEADER,
    LOG,
    PROFILE,
    PROFILE_TEXT,
    ROOT,
    SKILL,
    SKILL_TEXT,
    document,
    entry,
)

ONE, TWO = "ep_20260601_00000001", "ep_20260601_00000002"
DEPRECATED = CANONICAL.replace("track", f"deprecated_entries:\n  {ONE}: {TWO}\ntrack")
CASES = SKILL.replace("skills/skill_fix/SKILL.md", ".cases/agent_case-2026-06-01.md")


def rules(path: str, before: str, after: str) -> list[str]:
    return [problem.rule for problem in LAYOUT.guards(document(path), before, after)]


@pytest.mark.parametrize(
    ("path", "before", "after", "told"),
    [
        (LOG, CANONICAL, CANONICAL.replace("It rained", "It shone"), []),
        (LOG, CANONICAL, HEADER + entry(1), []),
        (LOG, CANONICAL, CANONICAL.replace("s1", "s9", 1), ["unnoticed-fields"]),
        (LOG, CANONICAL, CANONICAL.replace("It rained.", "### x"), ["unread-section"]),
        (LOG, CANONICAL, CANONICAL.replace(f"/entry:{ONE}", f"/Entry:{ONE}"), ["unclosed-entry", "near-marker"]),
        (LOG, CANONICAL, CANONICAL + entry(2), ["duplicate-id", "duplicate-id"]),
        (LOG, CANONICAL, CANONICAL.replace("entry_count: 2", "entry_count: 1"), ["count-behind"]),
        (LOG, CANONICAL, CANONICAL.replace("type: ", "type:\t\t- ", 1), ["bad-header"]),
        (LOG, CANONICAL, "\ufeff" + CANONICAL, ["hidden-header", "owner-changed"]),
        (LOG, CANONICAL, CANONICAL.replace("user_id: alice", "user_id: bob"), ["other-owner", "owner-changed"]),
        (LOG, CANONICAL, CANONICAL.replace("It rained", "\udcff"), ["not-utf-8"]),
        (LOG, CANONICAL, CANONICAL.replace("**timestamp**", "**when**", 1), ["bad-entry", "unnoticed-fields"]),
        (LOG, DEPRECATED, CANONICAL, ["still-deprecated"]),
        (PROFILE, PROFILE_TEXT, PROFILE_TEXT + "mine\n", ["unread-text"]),
        (PROFILE, PROFILE_TEXT, PROFILE_TEXT.replace("lives in Lyon\n  evi", "2026-06-01\n  evi"), ["bare-date"]),
        (SKILL, SKILL_TEXT, SKILL_TEXT.replace("name: fix", "name: mend"), ["other-folder", "skill-renamed"]),
        (SKILL, SKILL_TEXT, SKILL_TEXT.replace("0.9", "high"), ["bad-score"]),
        (f"{ROOT}/ome.toml", "", "[x", ["bad-settings"]),
    ],
)  # fmt: skip
def test_what_a_change_brings(path: str, before: str, after: str, told: list[str]) -> None:
    assert rules(path, before, after) == told
    # What was there before is not told again.
    assert rules(path, after, after) == []
    assert isinstance(LAYOUT, Guarded)


def test_places_are_those_of_the_text_that_would_be_saved() -> None:
    after = CANONICAL.replace("s1", "s9").replace("It rained.", "It rained.\n### x\n")
    for problem in LAYOUT.guards(document(LOG), CANONICAL, after):
        assert problem.span.of(after)


FACT = entry(0, "She rows.", "af_20260601_00000001").replace(
    "### Subject", f"**parent_type**: episode\n**parent_id**: {ONE}\n\n### Subject"
)


def test_what_names_an_entry() -> None:
    view = DictView(
        {
            LOG: DEPRECATED,
            FACTS: HEADER + FACT,
            SKILL: SKILL_TEXT,
            CASES: HEADER + entry(0, "x", "ac_20260601_00000001"),
            # Ids are those of one owner: this is another entry.
            FACTS.replace("alice", "bob"): HEADER + FACT,
        }
    )
    found = LAYOUT.references(view, document(LOG), ONE)
    assert [(one.path, one.message) for one in found] == [
        (LOG, f"{ONE} gives way to {TWO}"),
        (FACTS, f"af_20260601_00000001 comes from {ONE}"),
    ]
    assert found[0].span.of(DEPRECATED) == f"deprecated_entries:\n  {ONE}: {TWO}\n"
    assert found[1].span.of(HEADER + FACT).startswith("<!-- entry:af")
    [case] = LAYOUT.references(view, document(CASES), "ac_20260601_00000001")
    assert (case.path, case.message) == (SKILL, "fix is made of ac_20260601_00000001")
    assert LAYOUT.references(view, document(LOG), "ep_20260601_00000099") == ()
    assert isinstance(LAYOUT, Referenced)
