"""What an agent of a workflow gets of the engine's files by its references: the index card, and the tools."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from memdesk.layouts.foresthub.engine import Card, Engine, EngineError, ErrorKind
from memdesk.layouts.shapes.go import quoted
from memdesk.layouts.shapes.go_sort import sort_slice
from memdesk.text.document import encode

READ_WRITE = "rw"

CARD_HEAD = (
    "\n\n## Memory files available\n"
    "Fetch their content via read_memory(file). Modify writable files via append_memory / edit_memory.\n"
)

_READ, _APPEND, _EDIT = "read_memory", "append_memory", "edit_memory"


class MemoryRef(NamedTuple):
    """An agent's reference to a file by its id. Only the mode `rw` lets it write; any other reads."""

    uid: str
    mode: str


class CardLine(NamedTuple):
    """A line of the index card."""

    card: Card
    is_writable: bool

    @property
    def marks(self) -> str:
        """What stands between label and description."""
        return f" ({'RW' if self.is_writable else 'R'}, {self.card.size_bytes}B): "

    @property
    def text(self) -> str:
        """The whole line; a description of several lines makes it several."""
        return f"- {self.card.name}{self.marks}{self.card.description}\n"


class Tool(NamedTuple):
    """A tool of an agent, and the labels it takes."""

    name: str
    labels: list[str]


def check_refs(refs: Sequence[MemoryRef], engine: Engine | None) -> None:
    """Raise `EngineError` where the engine would refuse to build an agent with these references."""
    for ref in refs:
        if ref.uid not in _with_memory(engine).files:
            raise EngineError(f"memory ref {quoted(ref.uid)}: file is not declared on the workflow")


def card_lines(refs: Sequence[MemoryRef], engine: Engine | None) -> list[CardLine]:
    """The lines of the index card, by label; of several references to a file the last mode counts.

    Go's sort decides between lines of one label. Raises `EngineError`.
    """
    modes = {ref.uid: ref.mode for ref in refs}
    lines = [CardLine(card, modes[card.uid] == READ_WRITE) for card in _cards(refs, engine)]
    return sort_slice(lines, lambda one, other: encode(one.card.name) < encode(other.card.name))


def _cards(refs: Sequence[MemoryRef], engine: Engine | None) -> Iterator[Card]:
    for ref in refs:
        try:
            yield _with_memory(engine).card(ref.uid)
        except EngineError as error:
            if error.kind is ErrorKind.OTHER:
                raise
            raise EngineError(f"memory ref {quoted(ref.uid)}: {error}", error.kind) from None


def _with_memory(engine: Engine | None) -> Engine:
    if engine is None:
        raise EngineError("memory refs present but no memory manager configured")
    return engine


def tools(refs: Sequence[MemoryRef], engine: Engine | None) -> list[Tool]:
    """The tools of an agent: none without references, those that write only where it may. Raises `EngineError`."""
    readable, writable = _by_label(refs, engine)
    found = [Tool(_READ, _sorted(readable))] if readable else []
    if writable:
        found += [Tool(name, _sorted(writable)) for name in (_APPEND, _EDIT)]
    return found


def _by_label(refs: Sequence[MemoryRef], engine: Engine | None) -> tuple[dict[str, str], dict[str, str]]:
    """The ids by label: of what may be read, of what may be written."""
    cards = list(_cards(refs, engine))
    named = [(card.name, ref) for card, ref in zip(cards, refs, strict=True)]
    writable = {name: ref.uid for name, ref in named if ref.mode == READ_WRITE}
    return {name: ref.uid for name, ref in named}, writable


def _sorted(labels: Mapping[str, str]) -> list[str]:
    return sorted(labels, key=encode)
