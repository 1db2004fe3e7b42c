"""The window: the only code that imports PySide6."""

from memdesk.ui.caught import catch_in_overrides

catch_in_overrides()
