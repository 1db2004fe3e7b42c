"""What is wrong with a store of typed facts: its index against its files both ways, its caps, its headers."""

from __future__ import annotations

import posixpath
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache

from memdesk.errors import Refused
from memdesk.layouts.contract import Problem, Severity
from memdesk.layouts.documents import Document
from memdesk.layouts.optional import Reference
from memdesk.layouts.shapes.document_text import document_text
from memdesk.layouts.shapes.fact_file import Notation, parse_header
from memdesk.layouts.shapes.fact_folder import (
    IndexGrammar,
    IndexLine,
    added_line,
    index_lines,
    is_its_entry,
    links_that_stay,
    targets_of,
)
from memdesk.layouts.shapes.fact_links import FactLinks, folded, meant_name, spellings, wiki_links
from memdesk.layouts.shapes.fact_store import (
    StoreRules,
    fact_names,
    fields_said,
    is_index,
    stems_of,
    store_folder,
)
from memdesk.layouts.shapes.files import is_gone, text_at
from memdesk.layouts.shapes.go import is_blank, trimmed
from memdesk.layouts.shapes.index_cut import shown_index
from memdesk.layouts.view import View
from memdesk.text.code_stretches import unread_stretches, without
from memdesk.text.document import BYTE_ORDER_MARK, line_content, trim
from memdesk.text.edits import Edit, Span, replace
from memdesk.text.sentence import joined, say

_START = Span(0, 0)
_NEAR = 0.9
_WORD = re.compile(r"`[^`\n]*`|[^\s`()<>\[\]\"',;:]+")
_OPEN_HEADER = re.compile(rf"{BYTE_ORDER_MARK}?---[ \t]*\r?\n[ \t]*[\w-]+[ \t]*:")
"""What begins as a header does, and not as a text below a rule."""


def store_problems(view: View, document: Document, rules: StoreRules) -> Iterator[Problem]:
    """The problems of an index, there or not, with the facts it stands for, or those of one fact."""
    if is_index(document) and not document.exists:
        store = _store_of(view, document, rules)
        yield _no_index(document, store, rules)
        yield from _of_names(store, rules)
        return
    text = document_text(view, document, rules.agent)
    if isinstance(text, Problem):
        yield text
    elif is_index(document):
        store = _store_of(view, document, rules)
        yield from _of_caps(document, text, rules)
        yield from _of_lines(view, document, text, store, rules)
        yield from _of_names(store, rules)
    else:
        yield from _of_fact(document, text, rules)


class _Store:
    """The facts of a store: what each says and its header gives, by stem, and what links to them mean."""

    def __init__(
        self,
        folder: str,
        home: str,
        texts: tuple[tuple[str, str], ...],
        notation: Notation,
        kinds: tuple[str, ...],
    ) -> None:
        self.folder = folder
        self.texts = dict(texts)
        self.fields = {stem: fields_said(text, notation) for stem, text in texts}
        names = {stem: fields["name"] for stem, fields in self.fields.items() if fields.get("name")}
        self.links = FactLinks(folder, self.texts, home, names, kinds)

    @cached_property
    def links_to_nothing(self) -> list[tuple[str, re.Match[str]]]:
        """The names in double brackets that no fact has, with the fact that gives them."""
        names = ((stem, link) for stem, text in self.texts.items() for link in wiki_links(text))
        return [(stem, link) for stem, link in names if meant_name(link[1]) and not self.links.named(link[1])]


_known_store = lru_cache(maxsize=2)(_Store)
"""The same facts are asked about again and again while repairs of their index are tried."""


def _store_of(view: View, document: Document, rules: StoreRules) -> _Store:
    folder = store_folder(document)
    stems = stems_of(fact_names(view, folder, rules))
    texts = tuple((stem, text_at(view, f"{folder}/{stem}.md") or "") for stem in stems)
    return _known_store(folder, view.home, texts, rules.notation, rules.types)


def _no_index(document: Document, store: _Store, rules: StoreRules) -> Problem:
    """An index that is missing, or is spelt in other letters."""
    name = rules.index_file
    other = next((stem for stem in store.texts if f"{stem}.md".lower() == name.lower()), None)
    if other is not None:
        message = say(
            "{agent} reads its index from {name} alone: to it this file is a fact",
            agent=rules.agent,
            name=name,
        )
        return Problem(Severity.WARNING, "index-name", f"{store.folder}/{other}.md", _START, message)
    if rules.makes_index:
        message = say(
            "There is no {name}: {agent} makes one of the facts here when it starts next",
            agent=rules.agent,
            name=name,
        )
        why = say("Titles, order and whatever else an index said before do not come back with it.")
        return Problem(Severity.NOTE, "no-index", document.path, _START, message, why)
    message = say(
        "There is no {name}, so {agent} is not told of the facts here", agent=rules.agent, name=name
    )
    severity = Severity.NOTE if rules.finds_unlisted else Severity.WARNING
    return Problem(severity, "no-index", document.path, _START, message)


def _of_caps(document: Document, text: str, rules: StoreRules) -> Iterator[Problem]:
    shown, caps = shown_index(text, rules.caps), rules.caps
    counted = say(
        "{lines} of {most_lines} lines, {size:,} of {most:,} {unit}",
        lines=shown.lines,
        most_lines=caps.most_lines,
        size=shown.size,
        most=caps.most_size,
        unit=caps.unit,
    )
    if shown.cut_at is not None:
        message = say(
            "{agent} does not get what stands from here on: it is {why}", agent=rules.agent, why=shown.why
        )
        span = trimmed(text, Span(shown.cut_at, len(text)))
        yield Problem(Severity.WARNING, "index-cut", document.path, span, message, f"It counts {counted}.")
    elif shown.lines > caps.most_lines * _NEAR or shown.size > caps.most_size * _NEAR:
        end = Span(len(text), len(text))
        message = say(
            "The index is nearly as long as {agent} takes: {counted}", agent=rules.agent, counted=counted
        )
        yield Problem(Severity.NOTE, "index-nearly-full", document.path, end, message, caps.why)


def _of_lines(
    view: View, document: Document, text: str, store: _Store, rules: StoreRules
) -> Iterator[Problem]:
    path, lines = document.path, index_lines(text, rules.index)
    meant = [store.links.stem(line.stem) for line in lines]
    listed = set(meant)
    for line, stem in zip(lines, meant, strict=True):
        listed.update(store.links.stem(each.of(text)) for each in targets_of(text, line, rules.index))
        if not stem:
            yield from _of_no_fact(view, document, text, line, store.links, rules.index)
    yield from duplicate_lines(path, text, lines, meant)
    unlisted = [stem for stem, said in store.texts.items() if stem not in listed and trim(said)]
    known = store.links.reached(store.links.linked(text), store.texts) if unlisted else set()
    said = _words_said(text) if unlisted else frozenset()
    for stem in unlisted:
        # What is named in the text beside the lines, the agent is told of as well.
        if stem not in known and f"{stem}.md" not in said and f"`{stem}`" not in said:
            yield _missing_line(document, text, stem, store.fields[stem], rules)


def _words_said(text: str) -> frozenset[str]:
    """The words of an index that its agent reads as text, not in a comment or a fence; code is one with its marks."""
    hidden = [
        span
        for span in unread_stretches(text, by_line=True)
        if text[span.start] != "`" or "\n" in span.of(text)
    ]
    seen = "".join(span.of(text) for span in without(Span(0, len(text)), hidden))
    words = _WORD.findall(seen)
    return frozenset((*words, *(word.strip("`*_.!?") for word in words)))


def _of_no_fact(
    view: View, document: Document, text: str, line: IndexLine, links: FactLinks, grammar: IndexGrammar
) -> Iterator[Problem]:
    """A line that leads to no fact: dead, where it leads to nothing at all."""
    if dead := dead_target(view, document, links, line.stem):
        message = say("There is no file {stem}.md", stem=line.stem)
        span, is_inside = content_of(text, line), dead.startswith(f"{store_folder(document)}/")
        repair = (replace(text, line.span, ""),) if is_inside and is_its_entry(text, line, grammar) else ()
        severity = Severity.WARNING if is_inside else Severity.NOTE
        yield Problem(severity, "dead-line", document.path, span, message, repair=repair)


def dead_target(view: View, document: Document, links: FactLinks, target: str) -> str:
    """Where a line of an index leads that leads to nothing; empty where something is there, or nobody can tell.

    A path that is meant from the folder of the project leads there.
    """
    paths = links.paths(target)
    if paths and (project := document.scope.folder):
        paths += [posixpath.normpath(f"{project}/{spelt}.md") for spelt in spellings(target)]
    return paths[0] if paths and all(is_gone(view, path) for path in paths) else ""


def duplicate_lines(
    path: str, text: str, lines: Sequence[IndexLine], stems: Sequence[str]
) -> Iterator[Problem]:
    """Lines that name a fact once more, each told where it stands; `stems` are the facts that they mean."""
    counts = Counter(stems)
    seen: set[str] = set()
    for line, stem in zip(lines, stems, strict=True):
        if stem in seen:
            message = say("{counts} lines name {stem}.md", counts=counts[stem], stem=stem)
            yield Problem(Severity.NOTE, "duplicate-line", path, content_of(text, line), message)
        if stem:
            seen.add(stem)


def content_of(text: str, line: IndexLine) -> Span:
    """A line of an index without its end."""
    return Span(line.span.start, line.span.start + len(line_content(line.span.of(text))))


def _missing_line(
    document: Document, text: str, stem: str, fields: Mapping[str, str], rules: StoreRules
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
    said = (stem, fields.get("name") or stem, fields.get("description", ""))
    return missing_line(severity, document, text, message, said, rules.index)


def missing_line(
    severity: Severity,
    document: Document,
    text: str,
    message: str,
    said: tuple[str, str, str],
    grammar: IndexGrammar,
) -> Problem:
    """A fact without a line, told where its line would stand; `said` is its stem, its title and its hook."""
    repair: tuple[Edit, ...] = ()
    with suppress(Refused):
        repair = (added_line(text, *said, grammar),)
    at = repair[0].start if repair else len(text)
    return Problem(severity, "missing-line", document.path, Span(at, at), message, repair=repair)


def _of_names(store: _Store, rules: StoreRules) -> Iterator[Problem]:
    """Facts of one name, and links to names that no fact has."""
    named: dict[str, list[str]] = defaultdict(list)
    for stem, fields in store.fields.items():
        if called := fields.get("name"):
            named[called].append(stem)
    for called, stems in named.items():
        if len(stems) > 1:
            message = say(
                "{count} facts are named “{called}”: {names}",
                count=len(stems),
                called=called,
                names=joined(f"{stem}.md" for stem in stems),
            )
            header = parse_header(store.texts[stems[0]])
            field = header.counting("name", rules.notation) if header else None
            path, span = f"{store.folder}/{stems[0]}.md", field.value if field else _START
            yield Problem(Severity.WARNING, "duplicate-name", path, span, message)
    index = folded(rules.index_file.removesuffix(".md"))
    for stem, link in store.links_to_nothing:
        if meant_name(link[1]) != index:
            message = say("No fact is named “{link}”", link=link[1])
            yield Problem(
                Severity.NOTE, "dead-link", f"{store.folder}/{stem}.md", Span(*link.span()), message
            )


def links_to(view: View, document: Document, rules: StoreRules) -> Iterator[Reference]:
    """What would still lead to this fact if it went: [[links]] of others, and index lines that stay."""
    store, own = _store_of(view, document, rules), document.title.removesuffix(".md")
    yield from links_of_index(view, document, f"{store.folder}/{rules.index_file}", rules.index, store.links)
    for stem, text in store.texts.items():
        for link in wiki_links(text) if stem != own else ():
            if store.links.named(link[1]) == own:
                message = say("{name} links to it as [[{link}]]", name=f"{stem}.md", link=link[1])
                yield Reference(f"{store.folder}/{stem}.md", Span(*link.span()), message)


def links_of_index(
    view: View, fact: Document, index: str, grammar: IndexGrammar, links: FactLinks
) -> Iterator[Reference]:
    """The links to a fact in lines of the index at `index` that stay when it goes, being more than its entry."""
    text = text_at(view, index) or ""
    for target in links_that_stay(text, fact.title.removesuffix(".md"), grammar, links.stem):
        name = posixpath.basename(index)
        message = say("A line of {name} that is more than its entry stays and links to it", name=name)
        yield Reference(index, target, message)


def _of_fact(document: Document, text: str, rules: StoreRules) -> Iterator[Problem]:
    path, header = document.path, parse_header(text)
    first = Span(0, len(line_content(text.partition("\n")[0])))
    if header is None:
        if _OPEN_HEADER.match(text):
            message, why = say("This header has no end"), say("It ends at a line of three dashes.")
            yield Problem(Severity.WARNING, "open-header", path, first, message, why)
        return
    fields = fields_said(text, rules.notation)
    for key in rules.type_keys:
        field, said = header.counting(key, rules.notation), fields.get(key, "")
        if field and said and said not in rules.types:
            message = say("{agent} knows no type “{said}”", agent=rules.agent, said=said)
            yield Problem(Severity.NOTE, "unknown-type", path, field.value, message)
    if not fields.get("description"):
        message = say("This fact has no description")
        yield Problem(Severity.NOTE, "no-description", path, header.span, message)
    rest = Span(header.span.end, len(text))
    if is_blank(text, rest):
        yield Problem(Severity.NOTE, "no-body", path, rest, say("This fact says nothing below its header"))
