"""What evva's files, folders and headings are called and where they lie, at its revision of 29 May 2026 (measured)."""

from __future__ import annotations

import re

from memdesk.layouts.shapes.go import clean_path, join_path

CAP_BYTES = 64 * 1024
INDEX_LINE_BYTES = 80
"""Of the first line of a section, in the index that evva makes."""
RULES_FILE = "EVVA.md"
PROFILE_FILE = "USER_PROFILE.md"
MEMORY_FILE = "MEMORY.md"
PROJECTS_FOLDER = "projects"

PROFILE_HEADINGS = ("Preferences", "Working style", "Recurring topics")
PROJECT_HEADINGS = ("Project facts", "Decisions", "Open issues", "References")


def project_key(path: str) -> str:
    """The folder name that evva gives the memory of the work folder `path`; empty for `/` and for nothing.

    The path is cleaned lexically, a drive's colon dropped on every system, both separators become `-`, runs of `-`
    collapse and trailing ones go. Links are not resolved. Different paths may share one key.
    """
    if not path:
        return ""
    clean = clean_path(path)
    if re.match("[A-Za-z]:", clean):
        clean = clean[0] + clean[2:]
    return re.sub("-+", "-", re.sub(r"[\\/]", "-", clean)).rstrip("-")


def profile_path(app_home: str) -> str:
    """Where evva keeps the profile; empty without an app home."""
    return join_path(app_home, PROFILE_FILE) if app_home else ""
