"""The user's side without a window: the real services, store, watcher, recorder and watch for old copies."""

from __future__ import annotations

import queue
import random
import threading
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from memdesk.errors import Refused
from memdesk.layouts import discover
from memdesk.services.desk import Desk
from memdesk.services.documents.conflict import Choice
from memdesk.services.documents.session import DocumentSession
from memdesk.services.machine.machine import Surroundings
from memdesk.services.steps.revert_watch import Revert
from memdesk.services.steps.step import Status
from memdesk.store.folders import StateFolders
from memdesk.store.outcomes import Conflicted, Declined, DurabilityUnknown, Merged, Saved, Unchanged
from memdesk.text.doubt import Doubt
from memdesk.text.edits import Edit
from memdesk.watch.state import WatchState
from memdesk.watch.watcher import Watcher
from tests.patience import PATIENCE_S
from tests.races.acts import Act, as_text
from tests.races.acts import Saved as SavedAct
from tests.races.diary import Diary
from tests.races.forms import Form, entries_of, tags_of
from tests.races.judge import is_false_alarm

LOOK_EVERY_S = 0.5
"""As the window looks at what was saved a moment ago."""
_MOST_ATTEMPTS = 8


@dataclass
class Reverts:
    """What was noticed of old copies, and what came of it."""

    noticed: int = 0
    reapplied: int = 0
    asked: int = 0
    refused: int = 0
    false_at: list[float] = field(default_factory=list)
    """When one was noticed of which nothing of the user's was to be put back."""


class User:
    """Somebody who adds entries to the document at `path`, and saves each time."""

    def __init__(self, root: Path, path: Path, form: Form, chance: random.Random) -> None:
        self.path = str(path)
        self.saves: list[SavedAct] = []
        self.answers: list[Act] = []
        """What was given up by an answer about the whole file."""
        self._kept: set[bytes] = set()
        self.reverts = Reverts()
        self.diary = Diary()
        self.desk = Desk(
            StateFolders.of_this_user(),
            Surroundings.of_this_process(),
            discover(installed=False),
            keeps_drafts=False,
        )
        self._form = form
        self._chance = chance
        self._count = 0
        self._unsaved: list[str] = []
        self._answered = b""
        self._had: tuple[bytes, ...] = ()
        self._due_s = 0.0
        self.session = self._open(root)

    def _open(self, root: Path) -> DocumentSession:
        """Open the document, and hear what happens to it from now on."""
        self._said: queue.Queue[frozenset[str] | WatchState] = queue.Queue()
        self._to_record: queue.Queue[frozenset[str]] = queue.Queue()
        self._recording = threading.Thread(target=self._record)
        self._recording.start()
        self._watcher = Watcher(self._on_changed, self._said.put)
        workspace = self.desk.workspace
        workspace.informed = self._watcher
        self._open_root(root)
        self._watcher.set_roots(workspace.watch_roots())
        while not isinstance(self._said.get(timeout=PATIENCE_S), WatchState):
            pass
        return workspace.open_document(self.path)

    def _open_root(self, root: Path) -> None:
        self.desk.workspace.open_root(self.desk.claim(str(root)))
        self.desk.workspace.documents(str(root))

    def close(self) -> None:
        """Let go of threads and files."""
        self._watcher.stop()
        self._to_record.put(frozenset())
        self._recording.join()
        self.desk.close()

    def _on_changed(self, paths: frozenset[str]) -> None:
        self._said.put(paths)
        self._to_record.put(paths)

    def _record(self) -> None:
        """Keep what is seen, in a worker of its own as in the window; nothing to look at is the end."""
        while paths := self._to_record.get():
            self.desk.recorder.take(paths)

    # Editing

    def add_and_save(self) -> None:
        """Put one more entry somewhere, reword an earlier one now and then, and save."""
        self._count += 1
        tag = f"user.{self._count}"
        text = self.session.text
        if self._chance.random() < 0.3:
            self._reword()
        nodes = self.session.outline().nodes
        if self._form is Form.SECTIONS:
            at, words = self._chance.choice(nodes).span.end, f"\n## [{tag}]\nmine\n\n"
        else:
            at = text.text.find("\n", self._chance.choice(nodes).span.start) + 1
            words = f"- [{tag}] mine\n"
        text.replace_all([Edit(at, "", words)])
        self._unsaved.append(tag)
        self.save()

    def _reword(self) -> None:
        text = self.session.text
        at = text.text.find("mine", self._chance.randrange(1 + len(text.text)))
        if at >= 0:
            text.replace_all([Edit(at, "mine", f"mine {self._count},")])

    def save(self) -> None:
        """Save until it is saved, as somebody does who keeps both where the sides clash."""
        began = time.monotonic()
        for _ in range(_MOST_ATTEMPTS):
            self._answer()
            base, mine = self.session.base, self.session.data
            result, _ = self.desk.workspace.save(self.path)
            now = getattr(result, "data", None) or getattr(result, "theirs", None)
            theirs = result.theirs if isinstance(result, Merged) else None
            self.diary.note(f"save: {type(result).__name__}", base=base, mine=mine, theirs=theirs, now=now)
            if isinstance(result, Saved | Merged | Unchanged | DurabilityUnknown):
                replaced = result.theirs if isinstance(result, Merged) else base
                self._note_saved(began, result.data, replaced or b"", base or b"")
                return
            if isinstance(
                result, Declined
            ):  # somebody keeps writing: it stays unsaved, and goes with the next save
                return
            assert isinstance(result, Conflicted), result

    def _answer(self) -> None:
        """Keep both where the sides clash; mine where that cannot be."""
        conflict = self.session.conflict
        if conflict is None:
            return
        answer = Choice.BOTH if Choice.BOTH in conflict.choices else Choice.MINE
        mine = self.session.data
        self._had = (*self._had, mine)
        self.session.resolve(answer)
        lines = Counter(self.session.data.split(b"\n")) - Counter(conflict.theirs.split(b"\n"))
        self._kept |= {line for line in lines if line.strip()}
        if conflict.why_whole:
            self._answered = conflict.theirs
        texts = {"base": conflict.base.encode(), "mine": mine, "theirs": conflict.theirs}
        self.diary.note(f"answer {answer.value}: {conflict.why_whole}", **texts, result=self.session.data)

    def _note_saved(self, began: float, data: bytes, replaced: bytes, base: bytes) -> None:
        tags, self._unsaved = tuple(self._unsaved), []
        self.saves.append(SavedAct(tags, began, time.monotonic(), data, replaced, (*self._had, base)))
        self._had = ()
        if self._answered:
            self._note_answer(began, self._answered, data)
            self._answered = b""

    def _note_answer(self, began: float, gave_up: bytes, data: bytes) -> None:
        read, wrote, now = as_text(gave_up), as_text(data), time.monotonic()
        tag = f"user.answer.{len(self.answers)}"
        self.answers.append(Act("user", "answer", tag, began, now, read, began, began, wrote))

    # What others write

    def tend(self, for_s: float) -> None:
        """Take up what the watcher tells, for so long."""
        end = time.monotonic() + for_s
        while (left := end - time.monotonic()) > 0:
            try:
                said = self._said.get(timeout=max(0.0, min(left, self._due_s - time.monotonic())))
            except queue.Empty:
                said = frozenset()
            paths = said if isinstance(said, frozenset) else frozenset()
            if time.monotonic() >= self._due_s:
                self._due_s = time.monotonic() + LOOK_EVERY_S
                self._look(self.desk.reverts.paths)
            self._look(self.desk.reverts.paths & paths)
            self._take_up(paths & {self.path})

    def _take_up(self, paths: Iterable[str]) -> None:
        if paths:
            base, buffer = self.session.base, self.session.data
            self.desk.workspace.refresh(paths)
            if self.session.base != base:
                self.diary.note(
                    "took up", base=base, buffer=buffer, now=self.session.base, result=self.session.data
                )

    def _look(self, paths: Iterable[str]) -> bool:
        """Whether there was an old copy."""
        reverts = [revert for path in paths if (revert := self.desk.reverts.look(path)) is not None]
        for revert in reverts:
            self._put_back(revert)
        return bool(reverts)

    def _put_back(self, revert: Revert) -> None:
        """As the window does by itself, and as the user does who is asked."""
        self.reverts.noticed += 1
        self.reverts.reapplied += revert.by_itself
        self.reverts.asked += not revert.by_itself
        began = time.monotonic()
        texts = {
            f"save{n}.{name}": getattr(save, name).encode()
            for n, save in enumerate(revert.saves)
            for name in ("before", "after")
        }
        texts["now"] = Path(self.path).read_bytes()
        self.diary.note(
            f"old copy: {revert.nodes} nodes, clean {revert.is_clean}, by itself {revert.by_itself}", **texts
        )
        for _ in range(_MOST_ATTEMPTS):
            try:
                job = self.desk.reverts.prepare(revert)
                step = self.desk.steps.now(job)
            except Refused:  # it is there again
                return
            (change,) = job.files
            is_false = is_false_alarm(change.before or b"", change.after or b"", self._kept)
            what = "nothing to put back" if is_false else "to put back"
            self.diary.note(what, before=change.before, after=change.after)
            if is_false:
                self.reverts.false_at.append(began)
            if step.status in (Status.CONFLICT, Status.REFUSED):
                self.reverts.refused += 1
                continue
            if (was := step.was.get(self.path)) is not None and was.after is not None:
                self.diary.note("put back", before=was.before, after=was.after)
                if revert.doubt is Doubt.NOT_TEXT:
                    self._note_answer(began, was.before or b"", was.after)
                had = tuple(save.after.encode() for save in revert.saves)
                self.saves.append(SavedAct((), began, time.monotonic(), was.after, was.before or b"", had))
            return

    def end(self) -> None:
        """Wait for what is under way, and save what a clash has left unsaved."""
        self.tend(3 * LOOK_EVERY_S)
        if self.session.is_dirty or self.session.conflict is not None:
            self.save()
            self.tend(LOOK_EVERY_S)
        # A look that is still under way when time is up would have seen what came last.
        for _ in range(_MOST_ATTEMPTS):
            if not self._look(self.desk.reverts.paths):
                break
            time.sleep(LOOK_EVERY_S)
        for number, save in enumerate(self.desk.workspace.saves.of(self.path)):
            self.diary.note(f"watched {number}", before=save.before, after=save.after)

    # Looking back

    def versions_with(self, tag: str) -> Sequence[int]:
        """The versions in the history that hold an entry whole, newest first; else those with what was left of it.

        Of one that agents tore no section has the name.
        """
        history = self.desk.history
        texts = [
            (version.id, history.data(version.id))
            for version in history.versions(self.path)
            if not version.removed
        ]
        found = [(number, data) for number, data in texts if tag in tags_of(data)]
        whole = [number for number, data in found if _holds_whole(data, tag)]
        return whole or [number for number, _ in found]


def _holds_whole(data: bytes, tag: str) -> bool:
    entries = entries_of(data)
    return tag in entries or any(entry.startswith(f"[{tag}] mine") for entry in entries)
