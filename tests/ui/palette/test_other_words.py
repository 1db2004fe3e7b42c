"""Commands and pages of the settings are found by what other programs call them."""

from __future__ import annotations

import pytest

from memdesk.services.remembered.fuzzy import find_names
from memdesk.ui.actions import ACTIONS
from memdesk.ui.palette.choice import Choice, Group
from memdesk.ui.palette.other_words import other_words


def choices() -> list[Choice]:
    words = other_words()
    return [
        Choice(Group.COMMANDS, spec.id, spec.text, lambda: None, also=words.get(spec.id, ""))
        for spec in ACTIONS
    ]


def test_only_actions_have_other_words() -> None:
    assert set(other_words()) <= {spec.id for spec in ACTIONS}


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("preferences", "file.settings"),
        ("exit", "file.quit"),
        ("refresh", "file.look_again"),
        ("delete", "edit.remove"),
        ("delete file", "edit.remove_file"),
        ("theme dark", "view.theme_dark"),
        ("shortcuts", "help.keys"),
        ("merge", "memory.duplicates"),
        ("open folder", "file.open_folder"),
    ],
)
def test_a_command_is_found_by_a_word_of_other_programs(typed: str, expected: str) -> None:
    there = choices()
    found = [there[hit.number].key for hit in find_names(typed, [one.name for one in there], 9)]
    assert expected in found


def test_its_own_name_finds_a_command_before_the_others() -> None:
    there = choices()
    found = [there[hit.number].key for hit in find_names("find", [one.name for one in there], 9)]
    assert found[0] == "edit.find"
