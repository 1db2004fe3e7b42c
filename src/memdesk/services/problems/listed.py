"""Problems as they are listed: named so that each is known again, ordered, and filtered."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from memdesk.layouts.contract import Severity
from memdesk.layouts.view import View
from memdesk.services.problems.checking import Found
from memdesk.services.roots.roots import MemoryRoot
from memdesk.text.document import decode, encode

SEVERITIES = tuple(Severity)
"""Worst first."""

_NUMBERS = re.compile(r"\d+(?:[.,]\d+)*")


class Listed(NamedTuple):
    """A problem of a root. `key` and `occurrence` name it among those of its file, as long as it says the same."""

    root: MemoryRoot
    found: Found
    key: str
    occurrence: int

    @property
    def path(self) -> str:
        """The file or folder it is of."""
        return self.found.problem.path

    @property
    def address(self) -> tuple[str, str, int]:
        """What stays of it while other lines come and go."""
        return self.found.problem.path, self.key, self.occurrence


class Unchecked(NamedTuple):
    """Something that was not looked at, and why, as a sentence; an agent by its title, where its places are unknown."""

    path: str
    why: str


class Report(NamedTuple):
    """What was found, worst first and then by place. `files` is how many were looked at, `agents` whose they are."""

    problems: tuple[Listed, ...] = ()
    ignored: tuple[Listed, ...] = ()
    unchecked: tuple[Unchecked, ...] = ()
    files: int = 0
    agents: tuple[str, ...] = ()

    def of_file(self, path: str) -> tuple[Listed, ...]:
        """Those of one file, from top to bottom."""
        return tuple(sorted((one for one in self.problems if one.path == path), key=_place))


def listed_of(root: MemoryRoot, view: View, found: Sequence[Found]) -> Iterator[Listed]:
    """Problems with what names them: their rule and a digest of what they say and of the words they stand at."""
    seen: Counter[tuple[str, str]] = Counter()
    for one in found:
        problem = one.problem
        words = _NUMBERS.sub("#", problem.message) + "\n" + _touched(view, one)
        digest = hashlib.sha256(encode(words)).hexdigest()[:16]
        key = f"{problem.rule}:{digest}"
        yield Listed(root, one, key, seen[problem.path, key])
        seen[problem.path, key] += 1


def _touched(view: View, found: Found) -> str:
    """The words a problem stands at; nothing where these are many lines, which change all the time."""
    if not found.has_lines or found.problem.span.start == found.problem.span.end:
        return ""
    try:
        words = found.problem.span.of(decode(view.read(found.problem.path)))
    except OSError:
        return ""
    return "" if "\n" in words.strip("\n") else words


def once(listed: Iterable[Listed]) -> Iterator[Listed]:
    """A file that several agents read has what is wrong with it once."""
    seen = set()
    for one in listed:
        problem = one.found.problem
        same = (problem.path, problem.rule, problem.span, problem.message)
        if same not in seen:
            seen.add(same)
            yield one


def rank(one: Listed) -> tuple[int, str, int, int, str]:
    """What puts the worst first, then one file behind the other, from top to bottom."""
    problem = one.found.problem
    return SEVERITIES.index(problem.severity), problem.path, *_place(one), problem.rule


def _place(one: Listed) -> tuple[int, int]:
    return one.found.line, one.found.problem.span.start


def words_of(one: Listed, shown: Callable[[str], str] = str) -> str:
    """What a text is looked for in, in small letters: its words as `shown` gives them, and where it is."""
    problem = one.found.problem
    said = shown(problem.message), shown(problem.why), problem.path, problem.rule, one.root.agent
    return "\n".join(said).casefold()


def matching(
    listed: Iterable[Listed],
    *,
    severities: Collection[Severity] = (),
    agent: str = "",
    rule: str = "",
    text: str = "",
    words: Callable[[Listed], str] = words_of,
) -> tuple[Listed, ...]:
    """Those that are wanted, in the same order; what is empty says nothing.

    `text` is looked for in any case, in what `words` gives, which may know it already.
    """
    wanted = text.casefold()
    if not (severities or agent or rule or wanted):
        return tuple(listed)
    return tuple(
        one
        for one in listed
        if (not severities or one.found.problem.severity in severities)
        and (not agent or one.root.agent == agent)
        and (not rule or one.found.problem.rule == rule)
        and (not wanted or wanted in words(one))
    )
