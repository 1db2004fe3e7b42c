"""The attempts of one save: read, merge, record, swap, verify; repeated where another program wrote in between."""

from __future__ import annotations

import random
import time

from memdesk.store.confine import Target
from memdesk.store.exchange import Exchange, Landed, LostRace, OnlyInPlace
from memdesk.store.in_place import HeldFile, hold_file
from memdesk.store.journal import SaveJournal
from memdesk.store.outcomes import SaveResult
from memdesk.store.request import Aim, SaveRequest
from memdesk.store.stable_read import Snapshot, StillBeingWritten, read_stable
from memdesk.store.ways import LastWays

PATIENCE_S = 5.0
"""How long a save tries to come between the writes of another program."""
_LATE_ATTEMPTS = 12
"""So many more are made where what others wrote has to come back into the file: time alone does not end them."""
_LONGEST_PAUSE_S = 0.004
DOUBT_PAUSE_S = 0.3
"""How long a text of which most is gone is given to come back, before its owner is asked."""
_MOST_DOUBTS = 3
"""So many such texts are waited over: programs that write over each other may leave one after another."""
_ATTEMPTS_BESIDE_OTHERS = 6
"""After so many attempts the other programs are made to wait, where the system can do that."""


class SaveAttempts:
    """One save, from its first attempt to its last."""

    def __init__(self, target: Target, journal: SaveJournal, request: SaveRequest, ways: LastWays) -> None:
        self._target = target
        self._journal = journal
        self._request = request
        self._ways = ways
        self._doubted: bytes | None = None
        self._doubts = 0
        self._pause_s = 0.0

    def run(self) -> SaveResult:
        """Try until no other program writes in between, or the time for it is over.

        On a busy machine one attempt may take longer than that, between the swap and the way back, and what others
        wrote meanwhile is in our hands: that still gets back into the file.
        """
        deadline, late = time.monotonic() + PATIENCE_S, 0
        while (is_in_time := time.monotonic() < deadline) or (self._request.missed and late < _LATE_ATTEMPTS):
            late += not is_in_time
            try:
                result = self._attempt()
            except StillBeingWritten:
                if not self._request.missed:
                    raise
                result = None
            if result is not None:
                return result
            # Two programs that wait for each other would otherwise keep in step.
            time.sleep(self._pause_s or random.uniform(0, _LONGEST_PAUSE_S))
        raise StillBeingWritten(self._target.path)

    def _attempt(self) -> SaveResult | None:
        self._pause_s = 0.0
        if self._journal.attempts >= _ATTEMPTS_BESIDE_OTHERS:
            with hold_file(self._target) as file:
                if file.is_alone:
                    return self._write_into(file, file.read())
        found = read_stable(self._target.folder, self._target.name)
        aim = self._request.aim(found.data)
        if aim.data == found.data:
            return self._believed(aim)
        self._target.folder.require_writable(self._target.name)
        if found.status.st_nlink == 1:
            try:
                return self._exchange(found, aim)
            except OnlyInPlace as refusal:
                self._ways.note_refusal(self._target.path, str(refusal))
        with hold_file(self._target) as file:
            return self._write_into(file, found.data)

    def _believed(self, aim: Aim) -> SaveResult | None:
        """The answer where nothing is to be written; None where the disk text has to be looked at once more.

        Some programs empty a file, close it, and fill it a moment later.
        """
        if aim.is_doubtful and aim.data != self._doubted and self._doubts < _MOST_DOUBTS:
            self._doubts += 1
            self._doubted, self._pause_s = aim.data, DOUBT_PAUSE_S
            return None
        return aim.result

    def _exchange(self, found: Snapshot, aim: Aim) -> SaveResult | None:
        """Put a new file in the place of the old one."""
        self._record(found.data, aim)
        journal = self._journal
        ended = Exchange(
            self._target, found, aim.data, journal.temporary, journal, hasty=journal.attempts > 1
        ).run()
        if isinstance(ended, Landed):
            self._ways.note_swap(self._target.path, found.status.st_dev, ended.way)
        return self._ended(found.data, aim, ended)

    def _write_into(self, file: HeldFile, found: bytes) -> SaveResult | None:
        """Write into the file itself, which must still hold what was `found`."""
        aim = self._request.aim(found)
        if aim.data == found:
            return self._believed(aim)
        self._record(found, aim)
        self._journal.mark_in_place()
        return self._ended(found, aim, file.write(found, aim.data))

    def _record(self, found: bytes, aim: Aim) -> None:
        self._journal.record(self._request.base, found, aim.data, self._request.why)

    def _ended(self, found: bytes, aim: Aim, ended: Landed | LostRace) -> SaveResult | None:
        if isinstance(ended, Landed):
            self._journal.close(landed=True)
            return aim.reached(ended.trouble)
        self._request = self._request.after_race(found, aim.data, ended)
        return None
