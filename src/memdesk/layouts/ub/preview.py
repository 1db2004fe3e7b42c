"""What ub gets in one context, by its own reading: rules, then instructions and memory within the budget."""

from __future__ import annotations

import posixpath
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from memdesk.layouts.contract import Cut, Generated, Injected, Meter, Part, Piece, Source
from memdesk.layouts.documents import Scope
from memdesk.layouts.optional import Recalled
from memdesk.layouts.shapes.go import error_words
from memdesk.layouts.ub.assumptions import limits_of
from memdesk.layouts.ub.blocks import BlockKind, Reading, reading_of
from memdesk.layouts.ub.config import Settings, settings_of, switched_off
from memdesk.layouts.ub.files import MEMORY_FILE, RULES_FILE
from memdesk.layouts.ub.foretelling import Foretelling
from memdesk.layouts.ub.home import instructions_path
from memdesk.layouts.ub.model import Entry, LineKind, Memory, lines_of
from memdesk.layouts.ub.outline import memory_outline
from memdesk.layouts.ub.projects import memory_path
from memdesk.layouts.ub.reading import INSTRUCTIONS, MEMORY, Turn, turn_of
from memdesk.layouts.ub.rules import given_rules
from memdesk.layouts.ub.white_space import parts_of
from memdesk.layouts.view import View
from memdesk.text.document import decode, trim
from memdesk.text.edits import Span
from memdesk.text.excerpt import excerpt
from memdesk.text.outline import Outline
from memdesk.text.sentence import say

UNKNOWN = say(
    "ub puts words of its own around and between these parts, and cuts a long {rules_file}; no "
    "document tells which words.",
    rules_file=RULES_FILE,
)
RULES = "rules"

_NOT_READ = say("ub reads only categories and bullets with a time behind them")
_AS_AN_ENTRY = say("Make it an entry of its own: a dash, the text, and a time behind it.")


@dataclass(slots=True)
class _Gathered:
    parts: list[Part] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    meters: list[Meter] = field(default_factory=list)
    cut: list[Cut] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def read(self, view: View, path: str) -> str:
        """The text of a file; what ub cannot read it leaves out without a word, which is said here."""
        try:
            return decode(view.read(path)) if path else ""
        except (FileNotFoundError, NotADirectoryError):
            return ""
        except OSError as error:
            self.warnings.append(
                say("ub gets nothing of {path}: {error_words}.", path=path, error_words=error_words(error))
            )
            return ""


def injected_into(view: View, root: str, context: Scope, budget_bytes: int | None = None) -> Injected:
    """What a turn of ub gets that was started in `context`; without a budget, within the one it is configured for."""
    settings = settings_of(view, root, context.folder)
    budget = settings.budget_bytes if budget_bytes is None else budget_bytes
    gathered = _Gathered()
    if settings.trouble:
        gathered.warnings.append(say("{trouble}.", trouble=settings.trouble))
    _add_rules(gathered, view, context, settings)
    paths = {INSTRUCTIONS: instructions_path(view, root) or "", MEMORY: memory_path(view, root, context)}
    turn = turn_of(gathered.read(view, paths[INSTRUCTIONS]), gathered.read(view, paths[MEMORY]), budget)
    _add_turn(gathered, turn, paths)
    why = settings.budget_from if budget_bytes is None else ""
    gathered.warnings += [
        off.message for off in switched_off(view, root, context.folder) if RULES_FILE not in off.message
    ]
    _warn(gathered, turn)
    if context.key and context.folder is None:
        gathered.warnings.append(
            say(
                "The folder of this project is not known, so its {rules_file} is not shown.",
                rules_file=RULES_FILE,
            )
        )
    return Injected(
        tuple(gathered.parts),
        tuple(gathered.pieces),
        (Meter("total", turn.size_bytes, budget if budget > 0 else None, "bytes", why=why), *gathered.meters),
        tuple(gathered.cut),
        tuple(gathered.warnings),
        UNKNOWN,
        tuple(Foretelling(turn, paths[MEMORY], view.now, limits_of(view)).forecasts()),
    )


def _add_rules(gathered: _Gathered, view: View, context: Scope, settings: Settings) -> None:
    if context.folder is None:
        return
    path = f"{context.folder.rstrip('/')}/{RULES_FILE}"
    text, cap = gathered.read(view, path), settings.rules_cap_chars
    rules = given_rules(text, cap)
    if not trim(text):
        return
    if settings.why_rules_off:
        gathered.warnings.append(
            say(
                "ub does not read {rules_file}: {why_rules_off}.",
                rules_file=RULES_FILE,
                why_rules_off=settings.why_rules_off,
            )
        )
        gathered.cut.append(Cut(path, Span(0, len(text)), "", text, settings.why_rules_off))
        return
    about = say("trimmed; read when ub starts, apart from its memory")
    gathered.parts.append(Part(RULES, RULES_FILE, path, about))
    if rules.given.start < rules.given.end:
        gathered.pieces.append(Piece(rules.given.of(text), Source(path, rules.given), RULES))
    if rules.left_out.start < rules.left_out.end:
        past = say("past the {cap:,} characters that ub gives, with words of its own", cap=cap)
        gathered.cut.append(Cut(path, rules.left_out, "", rules.left_out.of(text), past, is_over_cap=True))
    why = settings.rules_cap_from
    gathered.meters.append(Meter(RULES_FILE, rules.counted_chars, cap, "characters", path, why))


def _add_turn(gathered: _Gathered, turn: Turn, paths: dict[str, str]) -> None:
    about = {
        INSTRUCTIONS: say("as they are, trimmed; never cut"),
        MEMORY: say("bare entries, as many as fit") if turn.is_over_budget else say("all entries, sorted"),
    }
    for part in dict.fromkeys(run.part for run in turn.runs):
        title = posixpath.basename(paths[part]) or MEMORY_FILE
        gathered.parts.append(Part(part, title, paths[part], about[part]))
    for run in turn.runs:
        if run.text:
            origin = Generated(run.reason) if run.span is None else Source(paths[run.part], run.span)
            gathered.pieces.append(Piece(run.text, origin, run.part))
    if paths[MEMORY]:
        gathered.cut += _cuts(turn, paths[MEMORY])


def _cuts(turn: Turn, path: str) -> Iterator[Cut]:
    """Entries that do not fit, in the order of filling; then what ub does not read at all, in file order."""
    reading = reading_of(turn.memory)
    text, keys = reading.text, _Keys(memory_outline(turn.memory))
    why = say("past the {budget_bytes:,} bytes that ub gives", budget_bytes=turn.budget_bytes)
    for entry in turn.left_out:
        if entry.body:
            yield Cut(path, entry.body, keys.at(entry.body.start), entry.text, why, is_over_cap=True)
    for span in _unread(reading):
        yield Cut(path, span, keys.at(span.start), span.of(text), _NOT_READ, _AS_AN_ENTRY)


def _unread(reading: Reading) -> Iterator[Span]:
    """What ub does not read: whole blocks, lines of code, what stands behind the time of an entry."""
    text = reading.text
    lines = lines_of(text)
    starts = [line.span.start for line in lines]
    for region in reading.regions:
        for block in region.blocks:
            if block.kind is not BlockKind.CODE and not block.is_read:
                yield block.content
                continue
            within = slice(bisect_left(starts, block.lines.start), bisect_left(starts, block.lines.end))
            for line in lines[within]:
                span = parts_of(text, line).tail if line.entry else line.content
                if span.start < span.end and line.kind is not LineKind.HEADING:
                    yield span


class _Keys:
    """The keys of the nodes of a text, by position."""

    def __init__(self, outline: Outline) -> None:
        self._leaves = list(outline.leaves())
        self._starts = [leaf.span.start for leaf in self._leaves]

    def at(self, position: int) -> str:
        """The key of the node that holds the character at `position`."""
        return self._leaves[bisect_right(self._starts, position) - 1].key


def _warn(gathered: _Gathered, turn: Turn) -> None:
    if turn.is_over_budget and turn.left_out:
        gathered.warnings.append(
            say(
                "{count} of the {whole} entries that ub reads are left out, and with them all headings and times.",
                count=len(turn.left_out),
                whole=len(turn.held.entries),
            )
        )
    elif turn.is_over_budget:
        gathered.warnings.append(
            say("All headings and times are left out; the entries that ub reads fit without them.")
        )
    if len(turn.held.groups) > 1:
        gathered.warnings.append(
            say("Entries without a category stand before or after preferences, at random.")
        )


def recalled_in(view: View, root: str, context: Scope, query: str, category: str) -> tuple[Recalled, ...]:
    """The entries that ub's own search finds, in file order; none where the memory cannot be read."""
    path = memory_path(view, root, context)
    try:
        text = decode(view.read(path)) if path else ""
    except OSError:
        return ()
    keys = _Keys(memory_outline(text))
    return tuple(_recalled(path, text, entry, keys) for entry in Memory.of(text).recalled(query, category))


def _recalled(path: str, text: str, entry: Entry, keys: _Keys) -> Recalled:
    body = entry.body or Span(0, 0)
    facts = {"category": entry.category, "time": entry.time.text}
    return Recalled(path, keys.at(body.start), entry.text, body, facts, excerpt(text, body).around)
