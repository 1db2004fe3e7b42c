"""What the engine's next start, and an agent's next append, make of one record.

There is an effect exactly where that changes a byte of the file. A repair is offered where a small edit takes the
effect away and loses nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from memdesk.layouts.contract import NO_OP, Effect, EffectKind, Operation, Outcome
from memdesk.layouts.documents import Document
from memdesk.layouts.foresthub.engine import Engine, EngineError
from memdesk.layouts.foresthub.record import CONTENT, MemoryFile, fields_of
from memdesk.layouts.foresthub.rewrite import Rewrite
from memdesk.layouts.foresthub.run import next_run
from memdesk.layouts.foresthub.workflow import Workflow
from memdesk.layouts.view import View
from memdesk.text.document import LineEnds, byte_length, decode, line_ends, readable
from memdesk.text.edits import Edit, Span
from memdesk.text.json_field import Record
from memdesk.text.json_string import read_string, write_string
from memdesk.text.sentence import say

APPEND = "append"
"""Name of the operation by which an agent adds to the content."""

_WORST_FIRST = tuple(EffectKind)
_NO_WRITER = say("No agent of the workflow may write it")


def outcome_of(view: View, document: Document, operation: Operation) -> Outcome:
    """What `operation` makes of a record, after the start that it needs. Nothing is written where that fails."""
    path = document.path
    try:
        text = decode(view.read(path))
    except FileNotFoundError:
        text = ""
    except OSError as error:
        return Outcome(path, ("",), error=error.strerror or str(error))
    run = next_run(view, document.root)
    refusal = say("ForestHub would not start: {error}", error=run.error) if run.error else ""
    uid, engine = run.uid_by_path.get(path), run.engine
    if uid is None or path not in engine.written:
        return Outcome(path, (text,), error=refusal)
    file = engine.files[uid]
    rewrite = Rewrite(text, file, run)
    effects = [finding.effect for finding in rewrite.findings()]
    if operation.name != NO_OP.name and not refusal:
        engine = engine.branch()
        refusal = _append(run.workflow, engine, uid, operation.body)
        if not refusal and rewrite.record is not None:
            effects += _joined(rewrite.record, file)
    ordered = sorted(effects, key=lambda effect: (_WORST_FIRST.index(effect.kind), effect.span))
    return Outcome(path, (engine.written[path],), tuple(ordered), error=refusal)


def _append(workflow: Workflow | None, engine: Engine, uid: str, text: str) -> str:
    """Why an agent's append is refused; empty where it is done."""
    if workflow is not None and not workflow.has_writer(uid):
        return _NO_WRITER
    try:
        engine.append(uid, text)
    except EngineError as error:
        return str(error)
    return ""


def _joined(record: Record, file: MemoryFile) -> Iterator[Effect]:
    """An append puts its text right behind the last character."""
    said = next((said for said in fields_of(record) if said.name == CONTENT and said.is_read), None)
    if said is None or not file.content or file.content.endswith("\n"):
        return
    inside = record.inside(said.member)
    string = read_string(inside.of(record.text))
    if readable(string.text) != file.content:
        return  # another file's content takes its place
    last_line = inside.start + string.raw_at(string.text.rfind("\n") + 1)
    yield Effect(
        EffectKind.JOINED,
        Span(last_line, inside.end),
        say("ForestHub would put what an agent adds next on this last line"),
        say("It appends text as it is and puts no line end before it."),
        _line_end_behind(file, inside.end),
    )


def _line_end_behind(file: MemoryFile, at: int) -> tuple[Edit, ...]:
    line_end = "\r\n" if line_ends(file.content) is LineEnds.CRLF else "\n"
    if file.cap_bytes is not None and byte_length(file.content + line_end) > file.cap_bytes:
        return ()
    return (Edit(at, "", write_string(line_end)[1:-1]),)
