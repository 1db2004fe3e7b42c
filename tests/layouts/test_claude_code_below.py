"""What Claude Code keeps beside and below a project: in its worktrees, and in the stores of subagents there."""

from __future__ import annotations

import pytest

from memdesk.layouts.claude_code import LAYOUT
from memdesk.layouts.documents import Document, DocumentKind, Scope
from memdesk.services.preview.preview import context_for
from tests.layouts.dict_view import HOME, DictView

ROOT = f"{HOME}/.claude"
API = "/srv/api"


def documents(view: DictView) -> dict[str, Document]:
    return {document.path: document for document in LAYOUT.documents(view, ROOT)}


def worktree(folder: str, pointer: str = "") -> dict[str, str]:
    """A worktree of the repository in `API`, called by its folder, as Git lays it out."""
    own = f"{API}/.git/worktrees/{folder.rsplit('/', 1)[-1]}"
    return {
        f"{own}/gitdir": (pointer or f"{folder}/.git") + "\n",
        f"{own}/commondir": "../..",
        f"{folder}/.git": f"gitdir: {own}\n",
    }


def view_of(files: dict[str, str]) -> DictView:
    return DictView({f"{ROOT}/settings.json": "{}", f"{API}/.git/HEAD": "", **files}, projects=[API])


@pytest.mark.parametrize(
    ("folder", "pointer"),
    [
        ("/srv/api-feature", ""),
        (f"{API}/trees/feature", ""),
        ("/elsewhere/w", "../../../../../elsewhere/w/.git"),
    ],
)
def test_the_files_of_a_worktree_are_listed_below_its_project(folder: str, pointer: str) -> None:
    files = {f"{API}/CLAUDE.md": "main", f"{API}/sub/CLAUDE.md": "sub"}
    files |= {f"{folder}/{name}": name for name in ("CLAUDE.md", "CLAUDE.local.md", ".claude/rules/a.md")}
    view = view_of(files | worktree(folder, pointer))
    found = documents(view)
    assert set(found) >= set(files)
    name = f"{folder.rsplit('/', 1)[-1]} (api)"
    of_tree = [found[path].scope for path in found if path.startswith(f"{folder}/")]
    assert {(scope.title, scope.folder) for scope in of_tree} == {(name, folder)}
    assert {found[f"{API}/{path}"].scope.title for path in ("CLAUDE.md", "sub/CLAUDE.md")} == {"api"}
    context = context_for(LAYOUT.contexts(view, ROOT), found[f"{folder}/CLAUDE.md"])
    assert (context.folder, context.key) == (folder, "-srv-api")


def test_a_worktree_that_is_gone_and_a_submodule_are_none() -> None:
    gone = {path: text for path, text in worktree("/srv/gone").items() if path.startswith(API)}
    module = {f"{API}/lib/.git": "gitdir: ../.git/modules/lib\n", f"{API}/lib/CLAUDE.md": "lib"}
    found = documents(view_of({**gone, **module, "/srv/gone/CLAUDE.md": ""}))
    assert "/srv/gone/CLAUDE.md" not in found
    assert found[f"{API}/lib/CLAUDE.md"].scope.title == "api"


def test_stores_of_subagents_are_found_in_the_folders_where_sessions_started() -> None:
    stores = {
        API: "api",
        f"{API}/frontend": "api/frontend",
        f"{API}/packages/ui": "api/packages/ui",
        "/srv/w": "w (api)",
    }
    files = {f"{at}/.claude/agent-memory/reviewer/MEMORY.md": "- x\n" for at in stores}
    hidden = {
        f"{API}/{at}/.claude/agent-memory/a/MEMORY.md": "" for at in ("node_modules/x", "a/b/c/d", ".tox")
    }
    view = view_of({**files, **hidden, **worktree("/srv/w")})
    found = documents(view)
    indexes = [one for one in found.values() if one.kind is DocumentKind.LIST]
    titles = {one.path.partition("/.claude/")[0]: one.scope.title for one in indexes}
    assert titles == {at: f"Subagent reviewer in {title}" for at, title in stores.items()}
    assert all(one.narrow and one.note.count("agent-memory/reviewer") == 3 for one in indexes)
    assert len({(one.scope.kind, one.scope.key) for one in indexes}) == 4
    for one in indexes:
        context = context_for(LAYOUT.contexts(view, ROOT), one)
        assert (context.key, context.folder) == (one.scope.key, one.scope.folder)


def test_a_folder_of_a_project_is_started_in_before_its_subagents_are() -> None:
    sub = f"{API}/frontend"
    view = view_of({f"{sub}/.claude/agent-memory/reviewer/MEMORY.md": "- x\n"})
    view.projects = [API, sub]
    first: Scope = next(scope for scope in LAYOUT.contexts(view, ROOT) if scope.folder == sub)
    assert first.title == "frontend (api)"
