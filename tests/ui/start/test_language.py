"""The language is that of the system unless one is chosen; numbers, dates and Qt's own words follow it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from memdesk.bundled import bundled_path
from memdesk.services.settings.settings import LANGUAGES, Settings, SettingsStore
from memdesk.ui import format as shown
from memdesk.ui.i18n import install_language, tr
from memdesk.ui.settings.look_page import LANGUAGE_NAMES, LookPage
from memdesk.ui.start.language import speak
from memdesk.ui.theme.manager import ThemeManager

MARCH_3_2026 = 1_772_539_200


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    before, font, translators = QLocale(), qapp.font(), set(qapp.findChildren(QTranslator))
    yield qapp
    qapp.setFont(font)
    for translator in set(qapp.findChildren(QTranslator)) - translators:
        qapp.removeTranslator(translator)
    QLocale.setDefault(before)
    install_language(Path(), [])


def test_german_words_numbers_and_dates(app: QApplication) -> None:
    assert speak(app, "de") == "de"
    assert tr("Save") == "Speichern"
    assert shown.number(65536) == "65.536"
    assert shown.short_moment(MARCH_3_2026).startswith("3. März 2026, ")
    assert shown.ago(0.0, 3 * shown.DAY_S) == "vor 3 d"
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"


def test_chinese_words_and_dates(app: QApplication) -> None:
    assert speak(app, "zh_CN") == "zh_CN"
    assert tr("Save") != "Save"
    assert "2026" in shown.day(MARCH_3_2026)
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "取消"


def test_english_is_spoken_in_another_land_where_it_is_chosen(app: QApplication) -> None:
    QLocale.setDefault(QLocale("de_DE"))
    assert speak(app, "en") == "en"
    assert tr("Save") == "Save"
    assert shown.number(65536) == "65,536"


def test_every_language_can_be_chosen_and_is_kept(themes: ThemeManager, tmp_path: Path) -> None:
    page = LookPage(themes)
    page.show_settings(Settings())
    chosen: list[str] = []
    page.language_chosen.connect(chosen.append)
    for name in LANGUAGE_NAMES:
        page.language.switch.set_current(name)
    assert ("system", *chosen) == LANGUAGES
    shipped = {path.stem for path in bundled_path("translations").glob("*.mo")}
    assert set(LANGUAGE_NAMES) == {"en", *shipped}
    store = SettingsStore(str(tmp_path / "settings.json"))
    settings = Settings()
    settings.language = chosen[-1]
    store.write(settings)
    assert store.read().language == "zh_CN"
