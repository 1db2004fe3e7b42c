"""Regular expressions in a process of their own, which is ended when one takes too long.

Python matches an expression without ever letting another thread run, and some expressions take years for a line of
thirty characters. So they never run in the program that has the window.
"""

from __future__ import annotations

import pickle
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from threading import Lock, Timer
from typing import IO, NamedTuple

from memdesk.errors import Refused, UsageError

MATCH_PATTERNS = "--match-patterns"
"""First argument of a `memdesk` that is this process."""

TIME_LIMIT_S = 2.0
"""So long one expression may take over everything there is, by the time of the processor.

A machine that is busy with something else takes no time from it. Where the system cannot tell, it is by the clock.
"""

_PATIENCE = 5.0
"""Nobody waits longer than so many times that by the clock, however busy the machine is."""
_IS_CPU_TIME_LIMITED = sys.platform != "win32"

_START_LIMIT_S = 30.0
_PARTS = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?#[^)]*\)|.", re.DOTALL)
"""What an expression is made of, as far as it matters where a character means itself."""


class Matches(NamedTuple):
    """Where an expression matches: text, start and end, in order, and whether there would be more."""

    found: tuple[tuple[int, int, int], ...]
    has_more: bool


class _Find(NamedTuple):
    """A question: where does it match?"""

    pattern: str
    flags: int
    limit: int
    within: Sequence[int] | None


class _Expand(NamedTuple):
    """A question: what does the template make of the matches that begin at these places?"""

    pattern: str
    flags: int
    template: str
    places: Sequence[tuple[int, int]]


class _Timed(NamedTuple):
    """A question that may take the processor so many seconds."""

    question: _Find | _Expand
    limit_s: float


class TooSlow(Refused):
    """An expression took longer than it may."""

    def __init__(self, limit_s: float) -> None:
        super().__init__(
            "This expression was stopped after {limit_s:g} seconds.",
            hint="Repetitions within repetitions, such as (a+)+, take that long.",
            limit_s=limit_s,
        )


class PatternFinder:
    """Matches expressions against texts, in a process that is kept until `close`. Calls may come from any thread.

    One call at a time; `stop` ends the one that runs, which then finds nothing.
    """

    def __init__(self, limit_s: float = TIME_LIMIT_S) -> None:
        self._limit_s = limit_s
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._texts: Sequence[str] | None = None
        self._is_stopped = False

    def find(
        self, texts: Sequence[str], pattern: str, flags: int, limit: int, within: Sequence[int] | None = None
    ) -> Matches:
        """The first `limit` matches that are not empty, in those texts of which `within` names the index, if given.

        Raises `TooSlow`, and `OSError` where no process can be started. The same `texts` object is sent only once.
        """
        answer = self._answer(texts, _Find(pattern, flags, limit, within))
        return answer if isinstance(answer, Matches) else Matches((), has_more=False)

    def expand(
        self,
        texts: Sequence[str],
        pattern: str,
        flags: int,
        template: str,
        places: Sequence[tuple[int, int]],
    ) -> list[str]:
        """What `template` makes of the matches at these places, each a text and where the match begins.

        Raises `UsageError` for a template that cannot be understood, otherwise as `find`.
        """
        answer = self._answer(texts, _Expand(pattern, flags, template, places))
        if isinstance(answer, list):
            return answer
        raise UsageError(
            "“{words}” cannot replace anything: {reason}.",
            words=template,
            reason=answer or "it was stopped",
        )

    def _answer(self, texts: Sequence[str], question: _Find | _Expand) -> object:
        """The answer of the process; None where it was stopped."""
        with self._lock:
            self._is_stopped = False
            try:
                timed = _Timed(question, self._limit_s)
                return self._ask(self._ready(texts), timed, self._patience_s)
            except (EOFError, BrokenPipeError, pickle.UnpicklingError):
                code = self._end()
                if self._is_stopped:
                    return None
                raise TooSlow(self._limit_s if _is_by_cpu_time(code) else self._patience_s) from None

    @property
    def _patience_s(self) -> float:
        """So long an answer may take by the clock."""
        return self._limit_s * (_PATIENCE if _IS_CPU_TIME_LIMITED else 1)

    def stop(self) -> None:
        """End the call that runs now, from another thread."""
        self._is_stopped = True
        process = self._process
        if process is not None and self._lock.locked():
            process.kill()

    def close(self) -> None:
        """Let the process go."""
        self.stop()
        with self._lock:
            self._end()

    def _ready(self, texts: Sequence[str]) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._end()
            self._process = subprocess.Popen(
                [*this_program(), MATCH_PATTERNS],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        if self._texts is not texts:
            self._ask(self._process, list(texts), _START_LIMIT_S)
            self._texts = texts
        return self._process

    @staticmethod
    def _ask(process: subprocess.Popen[bytes], question: object, limit_s: float) -> object:
        assert process.stdin is not None
        assert process.stdout is not None
        timer = Timer(limit_s, process.kill)
        timer.start()
        try:
            pickle.dump(question, process.stdin)
            process.stdin.flush()
            return pickle.load(process.stdout)
        finally:
            timer.cancel()
            timer.join()

    def _end(self) -> int | None:
        """Let the process go, if there is one. Returns its exit code."""
        process, self._process, self._texts = self._process, None, None
        if process is None:
            return None
        process.kill()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        return process.wait()


def _is_by_cpu_time(exit_code: int | None) -> bool:
    return sys.platform != "win32" and exit_code == -signal.SIGPROF


@contextmanager
def _cpu_time_limited(seconds: float) -> Iterator[None]:
    """End this process where what is done takes the processor longer, if the system can do that.

    The system does it by itself: an expression is matched without ever letting Python do anything else.
    """
    if sys.platform != "win32":
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_PROF, 0)


def this_program() -> Sequence[str]:
    """The words that start this very program. A frozen one is its own executable."""
    return (sys.executable,) if getattr(sys, "frozen", False) else (sys.executable, "-m", "memdesk")


def serve(questions: IO[bytes], answers: IO[bytes]) -> int:
    """Be that process: take texts, then expressions, until nobody asks any more. Returns the exit code."""
    texts: list[str] = []
    while True:
        try:
            question = pickle.load(questions)
        except EOFError:
            return 0
        answer: object = None
        if isinstance(question, _Timed):
            with _cpu_time_limited(question.limit_s):
                answer = _answered(texts, question.question)
        else:
            texts = question
        pickle.dump(answer, answers)
        answers.flush()


def _answered(texts: Sequence[str], question: _Find | _Expand) -> object:
    return _matches(texts, question) if isinstance(question, _Find) else _expanded(texts, question)


class _Expression:
    """One expression for all texts: the end of a line is one where lines end with CR LF as well."""

    def __init__(self, pattern: str, flags: int) -> None:
        self._expressions = [re.compile(pattern, flags), re.compile(pattern, flags)]
        with suppress(re.error):
            self._expressions[1] = re.compile(with_any_line_end(pattern), flags)

    def of(self, text: str) -> re.Pattern[str]:
        return self._expressions["\r\n" in text]


def with_any_line_end(pattern: str) -> str:
    """`pattern` with each `$` before CR LF as well and never inside one, and no `.` that takes the CR of one.

    A `.` that is said to match line ends is left as it is.
    """
    takes_all = re.search(r"\(\?[aiLmux]*s", pattern) is not None
    meant = {"$": r"(?:(?=\r?$)(?!(?<=\r)\n))"} | ({} if takes_all else {".": r"(?:(?!\r\n).)"})
    parts = _PARTS.finditer(pattern)
    return "".join(meant.get(part[0], part[0]) for part in parts)


def _matches(texts: Sequence[str], question: _Find) -> Matches:
    expression = _Expression(question.pattern, question.flags)
    numbers = range(len(texts)) if question.within is None else question.within
    found = (
        (number, match.start(), match.end())
        for number in numbers
        for match in expression.of(texts[number]).finditer(texts[number])
        if match.end() > match.start()
    )
    first = tuple(islice(found, question.limit + 1))
    return Matches(first[: question.limit], len(first) > question.limit)


def _expanded(texts: Sequence[str], question: _Expand) -> list[str] | str:
    """What comes to each place, else why nothing can."""
    expression = _Expression(question.pattern, question.flags)
    found = []
    for number, start in question.places:
        match = expression.of(texts[number]).match(texts[number], start)
        if match is None:
            return "it matches there no more"
        try:
            found.append(match.expand(question.template))
        except (re.error, IndexError) as error:
            return error.msg if isinstance(error, re.error) else str(error)
    return found
