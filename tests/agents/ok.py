"""What OK lists of its stores, and what its panel, its tool and its pruning write (v1.0.0, measured)."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from dataclasses import replace

from memdesk.layouts.documents import FileKind
from memdesk.layouts.ok.docs import DocWrite, Reach, absolute_path, exists, load_docs, write_target
from memdesk.layouts.ok.model import Fact, Index, fact_slug, index_line, overwritten, split_index, write_index
from memdesk.layouts.ok.store import (
    Store,
    StoreWrite,
    _facts,
    _pruned,
    fact_files,
    index_text,
    save,
)
from memdesk.layouts.shapes.go import folder_obstacle, join_path, quoted
from memdesk.layouts.shapes.go_sort import sort_slice
from memdesk.layouts.shapes.go_text import in_byte_order
from memdesk.layouts.view import View
from memdesk.text.document import trim
from tests.agents.go_json import WrongType, text_fields


def writable_paths(view: View, cwd: str, user_folder: str, here: str = "/") -> set[str]:
    """The absolute paths of all documents that OK's panel may write: its three targets, and what it has loaded."""
    targets = (write_target(view, reach, cwd, user_folder, here) for reach in Reach)
    return {
        *(absolute_path(path, here) for path in targets if path),
        *(doc.candidate.absolute for doc in load_docs(view, cwd, user_folder, here)),
    }


def write_doc(view: View, path: str, body: str, cwd: str, user_folder: str, here: str = "/") -> DocWrite:
    """What OK's panel does to save a document: overwritten in place, whatever stands there."""
    if not trim(path):
        return DocWrite("", error="no path given")
    absolute = absolute_path(path, here)
    if absolute not in writable_paths(view, cwd, user_folder, here):
        return DocWrite("", error=f"refusing to write {quoted(path)}: not a recognized memory file")
    if obstacle := folder_obstacle(view, posixpath.dirname(absolute)):
        return DocWrite("", error=obstacle)
    if exists(view, absolute) and view.info(absolute).kind is FileKind.FOLDER:
        return DocWrite("", error=f"open {path}: is a directory")
    return DocWrite(path, overwritten(body))


def list_facts(view: View, store: Store) -> list[Fact]:
    """The facts of a store by the names that OK shows; what cannot be read is left out."""
    return _by_name(_facts(view, store, fact_files(view, store)))


def _by_name(facts: Iterable[Fact]) -> list[Fact]:
    """Facts as OK lists them; Go's sort decides between those of one name."""
    return sort_slice(facts, lambda one, other: in_byte_order(one.name) < in_byte_order(other.name))


def _reindexed(text: str, facts: Iterable[Fact]) -> str:
    """What pruning makes of an index: a line per fact, frozen where its key was; all else is dropped.

    Of facts whose names give one file stem the last one counts.
    """
    frozen = split_index(text).frozen
    lines = {fact_slug(fact.name): index_line(fact) for fact in facts}
    return write_index(
        Index(
            {key: line for key, line in lines.items() if key in frozen},
            {key: line for key, line in lines.items() if key not in frozen},
        )
    )


def compact(view: View, store: Store) -> StoreWrite:
    """What OK would do to a store past its cap; nothing of v1.0.0 calls it outside tests."""
    gone = _pruned(view, store, None, None)
    if not gone:
        return StoreWrite()
    left = [entry for entry in fact_files(view, store) if entry.name not in gone]
    index = _reindexed(index_text(view, store), _by_name(_facts(view, store, left)))
    return StoreWrite(
        store.index_path,
        {**{join_path(store.folder, name): None for name in gone}, store.index_path: index},
    )


def remember(view: View, store: Store, arguments: object) -> StoreWrite:
    """What OK's tool `remember` does: a save under the name given, else under the description."""
    try:
        given = Fact(**text_fields(arguments, ("name", "description", "type", "body")))
    except WrongType as error:
        return StoreWrite(error=f"invalid arguments: {error}")
    if not given.description or not given.body:
        return StoreWrite(error="description and body are required")
    done = save(view, store, given if given.name else replace(given, name=given.description))
    if done.error:
        return done
    message = f"Saved memory to {done.path} (it will load automatically in future sessions)."
    return StoreWrite(done.path, done.texts, message=message)
