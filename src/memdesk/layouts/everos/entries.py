"""Entries of a daily log by EverOS's own reading: markers first, then header, inline fields and sections of each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from memdesk.layouts.shapes.python_text import PYTHON_WHITE_SPACE, trimmed
from memdesk.text.edits import Span

_HEADER = re.compile(r"^##\s+(.+?)\s*$", re.MULTILINE)
_FIELD = re.compile(r"^\*\*(?P<key>[^*\n]+?)\*\*:\s*(?P<value>.*?)\s*$", re.MULTILINE)
_SECTION = re.compile(r"^###\s+(.+?)\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Field:
    """An inline field: its key and the span of its value."""

    key: str
    value: Span


@dataclass(frozen=True, slots=True)
class Titled:
    """A section: its title, its heading line up to the text, all of it, and the text as the index reads it."""

    title: str
    heading: Span
    span: Span
    text: Span


@dataclass(frozen=True)
class AuditForm:
    """The body of an entry as EverOS reads it; spans are of the text that holds the body. A last duplicate wins."""

    source: str
    body: Span
    header: str | None
    fields: tuple[Field, ...]
    titled: tuple[Titled, ...]

    @cached_property
    def inline(self) -> Mapping[str, str]:
        """The values of the inline fields by key."""
        return {field.key: field.value.of(self.source) for field in self.fields}

    @cached_property
    def sections(self) -> Mapping[str, str]:
        """The texts of the sections by title."""
        return {section.title: section.text.of(self.source) for section in self.titled}

    @property
    def head(self) -> Span:
        """What stands before the first section."""
        return Span(self.body.start, self.titled[0].span.start if self.titled else self.body.end)

    def section(self, title: str) -> Titled | None:
        """The section of this title that counts, which is the last one."""
        return next((found for found in reversed(self.titled) if found.title == title), None)


def parse_audit_form(text: str, body: Span) -> AuditForm:
    """Read the body of an entry, which is the span `body` of `text`."""
    outer = trimmed(text, body, "\n", "\n")
    content = outer.of(text)
    found = list(_SECTION.finditer(content))
    head_end = found[0].start() if found else len(content)
    header = _HEADER.search(content, 0, head_end)
    return AuditForm(
        text,
        body,
        _strip(header.group(1)) if header else None,
        tuple(_fields(content[:head_end], outer.start)),
        tuple(_sections(text, outer, found)),
    )


def _fields(head: str, offset: int) -> Iterator[Field]:
    for match in _FIELD.finditer(head):
        start, end = match.span("value")
        value = trimmed(head, Span(start, end))
        yield Field(_strip(match["key"]), Span(value.start + offset, value.end + offset))


def _sections(text: str, outer: Span, found: list[re.Match[str]]) -> Iterator[Titled]:
    starts = [outer.start + match.start() for match in found]
    for match, start, end in zip(found, starts, [*starts[1:], outer.end], strict=False):
        heading = Span(start, outer.start + match.end())
        body = trimmed(text, Span(heading.end, end), "\n", "\n")
        yield Titled(_strip(match[1]), heading, Span(start, end), trimmed(text, body, left=""))


def render_audit_form(header: str | None, inline: Mapping[str, object], sections: Mapping[str, str]) -> str:
    """The body of an entry as EverOS writes it: nothing is escaped."""
    lines = [f"## {header}", ""] if header else []
    lines += [f"**{key}**: {_rendered(value)}" for key, value in inline.items()]
    for title, text in sections.items():
        lines += ["", f"### {title}", text.rstrip(PYTHON_WHITE_SPACE)]
    return "\n".join(lines)


def _rendered(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(str, value)) + "]"
    return str(value)


def _strip(text: str) -> str:
    return text.strip(PYTHON_WHITE_SPACE)
