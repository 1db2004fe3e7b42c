"""Remove a file in one step, and prove that it held just the bytes that had been read."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from memdesk.errors import MemdeskError
from memdesk.store.confine import Target
from memdesk.store.exchange import Keeper, Landed, LostRace
from memdesk.store.open_folder import OpenFolder
from memdesk.store.stable_read import Snapshot, read_aside, read_stable
from memdesk.store.swap import place


@dataclass(frozen=True, slots=True)
class Removal:
    """One attempt to take away the file that held `found`. `temporary` is its name while it is looked at."""

    target: Target
    found: Snapshot
    temporary: str
    keeper: Keeper

    def run(self) -> Landed | LostRace:
        """Give the file another name, look at what it holds, and remove it; put it back if that is something else.

        Raises:
            FileNotFoundError: the file is gone.
            MemdeskError, OSError: it was not done; the file is as the last program left it.
        """
        folder = self.target.folder
        if not self.found.still_at(folder.status(self.target.name)):
            return LostRace()
        place(folder, self.target.name, self.temporary)
        try:
            landed = self._look()
        except (MemdeskError, OSError):
            put_back(self.target, self.temporary, self.keeper)
            raise
        if landed is None:
            missed = put_back(self.target, self.temporary, self.keeper)
            return LostRace() if missed is None else LostRace((missed,))
        with suppress(OSError):  # the journal knows it: the next start tries again
            folder.remove(self.temporary)
        return landed

    def _look(self) -> Landed | None:
        """The good end, if the file holds what was read."""
        folder = self.target.folder
        trouble = _force_to_disk(folder)
        if read_stable(folder, self.temporary, known_as=self.target.path).data != self.found.data:
            return None
        self.keeper.confirm()
        return Landed(trouble)


def put_back(target: Target, aside: str, keeper: Keeper) -> bytes | None:
    """Give the file `aside` its name back.

    Where another program has made a file of that name since, that one stays. Then the answer is what the other held;
    it has been kept. Of a link, which nobody can merge, there is no answer.

    Raises:
        MemdeskError, OSError: it could not be done; nothing that is not kept was removed.
    """
    folder = target.folder
    try:
        place(folder, aside, target.name)
    except FileExistsError:
        missed = read_aside(folder, aside, target.path)
        keeper.keep(missed.data)
        folder.remove(aside)
        return None if missed.is_link else missed.data
    _force_to_disk(folder)
    return None


def _force_to_disk(folder: OpenFolder) -> OSError | None:
    try:
        folder.force_to_disk()
    except OSError as error:
        return error
    return None
