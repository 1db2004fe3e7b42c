"""Which folders hold memory on this machine, of which agent, and why we think so."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, Self

from memdesk.errors import NotListed
from memdesk.layouts.documents import Scope, ScopeKind
from memdesk.layouts.shapes.files import real_path_of
from memdesk.services.faults.boundary import answered, listed
from memdesk.text.sentence import Sentence, marked, say

if TYPE_CHECKING:
    from memdesk.layouts.contract import Injected, Layout, Problem
    from memdesk.layouts.documents import Document, Place
    from memdesk.layouts.view import View

PLAIN = "plain"
"""Name of the layout that takes a folder which no agent's layout claims."""

UNREAD_RULE = "unread-root"
"""The rule by which is told that a root could not be looked through."""

WHERE_UNKNOWN = marked("Where {agent} keeps memory could not be found out: {reason}.")
"""Said of an agent whose places could not be told."""

_BY_HAND = say("opened by hand")


class Documents(tuple["Document", ...]):  # noqa: SLOT001 - a tuple takes no slots
    """What is in the root at `path`, in tree order; all of it, unless `why_not_all` says why the rest is missing."""

    path: str
    why_not_all: str

    def __new__(cls, documents: Iterable[Document], path: str, why_not_all: str = "") -> Self:
        """These of them."""
        made = super().__new__(cls, documents)
        made.path, made.why_not_all = path, why_not_all
        return made

    def whole(self) -> Self:
        """The same, for what must be true of all of them. Raises `NotListed` where some are missing."""
        if self.why_not_all:
            raise NotListed(
                "What is in {path} could not be listed to the end: {reason}.",
                path=self.path,
                reason=self.why_not_all,
            )
        return self


class MemoryRoot(NamedTuple):
    """A folder where an agent keeps memory, or would: `found` tells which. `why` is a sentence for the user.

    `name` is what the user calls it, or what tells it from another root of its agent; empty for nothing special.
    """

    path: str
    layout: Layout
    why: str
    found: bool = True
    generation: str = ""
    supported: bool = True
    name: str = ""

    @property
    def label(self) -> str:
        """What the user calls it, else the agent's name for people."""
        return self.name or self.title

    @property
    def agent(self) -> str:
        """The agent's short name."""
        return self.layout.name

    @property
    def title(self) -> str:
        """The agent's name for people, with its generation where there are several."""
        if not self.generation:
            return self.layout.title
        # The settings keep the words of a layout, which are to be translated all the same.
        generation = Sentence(self.generation.replace("{", "{{").replace("}", "}}"), {})
        return say("{agent} ({generation})", agent=self.layout.title, generation=generation)

    # What its layout says. Where that fails in a way that nobody foresaw, other roots stay usable; see `boundary`.

    def documents(self, view: View) -> Iterator[Document]:
        """What is there and may be created, in tree order; as far as it comes. Raises `OSError`, `MemdeskError`."""
        return listed(lambda: self.layout.documents(view, self.path), self.path)

    def list_documents(self, view: View, most: int | None = None) -> Documents:
        """As `documents`, at once, with why they are not all; the first `most` of them, if that is given."""
        why = ""

        def note(clause: str) -> Iterator[Document]:
            nonlocal why
            why = clause
            return iter(())

        found = listed(lambda: self.layout.documents(view, self.path), self.path, note)
        documents = tuple(islice(found, most))
        return Documents(documents, self.path, why)

    def checks(self, view: View) -> Iterator[Problem]:
        """What its layout finds wrong; that it could not look to the end is a problem too. Raises as `documents`."""
        return listed(lambda: self.layout.checks(view, self.path), self.path, self._unread)

    def contexts(self, view: View) -> Sequence[Scope]:
        """The scopes that its agent can start in; you alone where they cannot be told. Raises as `documents`."""
        nobody = Scope(ScopeKind.YOU, "", say("You"))
        return answered(lambda: self.layout.contexts(view, self.path), self.path, lambda _: (nobody,))

    def injected(self, view: View, context: Scope, budget_bytes: int | None = None) -> Injected:
        """What its agent gets in a context, within a budget if one is given; else a warning. Raises as `documents`."""
        return answered(lambda: self._injected(view, context, budget_bytes), self.path, _not_known)

    def _injected(self, view: View, context: Scope, budget_bytes: int | None) -> Injected:
        layout: Layout = self.layout
        if budget_bytes is not None:
            from memdesk.layouts.optional import Budgeted

            if isinstance(layout, Budgeted):
                return layout.injected_within(view, self.path, context, budget_bytes)
        return layout.injected(view, self.path, context)

    def _unread(self, why: str) -> Iterator[Problem]:
        from memdesk.layouts.contract import Problem, Severity
        from memdesk.text.edits import Span

        message = say("This folder could not be read to the end")
        yield Problem(Severity.ERROR, UNREAD_RULE, self.path, Span(0, 0), message, say("{why}.", why=why))


def _not_known(why: str) -> Injected:
    from memdesk.layouts.contract import Injected

    return Injected((), (), warnings=(say("What the agent gets could not be found out: {why}.", why=why),))


class FoundRoots(NamedTuple):
    """Where memory was looked for. `not_placed` says of which agents, by title, not every place could be told, and why.

    The reasons are clauses.
    """

    roots: tuple[MemoryRoot, ...]
    not_placed: Mapping[str, str]


def find_roots(layouts: Sequence[Layout], view: View, by_hand: Iterable[str] = ()) -> FoundRoots:
    """Every place of every layout, found or not, and the folders opened by hand; each folder and agent once."""
    known: dict[tuple[str, str], MemoryRoot] = {}
    not_placed: dict[str, str] = {}
    places = _places(layouts, view, not_placed)
    for root in (*places, *(claim(layouts, view, path) for path in by_hand)):
        known.setdefault((real_path_of(view, root.path), root.agent), root)
    return FoundRoots(tuple(known.values()), not_placed)


def claim(layouts: Sequence[Layout], view: View, path: str) -> MemoryRoot:
    """A folder opened by hand, as the root of the agent that most surely lives there; else as plain Markdown."""
    for root in _places(layouts, view, {}):
        if root.found and real_path_of(view, root.path) == real_path_of(view, path):
            return root
    found = os.path.isdir(path)
    scores = {layout.name: _score(layout, view, path) if found else 0.0 for layout in layouts}
    surest = max(layouts, key=lambda layout: (scores[layout.name], layout.name == PLAIN))
    return MemoryRoot(path, surest, _BY_HAND, found)


def _places(layouts: Sequence[Layout], view: View, not_placed: dict[str, str]) -> Iterator[MemoryRoot]:
    def note(title: str, why: str) -> Iterator[Place]:
        not_placed[title] = why
        return iter(())

    for layout in layouts:
        for place in listed(partial(layout.places, view), layout.title, partial(note, layout.title)):
            yield _at(layout, place)


def _score(layout: Layout, view: View, path: str) -> float:
    return answered(lambda: layout.score(view, path), path, lambda _: 0.0)


def _at(layout: Layout, place: Place) -> MemoryRoot:
    return MemoryRoot(place.path, layout, place.why, place.found, place.generation, place.supported)
