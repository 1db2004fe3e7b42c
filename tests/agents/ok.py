"""What OK lists of its stores, and what its panel writes (v1.0.0, measured)."""

from __future__ import annotations

from memdesk.layouts.documents import FileKind
from memdesk.layouts.ok.docs import DocWrite, Reach, absolute_path, exists, load_docs, write_target
from memdesk.layouts.ok.model import (
    Fact,
    overwritten,
)
from memdesk.layouts.ok.store import Store, _facts, fact_files
from memdesk.layouts.shapes.go import quoted
from memdesk.layouts.shapes.go_text import in_byte_order
from memdesk.layouts.view import View


def writable_paths(view: View, cwd: str, user_folder: str, here: str = "/") -> set[str]:
    """The absolute paths of all documents that OK's panel may write: its three targets, and what it has loaded."""
    targets = (write_target(view, reach, cwd, user_folder, here) for reach in Reach)
    return {
        *(absolute_path(path, here) for path in targets if path),
        *(doc.candidate.absolute for doc in load_docs(view, cwd, user_folder, here)),
    }


def write_doc(view: View, path: str, body: str, cwd: str, user_folder: str, here: str = "/") -> DocWrite:
    """What OK's panel does to save a document: overwritten in place, whatever stands there."""
    if not path:
        return DocWrite("", error="no memory path")
    absolute = absolute_path(path, here)
    if absolute not in writable_paths(view, cwd, user_folder, here):
        return DocWrite("", error=f"refusing to write {quoted(path)}: not a recognized memory file")
    if exists(view, absolute) and view.info(absolute).kind is FileKind.FOLDER:
        return DocWrite("", error=f"open {path}: is a directory")
    return DocWrite(path, overwritten(body))


def list_facts(view: View, store: Store) -> list[Fact]:
    """The facts of a store by the names that OK shows; what cannot be read is left out."""
    return sorted(_facts(view, store, fact_files(view, store)), key=lambda fact: in_byte_order(fact.name))
