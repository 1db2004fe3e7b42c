"""Where ForestHub's engine keeps its records on this machine, and whether a folder holds any."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from memdesk.layouts.documents import FileKind, Place
from memdesk.layouts.shapes.files import kind_of
from memdesk.text.sentence import say

if TYPE_CHECKING:
    from memdesk.layouts.view import View

VARIABLE = "ENGINE_MEMORY_DIR"

_DEFAULTS = {
    "/var/forest/memory": say("where ForestHub’s engine v1.0.2 to v1.0.4 keeps its records"),
    "/var/lib/foresthub/memory": say("where ForestHub’s engine v1.0.5 to v1.0.8 keeps its records"),
    "/var/lib/foresthub/workspace": say("where ForestHub’s engine after v1.0.8 keeps its records"),
}
_MOST_FILES_READ = 20


def find_places(view: View) -> Iterator[Place]:
    """The folder that the environment names, then the engine's defaults; it runs on Linux alone."""
    folders: dict[str, str] = {}
    named = view.environment.get(VARIABLE, "")
    if posixpath.isabs(named):
        folders[posixpath.normpath(named)] = say("{variable} in the environment names it", variable=VARIABLE)
    if view.platform == "linux":
        folders = folders | {path: why for path, why in _DEFAULTS.items() if path not in folders}
    for path, why in folders.items():
        yield Place(path, why, kind_of(view, path) is FileKind.FOLDER)


def score_folder(view: View, root: str) -> float:
    """How sure it is that records live here: 1 for one that says it is one, 0.9 for one named by its own id."""
    from memdesk.layouts.foresthub.folder import read_file, record_names
    from memdesk.layouts.foresthub.record import RECORD_TYPE

    best = 0.0
    try:
        for name in islice(record_names(view, root), _MOST_FILES_READ):
            found = read_file(view, root, name)
            if found.file is not None and found.file.type == RECORD_TYPE:
                return 1.0
            if found.file is not None and found.file.id == found.uid and found.file.label:
                best = 0.9
    except OSError:
        return best
    return best
