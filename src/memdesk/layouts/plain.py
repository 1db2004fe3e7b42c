"""Plain Markdown, for a folder that no agent's layout claims: sections by `## `, and nothing said about any agent."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from memdesk.layouts.documents import Document, DocumentKind, FileKind, Scope, ScopeKind

if TYPE_CHECKING:
    from memdesk.layouts.contract import Change, Injected, Operation, Outcome, Place, Plan, Problem, View
    from memdesk.text.outline import Outline

_MOST_LEVELS = 4
_MOST_DOCUMENTS = 5_000
_PASSED_OVER = frozenset({"node_modules", "venv", "__pycache__"})
_SUFFIXES = (".md", ".markdown")
_UNKNOWN = "No agent is known for this folder, so nothing is said about what any of them reads."


class Plain:
    """Markdown files up to four folders deep, hidden folders left out."""

    name = "plain"
    title = "Markdown"
    monogram = "md"

    def places(self, view: View) -> Sequence[Place]:  # noqa: ARG002 - the contract's question, answered by no look
        """None: such folders are opened by hand."""
        return ()

    def score(self, view: View, root: str) -> float:  # noqa: ARG002 - the contract's question, answered by no look
        """Never a claim: this layout takes what no other wants."""
        return 0.0

    def project_key(self, view: View, folder: str) -> str:  # noqa: ARG002 - the contract's question
        """None: plain folders know no projects."""
        return ""

    def documents(self, view: View, root: str) -> Iterator[Document]:
        """The Markdown files, folder by folder, files first."""
        scope = Scope(ScopeKind.LOCAL, "", posixpath.basename(root) or root, root)
        for path, _ in zip(_files(view, root, _MOST_LEVELS), range(_MOST_DOCUMENTS), strict=False):
            yield _describe(view, path, root, scope)

    def outline(self, document: Document, text: str) -> Outline:
        """The sections below `## ` headings; the format is open."""
        from memdesk.text.sections import section_outline

        return section_outline(text, document.headings)

    def compose(self, view: View, change: Change) -> Plan:
        """The edits of one file; those of a file that is not there yet are edits of the empty text."""
        from memdesk.layouts.contract import Plan
        from memdesk.layouts.shapes.section_file import section_changes
        from memdesk.text.document import decode

        try:
            text = decode(view.read(change.document.path))
        except FileNotFoundError:
            text = ""
        return Plan({change.document.path: section_changes(text, change, self.title)})

    def contexts(self, view: View, root: str) -> Sequence[Scope]:  # noqa: ARG002 - the same wherever one looks
        """The folder itself."""
        return (Scope(ScopeKind.LOCAL, "", posixpath.basename(root) or root, root),)

    def injected(self, view: View, root: str, context: Scope) -> Injected:  # noqa: ARG002 - nothing is known
        """Nothing that is known."""
        from memdesk.layouts.contract import Injected

        return Injected((), (), unknown=_UNKNOWN)

    def next_write(self, view: View, document: Document, operation: Operation) -> Outcome:  # noqa: ARG002 - nobody's
        """No agent is known to write here: the text as it is."""
        from memdesk.layouts.contract import Outcome
        from memdesk.text.document import decode

        try:
            return Outcome(document.path, (decode(view.read(document.path)),))
        except OSError:
            return Outcome(document.path, ("",))

    def usual_operations(self, document: Document) -> Sequence[Operation]:  # noqa: ARG002 - nobody is known to write
        """None."""
        return ()

    def checks(self, view: View, root: str) -> Iterator[Problem]:  # noqa: ARG002 - there is no rule to break
        """None."""
        return iter(())

    def is_temporary(self, name: str) -> bool:
        """Hidden files are none of ours to show."""
        return name.startswith(".")


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


def _describe(view: View, path: str, root: str, scope: Scope) -> Document:
    title = posixpath.relpath(path, root)
    try:
        info = view.info(path)
    except OSError:
        return Document(path, root, title, scope, DocumentKind.MEMORY, exists=False)
    why_not = "" if info.writable else "There is no permission to write it"
    return Document(
        path,
        root,
        title,
        scope,
        DocumentKind.MEMORY,
        size_bytes=info.size_bytes,
        modified=info.modified,
        why_read_only=why_not,
    )


LAYOUT = Plain()
