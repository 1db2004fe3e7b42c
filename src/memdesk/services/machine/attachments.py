"""Files that are read beside a root: what an agent keeps elsewhere, opened by the user, a sample or a command."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from memdesk.services.machine.machine import attachment_key
from memdesk.services.settings.settings import Settings

if TYPE_CHECKING:
    from memdesk.layouts.contract import Layout


class Attachments:
    """Where these files are: `paths` is what the views of the layouts go by. `write` puts the settings on disk."""

    def __init__(self, layouts: Sequence[Layout], settings: Settings, write: Callable[[], object]) -> None:
        self._layouts = layouts
        self._settings = settings
        self._write = write
        self.paths = {
            attachment_key(name, root): path
            for root, files in settings.attachments.items()
            for name, path in files.items()
        }

    def at(self, root: str, name: str) -> str:
        """Where the file is that was opened beside a root for this; empty where none was."""
        return self.paths.get(attachment_key(name, root), "")

    def attach(self, root: str, name: str, path: str) -> None:
        """Open a file beside a root and remember it; an empty path takes it away. Raises `StorageError`."""
        files = self._settings.attachments.setdefault(root, {})
        if path:
            files[name] = self.paths[attachment_key(name, root)] = path
        else:
            files.pop(name, None)
            self.paths.pop(attachment_key(name, root), None)
        self._write()

    def lend(self, root: str, files: Mapping[str, str]) -> None:
        """Take these files, by what they are for, as those beside a root until the program ends."""
        self.paths |= {attachment_key(name, root): path for name, path in files.items()}

    def read_beside(self, path: str) -> None:
        """Take a file for whatever any agent has opened beside its memory, until the program ends."""
        from memdesk.layouts.optional import Attaching

        for layout in self._layouts:
            named: object = layout
            if isinstance(named, Attaching):
                self.paths |= dict.fromkeys(named.attachments(), path)
