"""The documents of a root, and the contexts in which a session can start."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence

from memdesk.layouts.claude_code.assumptions import FILE_BYTES
from memdesk.layouts.claude_code.grammar import rules_in
from memdesk.layouts.claude_code.home import is_one_store, project_keys
from memdesk.layouts.claude_code.instructions import (
    LEVELS_BELOW,
    MOST_BELOW,
    InstructionFile,
    Reach,
    named_in,
    session_of,
)
from memdesk.layouts.claude_code.projects import (
    SEEMS_ACTIVE,
    kept_for,
    memory_folder,
    projects_of,
    running_keys,
)
from memdesk.layouts.documents import Document, DocumentKind, FileKind, Scope, ScopeKind
from memdesk.layouts.shapes.fact_store import StoreRules, store_documents
from memdesk.layouts.shapes.files import document_at, each_path_once, folders_below, kind_of
from memdesk.layouts.shapes.git_checkout import worktrees_of
from memdesk.layouts.shapes.instruction_files import folders_down, title_below
from memdesk.layouts.shapes.keyed_projects import one_per_folder
from memdesk.layouts.view import View
from memdesk.text.sentence import joined, say

YOU = Scope(ScopeKind.YOU, "", say("You"))
_AGENT_STORES = (".claude/agent-memory", ".claude/agent-memory-local")
_DOCUMENTS = "documents of Claude Code"
_REACH = say("next session, /clear or compaction")


def documents_of(view: View, root: str) -> Iterator[Document]:
    """Every document of a root, in tree order, each path once; whoever asks this view again gets the same ones."""
    found: list[Document] = []
    for document in each_path_once(_all(view, root)):
        found.append(document)
        yield document
    view.once(_DOCUMENTS, root, lambda: tuple(found))


def all_documents_of(view: View, root: str) -> Sequence[Document]:
    """Every document of a root, as they were listed before, if they were."""
    return view.once(_DOCUMENTS, root, lambda: tuple(each_path_once(_all(view, root))))


def _all(view: View, root: str) -> Iterator[Document]:
    rules = rules_in(view)
    if is_one_store(view, root):
        yield from store_documents(view, root, root, YOU, rules)
        return
    yield from _instruction_documents(view, root, None, YOU)
    for scope, folder in _subagents(view, f"{root}/agent-memory", None):
        yield from store_documents(view, folder, root, scope, rules)
    for scope in projects_of(view, root):
        for folder in (scope.folder,) if scope.folder else scope.candidates:
            yield from _project_documents(view, root, folder, scope)
        memory = memory_folder(view, root, scope)
        is_outside = not memory.startswith(f"{root}/")
        # Transcripts are not looked at here: there are thousands of them.
        is_active = scope.key in (running_keys(view, root) or ())
        for document in store_documents(view, memory, root, scope, rules, narrow=is_outside):
            is_index = document.kind is DocumentKind.LIST
            yield document._replace(note=f"{SEEMS_ACTIVE}.") if is_index and is_active else document
        yield from _subagent_documents(view, root, scope, rules)


def _project_documents(view: View, root: str, folder: str, scope: Scope) -> Iterator[Document]:
    """The instructions of a project, then those of its worktrees, which have their own and share its memory."""
    trees = tuple(worktrees_of(view, folder))
    for document in _instruction_documents(view, root, folder, scope):
        if not _is_below_one(document.path, trees):
            yield document
    for tree in trees:
        found = _instruction_documents(view, root, tree, _of_worktree(scope, tree))
        yield from (document for document in found if document.path.startswith(f"{tree}/"))


def _is_below_one(path: str, folders: Sequence[str]) -> bool:
    return any(path.startswith(f"{folder}/") for folder in folders)


def _of_worktree(project: Scope, folder: str) -> Scope:
    title = f"{posixpath.basename(folder)} ({project.title})"
    return project._replace(key=f"{project.key}{folder}", folder=folder, title=title)


def _subagent_documents(view: View, root: str, scope: Scope, rules: StoreRules) -> Iterator[Document]:
    """The stores of a project's subagents; where one name has several, the index of each names the others."""
    stores = list(_project_subagents(view, scope))
    for of_agent, folder in stores:
        name = posixpath.basename(folder)
        others = [at for _, at in stores if at != folder and posixpath.basename(at) == name]
        note = say("{name} has other stores too: {folders}", name=name, folders=joined(others))
        for document in store_documents(view, folder, root, of_agent, rules, narrow=True):
            is_index = document.kind is DocumentKind.LIST
            yield document._replace(note=note) if is_index and others else document


def _instruction_documents(view: View, root: str, folder: str | None, scope: Scope) -> Iterator[Document]:
    """The files of a chain that are for `scope` alone; yours also where it is not there yet."""
    is_yours, own = folder is None, f"{root}/CLAUDE.md"
    session = session_of(view, root, folder)
    yours = (Reach.MANAGED, Reach.YOU)
    files = [file for file in session.files if (file.reach in yours) == is_yours]
    if is_yours and kind_of(view, root) is FileKind.FOLDER and kind_of(view, own) is None:
        files.append(InstructionFile(own, Reach.YOU, ""))
    for file in files:
        is_inside = file.path.startswith(f"{root}/")
        own_root = root if is_inside else posixpath.dirname(file.path)
        title = title_below(file.path, session.start.folder, root)
        document = document_at(view, file.path, own_root, scope, DocumentKind.RULES, title=title)
        is_managed = file.reach is Reach.MANAGED
        yield document._replace(
            narrow=not is_inside,
            note=file.note,
            cap_bytes=FILE_BYTES.of(view),
            reach="" if file.why_not and not file.read_by else file.when or _REACH,
            why_read_only=say("It is managed by your organisation") if is_managed else document.why_read_only,
        )


def _subagents(view: View, folder: str, project: Scope | None) -> Iterator[tuple[Scope, str]]:
    """The subagents with a store in `folder`, for which `project` stands: each its scope, and where it is."""
    try:
        names = view.folder_names(folder)
    except OSError:
        return
    for name in names:
        if project is None:
            title = say("Subagent {name}", name=name)
            key = f"agent-memory/{name}"
            yield Scope(ScopeKind.SHARED, key, title, owner=key), f"{folder}/{name}"
            continue
        key = f"{project.key}/{posixpath.basename(folder)}/{name}"
        is_local = folder.endswith("-local")
        template = "Subagent {name} in {project}, local" if is_local else "Subagent {name} in {project}"
        title = say(template, name=name, project=project.title)
        kind = ScopeKind.LOCAL if is_local else ScopeKind.PROJECT
        yield Scope(kind, key, title, project.folder, owner=key), f"{folder}/{name}"


def store_folders_in(project: str) -> tuple[str, ...]:
    """The folders in which the subagents of a project have their stores."""
    return tuple(f"{project}/{name}" for name in _AGENT_STORES)


def _project_subagents(view: View, scope: Scope) -> Iterator[tuple[Scope, str]]:
    """The stores in a project, in its worktrees, and in folders of it where a session was started."""
    if not scope.folder:
        return
    trees = tuple(worktrees_of(view, scope.folder))
    places = [scope, *(_of_worktree(scope, tree) for tree in trees)]
    for below in folders_below(view, scope.folder, LEVELS_BELOW, MOST_BELOW):
        if kind_of(view, f"{below}/.claude") is FileKind.FOLDER and not _is_below_one(f"{below}/", trees):
            within = below.removeprefix(scope.folder)
            title = f"{scope.title}{within}"
            places.append(scope._replace(key=f"{scope.key}{within}", folder=below, title=title))
    for place in places:
        for folder in store_folders_in(place.folder or ""):
            yield from _subagents(view, folder, place)


def store_of_subagent(root: str, context: Scope) -> str:
    """The folder in which the subagent of `context`, one of `contexts_of`, keeps its facts."""
    if context.key.startswith("agent-memory/"):
        return f"{root}/{context.key}"
    store, name = context.key.split("/")[-2:]
    return f"{context.folder}/.claude/{store}/{name}"


def contexts_of(view: View, root: str) -> tuple[Scope, ...]:
    """Projects with memory or instructions, a folder without any, subagents, then the other known folders."""
    if is_one_store(view, root):
        return (YOU,)
    keys = project_keys(view, root)
    subagents = [scope for scope, _ in _subagents(view, f"{root}/agent-memory", None)]
    below = list[Scope]()
    in_use, others = list[Scope](), list[Scope]()
    for keyed in projects_of(view, root):
        for scope, _ in _project_subagents(view, keyed):
            (subagents if scope.folder == keyed.folder else below).append(scope)
        for scope in one_per_folder(keyed):
            has_some = keyed.key in keys or (scope.folder and _has_instructions(view, scope.folder))
            (in_use if has_some else others).append(scope)
    others += list(_started_inside(view, (*in_use, *others)))
    return (*in_use, YOU, *subagents, *others, *below)


def _has_instructions(view: View, folder: str) -> bool:
    return any(named_in(view, above) for above in folders_down(folder))


def _started_inside(view: View, known: Sequence[Scope]) -> Iterator[Scope]:
    """Folders that keep their memory for another one: worktrees, and known folders inside a checkout."""
    by_folder = {scope.folder: scope for scope in known}
    trees = (tree for folder in by_folder if folder for tree in worktrees_of(view, folder))
    for folder in dict.fromkeys((*view.project_folders(), *trees)):
        if folder not in by_folder and (whole := by_folder.get(kept_for(view, folder))):
            yield whole._replace(folder=folder, title=f"{posixpath.basename(folder)} ({whole.title})")
