"""Problems of OK's memory: what it does not see, sees otherwise, deletes next, or keeps under a name of no fact."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator

from memdesk.layouts.contract import Problem, Severity
from memdesk.layouts.documents import Document, ScopeKind
from memdesk.layouts.ok.doc_checks import problems_of_chains, problems_of_doc
from memdesk.layouts.ok.files import documents_of, is_fact, is_index, store_of
from memdesk.layouts.ok.grammar import INDEX, OWN_INDEX, TYPE_KEYS, links_in
from memdesk.layouts.ok.home import project_keys, user_folder, why_no_user_folder
from memdesk.layouts.ok.limits import limits_of
from memdesk.layouts.ok.model import (
    FREEZE_MARK,
    TYPES,
    fact_slug,
    normalized,
    path_slug,
    read_fact,
    read_front_matter,
    visible_span,
)
from memdesk.layouts.ok.prompt import first_lines
from memdesk.layouts.ok.store import (
    INDEX_FILE,
    PROJECTS_FOLDER,
    Store,
    counted_files,
    deleted_next,
)
from memdesk.layouts.shapes.document_text import document_text
from memdesk.layouts.shapes.fact_file import parse_header
from memdesk.layouts.shapes.fact_folder import index_lines, is_its_entry
from memdesk.layouts.shapes.fact_links import FactLinks
from memdesk.layouts.shapes.fact_store_checks import content_of, dead_target, missing_line
from memdesk.layouts.shapes.files import text_at
from memdesk.layouts.shapes.go import trimmed
from memdesk.layouts.shapes.keyed_projects import key_problems, keyed_scopes
from memdesk.layouts.view import View
from memdesk.text.document import line_content
from memdesk.text.edits import Edit, Span, replace
from memdesk.text.sentence import joined, say

_START = Span(0, 0)
_FEW_LEFT = 5


def find_problems(view: View, root: str) -> Iterator[Problem]:
    """Every problem of a root, lazily."""
    if root == user_folder(view)[0] and (off := why_no_user_folder(view)):
        yield Problem(Severity.WARNING, "memory-off", root, _START, off)
    yield from _of_projects(view, root)
    yield from problems_of_chains(view, root)
    for document in documents_of(view, root):
        yield from document_problems(view, root, document)


def _of_projects(view: View, root: str) -> Iterator[Problem]:
    keys = set(project_keys(view, root))
    why = say(
        "OK turns every separator and colon of a path into a dash, so different paths can give one key."
    )
    scopes = keyed_scopes(view, root, keys, path_slug)
    yield from key_problems(view, scopes, keys, f"{root}/{PROJECTS_FOLDER}", why)


def document_problems(view: View, root: str, document: Document) -> Iterator[Problem]:  # noqa: ARG001 - as others ask
    """The problems of one document; an index speaks for its facts as well."""
    if not document.exists:
        if is_index(document) and not links_in(view, store_of(document)).named(INDEX_FILE):
            message = say("There is no {name}, so OK does not know of the facts here", name=INDEX_FILE)
            yield Problem(Severity.WARNING, "no-index", document.path, _START, message)
        return
    text = document_text(view, document, "OK")
    if isinstance(text, Problem):
        yield text
    elif is_index(document):
        yield from _of_index(view, document, text)
    elif is_fact(document):
        yield from _of_fact(document, text)
    else:
        yield from problems_of_doc(view, document, text)


# Facts


def _of_fact(document: Document, text: str) -> Iterator[Problem]:
    path = document.path
    stem = posixpath.basename(path).removesuffix(".md")
    fact, header = read_fact(text, stem), parse_header(text)
    slug = fact_slug(fact.name)
    first = Span(0, len(line_content(text.partition("\n")[0])))
    if stem.lower() + ".md" == INDEX_FILE.lower():
        message = say(
            "On disks that know no capital letters this file and {index_file} are one", index_file=INDEX_FILE
        )
        yield Problem(Severity.ERROR, "named-as-index", path, _START, message)
    if slug != stem:
        named = f"{slug}.md" if slug else say("no file at all")
        message = say(
            "OK calls this fact “{name}”: saved again it would go to {named}", name=fact.name, named=named
        )
        yield Problem(
            Severity.WARNING, "name-differs", path, first, message, say("The file stays beside it.")
        )
    whole = normalized(text)
    front = read_front_matter(whole)
    if header and not front.keys:
        message = say("OK reads no field of this header")
        yield Problem(Severity.WARNING, "unread-header", path, first, message)
    elif header is None and whole.startswith("---") and front.body == whole:
        message = say("This header has no end: OK takes all of it for the body")
        yield Problem(
            Severity.WARNING, "open-header", path, first, message, say("It ends at a line of three dashes.")
        )
    for field in header.fields if header else ():
        value = field.value.of(text)
        if field.key in TYPE_KEYS and value.strip("\"'").lower() not in TYPES:
            message = say(
                "OK knows no type “{value}” and takes this fact for one of the project", value=value
            )
            yield Problem(Severity.NOTE, "unknown-type", path, field.value, message)
        if field.key == "description" and value.strip("\"'") != value:
            message = say("OK drops the quotes at the ends of this description")
            yield Problem(
                Severity.NOTE, "quoted", path, field.value, message, repair=_unquoted(text, field.value)
            )


def _unquoted(text: str, value: Span) -> tuple[Edit, ...]:
    return (replace(text, value, value.of(text).strip("\"'")),)


# An index, with the store it stands for


def _of_index(view: View, document: Document, text: str) -> Iterator[Problem]:
    limits = limits_of(view)
    store = store_of(document, limits)
    yield from _of_store(view, document, store)
    yield from _of_lines(view, document, store, text)
    mark = text.find(FREEZE_MARK)
    if mark > 0 and text[mark - 1] != "\n":
        span = Span(mark, mark + len(FREEZE_MARK))
        message = say("OK shows nothing of the index from here on")
        why = say(
            "It ends the index at the first “{freeze_mark}”, wherever that stands.", freeze_mark=FREEZE_MARK
        )
        yield Problem(Severity.ERROR, "cut-by-text", document.path, span, message, why)
    whole = visible_span(text)
    shown = whole.of(text).count("\n") + 1
    most = limits.shown_lines if document.scope.kind is ScopeKind.SHARED else limits.index_lines
    if shown > most:
        message = say(
            "OK shows the first {shown_lines} of {shown} lines of this index",
            shown_lines=limits.shown_lines,
            shown=shown,
        )
        past = trimmed(text, Span(first_lines(text, limits.shown_lines).end, whole.end))
        yield Problem(Severity.WARNING, "index-cut", document.path, past, message)


def _of_store(view: View, document: Document, store: Store) -> Iterator[Problem]:
    """How full a store is, and which files go next: OK deletes those that were changed longest ago."""
    count = len(counted_files(view, store))
    left = store.most_facts - count
    if left > _FEW_LEFT:
        return
    at_once, later = deleted_next(view, store, max(0, 1 - left))
    names = [info.name for info in at_once or later[:1]]
    next_out = joined(names) if names else say("the new one (all others bear a later date)")
    why = say("It deletes the files that were changed longest ago, without a copy, whoever wrote them.")
    if left > 0:
        message = say(
            "{count} of {most_facts} facts: past that OK deletes the oldest, {next_out} first",
            count=count,
            most_facts=store.most_facts,
            next_out=next_out,
        )
        yield Problem(Severity.NOTE, "nearly-full", document.path, _START, message, why)
    else:
        message = say(
            "{count} of {most_facts} facts: with the next one OK deletes {next_out}",
            count=count,
            most_facts=store.most_facts,
            next_out=next_out,
        )
        yield Problem(Severity.WARNING, "full", document.path, _START, message, why)


def _of_lines(view: View, document: Document, store: Store, text: str) -> Iterator[Problem]:
    path, links = document.path, links_in(view, store)
    for line in index_lines(text, INDEX):
        if not links.stem(line.stem) and dead_target(view, document, links, line.stem):
            repair = (replace(text, line.span, ""),) if is_its_entry(text, line, INDEX) else ()
            message = say("There is no file {stem}.md", stem=line.stem)
            why = say("OK keeps such lines.")
            yield Problem(Severity.WARNING, "dead-line", path, content_of(text, line), message, why, repair)
    lines = index_lines(text, OWN_INDEX)
    meant = {links.stem(line.stem) for line in lines}
    last = {line.stem: at for at, line in enumerate(lines)}
    for at, line in enumerate(lines):
        span = content_of(text, line)
        if line.is_below:
            message = say("OK does not show this line: it stands below the freeze line until OK’s next save")
            yield Problem(Severity.NOTE, "below-freeze", path, span, message)
        if last[line.stem] > at:
            message = say("Another line names {stem}.md below: OK keeps the last", stem=line.stem)
            yield Problem(Severity.WARNING, "duplicate-line", path, span, message)
    unlisted = [stem for stem in links.stems if stem not in meant]
    known = _reached(view, store, links.stems, meant) if unlisted else set()
    for stem in unlisted:
        if stem not in known:
            yield _missing_line(view, document, store, text, stem)


def _reached(view: View, store: Store, stems: Iterable[str], listed: Iterable[str]) -> set[str]:
    """The facts to which links lead from those that have a line."""
    texts = {stem: text_at(view, f"{store.folder}/{stem}.md") or "" for stem in stems}
    names = {stem: read_fact(text, stem).name for stem, text in texts.items()}
    return FactLinks(store.folder, texts, view.home, names).reached(listed, texts)


def _missing_line(view: View, document: Document, store: Store, text: str, stem: str) -> Problem:
    message = say("{stem}.md has no line in the index, so OK does not know of it", stem=stem)
    said = text_at(view, f"{store.folder}/{stem}.md")
    hook = read_fact(said, stem).description.replace(FREEZE_MARK, "") if said is not None else FREEZE_MARK
    return missing_line(Severity.WARNING, document, text, message, (stem, stem, hook), INDEX)
