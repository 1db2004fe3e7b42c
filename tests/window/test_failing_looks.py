"""An error that nobody foresaw, in what a screen looks for in a worker: told once, and the next look works."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from shiboken6 import Shiboken

from memdesk.services.desk import Desk
from memdesk.services.duplicates.duplicates import Duplicates
from memdesk.services.history.recorder import FlightRecorder
from memdesk.services.history.standing_recorder import StandingRecorder
from memdesk.services.inbox.inbox import Inbox
from memdesk.services.preview.index_states import IndexKeeper
from memdesk.services.problems.problems import Problems
from memdesk.services.prune.prune import Pruner
from memdesk.store.marks import Marks
from memdesk.ui.live_query import LiveQuery
from memdesk.ui.program import Program
from memdesk.ui.screens import INBOX, PROBLEMS, PRUNE
from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import InsideProgram
from tests.window.test_crash import boxes_shown


class Look(NamedTuple):
    """What is asked in a worker, by whom, and what brings the next look about."""

    service: type
    method: str
    query: Callable[[Program], LiveQuery[Any]]
    again: Callable[[Program], object]
    screen: str = ""


def show_duplicates(program: Program) -> None:
    if program.duplicates.dialog is None:
        program.duplicates.show()
    program.duplicates.look()


def note_all(program: Program) -> None:
    recorded = program.desk.recorded.documents()
    assert recorded
    program.recording.note(recorded)


LOOKS = {
    "prune": Look(Pruner, "look", lambda p: p.pruning._query, lambda p: p.pruning.look_again(), PRUNE),
    "problems": Look(
        Problems, "look", lambda p: p.problems._query, lambda p: p.problems.look_again(), PROBLEMS
    ),
    "inbox": Look(Inbox, "look", lambda p: p.inbox._query, lambda p: p.inbox.note_change(), INBOX),
    "marks": Look(
        Marks,
        "writes_of_others",
        lambda p: p.inbox._marks_look,
        lambda p: p.inbox._marks_look.refresh(),
    ),
    "recording": Look(FlightRecorder, "take", lambda p: p.recording._query, note_all),
    "index": Look(IndexKeeper, "look", lambda p: p.index, lambda p: p.index.refresh()),
    "duplicates": Look(Duplicates, "find", lambda p: p.duplicates._query, show_duplicates),
    "appearing": Look(Desk, "find_roots", lambda p: p.appearing._query, lambda p: p.appearing.look()),
}


class Flaky:
    """A method, or the getter of a property, that fails while it is told to."""

    def __init__(self, of: type, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.fails = False
        self.answers = 0
        before = getattr(of, name)
        work: Callable[..., Any] = before.fget if isinstance(before, property) else before  # type: ignore[assignment]

        def flaky(*arguments: Any, **options: Any) -> Any:
            if self.fails:
                raise ZeroDivisionError("what somebody wrote")
            answer = work(*arguments, **options)
            self.answers += 1
            return answer

        monkeypatch.setattr(of, name, property(flaky) if isinstance(before, property) else flaky)


@pytest.fixture
def program(start: Start, root: Path, monkeypatch: pytest.MonkeyPatch) -> InsideProgram:
    monkeypatch.setattr(IndexKeeper, "roots", lambda self: self._workspace.roots)
    program = start(root)
    program.program.recording.keep((str(root),))
    program.show(memory_of(root))
    return program


@pytest.mark.parametrize("name", LOOKS)
def test_the_next_look_works(program: InsideProgram, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    look, inner = LOOKS[name], program.program
    told: list[BaseException] = []
    inner.tasks.failed.disconnect(inner.crash.take)
    inner.tasks.failed.connect(told.append)
    service = Flaky(look.service, look.method, monkeypatch)
    if look.screen:
        program.window.show_screen(look.screen)
        program.settle()
    query = look.query(inner)
    service.fails = True
    for _ in range(2):
        look.again(inner)
        program.wait_until(lambda: told and not query.is_running, what="the failure")
        program.settle()
    service.fails, service.answers = False, 0
    look.again(inner)
    program.wait_until(lambda: service.answers and not query.is_running, what="the next look")
    assert [type(one) for one in told] == [ZeroDivisionError]
    assert not any("what somebody wrote" in message.text for message in program.messages)
    if inner.duplicates.dialog is not None:
        inner.duplicates.dialog.reject()


def has(program: InsideProgram, word: str) -> bool:
    return word in program.text


def test_what_others_write_is_told_and_kept_though_the_recorder_failed(
    program: InsideProgram, root: Path, monkeypatch: pytest.MonkeyPatch, expected_warnings: list[str]
) -> None:
    expected_warnings.append("unexpected ZeroDivisionError at .*test_failing_looks.py")
    program.settle()
    recorder, path = Flaky(StandingRecorder, "note", monkeypatch), memory_of(root)
    recorder.fails = True
    for word in ("first", "second"):
        path.write_bytes(path.read_bytes() + f"- {word}\n".encode())
        program.wait_until(partial(has, program, word), what="the outside change")
    program.wait_until(boxes_shown, what="the box")
    (box,) = boxes_shown()
    assert "what somebody wrote" not in box.detailedText()
    box.close()
    recorder.fails = False
    path.write_bytes(path.read_bytes() + b"- third\n")
    program.wait_until(lambda: recorder.answers and "third" in program.text, what="the next one")
    assert boxes_shown() == [], "it is told once"
    assert program.watches


def test_an_error_of_a_thread_that_outlives_the_window_calls_nothing_of_it(program: InsideProgram) -> None:
    crash, hook = program.program.crash, threading.excepthook
    program.close()
    assert not Shiboken.isValid(crash)
    error = ZeroDivisionError()
    thread = threading.Thread(target=hook, args=[threading.ExceptHookArgs((type(error), error, None, None))])
    thread.start()
    thread.join()
