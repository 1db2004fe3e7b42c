"""What a look at this computer found, and the words for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from memdesk.ui import format as shown
from memdesk.ui.i18n import listed, tr, trn


class Health(Enum):
    """What a check of an agent's memory said. A check that did not run is not shown as passed."""

    UNCHECKED = "unchecked"
    GOOD = "good"
    PROBLEM = "problem"
    READ_ONLY = "read-only"


@dataclass(frozen=True, slots=True)
class FoundAgent:
    """One agent: the roots where its memory lies, none where nothing was found, and where Memdesk looked.

    `name` is the layout's short name, `title` the one for people. `files` and `size_bytes` count what is there.
    `health_text` is a sentence on `health` ("1 line would be dropped"); `why` says why these roots were looked at.
    """

    name: str
    title: str
    monogram: str
    roots: tuple[str, ...] = ()
    looked_in: tuple[str, ...] = ()
    files: int = 0
    size_bytes: int = 0
    health: Health = Health.UNCHECKED
    health_text: str = ""
    why: str = ""

    @property
    def found(self) -> bool:
        """Whether there is something to open."""
        return bool(self.roots)


def title_of(agents: Sequence[FoundAgent]) -> str:
    """The headline: how many agents keep memory here."""
    found = sum(agent.found for agent in agents)
    if not found:
        return tr("No memory found yet")
    return trn(
        "{n} agent keeps memory on this computer",
        "{n} agents keep memory on this computer",
        found,
        n=shown.number(found),
    )


def subtitle_of(agents: Sequence[FoundAgent]) -> str:
    """What was done, and what to do now."""
    if any(agent.found for agent in agents):
        return tr("Memdesk looked in the usual places and only read. Choose what it should show and watch.")
    return tr("Memdesk looked in the usual places and only read. Add a folder, or try it with sample memory.")


def places_of(agent: FoundAgent, home: str) -> str:
    """Its folders; empty where nothing was found."""
    return listed(_shown(root, home) for root in agent.roots)


def search_of(agent: FoundAgent, home: str) -> str:
    """Where Memdesk looked for an agent that was not found."""
    if agent.found or not agent.looked_in:
        return ""
    return tr("Looked in {places}", places=_listed([_shown(path, home) for path in agent.looked_in]))


def _shown(path: str, home: str) -> str:
    return shown.isolated(shown.short_path(path, home))


def _listed(places: Sequence[str]) -> str:
    if len(places) < 2:
        return "".join(places)
    return tr("{places} and {last}", places=listed(places[:-1]), last=places[-1])


def counts_of(agent: FoundAgent) -> str:
    """`8 files · 21 KB`."""
    return f"{shown.files(agent.files)} · {shown.size(agent.size_bytes)}" if agent.found else ""


def health_of(agent: FoundAgent) -> str:
    """The sentence on its health; empty where it was not checked."""
    if agent.health_text or agent.health is not Health.GOOD:
        return agent.health_text
    return tr("No problems")


def open_label(ticked: int) -> str:
    """What the main button does, and to how many."""
    if not ticked:
        return tr("Open")
    return trn("Open this one", "Open these {n}", ticked, n=shown.number(ticked))


def spoken(agent: FoundAgent, home: str) -> str:
    """The whole row as one sentence."""
    facts = (agent.title, places_of(agent, home) or tr("not found"), counts_of(agent), health_of(agent))
    return listed(facts)
