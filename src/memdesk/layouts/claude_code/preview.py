"""What Claude Code puts into a prompt: its instructions in load order, then the begin of the memory's index."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import replace

from memdesk.layouts.claude_code.assumptions import FILE_BYTES
from memdesk.layouts.claude_code.files import store_of_subagent
from memdesk.layouts.claude_code.grammar import rules_in
from memdesk.layouts.claude_code.home import INDEX_FILE, is_one_store, project_keys
from memdesk.layouts.claude_code.imports import expand_imports
from memdesk.layouts.claude_code.instructions import Chain, chain_of, is_agents_file
from memdesk.layouts.claude_code.projects import (
    SEEMS_ACTIVE,
    kept_for,
    key_among,
    memory_folder,
    seems_active,
)
from memdesk.layouts.claude_code.settings import managed_folder, settings_layers, why_memory_off
from memdesk.layouts.contract import Cut, Generated, Injected, Meter
from memdesk.layouts.documents import Scope
from memdesk.layouts.shapes.fact_store import StoreRules
from memdesk.layouts.shapes.files import real_path_of, size_bytes_of, text_at
from memdesk.layouts.shapes.gathering import Gathered
from memdesk.layouts.shapes.go import trimmed
from memdesk.layouts.shapes.instruction_chain import Expansion, Fate, Run, may_be_path
from memdesk.layouts.shapes.instruction_files import title_below
from memdesk.layouts.shapes.layered_settings import decided, read_layers
from memdesk.layouts.view import View
from memdesk.text.edits import Span
from memdesk.text.sentence import say

_UNKNOWN = say(
    "Claude Code puts words of its own around and between these parts, and no document tells which; nor where imported "
    "texts stand (here: before the file that imports them), or whether memory comes before or after the instructions."
)
_SUBAGENT_UNKNOWN = say("What else a subagent gets depends on its definition and is not shown here.")


def injected_into(view: View, root: str, context: Scope, budget_bytes: int | None = None) -> Injected:
    """What a session gets. With `budget_bytes` the index is cut there instead; 0 is as much as a file may have."""
    rules, gathered = rules_in(view), Gathered()
    if budget_bytes is not None:
        most = budget_bytes if budget_bytes > 0 else FILE_BYTES.of(view)
        rules = replace(rules, caps=replace(rules.caps, most_bytes=most, why=say("set for this preview")))
    if is_one_store(view, root) or "/" in context.key:
        folder = root if is_one_store(view, root) else store_of_subagent(root, context)
        gathered.add_index(view, INDEX_FILE, f"{folder}/{INDEX_FILE}", rules)
        return gathered.injected(say("{one} {other}", one=_UNKNOWN, other=_SUBAGENT_UNKNOWN))
    layers = settings_layers(view, root, context.folder)
    _add_instructions(gathered, view, root, context)
    _add_memory(gathered, view, root, context, rules)
    gathered.warnings += (
        say("{path} is not JSON, so it decides nothing.", path=layer.path)
        for layer in layers
        if layer.is_broken
    )
    return gathered.injected(_UNKNOWN)


def _add_instructions(gathered: Gathered, view: View, root: str, context: Scope) -> None:
    if context.key and not context.folder:
        gathered.warnings.append(
            say("The folder of this project is not known, so its instructions are not shown.")
        )
    _add_managed_key(gathered, view)
    chain, seen = chain_of(view, root, context.folder), set[str]()
    for file in chain.loaded():
        # One that was imported or linked is not loaded twice.
        if is_agents_file(file.path) and real_path_of(view, file.path) in seen:
            continue
        expansion = expand_imports(view, file, context.folder)
        inlined = [met.path for met in expansion.imports if met.fate is Fate.INLINED]
        seen |= {real_path_of(view, path) for path in (file.path, *inlined)}
        about = f"{file.reach}, {len(inlined)} imported" if inlined else file.reach
        title = title_below(file.path, context.folder, root)
        gathered.add_runs(title, file.path, about, expansion.runs)
        size_bytes, cap, why = size_bytes_of(view, file.path), FILE_BYTES.of(view), FILE_BYTES.why(view)
        gathered.meters.append(Meter(title, size_bytes, cap, "bytes", file.path, why))
        gathered.warnings += _import_warnings(expansion)
    gathered.warnings += _said_of(root, context.folder, chain)


def _add_managed_key(gathered: Gathered, view: View) -> None:
    """The text that managed settings hold themselves: it stands there as a string of JSON."""
    path = f"{managed_folder(view)}/managed-settings.json"
    text = decided(read_layers(view, [path]), "claudeMd")
    if text and isinstance(text.value, str):
        run = Run(text.value, Generated(say("the value of claudeMd in {path}", path=path)))
        gathered.add_runs("claudeMd", path, "managed", [run])


def _import_warnings(expansion: Expansion) -> Iterator[str]:
    words = {
        Fate.SEEN: say("it was imported before, so the line stays"),
        Fate.TOO_DEEP: say("Claude Code imports four levels deep and no further"),
        Fate.ASKED: say(
            "it lies outside the project, so Claude Code asks once; what was answered is not known here"
        ),
        Fate.UNREADABLE: say("there is no such file, which Claude Code passes over in silence"),
    }
    for met in expansion.imports:
        if met.fate in words and (may_be_path(met.directive.target) or met.fate is not Fate.UNREADABLE):
            yield say(
                "@{target} in {name}: {what}.",
                target=met.directive.target,
                name=posixpath.basename(met.source),
                what=words[met.fate],
            )


def _said_of(root: str, folder: str | None, chain: Chain) -> Iterator[str]:
    """What does not load, or only later, and how it is about AGENTS.md."""
    for file in chain.files:
        if file.note and not is_agents_file(file.path):
            yield say("{title}: {note}.", title=title_below(file.path, folder, root), note=file.clause)
    if chain.agents:
        yield chain.agents


def _add_memory(gathered: Gathered, view: View, root: str, context: Scope, rules: StoreRules) -> None:
    """The begin of the index; of a folder without a key of its own the one it would have."""
    key = context.key or key_among(view, project_keys(view, root), kept_for(view, context.folder or ""))
    if not (context.key or context.folder):
        return
    folder = memory_folder(view, root, context._replace(key=key))
    path = f"{folder}/{INDEX_FILE}"
    if folder != f"{root}/projects/{key}/memory":
        gathered.warnings.append(
            say(
                "autoMemoryDirectory names {folder}; a project’s settings do only where it is trusted.",
                folder=folder,
            )
        )
    off = why_memory_off(view, settings_layers(view, root, context.folder))
    if off:
        gathered.warnings.append(say("{off}. {path} is neither read nor written.", off=off, path=path))
        gathered.cut += _unread(view, path, off)
        return
    if seems_active(view, f"{root}/projects/{key}"):
        gathered.warnings.append(say("{running}.", running=SEEMS_ACTIVE))
    gathered.add_index(view, INDEX_FILE, path, rules)


def _unread(view: View, path: str, why: str) -> Iterator[Cut]:
    text = text_at(view, path) or ""
    span = trimmed(text, Span(0, len(text)))
    if span.start < span.end:
        yield Cut(path, span, "", span.of(text), why, say("Switch it on there."))
