"""Instruction documents that import others: expanded with the origin of every character, as the agent does it.

What a directive looks like, where it may lead and how deep it goes differs from agent to agent: that is `ImportRules`.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from memdesk.layouts.contract import Generated, Problem, Severity, Source
from memdesk.layouts.shapes.go import trimmed
from memdesk.layouts.view import View
from memdesk.text.document import decode
from memdesk.text.edits import Span
from memdesk.text.sentence import say


class Fate(Enum):
    """What becomes of an import."""

    INLINED = "inlined"
    UNREADABLE = "not readable"
    REFUSED = "refused"
    SEEN = "seen before"
    TOO_DEEP = "too deep"


@dataclass(frozen=True, slots=True)
class Directive:
    """A stretch of text that names a file to import; what is imported takes its place."""

    span: Span
    target: str


@dataclass(frozen=True, slots=True)
class ImportRules:
    """How an agent imports.

    `find` gives the directives within a span of a text, in order. `resolve` makes a path of a target as it stands in a
    document of some folder, None where the agent refuses it. In files imported more than `most_levels` deep directives
    stay as they are. `remark` is what the agent adds behind a directive whose file it has seen before.
    """

    find: Callable[[str, Span], Iterator[Directive]]
    resolve: Callable[[str, str], str | None]
    most_levels: int
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Import:
    """A directive in the document at `source`, and what became of it. `path` is empty where it was refused."""

    source: str
    directive: Directive
    path: str
    fate: Fate


@dataclass(frozen=True, slots=True)
class Run:
    """A run of an expanded document, and where it comes from."""

    text: str
    origin: Source | Generated

    def part(self, inside: Span) -> Run:
        """What of it stands in `inside`."""
        origin = self.origin
        if isinstance(origin, Source):
            at = origin.span.start
            origin = replace(origin, span=Span(at + inside.start, at + inside.end))
        return Run(inside.of(self.text), origin)


@dataclass(frozen=True, slots=True)
class Expansion:
    """A document with its imports in place, and every import that was met, in order."""

    runs: tuple[Run, ...]
    imports: tuple[Import, ...]

    @property
    def text(self) -> str:
        """All runs joined."""
        return "".join(run.text for run in self.runs)

    def trimmed_runs(self) -> Iterator[Run]:
        """The runs without the white space around the whole, which an import may have brought to an end."""
        kept, start = trimmed(self.text, Span(0, len(self.text))), 0
        for run in self.runs:
            inside = Span(max(kept.start - start, 0), min(kept.end - start, len(run.text)))
            if inside.start < inside.end:
                yield run.part(inside)
            start += len(run.text)


def expand(view: View, path: str, text: str, rules: ImportRules) -> Expansion:
    """The document at `path` (absolute), or what the agent takes of it, with its imports."""
    expander = _Expander(view, rules, {path})
    expander.add(path, text, 0)
    return Expansion(tuple(expander.runs), tuple(expander.imports))


class _Expander:
    """One top-level document on its way: what has been seen of others counts for it alone."""

    def __init__(self, view: View, rules: ImportRules, seen: set[str]) -> None:
        self._view, self._rules, self._seen = view, rules, seen
        self.runs: list[Run] = []
        self.imports: list[Import] = []

    def add(self, path: str, text: str, level: int) -> None:
        """Add what the agent takes of the file at `path`, which lies `level` imports below the document."""
        whole = trimmed(text, Span(0, len(text)))
        at = whole.start
        for directive in self._rules.find(text, whole):
            target, fate, imported = self._look(path, directive, level)
            self.imports.append(Import(path, directive, target, fate))
            if fate is Fate.INLINED:
                self._keep(path, text, Span(at, directive.span.start))
                at = directive.span.end
                self._inline(target, imported, level)
            elif fate is Fate.SEEN and self._rules.remark:
                self._keep(path, text, Span(at, directive.span.end))
                at = directive.span.end
                self.runs.append(Run(self._rules.remark, Generated("a file that was imported before")))
        self._keep(path, text, Span(at, whole.end))

    def _look(self, path: str, directive: Directive, level: int) -> tuple[str, Fate, str]:
        """Where a directive leads, what becomes of it, and the text that it imports."""
        target = self._rules.resolve(posixpath.dirname(path), directive.target)
        if level >= self._rules.most_levels:
            return target or "", Fate.TOO_DEEP, ""
        if target is None:
            return "", Fate.REFUSED, ""
        if target in self._seen:
            return target, Fate.SEEN, ""
        try:
            return target, Fate.INLINED, decode(self._view.read(target))
        except OSError:
            return target, Fate.UNREADABLE, ""

    def _inline(self, path: str, text: str, level: int) -> None:
        self._seen.add(path)
        self.add(path, text, level + 1)

    def _keep(self, path: str, text: str, span: Span) -> None:
        if span.end > span.start:
            self.runs.append(Run(span.of(text), Source(path, span)))


FateWords = Mapping[Fate, tuple[Severity, str, str]]
"""What is said of imports by their fate: how bad it is, the rule, and a sentence with `{}` for what is imported."""


def import_problems(expansion: Expansion, words: FateWords) -> Iterator[Problem]:
    """A problem for each import whose fate is one of `words`, at the line of its directive."""
    for met in expansion.imports:
        target = met.directive.target
        if met.fate in words and (may_be_path(target) or met.fate is not Fate.UNREADABLE):
            severity, rule, message = words[met.fate]
            is_sure = "/" in target or target.endswith(".md")
            yield Problem(
                severity if is_sure else Severity.NOTE,
                rule,
                met.source,
                met.directive.span,
                say(message, path=target),
            )


def may_be_path(target: str) -> bool:
    """Whether an import looks like a path; a bare word behind an at sign is more often a mention."""
    return any(mark in target for mark in "/\\.")
