"""How a save of one document would go, step by step, in sentences: which way of each step, and why no better one.

Sentences are templates with named fields, so that a translation can reorder them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from memdesk.errors import NotFound
from memdesk.layouts.contract import Layout
from memdesk.layouts.documents import Codec, Document
from memdesk.services.details import words
from memdesk.services.roots.roots import PLAIN
from memdesk.store.agent_locks import PATIENCE_S
from memdesk.store.confine import Walk
from memdesk.store.footing import Because, Footing, Reading
from memdesk.store.stable_read import SETTLE_S
from memdesk.store.ways import Way
from memdesk.text.document import LineEnds, decode, line_ends, sniff_encoding
from memdesk.text.doubt import is_text
from memdesk.text.sentence import joined_as_list, say
from memdesk.watch.state import WatchMode, WatchState

if TYPE_CHECKING:
    from memdesk.services.desk import Desk
    from memdesk.store.save import Store


class Standing(Enum):
    """How a line is meant."""

    FACT = "fact"
    BEST = "best"
    LESS = "less"
    """A lower rung; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Detail:
    """One line. `template` and `facts` make its sentence, as in `MemdeskError`."""

    title: str
    template: str
    facts: Mapping[str, object] = field(default_factory=dict)
    standing: Standing = Standing.FACT

    @property
    def sentence(self) -> str:
        """What there is to know, in English."""
        return self.template.format_map(self.facts)


@dataclass(frozen=True, slots=True)
class DetailsJob:
    """What is asked of a document, ready for a worker. `data` is its text here, None where there is none yet."""

    document: Document
    layout: Layout
    data: bytes | None
    why_read_only: str
    is_recorded: bool
    watching: WatchState | None

    def run(self, store: Store) -> tuple[Detail, ...]:
        """Find out, in any thread; writes nothing in the document's folder."""
        found = store.footing(self.document.path)
        lines = (
            (_place(self.document, found), *self._encoding(), self._editing(found)),
            _steps_before(self.document, found),
            (self._lock(found), self._merging(), self._history()),
            _writing(found) if found.why_not is None else (),
            (Detail("After a save", words.REVERTS), *self._watching()),
        )
        return tuple(detail for some in lines for detail in some)

    def _encoding(self) -> Iterator[Detail]:
        if self.data is None:
            return
        encoding, ends = sniff_encoding(self.data), line_ends(decode(self.data))
        if not is_text(self.data):
            said = "{encoding}: shown, and not edited."
            yield Detail("Encoding", said, {"encoding": encoding.value}, Standing.LESS)
            return
        said = {LineEnds.NONE: "{encoding}.", LineEnds.MIXED: "{encoding}, mixed line ends. {kept}"}.get(
            ends, "{encoding}, {ends} line ends. {kept}"
        )
        facts = {
            "encoding": encoding.value,
            "ends": ends.value,
            "kept": say("What nobody edits keeps its bytes."),
        }
        yield Detail("Encoding", said, facts)

    def _editing(self, found: Footing) -> Detail:
        if self.why_read_only:
            return Detail("Editing", "{why}", {"why": self.why_read_only}, Standing.LESS)
        if found.why_not is not None:
            said = f"{found.why_not.template} {found.why_not.hint}".rstrip()
            return Detail("Editing", said, found.why_not.facts, Standing.LESS)
        return Detail("Editing", "It can be edited and saved.")

    def _lock(self, found: Footing) -> Detail:
        title, lock = "The agent’s lock", found.lock
        if lock is not None:
            facts = {"lock": lock.path, "kind": words.LOCKS[lock.kind], "seconds": f"{PATIENCE_S:g}"}
            return Detail(title, words.LOCK, {"agent": self.layout.title, **facts}, Standing.BEST)
        return Detail(
            title,
            words.NO_AGENT if self.layout.name == PLAIN else words.NO_LOCK,
            {"agent": self.layout.title},
        )

    def _merging(self) -> Detail:
        return Detail("Merging", words.MERGE, {"units": joined_as_list(self._units())})

    def _units(self) -> Iterable[str]:
        if self.document.codec is Codec.JSON_RECORD:
            return (say("field by field"),)
        text = decode(self.data or b"")
        kinds = {node.kind for node in self.layout.outline(self.document, text).walk()}
        return [unit for kind, unit in words.UNITS.items() if kind in kinds] or (say("section by section"),)

    def _history(self) -> Detail:
        if self.is_recorded:
            return Detail("History", words.RECORDED, standing=Standing.BEST)
        return Detail("History", words.NOT_RECORDED, standing=Standing.LESS)

    def _watching(self) -> Iterator[Detail]:
        if self.watching is None:
            return
        mode = self.watching.mode
        standing = {WatchMode.WATCHING: Standing.BEST, WatchMode.STARTING: Standing.FACT}.get(
            mode, Standing.LESS
        )
        facts = {"reason": self.watching.reason, "seconds": f"{self.watching.interval_s:g}"}
        yield Detail("Changes by others", words.WATCHING[mode], facts, standing)


def prepare_details(desk: Desk, path: str, watching: WatchState | None) -> DetailsJob:
    """What a worker needs to tell the details of the document at `path`. `watching` is how the disk is watched.

    Raises:
        NotFound: no open root has it.
    """
    found = desk.workspace.find_document(path)
    if found is None:
        raise NotFound("{path} is not a document of an open folder.", path=path)
    root, document = found
    session = desk.workspace.sessions.get(path)
    if session is not None:
        data, why_read_only = session.data if session.base is not None else None, session.why_read_only
    else:
        data, why_read_only = _read(desk, path), document.why_read_only
    return DetailsJob(document, root.layout, data, why_read_only, root.path in desk.recorded, watching)


def _read(desk: Desk, path: str) -> bytes | None:
    try:
        return desk.workspace.disk.read(path)
    except OSError:
        return None


def _place(document: Document, found: Footing) -> Detail:
    if found.path != document.path:
        said = "{path} is written to {target}, where links lead; the links stay."
        return Detail("Where", said, {"path": document.path, "target": found.path})
    return Detail("Where", "{path}", {"path": document.path})


def _steps_before(document: Document, found: Footing) -> Iterator[Detail]:
    if found.why_not is not None:
        return
    standing = Standing.LESS if found.walk is Walk.BY_NAME else Standing.BEST
    yield Detail("Inside the folder", words.WALKS[found.walk], {"root": document.root}, standing)
    if found.reading is None:
        return
    is_leased = found.reading in (Reading.LEASE, Reading.BUSY)
    facts = {"settling": say(words.SETTLING, ms=round(SETTLE_S * 1000)), "kind": _kind(found)}
    yield Detail(
        "Reading", words.READINGS[found.reading], facts, Standing.BEST if is_leased else Standing.LESS
    )


def _writing(found: Footing) -> Iterator[Detail]:
    title, facts = "Putting in place", {"kind": _kind(found)}
    if found.because is Because.NEW_FILE:
        yield Detail(title, words.NEW_FILE, standing=Standing.BEST)
    elif found.way is None:
        yield Detail(title, words.UNTRIED, facts)
    elif found.way is Way.IN_PLACE:
        why = say(words.WHY_IN_PLACE[found.because], names=found.names, refusal=found.refusal)
        yield Detail(title, words.IN_PLACE, {"why": why}, Standing.LESS)
    else:
        said = say(words.WAYS[found.way], **facts)
        standing = Standing.BEST if found.way in (Way.EXCHANGED, Way.REPLACED) else Standing.LESS
        yield Detail(title, words.HOW_KNOWN[found.because], {"words": said, **facts}, standing)


def _kind(found: Footing) -> str:
    return found.file_system or say("of a kind the system does not tell")
