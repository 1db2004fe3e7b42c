"""The page about the keys in the documentation, made from the action table and from the keys of lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtGui import QKeySequence

from memdesk.ui.actions import ACTIONS, MENUS, own_keys
from memdesk.ui.keyboard.list_keys import list_keys

_PORTABLE = QKeySequence.SequenceFormat.PortableText

_INTRODUCTION = """# Keyboard

Every command stands in a menu and in the palette (Ctrl+Shift+P), which also shows its keys. They can be changed in
Settings, Keyboard. On macOS, Ctrl is ⌘. `F6` and `Shift+F6` go from one part of the window to the next.

Keys of lists work while the focus is in the list, and stay as they are.

This page is made from the table of actions by `python3 packaging/dev.py keyboard`.
"""


def keyboard_page() -> str:
    """The page, in Markdown: one table for each menu, the actions with keys first, and one for each list."""
    return "\n".join([_INTRODUCTION, *_tables()])


def _tables() -> Iterator[str]:
    for menu in MENUS:
        specs = [spec for spec in ACTIONS if spec.menu.removeprefix("|") == menu]
        yield f"## {menu}\n"
        yield "| does | keys |\n|---|---|"
        for spec in sorted(specs, key=lambda spec: not spec.keys):
            yield _row(spec.text, (key.toString(_PORTABLE) for key in own_keys(spec)))
        yield ""
    for group in list_keys():
        yield f"## {group.title}\n"
        yield "| does | keys |\n|---|---|"
        yield from (_row(one.does, one.keys) for one in group.keys)
        yield ""


def _row(does: str, keys: Iterable[str]) -> str:
    # As the caps of most keyboards have it.
    shown = dict.fromkeys(key.replace("Return", "Enter").replace("|", "\\|") for key in keys if key)
    return f"| {does} | {' or '.join(f'`{key}`' for key in shown) or '–'} |"
