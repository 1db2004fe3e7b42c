"""Puts together what Claude Code gets at a start: its instructions in load order, then the begin of the index."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import replace

from memdesk.layouts.claude_code.assumptions import FILE_BYTES
from memdesk.layouts.claude_code.content import content_of
from memdesk.layouts.claude_code.cut_notice import NOTICE, notice_of
from memdesk.layouts.claude_code.files import store_of_subagent
from memdesk.layouts.claude_code.grammar import rules_in
from memdesk.layouts.claude_code.home import INDEX_FILE, is_one_store, project_keys
from memdesk.layouts.claude_code.instruction_checks import import_problems
from memdesk.layouts.claude_code.instructions import Loaded, Reach, Session, session_of
from memdesk.layouts.claude_code.made_index import made_index
from memdesk.layouts.claude_code.projects import (
    SEEMS_ACTIVE,
    kept_for,
    key_among,
    memory_folder,
    seems_active,
)
from memdesk.layouts.claude_code.settings import managed_folder, settings_layers, why_memory_off
from memdesk.layouts.claude_code.start import Options
from memdesk.layouts.claude_code.subagents import find_subagent
from memdesk.layouts.contract import Cut, Generated, Injected, Meter, Piece
from memdesk.layouts.documents import Scope
from memdesk.layouts.shapes.fact_store import StoreRules
from memdesk.layouts.shapes.files import size_bytes_of, text_at
from memdesk.layouts.shapes.gathering import Gathered
from memdesk.layouts.shapes.go import trimmed
from memdesk.layouts.shapes.instruction_chain import Run
from memdesk.layouts.shapes.instruction_files import title_below
from memdesk.layouts.shapes.layered_settings import decided
from memdesk.layouts.view import View
from memdesk.text.document import JAVASCRIPT_WHITE_SPACE
from memdesk.text.edits import Span
from memdesk.text.sentence import say

BETWEEN = say("an empty line and a line of Claude Code’s own stand between two files")
_HEADINGS = say(
    "Claude Code puts a line with its path and kind above each file; these lines are not shown. Rules of one folder "
    "come in the order in which the file system lists them, here by name."
)
SYSTEM = say("in its system prompt")
_SEPARATOR = "\n\n"


def injected_into(
    view: View, root: str, context: Scope, budget: int | None = None, options: Options | None = None
) -> Injected:
    """What a session gets. With `budget` the index is cut there instead; 0 is as much as a file may have."""
    rules, gathered = rules_in(view), Gathered()
    if budget is not None:
        most = budget if budget > 0 else FILE_BYTES.of(view)
        rules = replace(rules, caps=replace(rules.caps, most_size=most, why=say("set for this preview")))
    if is_one_store(view, root):
        _add_index(gathered, view, f"{root}/{INDEX_FILE}", rules)
        return gathered.injected(_HEADINGS)
    session = session_of(view, root, context.folder, options)
    if "/" in context.key:
        _add_subagent(gathered, view, session, context, rules)
        context = context._replace(key="")
    _add_instructions(gathered, view, session, context)
    _add_memory(gathered, view, session, context, rules)
    return _apart(gathered).injected(_HEADINGS)


def _add_subagent(
    gathered: Gathered, view: View, session: Session, context: Scope, rules: StoreRules
) -> None:
    """What a subagent gets in its system prompt: its own text, and the begin of its own index."""
    root, name = session.start.root, posixpath.basename(context.key)
    found, store = find_subagent(view, root, session.start.folder, name), store_of_subagent(root, context)
    if found:
        runs = content_of(text_at(view, found.path) or "").runs(found.path)
        gathered.add_runs(title_below(found.path, session.start.folder, root), found.path, SYSTEM, runs)
        if found.store != store:
            gathered.warnings.append(
                say("{path} names another memory than {store}, or none.", path=found.path, store=store)
            )
        store = found.store
    if store and not session.off and not why_memory_off(view, session.start.layers):
        _add_index(gathered, view, f"{store}/{INDEX_FILE}", rules)
        gathered.parts[-1:] = [replace(part, about=SYSTEM) for part in gathered.parts[-1:]]
    if not session.start.folder:
        gathered.warnings.append(
            say("In a project it also gets the instructions of that project, and the index of its memory.")
        )


def _apart(gathered: Gathered) -> Gathered:
    """The parts with what stands between two of them."""
    pieces, names = list[Piece](), list[str]()
    for piece in gathered.pieces:
        if piece.part not in names:
            if names:
                pieces.append(Piece(_SEPARATOR, Generated(BETWEEN), names[-1]))
            names.append(piece.part)
        pieces.append(piece)
    gathered.pieces = pieces
    return gathered


def _add_instructions(gathered: Gathered, view: View, session: Session, context: Scope) -> None:
    if context.key and not context.folder:
        gathered.warnings.append(
            say("The folder of this project is not known, so its instructions are not shown.")
        )
    managed = [one for one in session.loaded if one.file.reach is Reach.MANAGED]
    for one in managed:
        _add_file(gathered, view, session, one)
    if not session.off:
        _add_managed_key(gathered, view)
    for one in session.loaded[len(managed) :]:
        _add_file(gathered, view, session, one)
    gathered.warnings += (
        say("{path} is not as Claude Code reads settings, so it decides nothing.", path=layer.path)
        for layer in session.start.layers
        if layer.is_broken
    )
    gathered.warnings += _import_warnings(view, session)
    gathered.warnings += _said_of(session)


def _add_file(gathered: Gathered, view: View, session: Session, one: Loaded) -> None:
    title = title_below(one.path, session.start.folder, session.start.root)
    about = _about(one)
    gathered.add_runs(title, one.path, about, one.content.runs(one.path))
    size_bytes, cap, why = size_bytes_of(view, one.path), FILE_BYTES.of(view), FILE_BYTES.why(view)
    gathered.meters.append(Meter(title, size_bytes, cap, "bytes", one.path, why))


def _about(one: Loaded) -> str:
    if one.importer:
        return say("imported by {file}", file=posixpath.basename(one.importer))
    names = {
        Reach.MANAGED: say("managed"),
        Reach.YOU: say("user rule") if one.file.is_rule else say("user"),
        Reach.LOCAL: say("local"),
    }
    return names.get(one.file.reach, say("rule") if one.file.is_rule else say("project"))


def _add_managed_key(gathered: Gathered, view: View) -> None:
    """The text that managed settings hold themselves: it stands there as a string of JSON."""
    text = decided(settings_layers(view, managed_folder(view), sources=()), "claudeMd")
    if text and isinstance(text.value, str) and (value := text.value.strip(JAVASCRIPT_WHITE_SPACE)):
        run = Run(value, Generated(say("the value of claudeMd in {path}", path=text.path)))
        gathered.add_runs("claudeMd", text.path, say("managed"), [run])


def _import_warnings(view: View, session: Session) -> Iterator[str]:
    """What of the imports in the files that are loaded imports nothing."""
    loaded = {one.path for one in session.loaded}
    for problem in import_problems(view, session):
        if problem.path in loaded:
            name = posixpath.basename(problem.path)
            yield say("{name}: {message}.", name=name, message=problem.message)


def _said_of(session: Session) -> Iterator[str]:
    """What does not load, or only later, and what brings in an AGENTS.md."""
    start = session.start
    for file in session.files:
        if file.note:
            yield say(
                "{title}: {note}.", title=title_below(file.path, start.folder, start.root), note=file.note
            )


def _add_memory(gathered: Gathered, view: View, session: Session, context: Scope, rules: StoreRules) -> None:
    """The begin of the index; of a folder without a key of its own the one it would have."""
    root, folder = session.start.root, session.start.folder
    key = context.key or key_among(view, project_keys(view, root), kept_for(view, folder or ""))
    if not (context.key or folder):
        return
    store = memory_folder(view, root, context._replace(key=key))
    path = f"{store}/{INDEX_FILE}"
    if store != f"{root}/projects/{key}/memory":
        gathered.warnings.append(
            say(
                "autoMemoryDirectory names {folder}; a project’s settings do only where it is trusted.",
                folder=store,
            )
        )
    if off := session.off or why_memory_off(view, session.start.layers):
        gathered.warnings.append(say("{off}. {path} is neither read nor written.", off=off, path=path))
        gathered.cut += _unread(view, path, off)
        return
    if seems_active(view, root, key):
        gathered.warnings.append(say("{running}.", running=SEEMS_ACTIVE))
    made = made_index(view, store)
    if made is None:
        _add_index(gathered, view, path, rules)
        return
    reason = say("what Claude Code writes to {path} at the start of the next session", path=path)
    run = Run(made.strip(JAVASCRIPT_WHITE_SPACE), Generated(reason))
    gathered.add_runs(INDEX_FILE, path, say("made at the next start"), [run])
    gathered.warnings.append(
        say("There is no {name}; Claude Code makes this one at its next start.", name=INDEX_FILE)
    )


def _add_index(gathered: Gathered, view: View, path: str, rules: StoreRules) -> None:
    """The begin of the index at `path`, and the notice of Claude Code where it is cut."""
    shown = gathered.add_index(view, INDEX_FILE, path, rules)
    notice = notice_of(text_at(view, path) or "", shown, rules.caps) if shown else None
    if notice:
        gathered.add_made(f"{_SEPARATOR}{notice.words}", NOTICE)


def _unread(view: View, path: str, why: str) -> Iterator[Cut]:
    text = text_at(view, path) or ""
    span = trimmed(text, Span(0, len(text)))
    if span.start < span.end:
        yield Cut(path, span, "", span.of(text), why, say("Switch it on there."))
