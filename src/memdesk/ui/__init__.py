"""The window: the only code that imports PySide6."""
