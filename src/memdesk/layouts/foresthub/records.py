"""The documents of a folder: a record per file, and those that the workflow declares and nobody has written yet."""

from __future__ import annotations

from collections.abc import Iterator

from memdesk.layouts.documents import Codec, Document, DocumentKind, FileKind, Scope, ScopeKind
from memdesk.layouts.foresthub.folder import SUFFIX, RecordFile, is_plain, read_file, record_names
from memdesk.layouts.foresthub.references import READ_WRITE
from memdesk.layouts.foresthub.workflow import Agent, Workflow, find_workflow
from memdesk.layouts.shapes.files import file_facts
from memdesk.layouts.view import View
from memdesk.text.sentence import joined, say

DEVICE = Scope(ScopeKind.LOCAL, "", say("This device"))
DECLARED = Scope(ScopeKind.LOCAL, "declared", say("In the workflow"))
UNDECLARED = Scope(ScopeKind.LOCAL, "undeclared", say("Not in the workflow"))

_REACH = say("at its next start, unless a running engine overwrites it first")
_UNSEEN = say("The workflow does not declare it, so ForestHub never shows it to an agent")


def documents_of(view: View, root: str) -> Iterator[Document]:
    """Without a workflow the files in the engine's order; with one what it declares, then the rest."""
    workflow = find_workflow(view, root)
    if workflow is None or workflow.fault:
        for name in _names(view, root):
            yield _describe(view, root, name, DEVICE)
        return
    declared = _declared_names(workflow)
    for name in declared:
        yield _declared(view, root, name, workflow)
    for name in _names(view, root):
        if name not in declared:
            document = _describe(view, root, name, UNDECLARED)
            yield document._replace(agent_rewrites=False, note=document.note or _UNSEEN)


def _names(view: View, root: str) -> Iterator[str]:
    try:
        yield from record_names(view, root)
    except OSError:
        return


def _declared_names(workflow: Workflow) -> dict[str, None]:
    """The files of what is declared, each once; an id that leads elsewhere has none here."""
    return dict.fromkeys(file.id + SUFFIX for file in workflow.files if is_plain(file.id))


def _declared(view: View, root: str, name: str, workflow: Workflow) -> Document:
    uid = name.removesuffix(SUFFIX)
    document = _describe(view, root, name, DECLARED)
    file = workflow.declared(uid)
    title = document.title if document.exists or file is None else file.label or name
    return document._replace(title=title, note=document.note or _users_note(workflow.users(uid), uid))


def _users_note(agents: tuple[Agent, ...], uid: str) -> str:
    """Which agents have a file, and which of them may only read it."""
    if not agents:
        return say("No agent of the workflow refers to it")
    return joined(
        say("{agent} (reads and writes)", agent=agent.name)
        if agent.mode_of(uid) == READ_WRITE
        else say("{agent} (only reads)", agent=agent.name)
        for agent in agents
    )


def _describe(view: View, root: str, name: str, scope: Scope) -> Document:
    path = f"{root}/{name}"
    info, why_not = file_facts(view, path)
    found = read_file(view, root, name) if info and info.kind is FileKind.FILE else RecordFile(name, path)
    return Document(
        path,
        root,
        _title(found),
        scope,
        DocumentKind.RECORD,
        exists=info is not None,
        size_bytes=info.size_bytes if info else 0,
        modified=info.modified if info else 0.0,
        why_read_only=why_not,
        agent_rewrites=True,
        reach=_REACH,
        codec=Codec.JSON_RECORD,
        note=_own_note(found),
    )


def _title(found: RecordFile) -> str:
    """The label of a record in its own place; a copy, or what is no record, is called by its file."""
    is_own = found.file is not None and found.file.id == found.uid
    return found.file.label if found.file is not None and is_own and found.file.label else found.name


def _own_note(found: RecordFile) -> str:
    """What is odd about a file by itself; empty for a record in its own place."""
    if found.error:
        return say("ForestHub does not start while it cannot read this file: {error}", error=found.error)
    if found.file is None or found.file.id == found.uid:
        return ""
    if not found.file.id:
        return say("It has no id, so ForestHub does not find it")
    return say(
        "It has the id “{id}”, so ForestHub takes it for {id}{suffix}", id=found.file.id, suffix=SUFFIX
    )
