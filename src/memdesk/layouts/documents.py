"""What a layout finds on a machine: files, places and documents. The part of the contract that a first paint needs.

These are `NamedTuple`s: a large home has tens of thousands of them, and defining them as frozen dataclasses would
take ten times as long, before the first paint. Take a changed one with `_replace`.
"""

from __future__ import annotations

import posixpath
from enum import Enum
from typing import NamedTuple


class FileKind(Enum):
    """What a name in a folder is, links followed."""

    FILE = "file"
    FOLDER = "folder"
    OTHER = "other"
    """A pipe, socket or device: never opened."""
    MISSING = "missing"
    """A link whose target is gone or that loops."""


class FileInfo(NamedTuple):
    """One name in a folder, links followed. `size_bytes` and `modified` (Unix seconds) are 0 for what is missing.

    `link_modified` is the time of a link itself, None for what is none.
    """

    name: str
    kind: FileKind
    size_bytes: int = 0
    modified: float = 0.0
    is_link: bool = False
    writable: bool = True
    link_modified: float | None = None

    @classmethod
    def of_text(cls, path: str, data: bytes) -> FileInfo:
        """A regular file at `path` that holds `data` and is not on disk yet."""
        return cls(posixpath.basename(path), FileKind.FILE, len(data))


class Place(NamedTuple):
    """A folder where this agent keeps memory, or would, and why we think so.

    `generation` names the agent's generation where a layout knows several. `supported` is False where the generation
    is recognised, but its layout is not known: it is labelled and opened as plain Markdown, read-only. `why` is a
    sentence for the user ("default home", "EVVA_HOME in the environment").
    """

    path: str
    why: str
    found: bool
    generation: str = ""
    supported: bool = True


class ScopeKind(Enum):
    """For whom a document is."""

    YOU = "you"
    USER = "user"
    """One user of many that an agent remembers."""
    AGENT = "agent"
    """One agent of many that share a memory."""
    PROJECT = "project"
    SHARED = "shared"
    LOCAL = "local"

    # Scopes are found by their kind and key, ten thousand at a time, and the hash of an enumeration is slow.
    __hash__ = object.__hash__


class Scope(NamedTuple):
    """A group of documents with one reach: you, or one project.

    `key` is the agent's own name for it, empty for `YOU`; `folder` the project folder where it is known; `note` says
    what is uncertain about it ("3 folders share this key"), empty where nothing is. `above` names the groups that it
    stands in, the outermost first. `owner` says whose it is, empty where it is no one's of several: what one user or
    subagent remembers is nothing about another.
    """

    kind: ScopeKind
    key: str
    title: str
    folder: str | None = None
    note: str = ""
    candidates: tuple[str, ...] = ()
    above: tuple[str, ...] = ()
    owner: str = ""


class DocumentKind(Enum):
    """What a document holds; decides its icon and its editor."""

    RULES = "rules"
    MEMORY = "memory"
    LIST = "list"
    RECORD = "record"


class Codec(Enum):
    """How the text of a document is put together; decides how it is merged."""

    LINES = "lines"
    JSON_RECORD = "JSON record"
    """One object: merged field by field, by what the fields say."""


class Document(NamedTuple):
    """One file of memory, there or not yet.

    `root` is the folder that confines its writes; a *narrow root* (`narrow`) is one named file in a project folder,
    watched and written as that file only. `headings` are the closed headings in canonical order, empty for an open
    format; `types` are those that an entry may have, in the agent's order. `cap_bytes` is the size past which the agent
    stops reading. `why_read_only` is empty for what can be edited. `reach` says when the agent gets a change ("next
    session"). `note` says what else there is to know of this one ("not declared in the workflow"), empty where nothing
    is. `same_as` is the path of the listed document that it is another name of, by a link; empty for none.
    """

    path: str
    root: str
    title: str
    scope: Scope
    kind: DocumentKind
    exists: bool = True
    size_bytes: int = 0
    modified: float = 0.0
    narrow: bool = False
    headings: tuple[str, ...] = ()
    cap_bytes: int | None = None
    why_read_only: str = ""
    agent_rewrites: bool = False
    reach: str = ""
    types: tuple[str, ...] = ()
    codec: Codec = Codec.LINES
    note: str = ""
    same_as: str = ""

    @property
    def editable(self) -> bool:
        """Whether Memdesk writes this document."""
        return not self.why_read_only
