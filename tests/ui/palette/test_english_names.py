"""In another language the palette finds a command by its English name as well, and shows it in the user's."""

from __future__ import annotations

from memdesk.services.fuzzy import find_names
from memdesk.ui.palette.choice import Choice, Group


def choice(title: str, also: str) -> Choice:
    return Choice(Group.COMMANDS, f"action:{also}", title, lambda: None, "编辑", also=also)


def test_an_english_name_finds_what_is_shown_in_chinese() -> None:
    choices = [choice("移动到…", "Move to…"), choice("还原章节", "Revert section")]
    names = [one.name for one in choices]
    assert [choices[hit.number].title for hit in find_names("mov", names, 9)] == ["移动到…"]
    assert [choices[hit.number].title for hit in find_names("还原", names, 9)] == ["还原章节"]
