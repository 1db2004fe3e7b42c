"""Where the checkout of a Git repository is that a folder lies in; for a worktree, that of its main one."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import TYPE_CHECKING

from memdesk.layouts.documents import FileKind
from memdesk.layouts.shapes.files import kind_of, text_at
from memdesk.layouts.shapes.go import clean_path, join_path

if TYPE_CHECKING:
    from memdesk.layouts.view import View

_POINTER = "gitdir:"


def checkout_root(view: View, folder: str) -> str | None:
    """The nearest folder with `.git`, `folder` itself or above it; None where there is none."""
    at = folder
    while True:
        if kind_of(view, join_path(at, ".git")) in (FileKind.FILE, FileKind.FOLDER):
            return at
        above = posixpath.dirname(at)
        if above in (at, ""):
            return None
        at = above


def main_checkout(view: View, folder: str) -> str | None:
    """The checkout that `folder` lies in; of a worktree the one whose `.git` folder all worktrees share.

    A submodule is a checkout of its own. None where there is no repository.
    """
    root = checkout_root(view, folder)
    pointer = text_at(view, join_path(root, ".git")) if root else None
    if root is None or pointer is None or not pointer.startswith(_POINTER):
        return root
    own = _joined(root, pointer.removeprefix(_POINTER))
    common = text_at(view, join_path(own, "commondir"))
    if common is None:
        return root
    shared = _joined(own, common)
    return posixpath.dirname(shared) if posixpath.basename(shared) == ".git" else root


def worktrees_of(view: View, checkout: str) -> Iterator[str]:
    """The worktrees that the repository of a main checkout names, those left out that are gone."""
    own = join_path(checkout, ".git/worktrees")
    try:
        names = view.folder_names(own)
    except OSError:
        return
    for name in names:
        pointer = text_at(view, f"{own}/{name}/gitdir")
        marker = _joined(f"{own}/{name}", pointer) if pointer else ""
        if marker and kind_of(view, marker) is FileKind.FILE:
            yield posixpath.dirname(marker)


def _joined(folder: str, path: str) -> str:
    return clean_path(posixpath.join(folder, path.strip(" \t\r\n")))
