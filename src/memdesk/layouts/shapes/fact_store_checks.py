"""What is wrong with a store of typed facts: its index against its files both ways, its caps, its headers."""

from __future__ import annotations

import posixpath
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from memdesk.layouts.contract import Problem, Severity
from memdesk.layouts.documents import Document, FileKind
from memdesk.layouts.optional import Reference
from memdesk.layouts.shapes.document_text import document_text
from memdesk.layouts.shapes.fact_file import BODY_KEY, parse_header
from memdesk.layouts.shapes.fact_folder import (
    IndexGrammar,
    IndexLine,
    added_line,
    checked_hook,
    index_lines,
    is_its_entry,
    links_that_stay,
)
from memdesk.layouts.shapes.fact_store import StoreRules, fact_names, is_index, store_folder, store_outline
from memdesk.layouts.shapes.files import kind_of, text_at
from memdesk.layouts.shapes.go import trimmed
from memdesk.layouts.shapes.hubs import linked_stem, linked_stems, reached, wiki_links
from memdesk.layouts.shapes.index_cut import shown_index
from memdesk.layouts.view import View
from memdesk.text.document import BYTE_ORDER_MARK, line_content
from memdesk.text.edits import Edit, Span, replace
from memdesk.text.sentence import joined, say

_START = Span(0, 0)
_NEAR = 0.9


def store_problems(view: View, document: Document, rules: StoreRules) -> Iterator[Problem]:
    """The problems of an index with the facts it stands for, or those of one fact."""
    text = document_text(view, document, rules.agent)
    if isinstance(text, Problem):
        yield text
    elif is_index(document):
        yield from _of_caps(document, text, rules)
        yield from _of_lines(view, document, text, rules)
        yield from _of_names(view, document, rules)
    else:
        yield from _of_fact(document, text, rules)


def _of_caps(document: Document, text: str, rules: StoreRules) -> Iterator[Problem]:
    shown, caps = shown_index(text, rules.caps), rules.caps
    counted = say(
        "{lines} of {most_lines} lines, {size_bytes:,} of {most_bytes:,} bytes",
        lines=shown.lines,
        most_lines=caps.most_lines,
        size_bytes=shown.size_bytes,
        most_bytes=caps.most_bytes,
    )
    if shown.cut_at is not None:
        message = say(
            "{agent} does not get what stands from here on: it is {why}", agent=rules.agent, why=shown.why
        )
        span = trimmed(text, Span(shown.cut_at, len(text)))
        yield Problem(Severity.WARNING, "index-cut", document.path, span, message, f"It counts {counted}.")
    elif shown.lines > caps.most_lines * _NEAR or shown.size_bytes > caps.most_bytes * _NEAR:
        end = Span(len(text), len(text))
        message = say(
            "The index is nearly as long as {agent} takes: {counted}", agent=rules.agent, counted=counted
        )
        yield Problem(Severity.NOTE, "index-nearly-full", document.path, end, message, caps.why)


def _of_lines(view: View, document: Document, text: str, rules: StoreRules) -> Iterator[Problem]:
    folder, path = store_folder(document), document.path
    stems = [name.removesuffix(".md") for name in fact_names(view, folder, rules)]
    lines = [(linked_stem(line.stem), line) for line in index_lines(text, rules.index)]
    counts = Counter(stem for stem, _ in lines)
    for stem, line in lines:
        span = _content(text, line)
        is_address = "://" in line.stem
        if not (is_address or stem in stems or kind_of(view, f"{folder}/{stem}.md") is FileKind.FILE):
            message = say("There is no file {stem}.md", stem=line.stem)
            repair = (replace(text, line.span, ""),) if is_its_entry(text, line, rules.index) else ()
            yield Problem(Severity.WARNING, "dead-line", path, span, message, repair=repair)
        if counts[stem] > 1:
            message = say("{counts} lines name {stem}.md", counts=counts[stem], stem=stem)
            yield Problem(Severity.NOTE, "duplicate-line", path, span, message)
    unlisted = [stem for stem in stems if stem not in counts]
    known = _reached(view, folder, text, stems, rules) if unlisted else set()
    for stem in unlisted:
        if stem not in known:
            yield _missing_line(view, folder, document, text, stem, rules)


def _reached(view: View, folder: str, index: str, stems: Iterable[str], rules: StoreRules) -> set[str]:
    """The facts to which a link leads from anywhere in an index, or from a fact that is reached so."""
    texts = {stem: text_at(view, f"{folder}/{stem}.md") or "" for stem in stems}
    names = {_fields(text, rules).get("name", stem): stem for stem, text in texts.items()}
    return reached(linked_stems(index), texts, names)


def _content(text: str, line: IndexLine) -> Span:
    return Span(line.span.start, line.span.start + len(line_content(line.span.of(text))))


def _missing_line(
    view: View, folder: str, document: Document, text: str, stem: str, rules: StoreRules
) -> Problem:
    if rules.finds_unlisted:
        severity = Severity.NOTE
        message = say(
            "{stem}.md has no line in the index: {agent} finds it by its description alone",
            stem=stem,
            agent=rules.agent,
        )
    else:
        severity = Severity.WARNING
        message = say(
            "{stem}.md has no line in the index, so {agent} is not told of it", stem=stem, agent=rules.agent
        )
    fields = _fields(text_at(view, f"{folder}/{stem}.md") or "", rules)
    hook = fields.get("description", "")
    repair: tuple[Edit, ...] = ()
    if not any(words in hook for words in rules.index.forbidden):
        title = re.sub(r"[\[\]]", "", fields.get("name", "")) or stem
        repair = (added_line(text, stem, title, checked_hook(hook, rules.index), rules.index),)
    return Problem(severity, "missing-line", document.path, _START, message, repair=repair)


def _fields(text: str, rules: StoreRules) -> dict[str, str]:
    """What the header of a fact says in one line each; the first of equal fields counts."""
    header = parse_header(text)
    said: dict[str, str] = {}
    for field in header.fields if header else ():
        value = rules.notation.says(field.value.of(text))
        if "\n" not in value and "\r" not in value:
            said.setdefault(field.key, value)
    return said


def _of_names(view: View, document: Document, rules: StoreRules) -> Iterator[Problem]:
    """Facts of one name, and links to names that no fact has."""
    folder = store_folder(document)
    named: dict[str, list[str]] = defaultdict(list)
    texts = {name: text_at(view, f"{folder}/{name}") or "" for name in fact_names(view, folder, rules)}
    for name, text in texts.items():
        if called := _fields(text, rules).get("name"):
            named[called].append(name)
    for called, names in named.items():
        if len(names) > 1:
            message = say(
                "{count} facts are named “{called}”: {names}",
                count=len(names),
                called=called,
                names=joined(names),
            )
            yield Problem(Severity.WARNING, "duplicate-name", f"{folder}/{names[0]}", _START, message)
    known = {*named, *(name.removesuffix(".md") for name in texts)}
    for name, text in texts.items():
        for link in wiki_links(text):
            if link[1].strip(" \t") not in known:
                message = say("No fact is named “{link}”", link=link[1])
                yield Problem(Severity.NOTE, "dead-link", f"{folder}/{name}", Span(*link.span()), message)


def links_to(view: View, document: Document, rules: StoreRules) -> Iterator[Reference]:
    """What would still lead to this fact if it went: [[links]] of others, and index lines that stay."""
    yield from links_of_index(view, document, f"{store_folder(document)}/{rules.index_file}", rules.index)
    folder = store_folder(document)
    called = _fields(text_at(view, document.path) or "", rules).get("name", "")
    names = {called, document.title.removesuffix(".md")}
    for name in fact_names(view, folder, rules):
        text = "" if name == document.title else text_at(view, f"{folder}/{name}") or ""
        for link in wiki_links(text):
            if link[1].strip(" \t") in names:
                message = say("{name} links to it as [[{link}]]", name=name, link=link[1])
                yield Reference(f"{folder}/{name}", Span(*link.span()), message)


def links_of_index(view: View, fact: Document, index: str, grammar: IndexGrammar) -> Iterator[Reference]:
    """The links to a fact in lines of the index at `index` that stay when it goes, being more than its entry."""
    text = text_at(view, index) or ""
    for target in links_that_stay(text, fact.title.removesuffix(".md"), grammar):
        name = posixpath.basename(index)
        message = say("A line of {name} that is more than its entry stays and links to it", name=name)
        yield Reference(index, target, message)


def _of_fact(document: Document, text: str, rules: StoreRules) -> Iterator[Problem]:
    path, header = document.path, parse_header(text)
    first = Span(0, len(line_content(text.partition("\n")[0])))
    if header is None:
        opens = text.removeprefix(BYTE_ORDER_MARK).startswith("---")
        message = say("This header has no end") if opens else say("This fact has no header")
        severity, why = (
            (Severity.WARNING, say("It ends at a line of three dashes.")) if opens else (Severity.NOTE, "")
        )
        yield Problem(severity, "open-header" if opens else "no-header", path, first, message, why)
        return
    fields = _fields(text, rules)
    for key in rules.type_keys:
        field, said = header.find(key), fields.get(key, "")
        if field and said and said not in rules.types:
            message = say("{agent} knows no type “{said}”", agent=rules.agent, said=said)
            yield Problem(Severity.NOTE, "unknown-type", path, field.value, message)
    if not fields.get("description"):
        message = say("This fact has no description")
        yield Problem(Severity.NOTE, "no-description", path, header.span, message)
    for node in store_outline(document, text, rules).nodes:
        if node.key == BODY_KEY and node.body.start == node.body.end:
            yield Problem(
                Severity.NOTE, "no-body", path, node.span, say("This fact says nothing below its header")
            )
