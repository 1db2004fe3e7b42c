"""Where ub keeps memory on a machine, and which instructions and configuration belong to it."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from itertools import islice

from memdesk.layouts.documents import FileKind, Place
from memdesk.layouts.shapes.files import kind_of, text_at
from memdesk.layouts.shapes.go import clean_path
from memdesk.layouts.ub.files import (
    AGENT_FOLDER,
    INSTRUCTIONS_FILE,
    MEMORY_FILE,
    MEMORY_FOLDER,
    config_home,
    is_key,
    names_state,
    state_root,
)
from memdesk.layouts.ub.model import UbError, parse_like_ub
from memdesk.layouts.view import View
from memdesk.text.sentence import say

_BELOW_HOME = f".local/state/{AGENT_FOLDER}/{MEMORY_FOLDER}"
_MOST_KEYS_READ = 20


def find_places(view: View) -> Iterator[Place]:
    """The folder of ub's memory: where the environment puts it, and the usual one where memory lies there too."""
    usual, named = _usual_folder(view), _named_folder(view)
    if named is None:
        why = say(
            "ub’s default folder; {variable} in the environment is relative, so ub may keep it elsewhere",
            variable="XDG_STATE_HOME" if names_state(view.environment) else _home_variable(view),
        )
        yield Place(usual, why, _is_found(view, usual))
    elif named == usual:
        yield Place(usual, say("ub’s default folder"), _is_found(view, usual))
    else:
        yield Place(named, say("XDG_STATE_HOME in the environment"), _is_found(view, named))
        if keys_of(view, usual):
            yield Place(
                usual, say("ub’s default folder, which XDG_STATE_HOME in the environment overrides"), True
            )


def _usual_folder(view: View) -> str:
    """Where ub keeps its memory unless the environment says otherwise."""
    variable = _home_variable(view)
    home = _environment(view)[variable]
    root = state_root({variable: home if _is_absolute(view, home) else view.home}, view.platform)
    return f"{root}/{MEMORY_FOLDER}"


def _home_variable(view: View) -> str:
    return "USERPROFILE" if view.platform == "win32" else "HOME"


def _environment(view: View) -> Mapping[str, str]:
    """The environment, with the user's home where it names none."""
    variable = _home_variable(view)
    return {**view.environment, variable: view.environment.get(variable) or view.home}


def _named_folder(view: View) -> str | None:
    """Where ub started from this environment keeps its memory; None where that is relative."""
    root = state_root(_environment(view), view.platform)
    return f"{root}/{MEMORY_FOLDER}" if _is_absolute(view, root) else None


def _is_absolute(view: View, path: str) -> bool:
    return path.startswith("/") or (view.platform == "win32" and path[1:3] == ":/")


def _is_found(view: View, folder: str) -> bool:
    """Whether ub has been here: it has a folder for memory, or instructions that people wrote for it."""
    if kind_of(view, folder) is FileKind.FOLDER:
        return True
    instructions = instructions_path(view, folder)
    return instructions is not None and kind_of(view, instructions) is FileKind.FILE


def memory_folder(view: View, root: str) -> str:
    """The folder with one folder per workspace, of a root that is it or holds it."""
    inner = f"{root}/{MEMORY_FOLDER}"
    is_inner = posixpath.basename(root) != MEMORY_FOLDER and kind_of(view, inner) is FileKind.FOLDER
    return inner if is_inner else root


def instructions_path(view: View, root: str) -> str | None:
    """The instructions for all projects that belong to this memory, or lie in this folder; None where it has none.

    Those of this machine's configuration belong to this machine's memory. Beside a memory that lies below another home,
    they are looked for where that home has its configuration.
    """
    folder = _config_folder(view, root)
    return None if folder is None else f"{folder}/{INSTRUCTIONS_FILE}"


def config_path(view: View, root: str) -> str | None:
    """The configuration of ub that belongs to this memory, as `instructions_path` has it."""
    folder = _config_folder(view, root)
    return None if folder is None else f"{folder}/config.yaml"


def _config_folder(view: View, root: str) -> str | None:
    folder, on_machine = memory_folder(view, root), _machine_config(view)
    if folder == _named_folder(view):
        return on_machine
    if folder == on_machine or folder.endswith(f"/.config/{AGENT_FOLDER}"):
        return folder
    home = folder.removesuffix(f"/{_BELOW_HOME}")
    return f"{home}/.config/{AGENT_FOLDER}" if home != folder else None


def _machine_config(view: View) -> str | None:
    """The folder of ub's configuration on this machine; None where that is not absolute."""
    try:
        config = config_home(_environment(view), view.platform)
    except UbError:
        return None
    return f"{clean_path(config)}/{AGENT_FOLDER}" if _is_absolute(view, config) else None


def keys_of(view: View, root: str) -> list[str]:
    """The keys of the workspaces that have a folder here, sorted."""
    try:
        entries = view.entries(memory_folder(view, root))
    except OSError:
        return []
    return [entry.name for entry in entries if entry.kind is FileKind.FOLDER and is_key(entry.name)]


def score_root(view: View, root: str) -> float:
    """How sure it is that ub's memory lives here: 1 for an entry of ub's in a file of its name."""
    folder = memory_folder(view, root)
    texts = [
        text_at(view, f"{folder}/{key}/{MEMORY_FILE}") for key in islice(keys_of(view, root), _MOST_KEYS_READ)
    ]
    if any(text is not None and parse_like_ub(text) for text in texts):
        return 1.0
    return 0.6 if any(text is not None for text in texts) else 0.0
