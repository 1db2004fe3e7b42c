"""What a fault came to: whether the files are whole, nothing is lost, and what was said is true."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from memdesk.cli.exit_codes import ExitCode
from memdesk.store.folders import StateFolders
from memdesk.store.history import History
from tests.faults.files import IN_PLACE, Looks, look_at, timeless
from tests.faults.targets import Target
from tests.faults.tracer import Program, Ran

_SAID_SAVED = (ExitCode.DONE, ExitCode.DURABILITY_UNKNOWN)
_SAID_NOT_SAVED = (ExitCode.REFUSED, ExitCode.CONFLICT, ExitCode.SYSTEM_SAID_NO)
_HALF_WRITTEN = "may hold half of the text"
"""What is said where the disk failed in the middle of a file, and again when the old text was to be put back."""
_NO_SENTENCE = ("Traceback", "which nobody foresaw")
_LITTER = (".memdesk-", ".tmp~")

State = Mapping[str, Looks]


class Wrong(Enum):
    """What can be wrong after a fault."""

    TORN = "torn"
    """A file holds neither its old text nor its new one, or another mode, or is no link any more."""
    LOST = "lost"
    """A text is neither on the disk nor in the history, or a fact that is moved is in no file."""
    FALSE_SAVED = "false saved"
    """It was said to be saved and is not, or that nothing was written and something was."""
    LEFTOVER = "leftover"
    """After the next start there still is a temporary file, or a save that counts as going on."""
    UNTIDY = "untidy"
    """Anything else: a traceback, a folder that others may read, a later run that fails."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong, in words for the one who has to mend it."""

    wrong: Wrong
    what: str


def state_of(target: Target, home: Path) -> State:
    """How the files of a target look."""
    return {name: look_at(home / name) for name in target.files}


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges one run after the other of one target on files of one kind.

    `old` is how the files look before, `new` how an untouched run leaves them. `later` is an untouched program.
    """

    target: Target
    kind: str
    old: State
    new: State
    later: Program

    def findings(self, home: Path, ran: Ran) -> Iterator[Finding]:
        """What is wrong in a home after a run that met a fault there. Starts the program anew in it."""
        now = state_of(self.target, home)
        may_be_half = ran.code is None or _HALF_WRITTEN in ran.err
        yield from self._of_files(now, may_be_half=may_be_half)
        if ran.code is not None:
            yield from self._of_words(now, ran)
        yield from self._of_history(home, now)
        started = self.later.run(self.target.next_start(home))
        if started.code != ExitCode.FINDINGS:
            yield Finding(Wrong.UNTIDY, f"the next start: {started.err}")
        yield from self._after_start(home, now, may_differ=may_be_half)

    def _of_files(self, now: State, *, may_be_half: bool) -> Iterator[Finding]:
        for name, looks in now.items():
            known = self.old[name], self.new[name]
            is_half = may_be_half and self.kind == IN_PLACE and name == self.target.struck
            if looks.data not in [each.data for each in known] and not is_half:
                yield Finding(Wrong.TORN, f"{name} holds {looks.data!r}")
            elif looks.but_for_text not in [each.but_for_text for each in known]:
                yield Finding(Wrong.TORN, f"{name} is {looks.but_for_text}")
        if self.target.fact and not any(self.target.fact in (looks.data or b"") for looks in now.values()):
            yield Finding(Wrong.LOST, "the fact is in no file")

    def _of_words(self, now: State, ran: Ran) -> Iterator[Finding]:
        wanted = self.new if ran.code in _SAID_SAVED else self.old
        if now != wanted and _HALF_WRITTEN not in ran.err:
            yield Finding(Wrong.FALSE_SAVED, f"exit code {ran.code}, said {ran.err!r}, but {now}")
        is_mute = ran.struck.startswith("write(2<")  # the disk that failed was that of the words
        is_plain = not any(words in ran.err for words in _NO_SENTENCE) and (ran.err.strip() or is_mute)
        if ran.code not in (*_SAID_SAVED, *_SAID_NOT_SAVED) or not is_plain:
            yield Finding(Wrong.UNTIDY, f"exit code {ran.code}, said {ran.err!r}")

    def _of_history(self, home: Path, now: State) -> Iterator[Finding]:
        for name, looks in now.items():
            was = self.old[name].data
            if was not in (looks.data, None) and was not in _kept(home, name):
                yield Finding(Wrong.LOST, f"the history has no {name} as it was")

    def _after_start(self, home: Path, before: State, *, may_differ: bool) -> Iterator[Finding]:
        now = state_of(self.target, home)
        if now not in (self.old, self.new):
            yield Finding(Wrong.TORN, f"after the next start {now}")
        if not may_differ and now != before:
            yield Finding(Wrong.FALSE_SAVED, f"the next start made {now} of {before}")
        yield from _litter(home)
        yield from open_to_others(home)
        if now != self.old:
            for name, looks in self.new.items():
                if looks.data not in (None, *_kept(home, name)):
                    yield Finding(Wrong.LOST, f"the history has no {name} as it is")
        else:
            again = self.later.run(self.target.order(home))
            if again.code != ExitCode.DONE or state_of(self.target, home) != self.new:
                yield Finding(Wrong.UNTIDY, f"a second run: {again.code} {again.err!r}")


def _kept(home: Path, name: str) -> list[bytes]:
    """Every text that the history has of a file."""
    # A copy is looked at: who opens the history clears up what a kill left of it.
    copy = home.with_name("history looked at")
    shutil.rmtree(copy, ignore_errors=True)
    with suppress(FileNotFoundError):
        shutil.copytree(folders_in(home).history, copy)
    with closing(History(str(copy))) as history:
        versions = history.versions(str(home / name))
        return [timeless(history.data(version.id)) for version in versions if not version.removed]


def folders_in(home: Path) -> StateFolders:
    """Our own folders in a home."""
    places = ".local/share", ".local/state", ".config", ".cache"
    return StateFolders(*(str(home / place / "memdesk") for place in places))


def _litter(home: Path) -> Iterator[Finding]:
    for path in home.rglob("*"):
        if any(mark in path.name for mark in _LITTER):
            yield Finding(Wrong.LEFTOVER, str(path.relative_to(home)))
    with closing(History(folders_in(home).history)) as history:
        for pending in (*history.pending(), *history.pending_changes()):
            yield Finding(Wrong.LEFTOVER, f"still open: {pending}")


def open_to_others(home: Path) -> Iterator[Finding]:
    """What of our own in a home others may read."""
    for top in folders_in(home):
        for base, _, names in os.walk(top):
            for path in (base, *(os.path.join(base, name) for name in names)):
                mode = stat.S_IMODE(os.lstat(path).st_mode)
                if mode != (0o700 if path == base else 0o600):
                    yield Finding(Wrong.UNTIDY, f"{path} has mode {mode:o}")
