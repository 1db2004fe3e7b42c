"""The names of the screens, by which the window and whoever goes to one of them know it."""

from __future__ import annotations

MEMORY, FIRST_RUN, INBOX, PRUNE = "memory", "first run", "inbox", "prune"
SEARCH, PROBLEMS, HISTORY = "search", "problems", "history"
