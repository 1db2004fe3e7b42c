"""What a session of evva starts with, and what its tools write, at its revision of 29 May 2026 (measured)."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass

from memdesk.layouts.evva.assumptions import FILE_BYTES, INDEX_LINE_BYTES
from memdesk.layouts.evva.files import AgentWrite, read_memory, write_like_evva
from memdesk.layouts.evva.model import EvvaError, Reading, index_pieces, merge_like_evva
from memdesk.layouts.evva.names import (
    MEMORY_FILE,
    PROFILE_FILE,
    PROFILE_HEADINGS,
    PROJECT_HEADINGS,
    PROJECTS_FOLDER,
    RULES_FILE,
    profile_path,
    project_key,
)
from memdesk.layouts.shapes.go import CappedRead, join_path, read_capped
from memdesk.layouts.view import View
from memdesk.text.document import decode, trim
from memdesk.text.sections import HEADING_MARK, parse_sections

_INDEX_CHARS = 80


def project_memory_path(app_home: str, workdir: str, here: str = "/") -> str:
    """Where evva keeps the memory of a work folder, which may be relative to `here`; empty where it keeps none."""
    key = project_key(posixpath.join(here, workdir)) if workdir else ""
    return join_path(app_home, PROJECTS_FOLDER, key, MEMORY_FILE) if app_home and key else ""


def index_like_evva(content: str, max_body_chars: int = _INDEX_CHARS) -> str:
    """The index that evva shows of `content`; see `index_pieces`."""
    return "".join(piece.text for piece in index_pieces(content, max_body_chars))


def index_summary(content: str, max_body_chars: int = _INDEX_CHARS) -> str:
    """One line per section: heading, em dash and the first line of the body, or `(empty)`.

    The line is cut at `max_body_chars` characters (80 where it is not positive) and then gets an ellipsis. This is the
    page's `IndexSummary`; evva's own program counts bytes and joins equal headings.
    """
    limit = max_body_chars if max_body_chars > 0 else _INDEX_CHARS
    lines = []
    for section in parse_sections(content).sections:
        line = trim(section.text(content).partition("\n")[0])
        cut = line if len(line) <= limit else line[:limit] + "…"
        lines.append(f"{HEADING_MARK}{section.heading} — {cut or '(empty)'}")
    return "\n".join(lines)


def read_project_memory(view: View, app_home: str, workdir: str, here: str = "/") -> CappedRead:
    """Read the project memory of a work folder as evva does; nothing where there is no path for it."""
    path = project_memory_path(app_home, workdir, here)
    return read_memory(view, path) if path else CappedRead()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What one session of evva starts with, as texts, and its warnings in its own words."""

    workdir_memory: str
    user_profile: str
    project_memory: str
    project_memory_index: str
    warnings: tuple[str, ...]


def load_snapshot(
    view: View, workdir: str, app_home: str, load_project_memory: bool, here: str = "/"
) -> Snapshot:
    """Read what a session in `workdir` gets; warnings in the order rules, profile, project."""
    rules = read_memory(view, join_path(workdir, RULES_FILE)) if workdir else CappedRead()
    profile = read_memory(view, profile_path(app_home)) if app_home else CappedRead()
    project = read_project_memory(view, app_home, workdir, here) if load_project_memory else CappedRead()
    memory = decode(project.data)
    return Snapshot(
        decode(rules.data),
        decode(profile.data),
        memory,
        index_like_evva(memory, INDEX_LINE_BYTES.of(view)),
        tuple(read.warning for read in (rules, profile, project) if read.warning),
    )


def write_user_profile(view: View, app_home: str, content: str) -> AgentWrite:
    """What evva does to write the profile; there is no cap on writing."""
    if not app_home:
        return AgentWrite("", error=f"memdir: empty appHome — refusing to write {PROFILE_FILE}")
    return write_like_evva(view, profile_path(app_home), (content,))


def write_project_memory(
    view: View, app_home: str, workdir: str, content: str, here: str = "/"
) -> AgentWrite:
    """What evva does to write the memory of a work folder."""
    path = project_memory_path(app_home, workdir, here)
    if not path:
        place = f'(appHome="{app_home}", workdir="{workdir}")'
        return AgentWrite("", error=f"memdir: cannot resolve project memory path {place}")
    return write_like_evva(view, path, (content,))


def update_like_evva(
    view: View, app_home: str, target: str, updates: Mapping[str, str], workdir: str = "", here: str = "/"
) -> AgentWrite:
    """What evva's tools `user_profile` and `project_memory` do: a capped read, a merge, a full write.

    So what lies past the cap is gone afterwards, and a file that cannot be read is replaced by a scaffold: the
    reading's failure is only logged.
    """
    is_profile = target == "user_profile"
    path = profile_path(app_home) if is_profile else project_memory_path(app_home, workdir, here)
    if not updates or not path:
        missing = "sections map is required and must be non-empty" if path else "cannot resolve memory path"
        return AgentWrite(path, error=f"update_{target}: {missing}")
    existing = read_capped(view, path, FILE_BYTES.of(view), "memory")
    headings = PROFILE_HEADINGS if is_profile else PROJECT_HEADINGS
    try:
        texts = merge_like_evva(decode(existing.data), updates, headings)
    except EvvaError as error:
        return AgentWrite(path, error=str(error), warning=existing.warning)
    return write_like_evva(view, path, texts, existing.warning)


@dataclass(frozen=True, slots=True)
class AgentFolder:
    """A folder that evva makes when a session starts."""

    path: str
    mode: int = 0o755


def ensure_project_folder(app_home: str, workdir: str, here: str = "/") -> AgentFolder | None:
    """The folder that evva makes for the memory of a work folder before it is ever written; None where it has none."""
    path = project_memory_path(app_home, workdir, here)
    return AgentFolder(posixpath.dirname(path)) if path else None


def preamble_text(reading: Reading) -> str:
    """The preamble as evva writes it back."""
    return "\n".join(run.of(reading.text) for run in reading.preamble)
