"""What Claude Code's settings decide about memory, and which file or variable decides it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from memdesk.layouts.shapes.go import clean_path
from memdesk.layouts.shapes.layered_settings import Decision, Layer, decided, read_layers, variable
from memdesk.layouts.view import View
from memdesk.text.document import JAVASCRIPT_WHITE_SPACE
from memdesk.text.sentence import say

_MANAGED = {
    "darwin": "/Library/Application Support/ClaudeCode",
    "win32": "C:/Program Files/ClaudeCode",
}
_ON, _OFF = frozenset({"1", "true", "yes", "on"}), frozenset({"0", "false", "no"})
EXCLUDES = "claudeMdExcludes"
SOURCES = frozenset({"user", "project", "local"})
"""The files of settings, and the instructions of the same kinds, that a session can be started with."""


def managed_folder(view: View) -> str:
    """Where an organisation keeps the settings and instructions that no user overrules."""
    return _MANAGED.get(view.platform, "/etc/claude-code")


def settings_layers(
    view: View, root: str, folder: str | None = None, sources: Collection[str] = SOURCES
) -> list[Layer]:
    """The settings in force, the strongest first: managed, local, the project's, the user's."""
    paths = [f"{folder}/.claude/settings.local.json"] if folder and "local" in sources else []
    paths += [f"{folder}/.claude/settings.json"] if folder and "project" in sources else []
    paths += [f"{root}/settings.json"] if "user" in sources else []
    managed = view.once("claude_code managed", root, lambda: list(_managed_paths(view)))
    layers = view.once(
        "claude_code settings",
        "\n".join((root, folder or "", *sorted(sources))),
        lambda: read_layers(view, [*managed, *paths]),
    )
    return [layer if _is_valid(layer) else Layer(layer.path, {}, is_broken=True) for layer in layers]


def _managed_paths(view: View) -> Iterator[str]:
    folder = managed_folder(view)
    try:
        added = [entry.name for entry in view.entries(f"{folder}/managed-settings.d")]
    except OSError:
        added = []
    # Files added there overrule the one beside the folder, and each other by name.
    yield from (f"{folder}/managed-settings.d/{name}" for name in reversed(added) if name.endswith(".json"))
    yield f"{folder}/managed-settings.json"


def _is_valid(layer: Layer) -> bool:
    """Whether the program takes the file: one exclude that is no text, and nothing of it counts."""
    excludes = layer.values.get(EXCLUDES, [])
    return isinstance(excludes, list) and all(isinstance(pattern, str) for pattern in excludes)


def why_nothing(view: View, layers: Sequence[Layer]) -> str:
    """Why neither instructions nor memory are loaded; empty where they may be."""
    for name in ("CLAUDE_CODE_DISABLE_CLAUDE_MDS", "CLAUDE_CODE_SIMPLE"):
        if (switch := variable(view, layers, name)) and _is(switch, _ON):
            return say(
                "instructions and memory are off: {name}={value} in {path}",
                name=name,
                value=str(switch.value),
                path=switch.path,
            )
    return ""


def why_memory_off(view: View, layers: Sequence[Layer]) -> str:
    """Why there is no auto memory; empty where there is. The variable goes before the setting: 0 forces memory on."""
    name = "CLAUDE_CODE_DISABLE_AUTO_MEMORY"
    switch, setting = variable(view, layers, name), decided(layers, "autoMemoryEnabled")
    if switch and _is(switch, _ON):
        return say(
            "auto memory is off: {name}={value} in {path}",
            name=name,
            value=str(switch.value),
            path=switch.path,
        )
    if switch and _is(switch, _OFF):
        return ""
    if setting and setting.value is False:
        return say("auto memory is off: autoMemoryEnabled in {path}", path=setting.path)
    return ""


def _is(switch: Decision, values: frozenset[str]) -> bool:
    return str(switch.value).strip(JAVASCRIPT_WHITE_SPACE).lower() in values


def memory_directory(view: View, layers: Sequence[Layer]) -> tuple[str, str]:
    """The folder that `autoMemoryDirectory` names, and the settings file that says so; both empty without one."""
    named = decided(layers, "autoMemoryDirectory")
    folder = _expanded(view, named.value) if named else ""
    return (folder, named.path) if named and folder else ("", "")


def _expanded(view: View, value: object) -> str:
    """A folder as the settings name it, made absolute: empty unless it is absolute or lies below `~/`."""
    text = value if isinstance(value, str) and "\0" not in value else ""
    if text.startswith("~/"):
        below = clean_path(text[2:]) if text[2:] else "."
        return "" if below == "." else clean_path(f"{view.home}/{below}")
    is_absolute = text.startswith("/") or re.match("[A-Za-z]:[/\\\\]", text)
    return clean_path(text.replace("\\", "/")) if is_absolute else ""
