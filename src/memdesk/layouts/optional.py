"""Questions that only some layouts answer, each a protocol of its own; `contract` has the eight that all answer.

A layout answers such a question by having the method. Callers test for it with `isinstance`, and must also work
without an answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Protocol, runtime_checkable

from memdesk.layouts.assumptions import Assumption
from memdesk.layouts.contract import Change, Effect, Injected, Plan, Problem
from memdesk.layouts.documents import Document, Scope
from memdesk.layouts.view import View
from memdesk.text.edits import Edit, Span


@dataclass(frozen=True, slots=True)
class Addition:
    """Something to remember, in words that fit every agent; what is empty was not said.

    `section` is a heading, a category, a list of the header or an entry's part. `name` and `description` are those of a
    fact with a file of its own, or the subject of an entry. `made` is when it was noted, with a zone, if not now.
    """

    text: str
    section: str = ""
    type: str = ""
    name: str = ""
    description: str = ""
    made: datetime | None = None


@runtime_checkable
class Adding(Protocol):
    """A layout whose documents hold more than sections, so that it says itself how something is added to one."""

    def adding(self, view: View, document: Document, addition: Addition) -> Change:
        """The change that adds it. Raises `Refused` for what the agent keeps no place for."""


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that an agent does to a document when it is told to, and that people may do in its place.

    `name` is one word for the shell, `title` what people read, `about` a sentence on what it does. `asks` are what the
    words that it needs are called, in order. `caution` is a sentence on what would come of it now; empty for nothing.
    """

    name: str
    title: str
    about: str
    asks: tuple[str, ...] = ()
    caution: str = ""


@runtime_checkable
class Acting(Protocol):
    """A layout whose agent changes documents by tools or commands of its own, which people can use too."""

    def deeds(self, view: View, document: Document) -> Sequence[Deed]:
        """What can be done to a document as it is now."""

    def act(self, view: View, document: Document, deed: str, words: Sequence[str]) -> tuple[Edit, ...]:
        """The edits of the document that the deed of this name makes, with a word for each that it asks.

        Where the agent does it, it does the same, but for what it would lose. Raises `Refused` with the agent's reason.
        """


@runtime_checkable
class Budgeted(Protocol):
    """A layout whose agent gives as much as fits into a budget, which can be another one than the agent's own."""

    def injected_within(self, view: View, root: str, context: Scope, budget_bytes: int) -> Injected:
        """What the agent would get within this budget; 0 or less is none."""


@runtime_checkable
class Assuming(Protocol):
    """A layout that assumes numbers of its agent, which its user may know better."""

    def assumptions(self) -> Sequence[Assumption]:
        """What it assumes, in the order in which people read it; `Assumption.of` gives what is in force."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """An entry that an agent's own search finds. `key` is that of its node.

    `around` is all that tells what of its `text` is a secret.
    """

    path: str
    key: str
    text: str
    span: Span
    facts: Mapping[str, str] = field(default_factory=dict)
    around: str = ""


@runtime_checkable
class Recalling(Protocol):
    """A layout whose agent looks entries up when it needs them."""

    def recall(
        self, view: View, root: str, context: Scope, query: str, category: str = ""
    ) -> Sequence[Recalled]:
        """What the agent finds that starts in `context`, by its own rule and in its order; "" means any category."""


@dataclass(frozen=True, slots=True)
class SwitchedOff:
    """Something of an agent's memory that is switched off.

    `message` is a sentence that names the file or the variable that decided it. `whole` tells that the agent neither
    gets nor keeps memory there at all.
    """

    message: str
    whole: bool = True


@runtime_checkable
class Switching(Protocol):
    """A layout whose agent can be told to keep or read no memory."""

    def switched_off(self, view: View, root: str) -> Sequence[SwitchedOff]:
        """What is switched off here, whatever the context; `injected` and `checks` say it too."""


@runtime_checkable
class Attaching(Protocol):
    """A layout that has more to say with a file of its agent opened beside a root."""

    def attachments(self) -> Mapping[str, str]:
        """What such files are called, by the name that `View.attachment` takes before a colon and the root."""


class IndexStatus(Enum):
    """What an agent's own index has made of a file or an entry, worst first."""

    FAILED = "failed"
    """The agent gave up on the file as it is, and keeps what it had before."""
    MISSING = "missing"
    """The index should hold this, and does not."""
    STALE = "stale"
    """The index holds something else, and the agent will not notice."""
    WAITING = "waiting"
    """The file is newer than what the index holds."""
    IGNORED = "ignored"
    """The agent never looks at this file."""
    INDEXED = "indexed"


@dataclass(frozen=True, slots=True)
class IndexState:
    """What an agent's index says of a file, or of an entry of it. `error` is in the agent's own words."""

    path: str
    status: IndexStatus
    message: str
    error: str = ""


@dataclass(frozen=True, slots=True)
class IndexStates:
    """What an agent's index said at `taken`, by path; without a time nothing is known, and `why_not` says why."""

    states: Mapping[str, IndexState] = field(default_factory=dict)
    taken: datetime | None = None
    why_not: str = ""


@runtime_checkable
class Indexed(Protocol):
    """A layout whose agent reads its files into an index of its own, and hands out that."""

    def index_states(self, view: View, root: str) -> IndexStates:
        """What the index says of each file of a root. Reads a copy of the agent's database: for a worker."""

    def entry_states(self, view: View, document: Document) -> Mapping[str, IndexState]:
        """What it says of each entry of a document, by the key of its node; nothing where that cannot be read."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A place that names a node of another document, or of the same one. `message` says how, as a sentence."""

    path: str
    span: Span
    message: str


@runtime_checkable
class ByDocument(Protocol):
    """A layout that can tell what is wrong with one document without a look at all others."""

    def document_checks(self, view: View, root: str, document: Document) -> Iterator[Problem]:
        """What `checks` tells of a document, and of others because of it, as an index speaks for its facts."""


@runtime_checkable
class StoringInProjects(Protocol):
    """A layout whose agent makes stores of facts in project folders as well."""

    def store_folders(self, project: str) -> Sequence[str]:
        """The folders in a project folder, there or not, each of which holds stores: any folder in it is one."""
        ...


@runtime_checkable
class Referenced(Protocol):
    """A layout whose memories name each other."""

    def references(self, view: View, document: Document, key: str) -> Sequence[Reference]:
        """The places that would point nowhere if the node `key` of `document` went."""


@runtime_checkable
class Remaking(Protocol):
    """A layout whose agent makes a file anew, and a poorer one, where it is missing."""

    def remade(self, document: Document) -> str:
        """What would come in the place of a document whose file is removed, as a sentence; empty for nothing."""
        ...


@runtime_checkable
class Guarded(Protocol):
    """A layout whose agent fails on, or misreads, what can be written into its files."""

    def guards(self, document: Document, before: str, after: str) -> Sequence[Problem]:
        """What the agent would make of `after`, saved over `before`, that its writer would not expect.

        Only what the change brought is told; places are those of `after`.
        """


@dataclass(frozen=True, slots=True)
class NewFact:
    """A fact that an agent is about to keep, in its user's words."""

    name: str
    description: str
    type: str
    body: str


@runtime_checkable
class Keeping(Protocol):
    """A layout whose agent keeps each fact in a file of its own."""

    def keep_fact(self, view: View, document: Document, fact: NewFact) -> Mapping[str, str | None]:
        """What the agent's own program writes to keep `fact` in the store of `document`, in its order.

        Texts by path, None for a file that it deletes; nothing where it refuses.
        """


@runtime_checkable
class Removing(Protocol):
    """A layout whose documents may hold so many entries that taking several out in one change is worth its while."""

    def removing(self, view: View, document: Document, changes: Sequence[Change]) -> Plan | None:
        """One plan that does what these changes of one document do one after the other; None where there is none."""


@runtime_checkable
class Overwriting(Protocol):
    """A layout whose agent takes an entry that says nearly the same for the one it is told, and overwrites it."""

    def overwritten_by(self, view: View, document: Document, category: str, text: str) -> Effect | None:
        """The entry that would give way if the agent were told `text`; None where none would."""


@runtime_checkable
class Refusing(Protocol):
    """A layout whose agent does not remember everything that it is told."""

    def refused(self, document: Document, text: str) -> str:
        """Why the agent would not keep `text` if it were told that, as a sentence; empty where it would."""
        ...


class LockKind(Enum):
    """How a lock file tells that somebody is writing."""

    WHOLE_FILE = "flock"
    """Whoever writes holds the file by flock(2); on Windows its first byte, as Python's `msvcrt.locking` does it."""
    RECORD = "lockf"
    """Whoever writes holds the whole file by a record lock, fcntl(2); on Windows as `WHOLE_FILE`."""
    PRESENCE = "presence"
    """The file is there as long as somebody writes: it is made by who finds none, and removed at the end."""


@dataclass(frozen=True, slots=True)
class AgentLock:
    """The lock by which an agent keeps those apart who write a document.

    `path` is the lock file, in the same root: made where it is missing and, but for `PRESENCE`, never removed.
    `stale_after_s` is the age from which the agent takes a `PRESENCE` for left behind; None means never.
    """

    path: str
    kind: LockKind
    stale_after_s: float | None = None


@runtime_checkable
class Locking(Protocol):
    """A layout whose agent takes a lock when it writes, so that whoever else does can come one after the other."""

    def lock_of(self, view: View, document: Document) -> AgentLock | None:
        """The lock of a document; None where its writers take none."""
