"""Which row fact answers which item role."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt

from memdesk.ui.tree import rows
from memdesk.ui.tree.nodes import Node

ANSWERS: Mapping[int, Callable[[Node], object]] = {
    Qt.ItemDataRole.DisplayRole: rows.name_of,
    Qt.ItemDataRole.ToolTipRole: rows.tool_tip,
    Qt.ItemDataRole.AccessibleTextRole: rows.spoken,
}
