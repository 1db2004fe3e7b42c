"""A small layout of a made-up agent, for what services do whatever the agent is."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from memdesk.errors import Refused
from memdesk.layouts.contract import (
    NO_OP,
    Change,
    ChangeKind,
    Effect,
    EffectKind,
    Injected,
    Operation,
    Outcome,
    Part,
    Piece,
    Plan,
    Problem,
    Source,
)
from memdesk.layouts.documents import Document, DocumentKind, FileKind, Place, Scope, ScopeKind
from memdesk.layouts.shapes.section_file import section_changes
from memdesk.layouts.view import View
from memdesk.text.document import decode
from memdesk.text.edits import Edit, Span
from memdesk.text.outline import Outline
from memdesk.text.sections import section_outline

YOU = Scope(ScopeKind.YOU, "", "You")


class Notes:
    """Every `.md` file of `~/.notes` is a document, `PROFILE.md` may be created; `RULES.md` of projects is narrow."""

    name = "notes"
    title = "Notes"
    monogram = "NO"

    def places(self, view: View) -> Sequence[Place]:
        path = view.home + "/.notes"
        return [Place(path, "default home", _is_folder(view, path))]

    def score(self, view: View, root: str) -> float:
        return 0.9 if any(info.name == "PROFILE.md" for info in view.entries(root)) else 0.0

    def project_key(self, view: View, folder: str) -> str:
        return ""

    def documents(self, view: View, root: str) -> Iterator[Document]:
        there = view.entries(root) if _is_folder(view, root) else ()
        names = [info.name for info in there if info.name.endswith(".md")]
        for name in sorted({*names, "PROFILE.md"}):
            yield _document(view, root, name, ("Alpha", "Beta") if name == "PROFILE.md" else ())
        for folder in view.project_folders():
            yield _document(view, folder, "RULES.md", (), narrow=True)

    def outline(self, document: Document, text: str) -> Outline:
        return section_outline(text, document.headings)

    def compose(self, view: View, change: Change) -> Plan:
        text = decode(view.read(change.document.path)) if _exists(view, change.document.path) else ""
        if change.kind is ChangeKind.SET_BODY:
            return Plan({change.document.path: section_changes(text, change, self.title)})
        if not change.key:
            raise Refused("A section needs a heading.")
        return Plan({change.document.path: (Edit(len(text), "", f"## {change.key}\n{change.body}"),)})

    def contexts(self, view: View, root: str) -> Sequence[Scope]:
        return [YOU]

    def injected(self, view: View, root: str, context: Scope) -> Injected:
        parts, pieces = [], []
        for document in self.documents(view, root):
            if _exists(view, document.path):
                text = decode(view.read(document.path))
                parts.append(Part(document.title, document.title, document.path))
                pieces.append(Piece(text, Source(document.path, Span(0, len(text))), document.title))
        return Injected(tuple(parts), tuple(pieces))

    def next_write(self, view: View, document: Document, operation: Operation) -> Outcome:
        """It loses lines that say so."""
        text = decode(view.read(document.path))
        at = text.find("lose me")
        if at < 0:
            return Outcome(document.path, (text,))
        effect = Effect(EffectKind.LOST, Span(at, at + 7), f"lost by {operation.name}", "it says so")
        return Outcome(document.path, (text.replace("lose me", ""),), (effect,))

    def usual_operations(self, document: Document) -> Sequence[Operation]:
        return [Operation("update", "Alpha", "x"), NO_OP]

    def checks(self, view: View, root: str) -> Iterator[Problem]:
        return iter(())

    def is_temporary(self, name: str) -> bool:
        return name.endswith(".tmp")


def _document(
    view: View, folder: str, name: str, headings: tuple[str, ...], *, narrow: bool = False
) -> Document:
    path = f"{folder}/{name}"
    exists = _exists(view, path)
    info = view.info(path) if exists else None
    return Document(
        path,
        folder,
        name,
        YOU,
        DocumentKind.RULES if narrow else DocumentKind.MEMORY,
        exists,
        info.size_bytes if info else 0,
        info.modified if info else 0.0,
        narrow,
        headings,
    )


def _exists(view: View, path: str) -> bool:
    try:
        return view.info(path).kind is FileKind.FILE
    except OSError:
        return False


def _is_folder(view: View, path: str) -> bool:
    try:
        return view.info(path).kind is FileKind.FOLDER
    except OSError:
        return False


def snapshot(folder: str) -> dict[str, tuple[int, int, bytes]]:
    """Mode, time and content of everything below `folder`."""
    found = {}
    for top, folders, files in os.walk(folder):
        for name in (*folders, *files, "."):
            path = os.path.join(top, name)
            status = os.lstat(path)
            data = b""
            if name in files:
                with open(path, "rb") as file:
                    data = file.read()
            found[path] = (status.st_mode, status.st_mtime_ns, data)
    return found
