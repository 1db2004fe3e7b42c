"""In Chinese no blank stands between a fact in Chinese and the words around it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from memdesk.bundled import bundled_path
from memdesk.services.comparing.comparing import CameIn
from memdesk.ui.closing_up import Framed, closed_up
from memdesk.ui.compare.words import merged_words
from memdesk.ui.i18n import ENGLISH, install_language, sentences, tr
from memdesk.ui.messages import Message
from memdesk.ui.widgets.tips import with_keys


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    install_language(bundled_path("translations"), [ENGLISH])


@pytest.mark.parametrize(
    ("template", "fact", "text"),
    [
        ("{x} 更改了文件", "某个程序", "某个程序更改了文件"),
        ("{x} 更改了文件", "evva", "evva 更改了文件"),
        ("被 {x} 移除", "某个程序", "被某个程序移除"),
        ("被 {x} 移除", "evva 或其他程序", "被 evva 或其他程序移除"),
        ("{x} {x}", "两次", "两次两次"),
        ("evva {x}读取", "下次", "evva 下次读取"),
        ("在 {x}：空", "中 文", "在中 文：空"),
        ("在 {x!r} 处", "a", "在 'a' 处"),
        ("没有 {x}。", "", "没有。"),
        ("今天和 {x}", "“general”的条目", "今天和“general”的条目"),
        ("evva {x}", "“general”", "evva “general”"),
    ],
)
def test_a_blank_goes_between_chinese_characters_only(template: str, fact: str, text: str) -> None:
    assert closed_up(template.format_map({"x": Framed(fact)})) == text


def test_other_languages_keep_their_blanks() -> None:
    install_language(bundled_path("translations"), ["zh_CN"])
    assert (
        tr("{title} was removed {age} by a program.", title="记忆", age="刚刚") == "记忆刚刚被某个程序移除。"
    )
    assert tr("Fix replaces {old} with {new}.", old="“a”", new="1 个空格") == "修复会将“a”改为 1 个空格。"
    install_language(bundled_path("translations"), [ENGLISH])
    assert tr("Restored “{name}” in {title}.", name="a", title="记忆") == "Restored “a” in 记忆."
    assert (
        tr("{title} was removed {age} by you.", title="记忆", age="刚刚") == "记忆 was removed 刚刚 by you."
    )


def test_keys_stand_in_the_brackets_of_the_language() -> None:
    assert with_keys("Problems", "Ctrl+5") == "Problems (Ctrl+5)"
    install_language(bundled_path("translations"), ["zh_CN"])
    assert with_keys("问题", "Ctrl+5") == "问题（Ctrl+5）"


def test_sentences_follow_each_other_as_the_language_has_it() -> None:
    assert sentences("One.", "", "Two.") == "One. Two."
    install_language(bundled_path("translations"), ["zh_CN"])
    assert sentences("已保存。", "", "文件不变。") == "已保存。文件不变。"
    assert sentences("已撤销？", "文件不变。") == "已撤销？文件不变。"
    assert sentences("Saved.", "文件不变。") == "Saved. 文件不变。"
    assert sentences("“一。 二。”已移除。", "见历史。") == "“一。 二。”已移除。见历史。", (
        "what is quoted is kept"
    )


def test_a_message_and_its_advice_are_heard_as_the_language_has_it() -> None:
    assert Message("Saved.", advice="Look again.").said == "Saved. Look again."
    install_language(bundled_path("translations"), ["zh_CN"])
    assert Message("已保存。", advice="请重新查看。").said == "已保存。请重新查看。"


def test_what_merged_by_itself_is_said_without_blanks_between_sentences() -> None:
    came = (CameIn("Facts", "Facts", 1, 0), CameIn("Notes", "Notes", 0, 2))
    assert merged_words(came, "evva") == "Facts: 1 line from evva. Notes: 2 lines removed by evva."
    install_language(bundled_path("translations"), ["zh_CN"])
    said = merged_words(came, "evva")
    assert said.count("。") == 2
    assert "。 " not in said
