"""What the page of a document is made of: sections of text, groups of entries, forms of fields."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from memdesk.layouts.documents import Document, DocumentKind
from memdesk.text.of_outlines import OfOutlines
from memdesk.text.outline import Node, NodeKind, Outline
from memdesk.ui.editor.section_lines import Lines, SectionLines, Sections, section_lines

_ENTRIES = frozenset({NodeKind.ENTRY, NodeKind.INDEX_LINE})
_IN_A_GROUP = _ENTRIES | {NodeKind.LOOSE}
_FIELDS = frozenset({NodeKind.FRONT_MATTER, NodeKind.FIELD})


class PartKind(Enum):
    """How a part is shown."""

    TEXT = "text"
    ROWS = "rows"
    FORM = "form"


@dataclass(frozen=True, slots=True)
class Group:
    """Entries that stand together: those of a category, or a run of them without a heading.

    `key` is what an entry is added under, empty where the agent has one list only; `node` is what holds the entries,
    None for a run of top nodes and for a category that the agent knows and the file lacks.
    """

    key: str
    title: str
    entries: tuple[Node, ...]
    node: Node | None = None


@dataclass(frozen=True, slots=True)
class PagePart:
    """A stretch of the document from line `start` on.

    `section` is what a TEXT part shows, `groups` what a ROWS part shows, `nodes` the top nodes of a FORM part: a front
    matter, or fields that follow one another.
    """

    kind: PartKind
    start: int
    section: SectionLines | None = None
    groups: tuple[Group, ...] = ()
    nodes: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """The parts of a document that are shown, in the order of its lines."""

    parts: Sequence[PagePart]
    sections: Sections
    """What the TEXT parts show."""
    blocks: Sequence[tuple[int, PagePart]]
    """All other parts, each with the number of the section that it stands above."""

    @classmethod
    def of(cls, parts: Sequence[PagePart]) -> Page:
        """The page of these parts."""
        sections: list[SectionLines] = []
        blocks: list[tuple[int, PagePart]] = []
        for part in parts:
            if part.section is None:
                blocks.append((len(sections), part))
            else:
                sections.append(part.section)
        return cls(parts, Sections.of(sections), blocks)


def page_of(
    text: Lines, outline: Outline, document: Document, shown: frozenset[PartKind], *, whole: bool = False
) -> Page:
    """The page of `page_parts`. An empty beginning is no part of it, unless it is to be the `whole`.

    Those of the newest outlines are remembered: a worker may have worked them out.
    """

    def work() -> Page:
        parts = page_parts(text, outline, document, shown)
        return Page.of(parts if whole else [part for part in parts if not _is_empty(part)])

    return _known_pages.of(outline, (*_key_of(text, document, shown), whole), work)


_known_pages: OfOutlines[Page] = OfOutlines()


def _is_empty(part: PagePart) -> bool:
    return part.section is not None and not part.section.count and not part.section.has_heading


def has_parts(document: Document, outline: Outline, shown: frozenset[PartKind]) -> bool:
    """Whether a document is more than plain text, where parts of the kinds `shown` are no text."""
    if document.headings or (document.kind is DocumentKind.LIST and PartKind.ROWS in shown):
        return True
    structured = {NodeKind.SECTION} | (_FIELDS if PartKind.FORM in shown else frozenset())
    return any(node.kind in structured for node in outline.nodes)


def page_parts(
    text: Lines, outline: Outline, document: Document, shown: frozenset[PartKind]
) -> Sequence[PagePart]:
    """The parts of a document in the order of its lines; what is no part of a `shown` kind is text.

    Those of the newest outlines are remembered: a worker may have worked them out.
    """
    key = _key_of(text, document, shown)
    return _known.of(outline, key, lambda: _page_parts(text, outline, document, shown))


def _key_of(text: Lines, document: Document, shown: frozenset[PartKind]) -> tuple[Hashable, ...]:
    # A layout may take one outline for all texts that it cannot read.
    return document.kind, document.types, shown, len(text.text), text.line_count


_known: OfOutlines[Sequence[PagePart]] = OfOutlines()


def _page_parts(
    text: Lines, outline: Outline, document: Document, shown: frozenset[PartKind]
) -> Sequence[PagePart]:
    rows = _Rows(document) if PartKind.ROWS in shown else None
    parts: list[PagePart] = []
    for section in section_lines(text, outline):
        node = section.node
        group = rows.group_of(node) if rows is not None else None
        if group is not None:
            parts.append(PagePart(PartKind.ROWS, section.start, groups=(group,)))
        elif node.kind in _FIELDS and PartKind.FORM in shown:
            parts.append(PagePart(PartKind.FORM, section.start, nodes=(node,)))
        else:
            parts.append(PagePart(PartKind.TEXT, section.start, section))
        if rows is not None and node.kind in _FIELDS:
            parts += rows.below(text, node)
    merged = list(_merged(parts))
    return rows.completed(merged, text.line_count) if rows is not None else merged


@dataclass(frozen=True, slots=True)
class _Rows:
    """Which nodes of a document are entries."""

    document: Document

    @property
    def _is_list(self) -> bool:
        return self.document.kind is DocumentKind.LIST

    def group_of(self, node: Node) -> Group | None:
        """The group that a top node is or belongs to; None for what is no entry."""
        if not (node.children or self._is_list):
            return None
        if node.kind in (NodeKind.SECTION, NodeKind.PREAMBLE):
            is_category = self._is_list and node.key in self.document.types
            entries = tuple(child for child in node.children if child.kind in _IN_A_GROUP)
            if is_category or any(child.kind in _ENTRIES for child in entries):
                is_section = node.kind is NodeKind.SECTION
                return Group(node.key if is_section else "", node.title, entries, node)
        if self._is_list and node.kind in _IN_A_GROUP:
            return Group("", "", (node,))
        return None

    def below(self, text: Lines, node: Node) -> Iterator[PagePart]:
        """The lists of entries that the fields of a front matter are."""
        for child in node.children:
            entries = tuple(entry for entry in child.children if entry.kind in _ENTRIES)
            if entries or child.facts.get("holds") == "entries":
                start = text.line_of(child.span.start)
                group = Group(child.key, child.title, entries, child)
                yield PagePart(PartKind.ROWS, start, groups=(group,))

    def completed(self, parts: list[PagePart], end: int) -> list[PagePart]:
        """`parts` with the categories that the agent knows and the file lacks, in the agent's order."""
        if not self._is_list:
            return parts
        at = max((i for i, part in enumerate(parts) if part.kind is PartKind.ROWS), default=-1)
        if at < 0:
            parts = [*parts, PagePart(PartKind.ROWS, end)]
            at = len(parts) - 1
        present = {group.key for part in parts for group in part.groups}
        groups = list(parts[at].groups)
        types = self.document.types
        for place, key in enumerate(types):
            if key not in present:
                later = (i for i, group in enumerate(groups) if group.key in types[place + 1 :])
                groups.insert(next(later, len(groups)), Group(key, key, ()))
        if not groups:
            groups = [Group("", "", ())]
        parts[at] = PagePart(PartKind.ROWS, parts[at].start, groups=tuple(groups))
        return parts


def _merged(parts: Sequence[PagePart]) -> Iterator[PagePart]:
    """`parts`, those of one kind that follow one another as one; runs of entries as one group."""
    last: PagePart | None = None
    for part in parts:
        if last is not None and last.kind is part.kind and part.kind is not PartKind.TEXT:
            groups = _joined(last.groups, part.groups)
            last = PagePart(last.kind, last.start, groups=groups, nodes=(*last.nodes, *part.nodes))
            continue
        if last is not None:
            yield last
        last = part
    if last is not None:
        yield last


def _joined(groups: tuple[Group, ...], more: tuple[Group, ...]) -> tuple[Group, ...]:
    if groups and more and groups[-1].node is None and more[0].node is None:
        run = Group("", "", (*groups[-1].entries, *more[0].entries))
        return (*groups[:-1], run, *more[1:])
    return (*groups, *more)
