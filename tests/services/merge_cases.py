"""Documents of every layout that ships, and what people and agents do to the entries in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from memdesk.layouts import discover
from memdesk.layouts.contract import Layout
from memdesk.layouts.documents import Document
from memdesk.services.desk import Desk
from memdesk.services.documents.merging import merging
from memdesk.services.machine.machine import Surroundings
from memdesk.store.folders import StateFolders
from memdesk.text.document import decode, split_lines
from memdesk.text.edits import Edit, Span, apply_all
from memdesk.text.merge_result import Merge
from memdesk.text.outline import Node, NodeKind

_PER_LAYOUT = 5
_MOST_ENTRIES = 60
_ENTRIES = (NodeKind.ENTRY, NodeKind.INDEX_LINE)
_ID = re.compile(r"_(\d{8})\b")
_LINK = re.compile(r"\(([^)]*?)(\.md)\)")


@dataclass(frozen=True)
class Case:
    """A document with entries: nodes of its grammar, or else the lines of its sections."""

    name: str
    layout: Layout
    document: Document
    text: str

    def merge(self, mine: str, theirs: str, base: str | None = None) -> Merge:
        """The merge of this document."""
        return merging(self.document, self.layout)(self.text if base is None else base, mine, theirs)

    def entries(self, text: str | None = None) -> list[Span]:
        """Whole entries with their line ends."""
        text = self.text if text is None else text
        nodes = [node for node in self.layout.outline(self.document, text).walk() if _is_entry(node)]
        if nodes:
            return [_whole_lines(text, node.span) for node in nodes if node.span.of(text).strip()]
        return list(_lines(text, self.layout.outline(self.document, text).nodes))

    def said(self, entry: Span, words: str) -> str:
        """An entry that says something else at its end."""
        return _said(entry.of(self.text), words)

    def new(self, like: Span, number: int) -> str:
        """Another entry in the grammar of one that is there."""
        text = _ID.sub(f"_{90000000 + number}", like.of(self.text))
        text = _LINK.sub(rf"(\g<1>{number}\2)", text)
        lines = split_lines(text)
        first = next((i for i, line in enumerate(lines) if _is_prose(line)), 0)
        kept = [line for line in lines[first + 1 :] if not _is_prose(line)]
        return "".join((*lines[:first], _renamed(lines[first], number), *kept))


def _is_entry(node: Node) -> bool:
    return (
        node.kind in _ENTRIES
        and node.key != "\nbody"
        and "explicit_info" not in node.key
        and "trait" not in node.key
    )


def _whole_lines(text: str, span: Span) -> Span:
    end = text.find("\n", max(span.start, len(span.of(text).rstrip()) + span.start - 1))
    return Span(span.start, len(text) if end < 0 else end + 1)


def _lines(text: str, nodes: Sequence[Node]) -> Iterator[Span]:
    at, is_code = 0, False
    header_end = max((node.span.end for node in nodes if node.kind is NodeKind.FRONT_MATTER), default=0)
    headings = {node.span.start for node in nodes if node.kind is NodeKind.SECTION}
    for line in split_lines(text):
        is_fence = line.startswith("```")
        is_prose = not is_code and not is_fence and at not in headings and line[0] not in "#@|<"
        if is_prose and at >= header_end and len(line.split()) > 3:
            yield Span(at, at + len(line))
        is_code ^= is_fence
        at += len(line)


def _said(text: str, words: str) -> str:
    """`text` with `words` behind the first line that says something, in front of a time stamp."""
    lines = split_lines(text)
    at = next((i for i, line in enumerate(lines) if _is_prose(line)), 0)
    content = lines[at].rstrip("\r\n")
    end = lines[at][len(content) :]
    stamp = re.search(r" *\*\([^)]*\)\*$", content)
    cut = stamp.start() if stamp else len(content)
    lines[at] = f"{content[:cut]} {words}{content[cut:]}{end}"
    return "".join(lines)


def _is_prose(line: str) -> bool:
    return len(line.split()) > 2 and not line.startswith(("<!--", "**", "#"))


def _renamed(line: str, number: int) -> str:
    if not _is_prose(line):
        return line
    content = line.rstrip("\r\n")
    stamp = re.search(r" *\*\([^)]*\)\*$", content)
    link = re.match(r"- \[[^]]*\]\([^)]*\)\S? \S+ ", content)
    head = link[0] if link else ("- " if content.startswith("- ") else "")
    return f"{head}Quokka{number} jumps over wall{number}{stamp[0] if stamp else ''}{line[len(content) :]}"


def with_entry(text: str, entry: Span, new: str) -> str:
    """`text` with another text in place of an entry."""
    return apply_all(text, [Edit(entry.start, entry.of(text), new)])


def without(text: str, entry: Span) -> str:
    """`text` without an entry."""
    return with_entry(text, entry, "")


def with_new(text: str, behind: Span, new: str) -> str:
    """`text` with an entry behind another one."""
    before = text[: behind.end]
    line_end = "\r\n" if "\r\n" in text else "\n"
    return before + ("" if before.endswith("\n") else line_end) + new + text[behind.end :]


def moved(text: str, entry: Span, behind: Span) -> str:
    """`text` with an entry moved behind another one."""
    what = entry.of(text)
    line_end = "\r\n" if "\r\n" in text else "\n"
    if not what.endswith("\n"):
        what += line_end
    cut = without(text, entry)
    at = behind.end - (len(entry.of(text)) if behind.start > entry.start else 0)
    before = cut[:at]
    return before + ("" if before.endswith("\n") else line_end) + what + cut[at:]


@cache
def cases() -> tuple[Case, ...]:
    """A few documents of each layout, and each again with other line ends and without the last one."""
    found = list(_plain_cases())
    crlf = [replace(case, name=f"{case.name} crlf", text=_crlf(case.text)) for case in found]
    cut = [replace(case, name=f"{case.name} cut", text=case.text.rstrip("\r\n")) for case in found]
    return (*found, *crlf, *cut)


def _crlf(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\n", "\r\n")


def _plain_cases() -> Iterator[Case]:
    with TemporaryDirectory() as folder:
        desk = Desk(
            StateFolders.below(f"{folder}/ours"),
            Surroundings(folder, {}),
            discover(installed=False),
            keeps_drafts=False,
        )
        for root in desk.samples.make(f"{folder}/samples"):
            desk.workspace.open_root(root)
            found = [
                case
                for document in desk.workspace.documents(root.path)
                if document.exists and not document.why_read_only
                for case in [_case(root.layout, document)]
                if 2 < len(case.entries()) <= _MOST_ENTRIES
            ]
            yield from sorted(found, key=lambda case: -len(case.entries()))[:_PER_LAYOUT]
        desk.close()


def _case(layout: Layout, document: Document) -> Case:
    text = decode(Path(document.path).read_bytes())
    return Case(f"{layout.name} {document.title}", layout, document, text)
