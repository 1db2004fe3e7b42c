"""What ub puts into its prompt at every turn: instructions whole, then memory, within a budget of bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from memdesk.layouts.shapes.go import trimmed
from memdesk.layouts.ub.model import BULLET, HEADING_MARK, Entry, Group, Memory
from memdesk.text.document import byte_length
from memdesk.text.edits import Span
from memdesk.text.sentence import say

DEFAULT_BUDGET_BYTES = 4000

TRUNCATED = "... [memory truncated]\n"
INSTRUCTIONS_HEADING = "<!-- global instructions -->\n"
MEMORY_HEADING = "<!-- auto memory -->\n"
JOINT = "\n---\n"

INSTRUCTIONS, MEMORY = "instructions", "memory"


@dataclass(frozen=True, slots=True)
class Run:
    """A run of what ub reads. It stands in the file of its part at `span`, or ub makes it, for `reason`."""

    text: str
    part: str
    span: Span | None = None
    reason: str = ""


@dataclass(frozen=True)
class Turn:
    """What one turn of ub gets of these two texts; a budget of 0 or less is none.

    Over budget, only bare lines of entries are given, those of the first category first, the newest first. A line that
    does not fit is skipped, and smaller ones behind it may still come in. The heading of the memory is not counted, so
    the result may be longer than the budget; the instructions are never cut.
    """

    instructions: str
    memory: str
    budget_bytes: int = DEFAULT_BUDGET_BYTES

    @cached_property
    def held(self) -> Memory:
        """The memory as ub reads it."""
        return Memory.of(self.memory)

    @cached_property
    def whole(self) -> tuple[Run, ...]:
        """All that there is to give, budget or not."""
        return tuple(self._whole(self.held.groups[0]))

    @cached_property
    def size_bytes(self) -> int:
        """How many bytes all of it has: what is compared with the budget."""
        return sum(byte_length(run.text) for run in self.whole)

    @cached_property
    def is_over_budget(self) -> bool:
        """Whether not all of it is given."""
        return 0 < self.budget_bytes < self.size_bytes

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """What is given."""
        return tuple(self._cut()) if self.is_over_budget else self.whole

    @property
    def texts(self) -> tuple[str, ...]:
        """What is given, as one text; every such text, where ub's order is random."""
        if self.is_over_budget:
            return ("".join(run.text for run in self.runs),)
        return tuple("".join(run.text for run in self._whole(groups)) for groups in self.held.groups)

    @cached_property
    def left_out(self) -> tuple[Entry, ...]:
        """The entries that do not fit, those first that ub would have given first."""
        return tuple(entry for entry, fits in self._fitted if not fits) if self.is_over_budget else ()

    @cached_property
    def _instructions_span(self) -> Span:
        return trimmed(self.instructions, Span(0, len(self.instructions)))

    def _whole(self, groups: Sequence[Group]) -> Iterator[Run]:
        if self._has_instructions:
            yield from self._given_instructions()
        if not self.held.entries:
            return
        if self._has_instructions:
            yield self._joint()
        yield self._heading()
        for category, entries in groups:
            reason = say("ub writes a heading for each category")
            yield Run(f"{HEADING_MARK}{category}\n\n", MEMORY, reason=reason)
            for entry in entries:
                yield from self._line(entry)
            yield Run("\n", MEMORY, reason=say("ub puts a blank line behind each category"))

    def _line(self, entry: Entry) -> Iterator[Run]:
        """The line of an entry; where it stands so in the file, it is the file's."""
        line, body = f"{entry.line}\n", entry.body
        start = body.start - len(BULLET) if body else 0
        if body and self.memory.startswith(line, start):
            yield Run(line, MEMORY, Span(start, start + len(line)))
            return
        yield Run(BULLET, MEMORY, reason=say("ub writes its own bullets"))
        yield Run(entry.text, MEMORY, body)
        yield Run(
            line[len(BULLET) + len(entry.text) :], MEMORY, reason=say("ub writes the time in its own way")
        )

    def _cut(self) -> Iterator[Run]:
        yield Run(
            TRUNCATED,
            MEMORY,
            reason=say("ub says so when not all fits, even where only headings are left out"),
        )
        if self._has_instructions:
            yield from self._given_instructions()
            yield self._joint()
        yield self._heading()
        for entry, fits in self._fitted:
            if fits:
                reason = say("over budget, ub puts the category in front of each entry")
                yield Run(f"[{entry.category}] ", MEMORY, reason=reason)
                yield Run(entry.text, MEMORY, entry.body)
                yield Run("\n", MEMORY, reason=say("over budget, ub leaves out the times"))

    @cached_property
    def _fitted(self) -> tuple[tuple[Entry, bool], ...]:
        """Each entry in the order of filling, and whether it is given."""
        left = self.room_bytes
        fitted = []
        for entry in self.in_order:
            size_bytes = bare_bytes(entry)
            fits = size_bytes <= left
            left -= size_bytes if fits else 0
            fitted.append((entry, fits))
        return tuple(fitted)

    @cached_property
    def in_order(self) -> tuple[Entry, ...]:
        """The entries in the order in which a budget is filled with them."""
        return tuple(self.held.by_priority)

    @cached_property
    def room_bytes(self) -> int:
        """What is left for entries of a budget that not all fits into."""
        left = max(0, self.budget_bytes - len(TRUNCATED))
        if self._has_instructions:
            taken = sum(byte_length(run.text) for run in (*self._given_instructions(), self._joint()))
            left -= min(left, taken)
        return left

    @property
    def _has_instructions(self) -> bool:
        return self._instructions_span.start < self._instructions_span.end

    def _given_instructions(self) -> Iterator[Run]:
        yield Run(INSTRUCTIONS_HEADING, INSTRUCTIONS, reason=say("ub names what follows"))
        yield Run(self._instructions_span.of(self.instructions), INSTRUCTIONS, self._instructions_span)

    def _joint(self) -> Run:
        return Run(JOINT, MEMORY, reason=say("ub parts instructions and memory"))

    def _heading(self) -> Run:
        return Run(MEMORY_HEADING, MEMORY, reason=say("ub names what follows"))


# What a pruning saves is told against what was forecast of the same texts.
@lru_cache(maxsize=2)
def turn_of(instructions: str, memory: str, budget_bytes: int = DEFAULT_BUDGET_BYTES) -> Turn:
    """The turn that gets these texts, the same one as long as no two others were asked for."""
    return Turn(instructions, memory, budget_bytes)


def bare_bytes(entry: Entry) -> int:
    """How many bytes an entry takes over budget: its category and its text, without the time."""
    return byte_length(f"[{entry.category}] {entry.text}\n")
