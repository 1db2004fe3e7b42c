"""Sizes, ages and counts as people read them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QDateTime, QLocale, Qt
from PySide6.QtWidgets import QApplication

from memdesk.ui import format as shown

MINUTE, HOUR, DAY = 60, 3600, 86400
NOW = 1_800_000_000.0


def count_in(locale: QLocale) -> None:
    """Write numbers and dates as this locale does; the next test does not."""
    QLocale.setDefault(locale)
    shown.follow_locale()


@pytest.mark.parametrize(
    ("size_bytes", "row", "exact", "spoken"),
    [
        (0, "0 KB", "0 bytes", "0 kilobytes"),
        (1, "1 KB", "1 byte", "1 kilobyte"),
        (912, "1 KB", "912 bytes", "1 kilobyte"),
        (1024, "1 KB", "1 KB", "1 kilobyte"),
        (2150, "2 KB", "2.1 KB", "2 kilobytes"),
        (65536, "64 KB", "64 KB", "64 kilobytes"),
        (65537, "64 KB", "64 KB", "64 kilobytes"),
        (5_033_165, "4.8 MB", "4.8 MB", "4.8 megabytes"),
    ],
)
def test_a_size_is_whole_kb_in_a_row_and_exact_elsewhere(
    size_bytes: int, row: str, exact: str, spoken: str
) -> None:
    assert (shown.size(size_bytes), shown.exact_size(size_bytes), shown.spoken_size(size_bytes)) == (
        row,
        exact,
        spoken,
    )


@pytest.mark.parametrize(
    ("seconds", "row", "sentence", "spoken"),
    [
        (-HOUR, "now", "now", "just now"),
        (0, "now", "now", "just now"),
        (59, "now", "now", "just now"),
        (MINUTE, "1 min", "1 min ago", "1 minute ago"),
        (9 * MINUTE + 59, "9 min", "9 min ago", "9 minutes ago"),
        (2 * HOUR, "2 h", "2 h ago", "2 hours ago"),
        (3 * DAY, "3 d", "3 d ago", "3 days ago"),
        (364 * DAY, "364 d", "364 d ago", "364 days ago"),
        (365 * DAY, "1 year", "1 year ago", "1 year ago"),
        (800 * DAY, "2 years", "2 years ago", "2 years ago"),
    ],
)
def test_an_age_goes_from_now_to_years(seconds: int, row: str, sentence: str, spoken: str) -> None:
    then = NOW - seconds
    assert (shown.age(then, NOW), shown.ago(then, NOW), shown.spoken_age(then, NOW)) == (
        row,
        sentence,
        spoken,
    )


@pytest.mark.parametrize(
    ("estimate", "text"),
    [
        (0, "no tokens"),
        (9, "under 10 tokens"),
        (10, "about 10 tokens"),
        (579, "about 580 tokens"),
        (16384, "about 16,380 tokens"),
    ],
)
def test_tokens_are_rounded_to_tens(estimate: int, text: str) -> None:
    assert shown.tokens(estimate) == text


@pytest.mark.parametrize(
    ("used", "cap", "text"),
    [
        (0, 65536, "0 %"),
        (1, 65536, "1 %"),
        (2150, 65536, "3 %"),
        (65535, 65536, "99 %"),
        (65536, 65536, "100 %"),
        (65537, 65536, "101 %"),
        (131072, 65536, "200 %"),
        (5, 0, "0 %"),
    ],
)
def test_a_share_never_says_all_or_nothing_where_it_is_not(used: int, cap: int, text: str) -> None:
    assert shown.percent(used, cap) == text


def test_counts_take_their_plural() -> None:
    assert [shown.lines(0), shown.lines(1), shown.lines(1234)] == ["empty", "1 line", "1,234 lines"]
    assert [shown.files(1), shown.files(8)] == ["1 file", "8 files"]
    assert [shown.projects(1), shown.projects(3)] == ["1 project", "3 projects"]
    assert [shown.chars(1), shown.chars(2314)] == ["1 char", "2,314 chars"]


def test_a_sign_is_a_real_one() -> None:
    assert [shown.signed(53), shown.signed(0), shown.signed(-1200)] == ["+53", "0", "−1,200"]


def test_numbers_follow_the_language() -> None:
    count_in(QLocale(QLocale.Language.German, QLocale.Country.Germany))
    assert shown.number(2314) == "2.314"
    assert shown.exact_size(2150) == "2,1 KB"


@pytest.mark.parametrize(
    "name", ["en_US", "de_DE", "zh_CN", "es_ES", "hi_IN", "ar_EG", "fa_IR", "pl_PL", "ff_Adlm_GN", "C"]
)
def test_a_number_is_written_as_qt_writes_it(name: str) -> None:
    locale = QLocale(name)
    count_in(locale)
    qt = QLocale(QLocale.Language.English) if name == "C" else locale
    numbers = [0, 1, 7, -1, -1200, *(int("9876543210987654321"[:count]) for count in range(1, 19))]
    assert [shown.number(number) for number in numbers] == [qt.toString(number) for number in numbers]


def test_a_session_without_a_language_still_groups_digits() -> None:
    count_in(QLocale.c())
    assert shown.number(65536) == "65,536"


@pytest.mark.parametrize(
    ("direction", "shown_path"), [("LeftToRight", "~/.evva"), ("RightToLeft", "\u2068~/.evva\u2069")]
)
def test_a_path_keeps_its_order_in_a_right_to_left_window(
    qapp: QApplication, direction: str, shown_path: str
) -> None:
    qapp.setLayoutDirection(Qt.LayoutDirection[direction])
    try:
        assert shown.isolated("~/.evva") == shown_path
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_a_path_below_the_home_folder_is_short() -> None:
    assert shown.short_path("/home/ada/.evva", "/home/ada") == "~/.evva"
    assert shown.short_path("/home/ada", "/home/ada/") == "~"
    assert shown.short_path("/home/adam/.evva", "/home/ada") == "/home/adam/.evva"
    assert shown.short_path("/srv/api", "") == "/srv/api"


@pytest.mark.parametrize(
    ("ago_days", "said"), [(0, "today, 12:00"), (1, "yesterday, 12:00"), (2, "1 Jun 2026, 12:00")]
)
def test_the_last_two_days_have_names(ago_days: int, said: str) -> None:
    count_in(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    noon = QDateTime(2026, 6, 3, 12, 0, 0)
    assert shown.near_moment(noon.addDays(-ago_days).toSecsSinceEpoch(), noon.toSecsSinceEpoch()) == said


@pytest.mark.parametrize(
    ("language", "typed", "read"),
    [
        (QLocale.Language.English, "4,194,304", "4194304"),
        (QLocale.Language.English, " 4194304", " 4194304"),
        (QLocale.Language.English, "4,19", "4,19"),
        (QLocale.Language.German, "4.194.304", "4194304"),
        (QLocale.Language.German, "1.5", "1.5"),
        (QLocale.Language.German, "", ""),
    ],
)
def test_a_number_is_read_as_it_is_written(language: QLocale.Language, typed: str, read: str) -> None:
    count_in(QLocale(language))
    assert shown.without_groups(typed) == read
