"""A user who stops what takes long, at a given moment."""

from __future__ import annotations

from memdesk.store.progress import Progress


class StoppedAfter(Progress):
    """Stopped once `count` of it is done."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._count = count

    def note(self, done: int, whole: int) -> None:
        """So much is done."""
        super().note(done, whole)
        if done >= self._count:
            self.stop()
