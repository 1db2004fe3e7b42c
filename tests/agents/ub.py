"""Where ub keeps memory and data, what its turn and its tools read there, and what they write (v0.3.8, measured)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from memdesk.layouts.shapes.go import error_words
from memdesk.layouts.ub.files import _ALIASES, AUTO, GLOBAL, _xdg, check_folder, check_writable, memory_path
from memdesk.layouts.ub.model import (
    Entry,
    Memory,
    UbError,
    append_to_instructions,
    heading_of,
    is_category,
)
from memdesk.layouts.ub.reading import DEFAULT_BUDGET_BYTES, Turn
from memdesk.layouts.view import View
from memdesk.text.document import decode, trim


def is_scope(text: str) -> bool:
    """Whether ub knows this scope; `workspace` is an older name of `auto`."""
    return text in (AUTO, GLOBAL, *_ALIASES)


def data_home(environment: Mapping[str, str], platform: str = "linux") -> str:
    """The folder of all programs' data. Raises `UbError`."""
    return _xdg(environment, platform, "XDG_DATA_HOME", ".local/share")


def read_like_ub(view: View, workspace: str, budget_bytes: int = DEFAULT_BUDGET_BYTES) -> Turn:
    """What a turn of ub in `workspace` gets; what cannot be read is left out without a word."""
    return Turn(_read(view, "", GLOBAL), _read(view, workspace, AUTO), budget_bytes)


def _read(view: View, workspace: str, scope: str) -> str:
    try:
        return decode(view.read(memory_path(view, workspace, scope)))
    except (OSError, UbError):
        return ""


def recall_like_ub(view: View, workspace: str, query: str, category: str) -> tuple[Entry, ...]:
    """What ub's tool for looking things up finds in the memory of a workspace. Raises `UbError`."""
    if not trim(workspace):
        raise UbError("memory: workspace root required for recall")
    path = memory_path(view, workspace, AUTO)
    try:
        text = decode(view.read(path))
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise UbError(_reading_error(path, error)) from error
    return Memory.of(text).recalled(query, category)


def _reading_error(path: str, error: OSError) -> str:
    verb = "read" if isinstance(error, IsADirectoryError) else "open"
    return f"{verb} {path}: {error_words(error)}"


@dataclass(frozen=True, slots=True)
class AgentWrite:
    """How ub writes a file: folders made, then the file itself truncated and filled, or lengthened.

    So a mode and a link stay as they are, a new file gets `file_mode`, and a crash in the middle leaves half a file.
    Nothing is locked. `texts` holds every answer where it is random. With `error` (ub's words) nothing is written.
    `heading` is what ub reports.
    """

    path: str = ""
    texts: tuple[str, ...] = ()
    heading: str = ""
    error: str = ""
    file_mode: int = 0o644
    folder_mode: int = 0o755


def append_like_ub(
    view: View, workspace: str, scope: str, category: str, text: str, now: datetime
) -> AgentWrite:
    """What ub does when it is told to remember `text`."""
    text = trim(text)
    if not text:
        return AgentWrite(error="memory: text is required")
    if not is_category(category):
        return AgentWrite(error=f'memory: invalid category "{category}"')
    try:
        path = memory_path(view, workspace, scope)
        is_global = scope == GLOBAL
        existing = _existing(view, path, "write" if is_global else "read")
        check_writable(view, path)
    except UbError as error:
        return AgentWrite(error=str(error))
    if is_global:
        texts: tuple[str, ...] = (append_to_instructions(existing, category, text, now),)
    else:
        texts = Memory.of(existing).told(category, text, now).texts
    return AgentWrite(path, texts, heading_of(now))


def _existing(view: View, path: str, step: str) -> str:
    """The text that ub starts from. Raises `UbError` where it stops at once."""
    check_folder(view, path)
    try:
        return decode(view.read(path))
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise UbError(f"memory: {step}: {_reading_error(path, error)}") from error
