"""What an agent of the workflow gets of the records at the engine's next start: the index card, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memdesk.layouts.contract import Cut, Forecast, Generated, Injected, Meter, Part, Piece
from memdesk.layouts.documents import Scope, ScopeKind
from memdesk.layouts.foresthub.origins import Origin
from memdesk.layouts.foresthub.record import DESCRIPTION, LABEL
from memdesk.layouts.foresthub.references import CARD_HEAD, CardLine, card_lines
from memdesk.layouts.foresthub.run import Run, next_run
from memdesk.layouts.foresthub.workflow import Agent, find_workflow
from memdesk.layouts.view import View
from memdesk.text.document import byte_length
from memdesk.text.sentence import say

HEAD = "head"

UNKNOWN = say(
    "The agent’s own instructions stand before the card, in the same prompt; they come from the workflow and are not "
    "known here."
)
RUNNING = say(
    "An engine that is running read these records at its start: it sees no edit before it starts again, and its next "
    "write to a record overwrites what was edited."
)
_ASSUMED = say(
    "No workflow file is opened, so nobody knows which agents get which records; this is the card of one that may read "
    "and write all of them."
)
_NO_REFS = say("This agent refers to no memory: its list memoryRefs in the workflow is empty.")
_COUNTED = say("the engine says who may write, and counts the bytes of the content")
_NEARLY_FULL = 0.9
_LIST_MARK = say("the engine begins each line of the card so")
_LINE_END = say("the engine ends each line of the card")
_READING = say("the agent may only read it, with read_memory")
_WRITING = say("the agent reads and writes it, with read_memory, append_memory and edit_memory")

ANY_AGENT = Scope(ScopeKind.LOCAL, "", say("An agent with all records"))


def contexts_of(view: View, root: str) -> tuple[Scope, ...]:
    """Each agent of the workflow; without one an agent that is assumed."""
    workflow = find_workflow(view, root)
    agents = workflow.agents if workflow is not None else ()
    return tuple(Scope(ScopeKind.LOCAL, agent.id, agent.name) for agent in agents) or (ANY_AGENT,)


def injected_into(view: View, root: str, context: Scope) -> Injected:
    """The card that an agent gets, by the engine's own reading; nothing where the engine would not start."""
    run, warnings = next_run(view, root), list(_warnings(view, root))
    agent = next((agent for agent in run.agents if agent.id == context.key), Agent("", "", ()))
    if run.error:
        broken = ", ".join(file.name for file in run.folder.files if file.error)
        warnings.append(
            say(
                "ForestHub would not start: {error}{value}.",
                error=run.error,
                value=f" ({broken})" if broken else "",
            )
        )
    elif run.workflow and not agent.refs:
        warnings.append(_NO_REFS)
    if run.error or not agent.refs:
        return Injected((), (), warnings=tuple(warnings), unknown=UNKNOWN)
    return _card(run, card_lines(agent.refs, run.engine), (*warnings, RUNNING))


def _warnings(view: View, root: str) -> Iterator[str]:
    workflow = find_workflow(view, root)
    if workflow is not None and workflow.fault:
        yield say("{fault}.", fault=workflow.fault)
    if workflow is None or workflow.fault:
        yield _ASSUMED


def _card(run: Run, lines: Sequence[CardLine], warnings: tuple[str, ...]) -> Injected:
    parts = {HEAD: Part(HEAD, say("Heading of the card"), "")}
    pieces = [Piece(CARD_HEAD, Generated(say("the engine begins its index card so")), HEAD)]
    meters: list[Meter] = []
    cuts: list[Cut] = []
    forecasts: list[Forecast] = []
    for line in lines:
        origin = Origin.of(run, line.card.uid)
        if origin.part not in parts:
            about = _WRITING if line.is_writable else _READING
            cap = run.engine.files[line.card.uid].cap_bytes
            parts[origin.part] = Part(origin.part, line.card.name, origin.path, about)
            meters.append(Meter(line.card.name, line.card.size_bytes, cap, "bytes", origin.path))
            cuts += origin.unread()
            forecasts += _refusal(meters[-1]) if line.is_writable else ()
        pieces += _line(origin, line)
    total = Meter("total", sum(byte_length(piece.text) for piece in pieces), None, "bytes")
    return Injected(
        tuple(parts.values()),
        tuple(pieces),
        (total, *meters),
        tuple(cuts),
        warnings,
        UNKNOWN,
        tuple(forecasts),
    )


def _refusal(meter: Meter) -> Iterator[Forecast]:
    """Nothing that is there goes: the engine refuses what would not fit."""
    if meter.cap is not None and meter.used >= _NEARLY_FULL * meter.cap:
        room = max(0, meter.cap - meter.used)
        rule = say(
            "The engine lets nothing go of “{name}”: it refuses what would leave it over {cap:,} "
            "bytes, and there is room for {room:,} more.",
            name=meter.name,
            cap=meter.cap,
            room=room,
        )
        yield Forecast(rule, ())


def _line(origin: Origin, line: CardLine) -> Iterator[Piece]:
    part = origin.part
    yield Piece("- ", Generated(_LIST_MARK), part)
    yield from origin.pieces(LABEL, line.card.name)
    yield Piece(line.marks, Generated(_COUNTED), part)
    yield from origin.pieces(DESCRIPTION, line.card.description)
    yield Piece("\n", Generated(_LINE_END), part)
