"""Times as Go reads and writes them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.layouts.shapes.go_time import go_time, read_time, utc_time


@pytest.mark.parametrize(
    ("text", "seconds", "nanoseconds", "written"),
    [
        ("2026-05-27T10:00:00Z", 1779876000, 0, "2026-05-27T10:00:00Z"),
        ("2026-05-27T10:00:00+08:00", 1779847200, 0, "2026-05-27T10:00:00+08:00"),
        ("2026-05-27T10:00:00-03:30", 1779888600, 0, "2026-05-27T10:00:00-03:30"),
        ("2026-05-27T10:00:00+00:00", 1779876000, 0, "2026-05-27T10:00:00Z"),
        ("2026-05-27T10:00:00-00:00", 1779876000, 0, "2026-05-27T10:00:00Z"),
        ("2026-05-27T10:00:00+00:60", 1779872400, 0, "2026-05-27T10:00:00+01:00"),
        ("2026-05-27T10:00:00+24:60", 1779786000, 0, "2026-05-27T10:00:00+25:00"),
        ("2026-06-30T9:00:00Z", 1782810000, 0, "2026-06-30T09:00:00Z"),
        ("2026-05-27T10:00:00,5Z", 1779876000, 500_000_000, "2026-05-27T10:00:00Z"),
        ("2026-05-27T10:00:00.1234567891Z", 1779876000, 123_456_789, "2026-05-27T10:00:00Z"),
        ("2024-02-29T00:00:00Z", 1709164800, 0, "2024-02-29T00:00:00Z"),
        ("0000-02-29T12:00:00Z", -62162078400, 0, "0000-02-29T12:00:00Z"),
        ("9999-12-31T23:59:59Z", 253402300799, 0, "9999-12-31T23:59:59Z"),
    ],
)
def test_what_is_a_time(text: str, seconds: int, nanoseconds: int, written: str) -> None:
    time = read_time(text)
    assert time is not None
    assert (time.seconds, time.nanoseconds, time.text) == (seconds, nanoseconds, written)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-05-27",
        "2026-05-27T10:00:00",
        "2026-05-27T10:00Z",
        "2026-05-27 10:00:00Z",
        "2026-05-27t10:00:00z",
        " 2026-05-27T10:00:00Z",
        "2026-05-27T10:00:00Z ",
        "2026-02-30T10:00:00Z",
        "2025-02-29T10:00:00Z",
        "2026-13-01T10:00:00Z",
        "2026-00-01T10:00:00Z",
        "2026-06-00T10:00:00Z",
        "2026-06-30T24:00:00Z",
        "2026-06-30T23:60:00Z",
        "2026-06-30T23:59:60Z",
        "2026-5-27T10:00:00Z",
        "2026-05-27T10:0:00Z",
        "2026-05-27T10:00:00.Z",
        "2026-05-27T10:00:00+25:00",
        "2026-05-27T10:00:00+00:61",
        "2026-05-27T10:00:00+0800",
        "٢٠٢٦-05-27T10:00:00Z",
    ],
)
def test_what_is_none(text: str) -> None:
    assert read_time(text) is None


def test_times_are_ordered_by_their_instant() -> None:
    earlier, later = read_time("2026-05-27T10:00:00+08:00"), read_time("2026-05-27T03:00:00Z")
    assert earlier is not None
    assert later is not None
    assert earlier < later
    assert read_time("2026-05-27T10:00:00Z") == read_time("2026-05-27T11:00:00+01:00")


def test_a_clock_with_an_offset_is_written_in_utc() -> None:
    moment = datetime(2026, 6, 1, 12, 0, 0, 999_000, tzinfo=timezone(timedelta(hours=2)))
    assert go_time(moment).text == "2026-06-01T10:00:00Z"


@given(st.datetimes(timezones=st.just(UTC)))
def test_what_is_written_reads_back(moment: datetime) -> None:
    time = read_time(go_time(moment).text)
    assert time is not None
    assert time.seconds == go_time(moment).seconds
    assert utc_time(time.seconds) == time
