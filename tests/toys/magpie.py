"""Magpie: finds in a nest and in an attic, each with an index file of its own, evicted when there are too many.

A find is `<name>.md`, its index file `<name>.line` one line that says what it is. A prompt gets the lines of a root,
the youngest find first, up to 400 bytes. A root holds five finds; to keep one more, Magpie deletes the oldest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from memdesk.layouts.documents import Document, FileKind, Place, Scope, ScopeKind
from memdesk.layouts.shapes.files import document_at, kind_of, text_at
from memdesk.layouts.shapes.quiet import Quiet

if TYPE_CHECKING:
    from memdesk.layouts.contract import Change, Injected, Operation, Outcome, Plan, Problem
    from memdesk.layouts.view import View

MOST_FINDS, MOST_BYTES = 5, 400
ROOTS = {"nest": "what Magpie uses daily", "attic": "what Magpie put away"}
KEEP = "keep"


class Magpie(Quiet):
    """The layout of Magpie."""

    name, title, monogram = "magpie", "Magpie", "Ma"

    def places(self, view: View) -> Sequence[Place]:
        """The nest and the attic."""
        roots = {f"{view.home}/.magpie/{name}": why for name, why in ROOTS.items()}
        return tuple(Place(root, why, kind_of(view, root) is FileKind.FOLDER) for root, why in roots.items())

    def score(self, view: View, root: str) -> float:
        """1 where a find has its index file."""
        return 1.0 if any(text_at(view, line_path(document)) for document in finds(view, root)) else 0.0

    def documents(self, view: View, root: str) -> Iterator[Document]:
        """The finds, each before its index file."""
        for find in finds(view, root):
            yield find
            line = document_at(view, line_path(find), root, find.scope)
            if line.exists:
                yield line

    def compose(self, view: View, change: Change) -> Plan:
        """The edits of a file; a find that goes takes its index file along."""
        from memdesk.layouts.contract import ChangeKind, Plan

        line = line_path(change.document)
        if not change.key and change.kind is ChangeKind.REMOVE and line != change.document.path:
            there = (line,) if text_at(view, line) is not None else ()
            return Plan(deletes=(change.document.path, *there))
        return super().compose(view, change)

    def injected(self, view: View, root: str, context: Scope) -> Injected:
        """The index files, the youngest find first, as many whole ones as fit."""
        from memdesk.layouts.contract import Cut, Meter, Source
        from memdesk.layouts.shapes.gathering import Gathered
        from memdesk.layouts.shapes.instruction_chain import Run
        from memdesk.text.document import byte_length
        from memdesk.text.edits import Span

        gathered, used = Gathered(), 0
        for find in reversed(oldest_first(view, root)):
            path = line_path(find)
            text = text_at(view, path) or ""
            used += byte_length(text)
            if used <= MOST_BYTES and text:
                run = Run(text, Source(path, Span(0, len(text))))
                gathered.add_runs(find.title, path, "its index file", [run])
            elif text:
                gathered.cut.append(Cut(path, Span(0, len(text)), "", text, f"past {MOST_BYTES} bytes"))
        gathered.meters.append(Meter("index files", used, MOST_BYTES, "bytes"))
        gathered.meters.append(Meter("finds", len(oldest_first(view, root)), MOST_FINDS, "finds"))
        return gathered.injected("What Magpie says around its finds is not known.")

    def usual_operations(self, document: Document) -> Sequence[Operation]:
        """Magpie keeps another find."""
        from memdesk.layouts.contract import Operation

        return (Operation(KEEP),)

    def next_write(self, view: View, document: Document, operation: Operation) -> Outcome:
        """To keep another find, the oldest of five goes with its index file."""
        from memdesk.layouts.contract import Effect, EffectKind, Outcome
        from memdesk.text.edits import Span

        kept = oldest_first(view, document.root)
        out = kept[: max(0, len(kept) + 1 - MOST_FINDS)] if operation.name == KEEP else ()
        if document.path not in {path for find in out for path in (find.path, line_path(find))}:
            return super().next_write(view, document, operation)
        span = Span(0, len(text_at(view, document.path) or ""))
        message = f"Magpie would delete {document.title} to keep another find: it keeps {MOST_FINDS}"
        gone = Effect(EffectKind.LOST, span, message, "The oldest goes first.")
        return Outcome(document.path, (), (gone,), deleted=True)

    def checks(self, view: View, root: str) -> Iterator[Problem]:
        """Finds without an index file, and index files without a find."""
        from memdesk.layouts.contract import Problem, Severity
        from memdesk.text.edits import Span

        start, known = Span(0, 0), set()
        for find in finds(view, root):
            known.add(line_path(find))
            if text_at(view, line_path(find)) is None:
                message = f"{find.title} has no index file, so Magpie never sees it"
                yield Problem(Severity.WARNING, "no-line", find.path, start, message)
        for entry in view.entries(root) if kind_of(view, root) is FileKind.FOLDER else ():
            path = f"{root}/{entry.name}"
            if entry.name.endswith(".line") and path not in known:
                yield Problem(Severity.WARNING, "no-find", path, start, "This index file belongs to no find")


def finds(view: View, root: str) -> list[Document]:
    """The finds of a root, by name."""
    if kind_of(view, root) is not FileKind.FOLDER:
        return []
    scope = Scope(ScopeKind.YOU, "", "You")
    names = [entry.name for entry in view.entries(root) if entry.name.endswith(".md")]
    return [document_at(view, f"{root}/{name}", root, scope) for name in names]


def line_path(document: Document) -> str:
    """The index file of a find."""
    return document.path.removesuffix(".md").removesuffix(".line") + ".line"


def oldest_first(view: View, root: str) -> list[Document]:
    """The finds of a root in the order in which they go."""
    return sorted(finds(view, root), key=lambda find: find.modified)


LAYOUT = Magpie()
