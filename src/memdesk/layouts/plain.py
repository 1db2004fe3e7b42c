"""Plain Markdown, for a folder that no agent's layout claims: its sections, and nothing said about any agent."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import TYPE_CHECKING

from memdesk.layouts.documents import Document, FileKind, Scope, ScopeKind
from memdesk.layouts.shapes.files import document_at
from memdesk.layouts.shapes.quiet import Quiet
from memdesk.text.sentence import say

if TYPE_CHECKING:
    from memdesk.layouts.contract import Injected
    from memdesk.layouts.view import View

_MOST_LEVELS = 4
_MOST_DOCUMENTS = 5_000
_PASSED_OVER = frozenset({"node_modules", "venv", "__pycache__"})
_SUFFIXES = (".md", ".markdown")
_UNKNOWN = say("No agent is known for this folder, so nothing is said about what any of them reads.")


class Plain(Quiet):
    """Markdown files up to four folders deep, hidden folders left out."""

    name = "plain"
    title = "Markdown"
    monogram = "md"

    def documents(self, view: View, root: str) -> Iterator[Document]:
        """The Markdown files, folder by folder, files first."""
        scope = Scope(ScopeKind.LOCAL, "", posixpath.basename(root) or root, root)
        for path, _ in zip(_files(view, root, _MOST_LEVELS), range(_MOST_DOCUMENTS), strict=False):
            yield document_at(view, path, root, scope, title=posixpath.relpath(path, root))

    def injected(self, view: View, root: str, context: Scope) -> Injected:  # noqa: ARG002 - nothing is known
        """Nothing that is known."""
        from memdesk.layouts.contract import Injected

        return Injected((), (), unknown=_UNKNOWN)


def _files(view: View, folder: str, levels: int) -> Iterator[str]:
    try:
        entries = view.entries(folder)
    except OSError:
        return
    shown = [entry for entry in entries if not entry.name.startswith(".") and entry.name not in _PASSED_OVER]
    for entry in shown:
        if entry.kind is FileKind.FILE and entry.name.lower().endswith(_SUFFIXES):
            yield f"{folder}/{entry.name}"
    for entry in shown:
        # A link to a folder may lead out of the root, or in a circle.
        if entry.kind is FileKind.FOLDER and not entry.is_link and levels > 1:
            yield from _files(view, f"{folder}/{entry.name}", levels - 1)


LAYOUT = Plain()
