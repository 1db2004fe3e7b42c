"""Numbers, sizes, ages and counts as people read them, in the user's own digits.

Times, paths and fractions ask Qt, so they are for the UI thread; whole numbers are for any.

KB means 1,024 bytes, as the agents' caps mean it. Every function that returns text for a label has a spoken twin
where the short form would be read badly aloud ("2 KB" and "2 kilobytes").
"""

from __future__ import annotations

import time

from PySide6.QtCore import QDateTime, QLocale, Qt
from PySide6.QtGui import QGuiApplication

from memdesk.ui import numerals
from memdesk.ui.i18n import tr, trn
from memdesk.ui.plain import plain

KB = 1024
MB = KB * KB
MINUTE_S = 60
HOUR_S = 60 * MINUTE_S
DAY_S = 24 * HOUR_S
YEAR_S = 365 * DAY_S
_TOKENS_STEP = 10


def _locale() -> QLocale:
    # The C locale, which a bare session has, groups no digits: 65536 instead of 65,536.
    locale = QLocale()
    return QLocale(QLocale.Language.English) if locale.language() == QLocale.Language.C else locale


def follow_locale() -> None:
    """Write numbers from here on as Qt's default locale has them now."""
    numerals.learn(_locale().toString)


def number(value: int) -> str:
    """`value` with the digits and groups of the user's language: `2,314`. Any thread."""
    return numerals.written(value)


def without_groups(text: str) -> str:
    """What was typed for a number, as plain digits where it is one as `number` writes it; else as it is."""
    digits = text.strip().replace(_locale().groupSeparator(), "")
    is_whole = digits.isascii() and digits.isdigit()
    return digits if is_whole and number(int(digits)) == text.strip() else text


def signed(value: int) -> str:
    """`value` with its sign, a real minus where it is below zero: `+53`, `−12`, `0`."""
    if value == 0:
        return number(0)
    return f"+{number(value)}" if value > 0 else f"\u2212{number(-value)}"


def _decimal(value: float) -> str:
    text = _locale().toString(value, "f", 1)
    return text[:-2] if text.endswith("0") else text


def size(size_bytes: int) -> str:
    """A size in whole KB, at least 1 where there is anything, for a row: `2 KB`; from 1 MB on `1.4 MB`."""
    if size_bytes >= MB:
        return tr("{number} MB", number=_decimal(size_bytes / MB))
    return tr("{number} KB", number=number(_whole_kb(size_bytes)))


def _whole_kb(size_bytes: int) -> int:
    return max(1, (size_bytes + KB // 2) // KB) if size_bytes else 0


def exact_size(size_bytes: int) -> str:
    """A size to a tenth of its unit: `912 bytes`, `2.1 KB`, `64 KB`, `4.8 MB`."""
    if size_bytes < KB:
        return trn("{n} byte", "{n} bytes", size_bytes, n=number(size_bytes))
    if size_bytes < MB:
        return tr("{number} KB", number=_decimal(size_bytes / KB))
    return tr("{number} MB", number=_decimal(size_bytes / MB))


def spoken_size(size_bytes: int) -> str:
    """`size` in words for a screen reader: `2 kilobytes`."""
    if size_bytes >= MB:
        return tr("{number} megabytes", number=_decimal(size_bytes / MB))
    kilobytes = _whole_kb(size_bytes)
    return trn("{n} kilobyte", "{n} kilobytes", kilobytes, n=number(kilobytes))


def age(modified: float, now: float | None = None) -> str:
    """How long ago `modified` (Unix seconds) was: `now`, `9 min`, `2 h`, `3 d`, from 365 days on `2 years`.

    A time in the future, which another clock may have written, is `now`.
    """
    value, unit_s = _age_in(modified, now)
    shown = number(value)
    if unit_s == 0:
        return tr("now")
    if unit_s == MINUTE_S:
        return trn("{n} min", "{n} min", value, n=shown)
    if unit_s == HOUR_S:
        return trn("{n} h", "{n} h", value, n=shown)
    if unit_s == DAY_S:
        return trn("{n} d", "{n} d", value, n=shown)
    return trn("{n} year", "{n} years", value, n=shown)


def ago(modified: float, now: float | None = None) -> str:
    """`age` as it stands in a sentence: `now`, `2 h ago`."""
    if _age_in(modified, now)[1] == 0:
        return tr("now")
    return tr("{age} ago", age=age(modified, now))


def spoken_age(modified: float, now: float | None = None) -> str:
    """`ago` in words for a screen reader: `just now`, `2 hours ago`."""
    value, unit_s = _age_in(modified, now)
    shown = number(value)
    if unit_s == 0:
        return tr("just now")
    if unit_s == MINUTE_S:
        return trn("{n} minute ago", "{n} minutes ago", value, n=shown)
    if unit_s == HOUR_S:
        return trn("{n} hour ago", "{n} hours ago", value, n=shown)
    if unit_s == DAY_S:
        return trn("{n} day ago", "{n} days ago", value, n=shown)
    return trn("{n} year ago", "{n} years ago", value, n=shown)


def _age_in(modified: float, now: float | None) -> tuple[int, int]:
    seconds = int((time.time() if now is None else now) - modified)
    for unit_s in (YEAR_S, DAY_S, HOUR_S, MINUTE_S):
        if seconds >= unit_s:
            return seconds // unit_s, unit_s
    return 0, 0


def moment(modified: float) -> str:
    """The full local time of `modified` (Unix seconds), for a tool tip."""
    return _locale().toString(QDateTime.fromSecsSinceEpoch(int(modified)), QLocale.FormatType.LongFormat)


def short_moment(modified: float) -> str:
    """The local time of `modified` (Unix seconds) in few characters: `26 May 2026, 14:03`."""
    return _locale().toString(QDateTime.fromSecsSinceEpoch(int(modified)), tr("d MMM yyyy, HH:mm"))


def near_moment(modified: float, now: float | None = None) -> str:
    """As `short_moment`, with a word for the last two days: `today, 18:52`, `yesterday, 18:52`."""
    today = QDateTime.currentDateTime() if now is None else QDateTime.fromSecsSinceEpoch(int(now))
    days = QDateTime.fromSecsSinceEpoch(int(modified)).date().daysTo(today.date())
    if days == 0:
        return tr("today, {time}", time=time_of_day(modified))
    return tr("yesterday, {time}", time=time_of_day(modified)) if days == 1 else short_moment(modified)


def day(modified: float) -> str:
    """The local day of `modified` (Unix seconds): `Tuesday, 26 May 2026`."""
    return _locale().toString(QDateTime.fromSecsSinceEpoch(int(modified)), tr("dddd, d MMMM yyyy"))


def time_of_day(modified: float) -> str:
    """The local time of `modified` (Unix seconds): `14:03`."""
    return _locale().toString(QDateTime.fromSecsSinceEpoch(int(modified)), "HH:mm")


def percent(used: int, cap: int) -> str:
    """The share of `cap` that is used, in whole percent: `3 %`; 0 is nothing, 100 is exactly all, 101 is over."""
    return tr("{number} %", number=number(_share(used, cap)))


def _share(used: int, cap: int) -> int:
    if used <= 0 or cap <= 0:
        return 0
    if used < cap:
        return min(99, max(1, round(used * 100 / cap)))
    return 100 if used == cap else max(101, round(used * 100 / cap))


def tokens(estimate: int) -> str:
    """An estimate of tokens, always "about" and rounded to tens: `about 570 tokens`."""
    if estimate <= 0:
        return tr("no tokens")
    if estimate < _TOKENS_STEP:
        return tr("under {number} tokens", number=number(_TOKENS_STEP))
    rounded = (estimate + _TOKENS_STEP // 2) // _TOKENS_STEP * _TOKENS_STEP
    return trn("about {n} token", "about {n} tokens", rounded, n=number(rounded))


def chars(value: int) -> str:
    """`912 chars`."""
    return trn("{n} char", "{n} chars", value, n=number(value))


def lines(value: int) -> str:
    """`5 lines`, and `empty` for none."""
    return trn("{n} line", "{n} lines", value, n=number(value)) if value else tr("empty")


def files(value: int) -> str:
    """`8 files`."""
    return trn("{n} file", "{n} files", value, n=number(value))


def projects(value: int) -> str:
    """`3 projects`."""
    return trn("{n} project", "{n} projects", value, n=number(value))


def isolated(text: str) -> str:
    """A path or a key for a label: in a right-to-left window between isolates, so that it keeps its order."""
    if QGuiApplication.layoutDirection() == Qt.LayoutDirection.LeftToRight:
        return plain(text)
    return f"\u2068{plain(text)}\u2069"


def short_path(path: str, home: str) -> str:
    """`path` with `~` for the home folder `home`; both with `/` between parts."""
    base = home.rstrip("/")
    if base and (path == base or path.startswith(base + "/")):
        return "~" + path[len(base) :]
    return path
