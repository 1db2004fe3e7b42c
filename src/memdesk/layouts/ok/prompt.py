"""What OK puts into the prompt of a session: its documents, then the indexes of its stores (v1.0.0, measured)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from memdesk.layouts.contract import Generated, Piece, Source
from memdesk.layouts.ok.docs import Doc, absolute_path, load_docs
from memdesk.layouts.ok.limits import MEASURED, Limits, limits_of
from memdesk.layouts.ok.model import visible_index, visible_span
from memdesk.layouts.ok.store import Store, index_text, project_store, shared_store
from memdesk.layouts.view import View
from memdesk.text.document import trim
from memdesk.text.edits import Span
from memdesk.text.sentence import say

SAVED = "saved"
SHARED = "shared"

_GUIDANCE = "Treat it as durable, user-authored guidance for this project."
_INTRODUCTION = f"# Memory\n\nPersistent context loaded from memory files. {_GUIDANCE}"
_SAVED_HEAD = (
    "## Saved memories\n\nYou have previously saved these memories. Read the linked file with read_file when one looks "
    "relevant; save new durable facts with the `remember` tool. Use `recall` for cross-session key-value memory "
    "(save/search/forget — always in core). For semantic search, activate the knowledge group first (tool-groups) then "
    "use `rag`."
)
_HINT = (
    "… (use `recall` (core) or activate knowledge group for `rag`/`semantic-search` to search all memories)\n"
)


@dataclass(frozen=True, slots=True)
class Loaded:
    """What OK has read at the start of a session."""

    docs: tuple[Doc, ...]
    store: Store
    shared: Store
    index: str
    shared_index: str
    limits: Limits = MEASURED

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to put into the prompt."""
        return not (self.docs or visible_index(self.index) or visible_index(self.shared_index))


def load(view: View, cwd: str, user_folder: str, here: str = "/") -> Loaded:
    """Read what a session gets that starts in `cwd`. Nothing is pruned and nothing written, whatever the page says."""
    limits = limits_of(view)
    store = project_store(user_folder, absolute_path(cwd, here), limits)
    shared = shared_store(user_folder, limits)
    docs = tuple(load_docs(view, cwd, user_folder, here))
    return Loaded(docs, store, shared, index_text(view, store), index_text(view, shared), limits)


def block(loaded: Loaded) -> Iterator[Piece]:
    """The memory block, each run with its origin; nothing where there is no memory."""
    if loaded.is_empty:
        return
    parts = part_names(loaded)
    yield Piece(_INTRODUCTION, Generated(say("the heading that OK puts before memory")), parts[0])
    for number, doc in enumerate(loaded.docs):
        part = doc_part(number)
        heading = f"\n\n## {doc.candidate.path} ({doc.candidate.reach.value})\n\n"
        yield Piece(heading, Generated(say("OK names each document and its scope")), part)
        yield from (Piece(run.text, run.origin, part) for run in doc.expansion.trimmed_runs())
    if visible_index(loaded.index):
        yield from _saved(loaded)
    if visible_index(loaded.shared_index):
        yield Piece("\n\n", Generated("a separator"), SHARED)
        yield from _lines(loaded.shared, loaded.shared_index, loaded.limits.shown_lines, SHARED)
    yield Piece("\n", Generated(say("the end of the block")), parts[-1])


def part_names(loaded: Loaded) -> list[str]:
    """The names of the parts of the block, in order."""
    saved = [SAVED] if visible_index(loaded.index) else []
    shared = [SHARED] if visible_index(loaded.shared_index) else []
    return [*map(doc_part, range(len(loaded.docs))), *saved, *shared]


def doc_part(number: int) -> str:
    """The name of the part that the document of this number makes."""
    return f"doc-{number}"


def _saved(loaded: Loaded) -> Iterator[Piece]:
    shown, limits = visible_index(loaded.index), loaded.limits
    yield Piece(
        f"\n\n{_SAVED_HEAD}\n\n", Generated(say("what OK tells the model about saved memories")), SAVED
    )
    if shown.count("\n") + 1 > limits.index_lines:
        yield from _lines(loaded.store, loaded.index, limits.shown_lines, SAVED)
        yield Piece(
            f"\n{_HINT}",
            Generated(say("the index has more than {index_lines} lines", index_lines=limits.index_lines)),
            SAVED,
        )
    else:
        yield from _lines(loaded.store, loaded.index, limits.index_lines, SAVED)
    yield Piece(f"\n\n(stored under {loaded.store.folder})", Generated(say("where the store is")), SAVED)


def _lines(store: Store, text: str, most: int, part: str) -> Iterator[Piece]:
    span = first_lines(text, most)
    yield Piece(span.of(text), Source(store.index_path, span), part)


def first_lines(text: str, most: int) -> Span:
    """Where the first lines of the visible part of an index stand, at most so many."""
    whole = visible_span(text)
    ends = list(accumulate((len(line) + 1 for line in whole.of(text).split("\n")), initial=0))
    return Span(whole.start, whole.start + ends[min(most, len(ends) - 1)] - 1)


def compose(base: str, loaded: Loaded) -> str:
    """The system prompt `base` with the memory block behind it; unchanged where there is none, left out if blank."""
    text = "".join(piece.text for piece in block(loaded))
    if not (text and trim(base)):
        return text or base
    return f"{base.rstrip(chr(10))}\n\n{text}"
