"""The contract between Memdesk and one agent's memory format: eight questions, pure given a `View`.

A layout keeps two readings apart on purpose. `outline` and `compose` are ours: they follow the agent's published
document and never lose a byte. `injected` and `next_write` are the agent's own: they follow what its program was
measured to do. Where the two differ on the text at hand, the survival check has something to say.

Where an agent keeps memory (1) and what is there (2) is told in the values of `memdesk.layouts.documents`, which belong
to this contract. Positions are characters of the document text (see `memdesk.text.document`); sizes are bytes on disk.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Protocol, runtime_checkable

from memdesk.layouts.documents import Document, DocumentKind, FileInfo, FileKind, Place, Scope, ScopeKind
from memdesk.text.edits import Edit, Span
from memdesk.text.outline import Outline

__all__ = [
    "NO_OP",
    "Acting",
    "Adding",
    "Addition",
    "Attaching",
    "Budgeted",
    "Change",
    "ChangeKind",
    "Cut",
    "Deed",
    "Document",
    "DocumentKind",
    "Effect",
    "EffectKind",
    "FileInfo",
    "FileKind",
    "Forecast",
    "Generated",
    "Guarded",
    "IndexState",
    "IndexStates",
    "IndexStatus",
    "Indexed",
    "Injected",
    "Keeping",
    "Layout",
    "Meter",
    "NewFact",
    "Operation",
    "Outcome",
    "Overwriting",
    "Part",
    "Piece",
    "Place",
    "Plan",
    "Problem",
    "Recalled",
    "Recalling",
    "Reference",
    "Referenced",
    "Replacing",
    "Rows",
    "Scope",
    "ScopeKind",
    "Severity",
    "Source",
    "SwitchedOff",
    "Switching",
    "View",
]

# What a layout may look at


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of a table as they were at `taken`. `why_not` is a sentence on why they cannot be read, else empty."""

    rows: tuple[Mapping[str, object], ...]
    taken: datetime
    why_not: str = ""


class View(Protocol):
    """Read-only access to the declared roots, with unsaved buffers laid over the disk.

    Paths are absolute, with `/` between parts. Every call may raise `OSError` as the file system does (missing,
    not permitted, is a folder); a layout turns that into an answer, never into a crash.
    """

    @property
    def home(self) -> str:
        """The user's home folder."""

    @property
    def environment(self) -> Mapping[str, str]:
        """Environment variables."""

    @property
    def platform(self) -> str:
        """`linux`, `darwin` or `win32`, as `sys.platform` has them."""

    @property
    def now(self) -> datetime:
        """The time, with a zone."""

    def read(self, path: str) -> bytes:
        """The bytes of a regular file: the unsaved buffer where there is one, else the disk."""

    def info(self, path: str) -> FileInfo:
        """What is at `path`; raises `FileNotFoundError` where there is nothing, not even a dangling link."""

    def entries(self, path: str) -> Sequence[FileInfo]:
        """What a folder holds, sorted by name. `size_bytes` and `modified` may be 0 here: ask `info`."""

    def folder_names(self, path: str) -> Sequence[str]:
        """The names of the folders in a folder, sorted; for thousands of them half the work of `entries`."""

    def real_path(self, path: str) -> str:
        """`path` with links resolved."""

    def project_folders(self) -> Sequence[str]:
        """Project folders that are known on this machine, sorted: added by the user, named by agents, found."""

    def bound_folder(self, root: str, key: str) -> str | None:
        """The project folder that the user bound to a key of this root by hand."""

    def attachment(self, name: str) -> bytes | None:
        """A file the user opened beside the root (a workflow), or None."""

    def rows(self, database: str, table: str, columns: Sequence[str]) -> Rows:
        """Rows of an agent's own database: a SQLite file, or a folder of Lance tables.

        They come from a private copy, so that the agent's files are never opened as a database. `columns` that the
        table lacks are left out. Raises `FileNotFoundError` where there is no such database or table.
        """


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
    refuses without it.
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
    where moving it may.
    """

    path: str
    span: Span
    key: str
    text: str
    why: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What goes next by the agent's own rule, the first to go first. Memdesk never does it.

    `rule` is a sentence: what the agent does when. `next_out` names what goes, as a document and what to call it.
    """

    rule: str
    next_out: tuple[tuple[str, str], ...]


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
    only text equals the present one (but for the body that the operation itself sets).
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


# What some agents answer beyond that


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


@dataclass(frozen=True, slots=True)
class Recalled:
    """An entry that an agent's own search finds. `key` is that of its node."""

    path: str
    key: str
    text: str
    span: Span
    facts: Mapping[str, str] = field(default_factory=dict)


@runtime_checkable
class Recalling(Protocol):
    """A layout whose agent looks entries up when it needs them."""

    def recall(
        self, view: View, root: str, context: Scope, query: str, category: str = ""
    ) -> Sequence[Recalled]:
        """What the agent finds that starts in `context`, by its own rule and in its order; "" means any category."""


@runtime_checkable
class Replacing(Protocol):
    """A layout whose agent may take a new text for one that it knows already, and write the new one over it."""

    def overwritten_by(self, view: View, document: Document, category: str, text: str) -> Effect | None:
        """What the agent would write over if it were told `text` in this category; None where nothing."""


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
class Referenced(Protocol):
    """A layout whose memories name each other."""

    def references(self, view: View, document: Document, key: str) -> Sequence[Reference]:
        """The places that would point nowhere if the node `key` of `document` went."""


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
class Overwriting(Protocol):
    """A layout whose agent takes an entry that says nearly the same for the one it is told, and overwrites it."""

    def overwritten_by(self, view: View, document: Document, category: str, text: str) -> Effect | None:
        """The entry that would give way if the agent were told `text`; None where none would."""
