"""What a session of OK gets, with meters for its caps and what is left out, by its own reading."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from memdesk.layouts.contract import Cut, Injected, Meter, Part
from memdesk.layouts.documents import Scope
from memdesk.layouts.ok.docs import (
    Candidate,
    Reach,
    Skip,
    candidates,
    load_candidates,
    read_document,
)
from memdesk.layouts.ok.foretelling import forecasts_of
from memdesk.layouts.ok.grammar import INDEX
from memdesk.layouts.ok.home import user_folder, why_no_user_folder
from memdesk.layouts.ok.limits import limits_of, why_of
from memdesk.layouts.ok.model import FREEZE_MARK, is_note, notes_section, path_slug, visible_index
from memdesk.layouts.ok.prompt import (
    SAVED,
    SHARED,
    Loaded,
    block,
    doc_part,
    first_lines,
)
from memdesk.layouts.ok.remarks import remarks_on
from memdesk.layouts.ok.store import (
    INDEX_FILE,
    PROJECTS_FOLDER,
    STORE_FOLDER,
    Store,
    counted_files,
    index_text,
    shared_store,
)
from memdesk.layouts.shapes.fact_folder import MARKER_KEY, TEXT_KEY, IndexLine, parse_index
from memdesk.layouts.shapes.files import text_at
from memdesk.layouts.shapes.go import trimmed
from memdesk.layouts.shapes.instruction_chain import Fate
from memdesk.layouts.view import View
from memdesk.text.document import byte_length
from memdesk.text.edits import Span
from memdesk.text.sentence import say

UNKNOWN = say(
    "OK puts its own prompt before this, and words around the shared facts; no document tells which."
)


def injected_into(view: View, root: str, context: Scope) -> Injected:
    """What a session of OK gets that starts in `context`."""
    off = why_no_user_folder(view) if root == user_folder(view)[0] else ""
    places = tuple(_candidates(view, "" if off else root, context))
    loaded = _loaded(view, "" if off else root, context, places)
    pieces = tuple(block(loaded))
    total = Meter("total", sum(byte_length(piece.text) for piece in pieces), None, "bytes")
    return Injected(
        tuple(_parts(loaded)),
        pieces,
        (total, *_meters(view, loaded)),
        (*_skipped(view, places), *_index_cuts(loaded)),
        (*((off,) if off else ()), *remarks_on(view, root, context, places, loaded)),
        UNKNOWN,
        tuple(forecasts_of(view, loaded)),
    )


def _candidates(view: View, root: str, context: Scope) -> Iterator[Candidate]:
    found = candidates(view, context.folder or root or "/", root)
    return found if context.folder else (doc for doc in found if doc.reach is Reach.USER)


def _loaded(view: View, root: str, context: Scope, places: tuple[Candidate, ...]) -> Loaded:
    key = context.key if root else ""
    key = key or (path_slug(context.folder) if root and context.folder else "")
    limits = limits_of(view)
    store = Store(f"{root}/{PROJECTS_FOLDER}/{key}/{STORE_FOLDER}" if key else "", limits.facts)
    shared = shared_store(root, limits)
    docs = tuple(load_candidates(view, places))
    return Loaded(docs, store, shared, index_text(view, store), index_text(view, shared), limits)


def _parts(loaded: Loaded) -> Iterator[Part]:
    for number, doc in enumerate(loaded.docs):
        inlined = sum(1 for met in doc.expansion.imports if met.fate is Fate.INLINED)
        about = say("as it is, {inlined} imported", inlined=inlined) if inlined else say("as it is")
        path = doc.candidate.absolute
        title = f"{posixpath.basename(path)} ({doc.candidate.reach.value})"
        yield Part(doc_part(number), title, path, about)
    shown, most = loaded.limits.shown_lines, loaded.limits.index_lines
    if visible_index(loaded.index):
        about = say(
            "above the freeze line, {shown} lines where it has more than {most}", shown=shown, most=most
        )
        yield Part(SAVED, say("{file}, project", file=INDEX_FILE), loaded.store.index_path, about)
    if visible_index(loaded.shared_index):
        about = say("above the freeze line, {shown} lines at most", shown=shown)
        yield Part(SHARED, say("{file}, shared", file=INDEX_FILE), loaded.shared.index_path, about)


def _meters(view: View, loaded: Loaded) -> Iterator[Meter]:
    limits, why = loaded.limits, why_of(view)
    for store, text, name, most in (
        (loaded.store, loaded.index, say("Facts"), limits.index_lines),
        (loaded.shared, loaded.shared_index, say("Shared facts"), limits.shown_lines),
    ):
        if count := len(counted_files(view, store)):
            yield Meter(name, count, store.most_facts, "facts", store.index_path, why)
        if shown := visible_index(text):
            yield Meter(
                say("{file}, index", file=name), shown.count("\n") + 1, most, "lines", store.index_path, why
            )
    for doc in loaded.docs:
        path, size_bytes = doc.candidate.absolute, byte_length(doc.text)
        yield Meter(posixpath.basename(path), size_bytes, limits.document_bytes, "bytes", path, why)
        if section := notes_section(lines := doc.text.split("\n")):
            notes = sum(map(is_note, lines[section[0] + 1 : section[1]]))
            yield Meter(
                say("{file}, notes", file=posixpath.basename(path)), notes, limits.notes, "notes", path, why
            )


def _skipped(view: View, places: tuple[Candidate, ...]) -> Iterator[Cut]:
    for place in places:
        why = read_document(view, place.absolute)
        if why is Skip.TOO_LARGE:
            text = text_at(view, place.absolute) or ""
            reason = say(
                "OK skips a document of more than {document_bytes:,} bytes",
                document_bytes=limits_of(view).document_bytes,
            )
            remedy = say("Shorten it, or move some of it into another document.")
            yield Cut(place.absolute, Span(0, len(text)), "", text, reason, remedy, is_over_cap=True)


def _index_cuts(loaded: Loaded) -> Iterator[Cut]:
    limits = loaded.limits
    many = visible_index(loaded.index).count("\n") + 1 > limits.index_lines
    most = limits.shown_lines if many else limits.index_lines
    yield from _cuts_of(loaded.store, loaded.index, most)
    yield from _cuts_of(loaded.shared, loaded.shared_index, limits.shown_lines)


def _cuts_of(store: Store, text: str, most: int) -> Iterator[Cut]:
    mark = len(text.partition(FREEZE_MARK)[0])
    past = trimmed(text, Span(first_lines(text, most).end, mark)) if visible_index(text) else Span(0, 0)
    if past.end > past.start:
        why = say("past the first {most} lines of the index", most=most)
        yield from _cut_lines(store, text, past, why, is_over_cap=True)
    line_end = text.find("\n", mark)
    below = trimmed(text, Span(line_end if line_end >= 0 else len(text), len(text)))
    if below.end > below.start:
        yield from _cut_lines(store, text, below, say("below the freeze line"))


def _cut_lines(store: Store, text: str, span: Span, why: str, *, is_over_cap: bool = False) -> Iterator[Cut]:
    """What of an index stands in `span`, by the keys of its nodes: each line that links to a fact by itself."""
    path = store.index_path
    for line in parse_index(span.of(text), INDEX):
        inside = trimmed(text, Span(span.start + line.span.start, span.start + line.span.end))
        if inside.start < inside.end:
            key = line.stem if isinstance(line, IndexLine) else MARKER_KEY if line.is_marker else TEXT_KEY
            yield Cut(path, inside, key, inside.of(text), why, is_over_cap=is_over_cap)
