"""Of which roots the history keeps what is seen, as the user decided it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from memdesk.paths import is_below
from memdesk.services.roots.roots import MemoryRoot
from memdesk.services.settings.settings import Settings
from memdesk.services.workspace.workspace import Workspace


class RecordedRoots:
    """What other programs change is kept unless the user does not want that; a first copy only where that was agreed.

    Of samples, which `is_sample` tells by their path, both are kept and nobody is asked. `write` puts the settings on
    disk.
    """

    def __init__(
        self,
        settings: Settings,
        workspace: Workspace,
        is_sample: Callable[[str], bool],
        write: Callable[[], object],
    ) -> None:
        self._settings = settings
        self._workspace = workspace
        self._is_sample = is_sample
        self._write = write

    def unasked(self) -> tuple[MemoryRoot, ...]:
        """The open roots of which nobody has said yet whether what is seen in them is kept."""
        return tuple(
            root
            for root in self._workspace.roots
            if root.path not in self._settings.recorded and not self._is_sample(root.path)
        )

    def decide(self, roots: Iterable[str], *, is_recorded: bool) -> None:
        """Say whether the history keeps what is seen in these roots. Raises `StorageError`."""
        self._settings.recorded |= dict.fromkeys(roots, is_recorded)
        self._write()

    def __contains__(self, root: str) -> bool:
        """Whether the changes of other programs in this root are kept: unless the user does not want that."""
        return self._settings.recorded.get(root, True)

    def first_copies(self) -> tuple[str, ...]:
        """The documents of which a first copy is kept: those of recorded roots and of samples, as listed so far."""
        # By the document, not its root: a sample lists what it reads in the user's own projects too.
        said = self._settings.recorded
        return tuple(
            document.path
            for root in self._workspace.roots
            for document in self._workspace.last_documents(root.path)
            if document.exists and (said[root.path] if root.path in said else self._is_sample(document.path))
        )

    def documents(self) -> frozenset[str]:
        """The documents, as listed so far, whose changes are kept: all but those of roots that are left out."""
        wanted, unwanted = set[str](), set[str]()
        for root in self._workspace.roots:
            side = wanted if root.path in self else unwanted
            side |= {document.path for document in self._workspace.last_documents(root.path)}
        return frozenset(wanted - unwanted)

    def among(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Those of `paths` whose changes are kept: all but those of roots for which the user does not want it."""
        off = [root for root, is_recorded in self._settings.recorded.items() if not is_recorded]
        if not off:
            return tuple(paths)
        return tuple(path for path in paths if self._root_as_listed(path, off) not in off)

    def _root_as_listed(self, path: str, off: Sequence[str]) -> str:
        """The root of a document; of a file that is gone no listing tells, but where it lay does."""
        readers = self._workspace.readers_of(path)
        return readers[0][0].path if readers else next((root for root in off if is_below(path, root)), "")
