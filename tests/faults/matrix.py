"""Every fault at every writing call, one after the other, until the program comes through untouched."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from memdesk.cli.exit_codes import ExitCode
from memdesk.store.history import History
from tests.faults.calls import CALLS, Call
from tests.faults.targets import Target
from tests.faults.tracer import KILL, Programs, Ran
from tests.faults.verdict import Finding, Judge, Wrong, folders_in, state_of


@dataclass
class Figures:
    """What the faults of one row came to. `met` counts the kinds of calls that were struck."""

    target: str
    kind: str
    effect: str
    runs: int = 0
    met: Counter[str] = field(default_factory=Counter)
    codes: Counter[int | None] = field(default_factory=Counter)
    found: list[tuple[str, Finding]] = field(default_factory=list)

    def count(self, wrong: Wrong) -> int:
        """How often this was wrong."""
        return sum(finding.wrong is wrong for _, finding in self.found)

    @property
    def row(self) -> str:
        """The row of a table; `HEAD` is above it."""
        wrongs = "".join(f"{self.count(wrong):>12}" for wrong in Wrong)
        return f"{self.target:<8}{self.kind:<10}{self.effect:<14}{self.runs:>6}{wrongs}"


HEAD = f"{'':<8}{'file':<10}{'fault':<14}{'runs':>6}" + "".join(f"{wrong.value:>12}" for wrong in Wrong)


class Matrix:
    """The faults of one target, in homes below `folder`.

    Of each kind of call only every so-manieth is struck, as `strides` has it, else every one; with 0 there, none.
    `to_the_end` goes on until the program comes through untouched, whatever earlier faults made of its way. With
    `first`, the program has never run before, so that it makes its history as well.
    """

    def __init__(
        self,
        target: Target,
        programs: Programs,
        folder: Path,
        strides: Mapping[str, int],
        *,
        to_the_end: bool = True,
        first: bool = False,
    ) -> None:
        self._target = target
        self._victim = programs.victim(window=target.in_window)
        self._later = programs.later
        self._folder = folder
        self._strides = strides
        self._to_the_end = to_the_end
        self._first = first

    def rows(self, kinds: Sequence[str], effects: Sequence[str]) -> Iterator[Figures]:
        """Each effect on each kind of file."""
        for kind in kinds:
            judge, calls = self._untouched(kind)
            for effect in effects:
                yield self._row(judge, calls, effect)

    def _untouched(self, kind: str) -> tuple[Judge, tuple[Call, ...]]:
        """How the files look before and after a run without a fault, and the writing calls in it."""
        home = self._fresh_home(kind)
        old = state_of(self._target, home)
        with self._victim.struck(""):
            ran = self._victim.run(self._target.order(home))
            assert ran.code == ExitCode.DONE, (kind, ran)
        new = state_of(self._target, home)
        assert new != old, kind
        return Judge(self._target, kind, old, new, self._later), ran.calls

    def _row(self, judge: Judge, calls: Sequence[Call], effect: str) -> Figures:
        figures = Figures(self._target.name, judge.kind, "kill" if effect == KILL else effect)
        with self._victim.struck(effect):
            for kind in CALLS:
                stride = self._strides.get(kind, 1)
                made = [call for call in calls if call.kind == kind] if stride else []
                writing = [call.number for call in made if call.writes]
                for number in writing[:: max(stride, 1)]:
                    self._strike(judge, (kind, number), figures)
                number = len(made)
                while made and self._to_the_end:
                    number += 1
                    if not self._strike(judge, (kind, number), figures).struck:
                        break
        return figures

    def _strike(self, judge: Judge, fault: tuple[str, int], figures: Figures) -> Ran:
        home = self._fresh_home(judge.kind)
        ran = self._victim.run(self._target.order(home, *fault))
        figures.runs += 1
        figures.codes[ran.code] += 1
        figures.met[fault[0]] += bool(ran.struck)
        figures.found += [
            (f"{fault[0]} {fault[1]}: {ran.struck}", finding) for finding in judge.findings(home, ran)
        ]
        return ran

    def _fresh_home(self, kind: str) -> Path:
        """A home with the files of the target, and with a history that is in use, unless it is the first run."""
        home = self._folder / "home"
        if home.exists():
            shutil.rmtree(home)
        self._target.furnish(home, kind)
        if not self._first:
            with closing(History(folders_in(home).history)) as history:
                history.record_seen(str(home / "elsewhere"), b"something else")
        return home
