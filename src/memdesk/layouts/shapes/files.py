"""What stands at the path of a document, and whether people can edit it."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from memdesk.layouts.documents import FileInfo, FileKind

if TYPE_CHECKING:
    from memdesk.layouts.contract import View

_WHY_NOT = {
    FileKind.FOLDER: "There is a folder of this name",
    FileKind.OTHER: "This is not a regular file",
    FileKind.MISSING: "This link leads nowhere",
}


def file_facts(view: View, path: str) -> tuple[FileInfo | None, str]:
    """What is at `path`, None for nothing yet, and why it cannot be edited, empty where it can."""
    try:
        info = view.info(path)
    except (FileNotFoundError, NotADirectoryError):
        return None, ""
    except OSError as error:
        return FileInfo(posixpath.basename(path), FileKind.OTHER), f"It cannot be looked at: {error.strerror}"
    if info.kind is FileKind.FILE and not info.writable:
        return info, "There is no permission to write it"
    return info, _WHY_NOT.get(info.kind, "")


def text_at(view: View, path: str) -> str | None:
    """The text of the file at `path`; None where there is none, or none that can be read."""
    from memdesk.text.document import decode

    try:
        return decode(view.read(path))
    except OSError:
        return None


def kind_of(view: View, path: str) -> FileKind | None:
    """What stands at `path`; None where nothing does, or nothing can be seen."""
    try:
        return view.info(path).kind
    except OSError:
        return None
