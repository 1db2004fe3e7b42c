"""What stands at the path of a document, and whether people can edit it."""

from __future__ import annotations

import posixpath
from collections import deque
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from memdesk.layouts.documents import Document, DocumentKind, FileInfo, FileKind, Scope
from memdesk.text.sentence import say

if TYPE_CHECKING:
    from memdesk.layouts.view import View

_WHY_NOT = {
    FileKind.FOLDER: say("There is a folder of this name"),
    FileKind.OTHER: say("This is not a regular file"),
    FileKind.MISSING: say("This link leads nowhere"),
}


def file_facts(view: View, path: str) -> tuple[FileInfo | None, str]:
    """What is at `path`, None for nothing yet, and why it cannot be edited, empty where it can."""
    try:
        info = view.info(path)
    except (FileNotFoundError, NotADirectoryError):
        return None, ""
    except OSError as error:
        return FileInfo(posixpath.basename(path), FileKind.OTHER), say(
            "It cannot be looked at: {strerror}", strerror=error.strerror
        )
    if info.kind is FileKind.FILE and not info.writable:
        return info, say("There is no permission to write it")
    return info, _WHY_NOT.get(info.kind, "")


def each_path_once(documents: Iterable[Document]) -> Iterator[Document]:
    """The documents in their order, those left out whose path came before."""
    seen: set[str] = set()
    for document in documents:
        if document.path not in seen:
            seen.add(document.path)
            yield document


def document_at(
    view: View,
    path: str,
    root: str,
    scope: Scope,
    kind: DocumentKind = DocumentKind.MEMORY,
    *,
    title: str = "",
) -> Document:
    """The document at `path`, there or not yet, called by its name where no `title` is given."""
    info, why_not = file_facts(view, path)
    return Document(
        path,
        root,
        title or posixpath.basename(path),
        scope,
        kind,
        exists=info is not None,
        size_bytes=info.size_bytes if info else 0,
        modified=info.modified if info else 0.0,
        why_read_only=why_not,
    )


def text_at(view: View, path: str) -> str | None:
    """The text of the file at `path`; None where there is none, or none that can be read."""
    from memdesk.text.document import decode

    try:
        return decode(view.read(path))
    except OSError:
        return None


def text_to_change(view: View, path: str) -> str:
    """The text of a document before a change; empty where it is not there yet.

    Raises `OSError` where it cannot be read: what is changed must not be taken for empty.
    """
    from memdesk.text.document import decode

    try:
        return decode(view.read(path))
    except FileNotFoundError:
        return ""


def info_of(view: View, path: str) -> FileInfo | None:
    """What can be told of what stands at `path`; None where nothing does, or nothing can be seen."""
    try:
        return view.info(path)
    except OSError:
        return None


def kind_of(view: View, path: str) -> FileKind | None:
    """What stands at `path`; None where nothing does, or nothing can be seen."""
    info = info_of(view, path)
    return None if info is None else info.kind


def is_gone(view: View, path: str) -> bool:
    """Whether there is surely nothing at `path`."""
    try:
        view.info(path)
    except (FileNotFoundError, NotADirectoryError, ValueError):  # no name of a file holds NUL
        return True
    except OSError:  # nobody can tell
        return False
    return False


def size_bytes_of(view: View, path: str) -> int:
    """How large the file at `path` is; 0 where nothing can be seen of it."""
    try:
        return view.info(path).size_bytes
    except OSError:
        return 0


def real_path_of(view: View, path: str) -> str:
    """`path` with links resolved; as it is where they cannot be."""
    try:
        return view.real_path(path)
    except OSError:
        return path


def files_below(view: View, folder: str, suffix: str, levels: int = 8) -> Iterator[FileInfo]:
    """The files below `folder` whose name ends with `suffix`, named by their path from there; links are followed."""
    yield from _files_below(view, folder, "", suffix, levels)


def _files_below(view: View, folder: str, within: str, suffix: str, levels: int) -> Iterator[FileInfo]:
    try:
        entries = view.entries(f"{folder}/{within}".rstrip("/"))
    except OSError:
        return
    for entry in entries:
        if entry.kind is FileKind.FILE and entry.name.endswith(suffix):
            yield entry._replace(name=within + entry.name)
        elif entry.kind is FileKind.FOLDER and levels > 1:
            yield from _files_below(view, folder, f"{within}{entry.name}/", suffix, levels - 1)


_NO_SOURCES = frozenset({"node_modules", "venv", "__pycache__", "vendor", "target", "build", "dist"})


def folders_below(view: View, folder: str, levels: int, most: int) -> Iterator[str]:
    """Folders below `folder`, nearest first, without hidden ones and those that programs fill; at most so many."""
    waiting = deque([(folder, levels)])
    while waiting and most > 0:
        at, left = waiting.popleft()
        try:
            names = view.folder_names(at) if left else ()
        except OSError:
            continue
        for name in names:
            if not name.startswith(".") and name not in _NO_SOURCES and most > 0:
                most -= 1
                yield f"{at}/{name}"
                waiting.append((f"{at}/{name}", left - 1))
