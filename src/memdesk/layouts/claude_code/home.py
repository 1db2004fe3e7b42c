"""Where Claude Code keeps memory, what says so, and how sure it is that a folder is its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from memdesk.layouts.claude_code.settings import memory_directory, settings_layers
from memdesk.layouts.documents import FileKind, Place
from memdesk.layouts.shapes.files import kind_of, text_at
from memdesk.text.sentence import say

if TYPE_CHECKING:
    from memdesk.layouts.view import View

INDEX_FILE = "MEMORY.md"
_MOST_LOOKED_AT = 20
"""So many stores, and facts of each, are read to tell whether Claude Code wrote them."""


def _default_folder(view: View) -> str:
    return f"{view.home.rstrip('/')}/.claude"


def _named_folder(view: View) -> str:
    """The user folder that the environment names; empty where it names none."""
    named = view.environment.get("CLAUDE_CONFIG_DIR", "")
    return named.replace("\\", "/") if view.platform == "win32" else named


def find_places(view: View) -> Iterator[Place]:
    """The user folder, or the one `CLAUDE_CONFIG_DIR` names beside it, each with an auto memory kept elsewhere."""
    named = _named_folder(view)
    roots = {named: say("CLAUDE_CONFIG_DIR in the environment")} if named else {}
    default = say("Claude Code’s default folder")
    roots.setdefault(
        _default_folder(view),
        say("{default}, not used with CLAUDE_CONFIG_DIR", default=default) if named else default,
    )
    for root, why in roots.items():
        yield Place(root, why, kind_of(view, root) is FileKind.FOLDER)
        folder, settings = memory_directory(view, settings_layers(view, root))
        if folder:
            named_in = say("autoMemoryDirectory in {path}", path=settings)
            yield Place(folder, named_in, kind_of(view, folder) is FileKind.FOLDER)


def score_home(view: View, root: str) -> float:
    """How sure it is that Claude Code lives here: 1 for fields that it alone stamps, less for folders of its names."""
    if is_one_store(view, root):
        return 1.0 if _has_stamps(view, root) else 0.4
    stores = [f"{root}/projects/{key}/memory" for key in project_keys(view, root)[:_MOST_LOOKED_AT]]
    if any(_has_stamps(view, store) for store in stores):
        return 1.0
    has_settings = kind_of(view, f"{root}/settings.json") is FileKind.FILE
    if kind_of(view, f"{root}/projects") is not FileKind.FOLDER:
        return 0.0
    return 0.9 if has_settings else 0.3 if stores else 0.0


def _has_stamps(view: View, store: str) -> bool:
    """Whether a fact of this store has a field that Claude Code alone writes."""
    from memdesk.layouts.claude_code.grammar import RULES
    from memdesk.layouts.shapes.fact_file import parse_header
    from memdesk.layouts.shapes.fact_store import fact_names

    for name in fact_names(view, store, RULES)[:_MOST_LOOKED_AT]:
        header = parse_header(text_at(view, f"{store}/{name}") or "")
        keys = {field.key.rpartition(".")[2] for field in header.fields} if header else set()
        if keys & {"node_type", "originSessionId"}:
            return True
    return False


def is_one_store(view: View, root: str) -> bool:
    """Whether a root is one folder of facts, such as a subagent's, not a user folder."""
    has_index = kind_of(view, f"{root}/{INDEX_FILE}") is FileKind.FILE
    is_home = root in (_default_folder(view), _named_folder(view))
    return (
        has_index
        and not is_home
        and all(kind_of(view, f"{root}/{name}") is None for name in ("projects", "settings.json"))
    )


def project_keys(view: View, root: str) -> list[str]:
    """The keys of projects with a memory; most folders there hold transcripts alone."""
    try:
        names = view.folder_names(f"{root}/projects")
    except OSError:
        return []
    return [name for name in names if kind_of(view, f"{root}/projects/{name}/memory") is FileKind.FOLDER]
