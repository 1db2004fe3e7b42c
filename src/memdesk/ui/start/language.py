"""The language the window speaks: as the system has it, or as the user chose."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from memdesk.bundled import bundled_path
from memdesk.errors import NotFound
from memdesk.ui import format as shown
from memdesk.ui.i18n import ENGLISH, install_language
from memdesk.ui.theme.fonts import font_for_language


def speak(app: QApplication, chosen: str) -> str:
    """Take up a language for all strings, numbers, dates and fonts from here on; returns its name.

    `chosen` is one of `services.settings.LANGUAGES`. The system's languages are those of `LANGUAGE` and the locale, in
    this order; where none of them is one of ours the window speaks English, and numbers stay as the system has them.
    """
    is_free = chosen not in _names()
    languages = _of_the_system() if is_free else [chosen]
    try:
        name = install_language(bundled_path("translations"), languages)
    except NotFound:
        name = ENGLISH
    if not (is_free and name == ENGLISH):
        _count_in(name)
    shown.follow_locale()
    _let_qt_speak(app, name)
    spelled = font_for_language(app.font(), name)
    if spelled != app.font():
        # A font that is set no longer follows the system's, so it is left alone where it does.
        app.setFont(spelled)
    return name


def _names() -> tuple[str, ...]:
    # Settings come with more than the first paint needs.
    from memdesk.services.settings.settings import LANGUAGES

    return LANGUAGES[1:]


def _of_the_system() -> list[str]:
    return [language.replace("-", "_") for language in QLocale.system().uiLanguages()]


def _count_in(name: str) -> None:
    """Numbers and dates as this language has them; the system's own way where that is of this language."""
    locale = QLocale(name)
    if QLocale().language() != locale.language():
        QLocale.setDefault(locale)


def _let_qt_speak(app: QCoreApplication, name: str) -> None:
    """The words of Qt's own dialogs and menus, such as Cut, Copy and Paste."""
    translator = QTranslator(app)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if name != ENGLISH and translator.load(f"qtbase_{name}", folder):
        app.installTranslator(translator)
