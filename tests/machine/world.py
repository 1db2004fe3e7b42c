"""One document, its user, the agent that writes it too, and what may befall them."""

from __future__ import annotations

import os
import re
import threading
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from memdesk.errors import MemdeskError, NotFound
from memdesk.layouts.contract import Layout
from memdesk.services.desk import Desk
from memdesk.services.documents.changes import Changes
from memdesk.services.documents.conflict import Choice
from memdesk.services.documents.session import DocumentSession
from memdesk.services.machine.machine import Surroundings
from memdesk.services.steps.step import Status, Step
from memdesk.store.drafts import Drafts
from memdesk.store.folders import StateFolders
from memdesk.store.outcomes import DurabilityUnknown, Merged, Saved, Unchanged
from memdesk.text.document import encode
from memdesk.text.edits import Edit

_MARK = re.compile(rb"w\d{4}")
_HALF_OPEN_S = 0.01
"""How long an agent goes on with a half-written file while somebody saves."""
_MOST_LOOKS_AT_HALF = 3
"""After so many looks at a file that is being written the agent is done: the window looks every 120 ms."""


def marks_in(data: bytes) -> Counter[bytes]:
    """The lines of a text by the mark that each of them carries."""
    return Counter(_MARK.findall(data))


class World:
    """Every word that is written carries a mark of its own. `owed` are those that may not be lost any more.

    A word is owed once the watcher saw it, a save wrote its file, or its buffer was kept as a draft. `home` is an
    empty folder; `path` is where the document lies in it, `data` what it holds at first.
    """

    def __init__(self, home: Path, layout: Layout, path: Path, data: bytes) -> None:
        path.parent.mkdir(parents=True)
        path.write_bytes(data)
        self._home, self._layout, self._path = home, layout, path
        self._away = path.parent.with_name(path.parent.name + " away")
        self._words = 0
        self._half: tuple[int, bytes] | None = None
        self._looks_at_half = 0
        self._read_early: bytes | None = None
        self._steps: list[Step] = []
        self._undone: list[Step] = []
        self.owed: set[bytes] = set()
        self.in_draft: set[bytes] = set()
        self.kept: set[bytes] = set()
        """Words of lines that one side edited and the other deleted."""
        self._start()

    # Starts and ends

    def _start(self) -> None:
        surroundings = Surroundings(str(self._home), {"HOME": str(self._home)})
        self.desk = Desk(StateFolders.below(str(self._home / "ours")), surroundings, (self._layout,))
        self.desk.recover()
        self.desk.open_found()
        self.session: DocumentSession | None = None
        self._steps.clear()
        self._undone.clear()
        self._open()

    def _open(self) -> None:
        """The document is shown, if it is there; the recorder keeps what is."""
        drafts = Drafts(self.desk.folders.drafts)
        if self.session is None and (self._path.exists() or drafts.get(str(self._path)) is not None):
            if not self.desk.workspace.roots:
                self.desk.open_found()
            with suppress(NotFound):  # the whole folder is gone: the draft waits
                self.session = self.desk.workspace.open_document(str(self._path))

    def crash(self) -> None:
        """The program ends without another instruction; the next start begins."""
        self.desk.history.close()  # the system closes files, too
        self._start()

    def quit(self) -> None:
        """The program ends as it should, and starts again."""
        self._quit()
        self._start()

    def quit_and_lose_the_file(self) -> None:
        """The program ends as it should; before it starts again somebody takes the file away."""
        if self._half is None:
            self._quit()
            self._path.unlink(missing_ok=True)
            self._start()
            if self.session is not None:
                missing = self.in_draft - marks_in(self.session.data).keys()
                assert not missing, f"not back in the buffer: {sorted(missing)}"

    def _quit(self) -> None:
        self._expect_in_draft()
        self.desk.close()

    def close(self) -> None:
        """Nobody is left."""
        if self._half is not None:
            self.agent_finishes()
        self.desk.close()

    # The user

    def type_line(self, after: int) -> None:
        """A line of the user's, behind the line of this number."""
        session = self.session
        if session is not None and not session.why_read_only:
            text = session.text.text
            ends = [found.end() for found in re.finditer("\n", text)] or [len(text)]
            session.text.edit([Edit(ends[after % len(ends)], "", f"- {self._word()} by hand\n")])
            session.text.seal()

    def change_line(self, number: int) -> None:
        """Another word at the end of a line."""
        session = self.session
        if session is not None and not session.why_read_only:
            ends = [found.start() for found in re.finditer("(?<=hand)\n|(?<=agent)\n", session.text.text)]
            if ends:
                session.text.edit([Edit(ends[number % len(ends)], "", f" {self._word()}")])
                session.text.seal()

    def take_line_out(self, number: int) -> None:
        """One line less."""
        session = self.session
        if session is not None:
            found = list(re.finditer("(?m)^- .*\n", session.text.text))
            if found:
                one = found[number % len(found)]
                session.text.edit([Edit(one.start(), one.group(), "")])
                session.text.seal()

    def undo(self) -> None:
        """One step back in the buffer."""
        if self.session is not None:
            self.session.text.undo()

    def redo(self) -> None:
        """One step on again."""
        if self.session is not None:
            self.session.text.redo()

    def save(self) -> None:
        """Ctrl+S; an agent that is in the middle of writing goes on."""
        session = self.session
        if session is None:
            return
        mine, there = marks_in(session.data), self._on_disk()
        going_on = threading.Thread(target=self._go_on_soon)
        going_on.start()
        result, changes = self.desk.workspace.save(session.path)
        going_on.join()
        self._record(changes)
        has_written = isinstance(result, Saved | DurabilityUnknown) or (
            isinstance(result, Merged) and result.data != result.theirs
        )
        if has_written:
            self.owed |= mine.keys() | there.keys()
        if has_written or isinstance(result, Merged | Unchanged):
            self.in_draft.clear()
        self._refresh(changes.look_again)

    def settle(self, choice: Choice) -> None:
        """Decide on a conflict."""
        session = self.session
        if session is not None and session.conflict is not None and choice in session.conflict.choices:
            # What the user gives up here was a choice; it comes back by undo, but no longer from the draft.
            session.resolve(choice)
            self.in_draft &= marks_in(session.data).keys()

    def keep_draft(self) -> None:
        """The seconds have passed after which an unsaved buffer is a draft."""
        self._expect_in_draft()
        drafts = self.desk.workspace.drafts
        assert drafts is not None
        drafts.flush_all()

    def _expect_in_draft(self) -> None:
        session = self.session
        is_kept = session is not None and session.is_dirty
        self.in_draft = set(marks_in(session.data)) if session is not None and is_kept else set()

    def restore(self, number: int) -> None:
        """Bring a version of the history back, whole."""
        versions = [version for version in self.desk.history.versions(str(self._path)) if not version.removed]
        found = self.desk.workspace.find_document(str(self._path))
        if not versions or found is None or self._half is not None:
            return
        there = self._on_disk()
        with suppress(MemdeskError):
            step = self.desk.restoring.restore(found[1], versions[number % len(versions)])
            if self._is_made(step, there):
                self._steps.append(step)
                self._undone.clear()
        self.look()

    def undo_restore(self) -> None:
        """Take the last restore back."""
        if self._steps and self._half is None:
            there, step = self._on_disk(), self._steps.pop()
            if self._is_made(self.desk.steps.undo(step), there):
                self._undone.append(step)
            self.look()

    def redo_restore(self) -> None:
        """Make the restore once more that was taken back last."""
        if self._undone and self._half is None:
            there, step = self._on_disk(), self._undone.pop()
            again = self.desk.steps.redo(step)
            if self._is_made(again, there):
                self._steps.append(again)
            self.look()

    def put_back(self) -> None:
        """The watch after a save has found an old copy; ours goes back where that needs no question."""
        revert = self.desk.reverts.look(str(self._path)) if self._half is None else None
        if revert is not None and revert.by_itself:
            with suppress(MemdeskError):
                there = self._on_disk()
                self._is_made(self.desk.steps.now(self.desk.reverts.prepare(revert)), there)
            self.look()

    def _is_made(self, step: Step, there: Counter[bytes]) -> bool:
        """Whether a step has changed the file; `there` is what that held, and is owed then."""
        self._record(step.changes)
        is_made = step.status in (Status.SAVED, Status.MERGED)
        self.owed |= there.keys() if is_made else set()
        return is_made

    # The watcher

    def look(self) -> None:
        """The watcher has found out what is on disk, the recorder has kept it."""
        if self._half is not None:
            self._looks_at_half += 1
            if self._looks_at_half > _MOST_LOOKS_AT_HALF:
                self.agent_finishes()
        if self._half is None:
            self.owed |= self._on_disk().keys()
        self._refresh([str(self._path)])
        self.desk.recorder.take([str(self._path)])
        self._open()

    def _refresh(self, paths: Iterable[str]) -> None:
        for _ in range(1 if self._half is not None else 10):
            if not paths:
                return
            changes = self.desk.workspace.refresh(paths)
            self._record(changes)
            paths = changes.look_again

    def _record(self, changes: Changes) -> None:
        """As the window does it; what was kept in new words though others deleted it may come back in the old ones."""
        if any(taken.kept_against_delete or taken.returned for _, taken in changes.arrived):
            texts = (self._disk(), self.session.data if self.session is not None else b"")
            lines = [marks_in(line) for text in texts for line in text.split(b"\n")]
            self.kept |= {mark for marks in lines if len(marks) > 1 for mark in marks}
        self.desk.recorder.take([path for path, _taken in changes.arrived])

    # The agent

    def agent_appends(self) -> None:
        """A line at the end, as with `echo >>`."""
        if self._is_free():
            with open(self._path, "ab") as file:
                file.write(b"" if self._disk().endswith(b"\n") or not self._disk() else b"\n")
                file.write(f"- {self._word()} by agent\n".encode())

    def agent_rewrites(self, number: int, *, renames: bool, drops: bool) -> None:
        """The file as the agent has just read it, with a line more and perhaps one less."""
        if self._is_free():
            self._agent_writes(self._disk(), number, renames=renames, drops=drops)

    def agent_reads(self) -> None:
        """The agent reads, and thinks."""
        if self._is_free():
            self._read_early = self._disk()

    def agent_writes_late(self, number: int) -> None:
        """The agent writes what it read a while ago, with a line more."""
        if self._is_free() and self._read_early is not None:
            self._agent_writes(self._read_early, number, renames=False, drops=False)

    def agent_restores(self, number: int) -> None:
        """The agent writes what it had read at any time, with a line more."""
        versions = [one for one in self.desk.history.versions(str(self._path)) if not one.removed]
        if self._is_free() and versions:
            data = self.desk.history.data(versions[number % len(versions)].id)
            self._agent_writes(data, number, renames=False, drops=False)

    def agent_begins(self) -> None:
        """The agent has emptied the file and written half of it."""
        if self._is_free():
            data = self._disk() + f"- {self._word()} by agent\n".encode()
            descriptor = os.open(self._path, os.O_WRONLY | os.O_TRUNC)
            os.write(descriptor, data[: len(data) // 2])
            self._looks_at_half = 0
            self._half = descriptor, data[len(data) // 2 :]

    def agent_finishes(self) -> None:
        """The agent writes the other half."""
        half, self._half = self._half, None
        if half is not None:
            os.write(*half)
            os.close(half[0])

    def _go_on_soon(self) -> None:
        time.sleep(_HALF_OPEN_S)
        self.agent_finishes()

    def _agent_writes(self, data: bytes, number: int, *, renames: bool, drops: bool) -> None:
        lines = data.split(b"\n")
        own = [at for at, line in enumerate(lines) if line.endswith(b"agent")]
        if drops and own:
            del lines[own[number % len(own)]]
        lines.insert(max(1, number % len(lines)), f"- {self._word()} by agent".encode())
        target = self._path.with_name("agent.tmp") if renames else self._path
        target.write_bytes(b"\n".join(lines))
        target.replace(self._path)

    # The disk

    def folder_goes(self) -> None:
        """The root is gone: unmounted, or renamed."""
        if self._half is None and not self._away.exists():
            self._path.parent.rename(self._away)

    def folder_comes_back(self) -> None:
        """The root is back."""
        if self._away.exists():
            if self._path.parent.exists():
                for file in self._path.parent.iterdir():
                    file.unlink()
                self._path.parent.rmdir()
            self._away.rename(self._path.parent)

    def _is_free(self) -> bool:
        return self._half is None and self._path.exists()

    def _disk(self) -> bytes:
        with suppress(FileNotFoundError):
            return self._path.read_bytes()
        return b""

    def _on_disk(self) -> Counter[bytes]:
        return marks_in(self._disk()) if self._half is None else Counter()

    def _word(self) -> str:
        self._words += 1
        return f"w{self._words:04d}"

    # What must hold

    @property
    def data(self) -> bytes:
        """What the disk holds."""
        return self._disk()

    def check(self) -> None:
        """Every word that is owed is somewhere; none is there twice, but for two wordings that nobody could join."""
        lost = (self.owed | self.in_draft) - self._found()
        assert not lost, f"lost: {sorted(lost)}"
        buffer = self.session.data if self.session is not None else b""
        for place, data in (
            ("on the disk", self._disk() if self._half is None else b""),
            ("in the buffer", buffer),
        ):
            lines = Counter(line for line in data.split(b"\n") if _MARK.search(line))
            doubled = [line for line, count in lines.items() if count > 1]
            assert not doubled, f"twice {place}: {doubled}"
            doubled = [mark for mark, count in marks_in(data).items() if count > 1]
            assert self.kept.issuperset(doubled), f"twice {place}: {doubled}"

    def _found(self) -> set[bytes]:
        history = self.desk.history
        texts = [history.data(one.id) for one in history.versions(str(self._path)) if not one.removed]
        texts += [draft.text for draft in Drafts(self.desk.folders.drafts).all()]
        texts += [self._disk(), self._half[1] if self._half is not None else b""]
        away = self._away / self._path.name
        texts += [away.read_bytes()] if away.exists() else []
        texts += [self.session.data] if self.session is not None else []
        conflict = self.session.conflict if self.session is not None else None
        texts += [conflict.theirs, encode(conflict.mine)] if conflict is not None else []
        return {mark for text in texts for mark in marks_in(text)}
