"""The page about the keys in the documentation, made from the action table."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import QKeySequence

from memdesk.ui.actions import ACTIONS, MENUS, ActionSpec, own_keys

_INTRODUCTION = """# Keyboard

Every command stands in a menu and in the palette (Ctrl+Shift+P), which also shows its keys. They can be changed in
Settings, Keyboard. On macOS, Ctrl is ⌘. `F6` and `Shift+F6` go from one part of the window to the next.

This page is made from the table of actions by `python3 packaging/dev.py keyboard`.
"""


def keyboard_page() -> str:
    """The page, in Markdown: one table for each menu, the actions with keys first."""
    return "\n".join([_INTRODUCTION, *_tables()])


def _tables() -> Iterator[str]:
    for menu in MENUS:
        specs = [spec for spec in ACTIONS if spec.menu.removeprefix("|") == menu]
        yield f"## {menu}\n"
        yield "| does | keys |\n|---|---|"
        yield from (_row(spec) for spec in sorted(specs, key=lambda spec: not spec.keys))
        yield ""


def _row(spec: ActionSpec) -> str:
    portable = QKeySequence.SequenceFormat.PortableText
    keys = dict.fromkeys(key.toString(portable).replace("|", "\\|") for key in own_keys(spec))
    return f"| {spec.text} | {' or '.join(f'`{key}`' for key in keys if key) or '–'} |"
