"""evva from v1.4 on (30 May 2026): one folder of typed facts for all projects, with an index that the model writes.

What it reads and where it cuts is as its program was seen to do it. It writes none of these files by itself, so there
is no survival to check; what stands around the index in its prompt is not known.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from memdesk.layouts.contract import (
    Change,
    ChangeKind,
    Cut,
    Injected,
    Meter,
    Outcome,
    Plan,
    Problem,
    Severity,
    Source,
)
from memdesk.layouts.documents import Document, DocumentKind, FileKind, Scope
from memdesk.layouts.evva.assumptions import FILE_BYTES, INDEX_BYTES, INDEX_LINES
from memdesk.layouts.evva.checks import size_problems
from memdesk.layouts.evva.fact_header import MOST_BYTES, MOST_LINES, read_like_evva
from memdesk.layouts.evva.foretelling import forecasts_of
from memdesk.layouts.evva.home import auto_memory, config_path, newer_facts, recall
from memdesk.layouts.evva.model import cut_at_bytes
from memdesk.layouts.evva.names import MEMORY_FILE, RULES_FILE
from memdesk.layouts.evva.preview import is_read
from memdesk.layouts.evva.projects import YOU, describe, known_projects, with_folder_checked
from memdesk.layouts.optional import Addition, NewFact, Reference
from memdesk.layouts.shapes.document_text import document_text
from memdesk.layouts.shapes.fact_file import Header, Notation, parse_header
from memdesk.layouts.shapes.fact_folder import IndexGrammar
from memdesk.layouts.shapes.fact_store import (
    StoreRules,
    fact_names,
    is_fact,
    is_index,
    passed_over,
    store_adding,
    store_changes,
    store_documents,
    store_outline,
)
from memdesk.layouts.shapes.fact_store_checks import links_to, store_problems
from memdesk.layouts.shapes.files import document_at, kind_of, text_at
from memdesk.layouts.shapes.gathering import Gathered
from memdesk.layouts.shapes.go import trimmed
from memdesk.layouts.shapes.index_cut import IndexCaps
from memdesk.layouts.shapes.instruction_chain import Run
from memdesk.layouts.view import View
from memdesk.text.edits import Span
from memdesk.text.outline import Outline
from memdesk.text.sentence import say

UNKNOWN = say("evva puts words of its own around and between these parts; no document tells which.")
_MOST_READ = 20
_LEVELS = 8  # evva goes as deep as there are folders
_PASSED_OVER = say("Neither an index nor a fact to evva, which only gets it where it opens the file")
_WARNING = "\n\n> WARNING:"
_WHY_WARNING = say("evva says here why it cut the index; its words are not known")
_QUOTES = ("'", '"')


def _unquoted(value: str, _key: str = "") -> str:
    """What evva reads of a value: one pair of quotes around it is taken off."""
    return value[1:-1] if len(value) > 1 and value[0] in _QUOTES and value[-1] == value[0] else value


def _quoted(value: str, _before: str = "", _key: str = "") -> str:
    return f'"{value}"' if _unquoted(value) != value else value


def _taken(cap_bytes: int, text: str) -> Sequence[Span]:
    """What evva takes of an index: the bytes that it reads of a file, trimmed."""
    whole, _ = cut_at_bytes(text, cap_bytes)
    return (trimmed(text, Span(0, len(whole))),)


def _render(fact: NewFact) -> str:
    lines = [f"name: {fact.name}", f"description: {_quoted(fact.description)}"]
    lines += [f"type: {fact.type}"] if fact.type else []
    return "\n".join(("---", *lines, "---", "", fact.body.strip("\r\n"), ""))


RULES = StoreRules(
    "evva",
    IndexGrammar("", is_markdown=True),
    IndexCaps(INDEX_LINES.value, INDEX_BYTES.value, partial(_taken, FILE_BYTES.value)),
    _render,
    type_keys=("type", "metadata.type"),
    known_keys=("name", "description", "type", "metadata", "metadata.type"),
    notation=Notation(_unquoted, _quoted),
    finds_unlisted=True,
    passes_over_indexes=True,
    cap_bytes=FILE_BYTES.value,
)
"""How evva keeps facts; in a folder that may not be its own only the files right in it are looked at."""


def _rules(view: View) -> StoreRules:
    """How evva keeps facts, with the caps in force."""
    cap, lines, size = FILE_BYTES.of(view), INDEX_LINES.of(view), INDEX_BYTES.of(view)
    why = INDEX_LINES.why(view) or INDEX_BYTES.why(view)
    return replace(
        RULES,
        caps=replace(RULES.caps, most_lines=lines, most_size=size, kept=partial(_taken, cap), why=why),
        levels=_LEVELS,
        cap_bytes=cap,
    )


def _rules_of(view: View, folder: str) -> StoreRules:
    """How evva keeps the facts of `folder`: where recall is off, it gets no more of them than their lines."""
    return replace(_rules(view), finds_unlisted=recall(view, posixpath.dirname(folder)).is_on)


def documents_of(view: View, root: str) -> Iterator[Document]:
    """The index and the facts, which all projects share, then the rules of each project folder."""
    store, kept = newer_facts(view, root) or root, _rules(view)
    yield from store_documents(view, store, root, YOU, kept)
    for name in passed_over(view, store, kept):
        yield document_at(view, f"{store}/{name}", root, YOU, title=name)._replace(note=_PASSED_OVER)
    for project in known_projects(view, root):
        scope = with_folder_checked(view, project.scope)
        for folder in project.folders:
            rules = describe(view, f"{folder}/{RULES_FILE}", folder, scope)
            if rules.exists:
                yield rules


def outline_of(document: Document, text: str) -> Outline:
    """The nodes of the index or of a fact."""
    return store_outline(document, text, RULES)


def score_facts(view: View, root: str) -> float:
    """How sure it is that these are evva's facts: 1 in its own home, less for facts whose header names a type."""
    folder = newer_facts(view, root) or root
    home = posixpath.dirname(folder)
    names = fact_names(view, folder, RULES)
    if kind_of(view, f"{folder}/{RULES.index_file}") is not FileKind.FILE and not names:
        return 0.0
    if posixpath.basename(home) == ".evva" or kind_of(view, config_path(view, home)) is FileKind.FILE:
        return 1.0
    for name in names[:_MOST_READ]:
        header = parse_header(text_at(view, f"{folder}/{name}") or "")
        if header and header.find("type") and not header.find("originSessionId"):
            return 0.7
    return 0.0


def adding_to(view: View, document: Document, addition: Addition) -> Change:
    """The change that adds a fact, or an item to one. Raises `Refused`."""
    return store_adding(view, document, addition, _rules(view))


def compose_change(view: View, change: Change) -> Plan:
    """The edits of the index or of a fact, and of what belongs to it. Raises `Refused`."""
    if change.kind is ChangeKind.RETYPE and change.title in RULES.types:
        change = _retyped(view, change)
    return store_changes(view, change, _rules(view))


def _retyped(view: View, change: Change) -> Change:
    """The change of the field that evva takes the type from, in whatever case and group; as it is where none is."""
    text = text_at(view, change.document.path) or ""
    header, read = parse_header(text), read_like_evva(text, _unquoted)
    if header is None or read is None:
        return change
    for field in header.fields:
        if field.value == read.values.get("type"):
            occurrence = [other for other in header.fields if other.key == field.key].index(field)
            return Change(ChangeKind.SET_BODY, change.document, field.key, occurrence, change.title)
    return change


def references_to(view: View, document: Document, key: str) -> tuple[Reference, ...]:
    """What leads to a fact that is taken away: [[links]] of others, index lines that stay."""
    return () if key or not is_fact(document) else tuple(links_to(view, document, _rules(view)))


def injected_into(view: View, root: str, context: Scope) -> Injected:
    """The rules of the project, then the index of the facts, cut as evva cuts it."""
    gathered = Gathered()
    if context.folder:
        _add_rules(gathered, view, f"{context.folder}/{RULES_FILE}")
    folder = newer_facts(view, root) or root
    path, home = f"{folder}/{RULES.index_file}", posixpath.dirname(folder)
    if not is_read(gathered, view, path, auto_memory(view, home), recall(view, home)):
        return gathered.injected(UNKNOWN)
    shown = gathered.add_index(view, MEMORY_FILE, path, _rules_of(view, folder))
    if shown and shown.cut_at is not None:
        gathered.add_made(_WARNING, _WHY_WARNING)
    return gathered.injected(UNKNOWN)


def _add_rules(gathered: Gathered, view: View, path: str) -> None:
    text = text_at(view, path)
    if not text:
        return
    cap = FILE_BYTES.of(view)
    whole, rest = cut_at_bytes(text, cap)
    span = Span(0, len(whole))
    about = say("as it is, {cap:,} bytes at most", cap=cap)
    gathered.add_runs(RULES_FILE, path, about, [Run(whole, Source(path, span))])
    gathered.meters.append(Meter(RULES_FILE, len(view.read(path)), cap, "bytes", path, FILE_BYTES.why(view)))
    gathered.forecasts += forecasts_of(path, text, cap)
    if rest is not None:
        past = Span(len(whole), len(text))
        gathered.cut.append(
            Cut(path, past, "", past.of(text), say("past the {cap:,} bytes that evva reads", cap=cap))
        )


def unchanged(view: View, document: Document) -> Outcome:
    """The text as it is: only the model writes here, and what it writes is not known."""
    return Outcome(document.path, (text_at(view, document.path) or "",))


def find_problems(view: View, root: str) -> Iterator[Problem]:
    """Problems of the index, the facts and the rules."""
    for document in documents_of(view, root):
        yield from document_problems(view, root, document)


def document_problems(view: View, root: str, document: Document) -> Iterator[Problem]:
    """The problems of one document; the index speaks for its facts as well."""
    if is_index(document) or is_fact(document):
        yield from store_problems(view, document, _rules_of(view, newer_facts(view, root) or root))
        if is_fact(document):
            yield from _of_keys(view, document)
    elif document.exists:
        text = document_text(view, document, "evva")
        if isinstance(text, Problem):
            yield text
        elif document.kind is DocumentKind.RULES:
            yield from size_problems(document, text)


def _of_keys(view: View, document: Document) -> Iterator[Problem]:
    """Fields of one name: evva looks at no indentation and no capitals, and the first one wins."""
    text = text_at(view, document.path) or ""
    header, seen = parse_header(text), Counter[str]()
    for field in header.fields if header else ():
        name = field.key.rpartition(".")[2].lower()
        if field.value.start < field.value.end:
            seen[name] += 1
        if seen[name] > 1:
            message = say("evva takes the first of the fields called “{name}”, not this one", name=name)
            yield Problem(Severity.NOTE, "repeated-field", document.path, field.span, message)
    yield from _of_reading(document.path, text, header)


def _of_reading(path: str, text: str, header: Header | None) -> Iterator[Problem]:
    """Where evva sees no header, ends it elsewhere than it is shown, or finds a type that it does not know."""
    read = read_like_evva(text, _unquoted)
    end = Span(header.inner.end, header.span.end) if header else None
    if read is None:
        if end:
            message = say("evva does not see this header, so it knows neither type nor description")
            why = say(
                "It has to start with the file and to end in its first {lines} lines and {size_bytes:,} bytes.",
                lines=MOST_LINES,
                size_bytes=MOST_BYTES,
            )
            yield Problem(Severity.WARNING, "unseen-header", path, trimmed(text, end), message, why)
        return
    if end is None or not end.contains(read.end.start):
        message = say("To evva the header ends at this line")
        yield Problem(Severity.NOTE, "header-end", path, read.end, message)
    named = read.values.get("type")
    shown = [header.find(key) for key in RULES.type_keys] if header else []
    if (
        named
        and _unquoted(named.of(text)) not in RULES.types
        and named not in [one.value for one in shown if one]
    ):
        message = say("{agent} knows no type “{said}”", agent="evva", said=_unquoted(named.of(text)))
        yield Problem(Severity.NOTE, "unknown-type", path, named, message)
