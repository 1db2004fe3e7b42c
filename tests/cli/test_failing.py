"""A command that fails for a reason nobody foresaw says so in one sentence, and a report tells where."""

from __future__ import annotations

from pathlib import Path

import pytest

import memdesk.cli.roots
from memdesk.cli.exit_codes import ExitCode
from memdesk.cli.run import run
from memdesk.store.folders import StateFolders

SECRET = "ghp_" + "a1B2" * 9


def test_no_traceback_and_no_text(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    def fail(*_: object) -> ExitCode:
        raise ZeroDivisionError(f"Ada's token is {SECRET}")

    monkeypatch.setattr(memdesk.cli.roots, "run", fail)
    assert run(["roots"]) == ExitCode.SYSTEM_SAID_NO
    out, err = capfd.readouterr()
    (report,) = Path(StateFolders.of_this_user().log).iterdir()
    assert (out, err.count("\n")) == ("", 1)
    assert err.endswith(f"a report without any memory text lies in {report}.\n")
    told = report.read_bytes().decode()
    assert "ZeroDivisionError" in told
    assert "cli/test_failing.py:" in told
    for words in (err, told):
        assert "Traceback" not in words
        assert SECRET not in words
        assert "Ada" not in words
