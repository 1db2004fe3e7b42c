"""A report says where it went wrong, and nothing that anybody wrote."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from memdesk.errors import Refused
from memdesk.services.faults.crash_report import report_of, report_of_fault
from memdesk.services.faults.failing import sentence_of_failure
from memdesk.store.folders import StateFolders

MEMORY = "Ada likes tea and the password is Tr0ub4dor#7"
HOME = "/home/ada"


def failing(kind: int) -> None:
    text = MEMORY
    if kind == 0:
        raise ValueError(text)
    if kind == 1:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), f"{HOME}/{text}")
    if kind == 2:
        raise Refused("{heading} is closed.", heading=text)
    try:
        failing(0)
    except ValueError as error:
        raise KeyError(text) from error


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (0, "ValueError\n"),
        (1, "OSError: No space left on device\n"),
        (2, "Refused: {heading} is closed.\n"),
        (3, "KeyError\n"),
    ],
)
def test_it_has_kind_and_place_and_no_words(kind: int, said: str) -> None:
    with pytest.raises((ValueError, OSError, Refused, KeyError)) as raised:
        failing(kind)
    report = report_of(raised.value, HOME, 1.0)
    assert said in report
    assert "services/test_crash_report.py:" in report
    assert "in failing" in report
    assert ("caused by ValueError" in report) == (kind == 3)
    for word in ("Ada", "tea", "Tr0ub4dor", HOME):
        assert word not in report


def test_an_error_that_causes_itself_ends() -> None:
    first, second = ValueError(), KeyError()
    first.__context__, second.__context__ = second, first
    assert report_of(first, HOME, 1.0).count("caused by") == 4


def test_a_fault_is_told_with_its_home_left_out() -> None:
    report = report_of_fault(f'Fatal Python error\n  File "{HOME}/x.py", line 3 in f', HOME, 1.0)
    assert 'File "~/x.py", line 3 in f' in report


def test_a_failure_is_one_sentence_and_a_report(home: Path) -> None:
    words = sentence_of_failure(ValueError(MEMORY))
    folder = Path(StateFolders.of_this_user().log)
    (report,) = folder.iterdir()
    assert words.endswith(f"a report without any memory text lies in {report}.")
    assert "Ada" not in words + report.read_bytes().decode()


def test_without_room_for_a_report_that_is_said(home: Path) -> None:
    folder = Path(StateFolders.of_this_user().state)
    folder.parent.mkdir(parents=True)
    folder.write_bytes(b"in the way")
    assert "no report could be written (" in sentence_of_failure(ValueError(MEMORY))
