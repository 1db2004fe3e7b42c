"""How far work has got that takes long, told by a worker and read by any thread, and whether it shall go on."""

from __future__ import annotations

from memdesk.errors import Stopped

NOTHING_CHANGED = "Stopped: nothing was changed."


class Progress:
    """`done` of `whole` is done, 0 of 0 while that is not known; once `can_stop` is no more, a stop comes too late."""

    def __init__(self) -> None:
        self.done = 0
        self.whole = 0
        self.can_stop = True
        self.is_wanted = True

    def stop(self) -> None:
        """Want no more of it. Whether that still came in time, only how it ends can tell."""
        self.is_wanted = False

    def note(self, done: int, whole: int) -> None:
        """So much is done."""
        self.done, self.whole = done, whole

    def check(self, sentence: str, **facts: object) -> None:
        """Go on only where it is still wanted. Raises `Stopped` with the sentence where it is not."""
        if not self.is_wanted:
            raise Stopped(sentence, hint="", **facts)

    def go_on(self) -> None:
        """Go on only where it is still wanted; for what has changed nothing yet. Raises `Stopped` where it is not."""
        self.check(NOTHING_CHANGED)

    def close(self) -> None:
        """From here on it is done to its end."""
        self.can_stop = False
