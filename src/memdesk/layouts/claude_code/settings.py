"""What Claude Code's settings decide about memory, and which file or variable decides it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memdesk.layouts.shapes.layered_settings import Layer, decided, read_layers, variable
from memdesk.layouts.view import View
from memdesk.text.sentence import say

_MANAGED = {
    "darwin": "/Library/Application Support/ClaudeCode",
    "win32": "C:/Program Files/ClaudeCode",
}


def managed_folder(view: View) -> str:
    """Where an organisation keeps the settings and instructions that no user overrules."""
    return _MANAGED.get(view.platform, "/etc/claude-code")


def settings_layers(view: View, root: str, folder: str | None = None) -> list[Layer]:
    """The settings in force, the strongest first: managed, local, the project's, the user's."""
    of_project = (
        [f"{folder}/.claude/{name}" for name in ("settings.local.json", "settings.json")] if folder else []
    )
    return read_layers(
        view, [f"{managed_folder(view)}/managed-settings.json", *of_project, f"{root}/settings.json"]
    )


def why_memory_off(view: View, layers: Sequence[Layer]) -> str:
    """Why there is no auto memory; empty where there is. The variable goes before the setting: 0 forces memory on."""
    name = "CLAUDE_CODE_DISABLE_AUTO_MEMORY"
    switch, setting = variable(view, layers, name), decided(layers, "autoMemoryEnabled")
    if switch and str(switch.value) == "1":
        return say("auto memory is off: {name}=1 in {path}", name=name, path=switch.path)
    if switch and str(switch.value) == "0":
        return ""
    if setting and setting.value is False:
        return say("auto memory is off: autoMemoryEnabled in {path}", path=setting.path)
    return ""


def why_instructions_off(view: View, layers: Sequence[Layer]) -> str:
    """Why no CLAUDE.md is loaded at all; empty where they are."""
    name = "CLAUDE_CODE_DISABLE_CLAUDE_MDS"
    switch = variable(view, layers, name)
    if switch and str(switch.value) == "1":
        return say("instructions are off: {name}=1 in {path}", name=name, path=switch.path)
    return ""


def memory_directory(view: View, layers: Sequence[Layer]) -> tuple[str, str]:
    """The folder that `autoMemoryDirectory` names, and the settings file that says so; both empty without one."""
    named = decided(layers, "autoMemoryDirectory")
    folder = _expanded(view, named.value) if named else ""
    return (folder, named.path) if named and folder else ("", "")


def _expanded(view: View, value: object) -> str:
    """A folder as the settings name it, made absolute: empty unless it is absolute or starts with `~/`."""
    text = value if isinstance(value, str) and "\0" not in value else ""
    if text.startswith("~/"):
        return f"{view.home.rstrip('/')}/{text[2:]}".rstrip("/")
    is_absolute = text.startswith("/") or re.match("[A-Za-z]:[/\\\\]", text)
    return text.replace("\\", "/").rstrip("/") if is_absolute else ""
