"""The start: the first paint with real rows, before the widgets that show them for good are loaded."""
