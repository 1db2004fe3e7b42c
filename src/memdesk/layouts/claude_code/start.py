"""A start of Claude Code: where, with which settings and options, and what these say of instructions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from memdesk.layouts.claude_code.settings import EXCLUDES, SOURCES, settings_layers
from memdesk.layouts.shapes.files import real_path_of, text_at
from memdesk.layouts.shapes.git_checkout import checkout_root, main_checkout
from memdesk.layouts.shapes.globs import glob_matches
from memdesk.layouts.shapes.layered_settings import Layer, decided, listed, variable
from memdesk.layouts.view import View
from memdesk.text.sentence import say

BOTH, EITHER, MANAGED_ONLY = "claude-md-and-agents-md", "claude-md-or-agents-md", "managed-only"
_MODES = ("claude-md", EITHER, BOTH, MANAGED_ONLY)
_PLUGINS = ("cc-plugin-agents-md@builtin", "agents-md@builtin")
_ADDED = "CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD"


class Options(NamedTuple):
    """What a session is started with on the command line."""

    is_bare: bool = False
    sources: frozenset[str] = SOURCES
    added: tuple[str, ...] = ()


def options_of(arguments: Sequence[str]) -> Options:
    """The options among these arguments that decide about instructions and memory."""
    options, name = Options(), ""
    for argument in arguments:
        if argument.startswith("-"):
            name, _, value = argument.partition("=")
            options = options._replace(is_bare=options.is_bare or name in ("--bare", "--safe-mode"))
        else:
            value = argument
        if value and name == "--setting-sources":
            options = options._replace(sources=frozenset(value.replace(" ", "").split(",")))
        elif value and name == "--add-dir":
            options = options._replace(added=(*options.added, value))
    return options


class Start(NamedTuple):
    """Where a session starts, `folder` with links resolved (None: nowhere that is known), and what decides there."""

    root: str
    folder: str | None
    layers: tuple[Layer, ...]
    options: Options
    excludes: tuple[tuple[str, str], ...]
    mode: str
    mode_is_from: str
    allows_outside: bool
    left_out: tuple[str, str]
    added: tuple[str, ...]

    def excludes_path(self, path: str) -> str:
        """Why the file at `path` is left out; empty where it is not."""
        for pattern, where in self.excludes:
            # Behind an exclamation mark stands what alone is not left out.
            is_negated = pattern.startswith("!") and not pattern.startswith("!(")
            if is_negated != glob_matches(pattern[is_negated:], path):
                return say(
                    "{option} in {where} leaves it out: {pattern}",
                    option=EXCLUDES,
                    where=where,
                    pattern=pattern,
                )
        return ""

    def leaves_out(self, folder: str) -> bool:
        """Whether a folder belongs to the main checkout around the worktree, of which only local files load."""
        main, worktree = self.left_out
        return bool(main) and is_inside(folder, main) and not is_inside(folder, worktree)


def is_inside(path: str, folder: str) -> bool:
    """Whether `path` is `folder` or lies below it."""
    return path == folder or path.startswith(f"{folder.rstrip('/')}/")


def start_of(view: View, root: str, folder: str | None, options: Options | None = None) -> Start:
    """How a session starts in `folder`."""
    options = options or Options()
    real = real_path_of(view, folder) if folder else None
    layers = settings_layers(view, root, real, options.sources)
    mode, mode_is_from = _mode(view, root)
    is_added = variable(view, layers, _ADDED)
    return Start(
        root,
        real,
        tuple(layers),
        options,
        tuple(listed(layers, EXCLUDES)),
        mode,
        mode_is_from,
        bool(real) and _allows_outside(view, root, real or ""),
        _worktree_within(view, real) if real else ("", ""),
        options.added if is_added and str(is_added.value).lower() in ("1", "true", "yes", "on") else (),
    )


def _mode(view: View, root: str) -> tuple[str, str]:
    """Which instruction files load, and what decides that: an option of the user's or the managed settings."""
    layers = settings_layers(view, root)
    for plugin in _PLUGINS:
        option = decided(layers, "pluginConfigs", plugin, "options", "instructionFiles")
        if option and option.value in _MODES:
            return str(option.value), say("instructionFiles in {path}", path=option.path)
    return EITHER, ""


def _worktree_within(view: View, folder: str) -> tuple[str, str]:
    """The main checkout and the worktree that lies within it; both empty where `folder` is in no such one."""
    worktree, main = checkout_root(view, folder), main_checkout(view, folder)
    return (
        (main, worktree) if worktree and main and worktree != main and is_inside(worktree, main) else ("", "")
    )


def _allows_outside(view: View, root: str, folder: str) -> bool:
    """Whether imports from outside `folder` were approved, once and for all, when Claude Code asked."""
    projects = view.once("claude_code projects", root, lambda: _known_projects(view, root))
    known = [projects.get(path) for path in (folder, main_checkout(view, folder) or folder)]
    return any(
        isinstance(one, dict) and one.get("hasClaudeMdExternalIncludesApproved") is True for one in known
    )


def _known_projects(view: View, root: str) -> dict[str, object]:
    where = root if view.environment.get("CLAUDE_CONFIG_DIR") else view.home.rstrip("/")
    try:
        value = json.loads(text_at(view, f"{where}/.claude.json") or "{}")
    except (ValueError, RecursionError):
        return {}
    projects = value.get("projects") if isinstance(value, dict) else None
    return projects if isinstance(projects, dict) else {}
