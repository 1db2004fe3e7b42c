"""Names of commands: each is that of one, and in another language the English one finds it as well."""

from __future__ import annotations

import pytest

from memdesk.bundled import bundled_path
from memdesk.services.remembered.fuzzy import find_names
from memdesk.ui.actions import ACTIONS
from memdesk.ui.i18n import ENGLISH, install_language, tr
from memdesk.ui.palette.choice import Choice, Group


def choice(title: str, also: str) -> Choice:
    return Choice(Group.COMMANDS, f"action:{also}", title, lambda: None, "编辑", also=also)


def test_an_english_name_finds_what_is_shown_in_chinese() -> None:
    choices = [choice("移动到…", "Move to…"), choice("还原章节", "Revert section")]
    names = [one.name for one in choices]
    assert [choices[hit.number].title for hit in find_names("mov", names, 9)] == ["移动到…"]
    assert [choices[hit.number].title for hit in find_names("还原", names, 9)] == ["还原章节"]


@pytest.mark.parametrize("language", [ENGLISH, "de", "zh_CN"])
def test_no_two_commands_have_one_name(language: str) -> None:
    install_language(bundled_path("translations"), [language])
    names = [tr(spec.text) for spec in ACTIONS]
    install_language(bundled_path("translations"), [ENGLISH])
    assert sorted(names) == sorted(set(names))
