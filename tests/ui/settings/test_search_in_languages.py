"""The search of the settings finds a page by what people call it in their own language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.bundled import bundled_path
from memdesk.services.settings.settings import Settings
from memdesk.store.folders import StateFolders
from memdesk.ui.i18n import ENGLISH, install_language
from memdesk.ui.settings.history_page import HistoryPage
from memdesk.ui.settings.look_page import LookPage
from memdesk.ui.settings.page import SettingsPage
from memdesk.ui.settings.pages import page_heads
from memdesk.ui.settings.privacy_page import PrivacyPage
from memdesk.ui.theme.manager import ThemeManager

CALLED = {
    ("en", "privacy"): "secret password token credentials confidential",
    ("de", "privacy"): "geheimnis passwort token zugangsdaten vertraulich datenschutz",
    ("zh_CN", "privacy"): "秘密 机密 密码 密钥 敏感 secret",
    ("en", "history"): "versions backup",
    ("de", "history"): "versionen sicherung",
    ("zh_CN", "history"): "版本 备份",
    ("en", "look"): "theme dark appearance language",
    ("de", "look"): "dunkel design sprache darstellung",
    ("zh_CN", "look"): "主题 深色 语言 界面",
}


@pytest.fixture
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    folder = Path(bundled_path("translations"))
    install_language(folder, [request.param])
    yield request.param
    install_language(folder, [ENGLISH])


def page(themes: ThemeManager, name: str, state: Path) -> SettingsPage:
    if name == "privacy":
        return PrivacyPage(themes, StateFolders.below(str(state)), str(state), str(state.parent))
    if name == "history":
        return HistoryPage(themes, str(state))
    look = LookPage(themes)
    look.show_settings(Settings("dark"))
    return look


@pytest.mark.parametrize(
    ("language", "name"), CALLED, ids=["-".join(each) for each in CALLED], indirect=["language"]
)
def test_a_page_is_found_by_other_words(
    themes: ThemeManager, tmp_path: Path, language: str, name: str
) -> None:
    made = page(themes, name, tmp_path / "state")
    for word in CALLED[language, name].split():
        assert made.set_filter([word]), word
    assert not made.set_filter(["zzz"])
    made.deleteLater()


@pytest.mark.parametrize("language", ["en", "de", "zh_CN"], indirect=True)
def test_every_page_has_other_names(language: str) -> None:
    assert all(len(head.words.split()) > 1 for head in page_heads().values()), language
