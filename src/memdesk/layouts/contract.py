"""The contract between Memdesk and one agent's memory format: eight questions, and the values that answer them.

1. `places`: where does the agent keep memory on this machine?
2. `score`: how sure are we that a folder belongs to this agent?
3. `documents` and `contexts`: what is there, and in which projects can the agent start?
4. `outline`: how does a document read, as a tree of nodes?
5. `compose`: which edits make a change that the user asks for?
6. `injected`: what does the agent get into its prompt?
7. `next_write` and `usual_operations`: what would the agent's own next write do to a document?
8. `checks`: what is wrong?

A layout keeps two readings apart on purpose. `outline` and `compose` are ours: they follow the agent's published
document and never lose a byte. `injected` and `next_write` are the agent's own: they follow what its program was
measured to do. Where the two differ on the text at hand, the survival check has something to say.

Every answer depends on its arguments alone; what a layout may look at is a `View` (`memdesk.layouts.view`). The values
of questions 1 to 3 are in `memdesk.layouts.documents`, those of 4 in `memdesk.text.outline`; questions that only some
layouts answer are in `memdesk.layouts.optional`. Positions are characters of the document text (see
`memdesk.text.document`); sizes are bytes on disk.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import NamedTuple, Protocol

from memdesk.layouts.documents import Document, Place, Scope
from memdesk.layouts.view import View
from memdesk.text.edits import Edit, Span
from memdesk.text.outline import Outline

# 5. compose


class ChangeKind(Enum):
    """What a user can ask of a node."""

    SET_BODY = "set body"
    ADD = "add"
    REMOVE = "remove"
    MOVE = "move"
    RENAME = "rename"
    RETYPE = "retype"


@dataclass(frozen=True, slots=True)
class Change:
    """One change asked for. `key` and `occurrence` name the node; `body`, `title` and `index` are what the kind needs.

    For `ADD`, `key` names the heading or category and `body` the text; for `MOVE`, `index` is the new place among its
    siblings (headings do not count); for `RENAME`, `title` is the new heading; for `RETYPE`, `title` is the new type
    or category of an entry, one of the document's `types`. An empty `key` means the document itself, where that
    is one fact: `REMOVE` takes the file away with all that names it. `type` is that of what is added, where the grammar
    has one beside the key, `made` when that was noted, if not now.

    `unlocked` says that the user means to change what is the agent's own (an id, an owner, a date), which a layout
    refuses without it. `bare` says that this alone is changed: headings that the agent would have and that are missing
    are not added on the way, as they are where a section is written.
    """

    kind: ChangeKind
    document: Document
    key: str
    occurrence: int = 0
    body: str = ""
    title: str = ""
    index: int = 0
    type: str = ""
    unlocked: bool = False
    made: datetime | None = None
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """What a change makes of documents: edits per path, in positions of the text as it is now, and files created.

    `deletes` names files that go, after all else is done.
    """

    edits: Mapping[str, tuple[Edit, ...]] = field(default_factory=dict)
    creates: Mapping[str, str] = field(default_factory=dict)
    deletes: tuple[str, ...] = ()


# 6. injected


@dataclass(frozen=True, slots=True)
class Source:
    """Injected text that stands in a document."""

    path: str
    span: Span


@dataclass(frozen=True, slots=True)
class Generated:
    """Injected text that the agent makes itself, and why: a separator, `(empty)`, an ellipsis, half a character."""

    reason: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of injected text and where it comes from. `part` groups pieces into what the preview lists as one."""

    text: str
    origin: Source | Generated
    part: str


@dataclass(frozen=True, slots=True)
class Meter:
    """How much of a cap is used. `cap` is None where the agent sets none; `used` may exceed it.

    `why` says who set the cap where that can be told otherwise: a key and its file, or that it is the agent's default
    and where a configuration was looked for. Empty for a cap that is built in.
    """

    name: str
    used: int
    cap: int | None
    unit: str
    path: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Cut:
    """What the agent does not get, and why.

    `remedy` is a sentence on what would let the agent have it, where moving it cannot; empty where nothing would, or
    where moving it may. `is_over_cap` tells that it is left out for want of room.
    """

    path: str
    span: Span
    key: str
    text: str
    why: str
    remedy: str = ""
    is_over_cap: bool = False


class ForecastKind(Enum):
    """What an agent does to what goes next."""

    EVICTED = "evicted"
    """Removed from the disk, to make room."""
    EXPIRED = "expired"
    """Removed from the disk for its age."""
    CUT = "cut off"
    """Still on the disk, and no longer given to the agent."""


class NextOut(NamedTuple):
    """What goes: a stretch of a document, all of it without a `span`.

    `around` is all that tells what of its `name` is a secret, where the name is what the stretch says.
    `due_s` is when, in Unix seconds, where time alone decides: an agent may know years that no calendar of ours has.
    """

    path: str
    name: str
    span: Span | None = None
    due_s: float | None = None
    around: str = ""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What goes next by the agent's own rule, the first to go first. Memdesk never does it.

    `rule` is a sentence: what the agent does when. `next_out` names what goes; nothing where the rule hits only what
    is yet to come. The first `with_one_more` of them go as soon as one more fact like the usual ones comes.
    """

    rule: str
    next_out: tuple[NextOut, ...]
    kind: ForecastKind = ForecastKind.CUT
    with_one_more: int = 0


@dataclass(frozen=True, slots=True)
class Part:
    """One thing the agent gets, in order: a whole file, or an index made of one. `about` is how it is delivered."""

    name: str
    title: str
    path: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Injected:
    """What the agent gets in one context. `unknown` says which wrapper text around the parts no document tells."""

    parts: tuple[Part, ...]
    pieces: tuple[Piece, ...]
    meters: tuple[Meter, ...] = ()
    cut: tuple[Cut, ...] = ()
    warnings: tuple[str, ...] = ()
    unknown: str = ""
    forecasts: tuple[Forecast, ...] = ()

    @property
    def text(self) -> str:
        """All pieces joined."""
        return "".join(piece.text for piece in self.pieces)

    def text_of(self, part: str) -> str:
        """The text of one part."""
        return "".join(piece.text for piece in self.pieces if piece.part == part)


# 7. next_write


class EffectKind(Enum):
    """What an agent's write does to a stretch of text, worst first."""

    LOST = "lost"
    JOINED = "joined"
    SPLIT = "split"
    MOVED = "moved"
    TRIMMED = "trimmed"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing the agent's next write does to this text that its reader would not expect.

    `message` is a sentence: who would do what when. `why` explains it. `repair` are the smallest edits of the present
    text that avoid it, empty where there is no safe one.
    """

    kind: EffectKind
    span: Span
    message: str
    why: str
    repair: tuple[Edit, ...] = ()


@dataclass(frozen=True, slots=True)
class Operation:
    """Something the agent does by itself: its no-op rewrite, or its usual update of one heading or entry."""

    name: str
    key: str = ""
    body: str = ""


NO_OP = Operation("rewrite")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an operation makes of one file. `texts` holds every answer the agent may give, where it is random.

    Empty `texts` means: overwritten, unknown. `deleted` means the file is gone. `effects` is empty exactly where the
    only text says what the present one does (but for the body that the operation itself sets); most agents then write
    the same text, some a header in a style of their own.
    """

    path: str
    texts: tuple[str, ...]
    effects: tuple[Effect, ...] = ()
    deleted: bool = False
    error: str = ""


# 8. checks


class Severity(Enum):
    """How bad a problem is, worst first."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem with severity, rule, place and explanation; `repair` where a safe one is known."""

    severity: Severity
    rule: str
    path: str
    span: Span
    message: str
    why: str = ""
    repair: tuple[Edit, ...] = ()


class Layout(Protocol):
    """One agent's memory format. Instances hold no state; every answer depends on the arguments alone."""

    name: str
    """Short name in paths and commands: `evva`."""
    title: str
    """Name shown to people."""
    monogram: str
    """Two letters for the tree."""

    def places(self, view: View) -> Sequence[Place]:
        """Where this agent keeps memory on this machine, found or not, and why."""

    def score(self, view: View, root: str) -> float:
        """How sure we are, from content, that this agent lives in `root`: 0 no, 1 certain."""

    def project_key(self, view: View, folder: str) -> str:
        """The agent's own name for the memory of a project folder; empty where it has none."""

    def documents(self, view: View, root: str) -> Iterator[Document]:
        """What is there and what may be created, in tree order; lazy, so that a huge root can be shown at once."""

    def outline(self, document: Document, text: str) -> Outline:
        """The node tree by our own reading; never loses a character."""

    def compose(self, view: View, change: Change) -> Plan:
        """The edits that make `change` in this agent's grammar. Raises `Refused` with the reason."""

    def contexts(self, view: View, root: str) -> Sequence[Scope]:
        """The scopes an agent can start in, one preview each; at least one."""

    def injected(self, view: View, root: str, context: Scope) -> Injected:
        """What the agent gets when it starts in `context`, by its own reading."""

    def next_write(self, view: View, document: Document, operation: Operation) -> Outcome:
        """What `operation` makes of `document`, by the agent's own writing."""

    def usual_operations(self, document: Document) -> Sequence[Operation]:
        """What the agent does to this document in daily use, besides `NO_OP`."""

    def checks(self, view: View, root: str) -> Iterator[Problem]:
        """Problems of one root."""

    def is_temporary(self, name: str) -> bool:
        """Whether a file or folder of this name is the agent's own, temporary or an index, and never memory."""
