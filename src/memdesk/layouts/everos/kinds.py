"""The kinds of memory in a memory-root: where each lies, what its entries are called, what the index reads of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from memdesk.layouts.everos.ids import Version

DEFAULT_ID = "default"
DEFAULT_APP_FOLDER = "default_app"
DEFAULT_PROJECT_FOLDER = "default_project"
USERS, AGENTS, KNOWLEDGE = "users", "agents", "knowledge"


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of memory.

    `pattern` is the glob of its files below the root. Daily logs also have the `prefix` of their ids, `sections` that
    the index reads, the main one first, and `digest_keys`: what EverOS compares to find out whether an entry changed.
    """

    name: str
    scope: str
    pattern: str
    label: str
    folder: str = ""
    prefix: str = ""
    sections: tuple[str, ...] = ()
    digest_keys: tuple[str, ...] = ()

    @property
    def is_daily_log(self) -> bool:
        """Whether its files hold entries between markers."""
        return bool(self.prefix)

    @property
    def owner_key(self) -> str:
        """The header key that names the owner."""
        return "agent_id" if self.scope == AGENTS else "user_id"


def _daily(name: str, scope: str, folder: str, prefix: str, label: str, *digest_keys: str) -> Kind:
    sections = tuple(key.removeprefix("section:") for key in digest_keys if key.startswith("section:"))
    pattern = f"*/*/{scope}/*/{folder}/{name}-*.md"
    return Kind(name, scope, pattern, label, folder, prefix, sections, digest_keys)


EPISODE = _daily(
    "episode", USERS, "episodes", "ep", "Episodes", "section:Subject", "section:Summary", "section:Content"
)
FACT = _daily("atomic_fact", USERS, ".atomic_facts", "af", "Facts", "section:Fact")
FORESIGHT = _daily(
    "foresight",
    USERS,
    ".foresights",
    "fs",
    "Foresights",
    "section:Foresight",
    "section:Evidence",
    "inline:start_time",
    "inline:end_time",
    "inline:duration_days",
)
CASE = _daily(
    "agent_case",
    AGENTS,
    ".cases",
    "ac",
    "Cases",
    "section:TaskIntent",
    "section:Approach",
    "section:KeyInsight",
    "inline:quality_score",
)
SKILL = Kind("agent_skill", AGENTS, "*/*/agents/*/skills/skill_*/SKILL.md", "Skills")
PROFILE = Kind("user_profile", USERS, "*/*/users/*/user.md", "Profile")
KNOWLEDGE_DOCUMENT = Kind("knowledge_document", KNOWLEDGE, "*/*/knowledge/*/*/index.md", "Knowledge")
KNOWLEDGE_TOPIC = Kind("knowledge_topic", KNOWLEDGE, "*/*/knowledge/*/*/[0-9]*.md", "Knowledge")

KINDS = (EPISODE, FACT, FORESIGHT, CASE, SKILL, PROFILE, KNOWLEDGE_DOCUMENT, KNOWLEDGE_TOPIC)
DATED_LOG = re.compile(r"[a-z_]+-\d{4}-\d{2}-\d{2}\.md")
"""Names that EverOS gives to daily logs; it reads others too."""
BY_NAME: Mapping[str, Kind] = {kind.name: kind for kind in KINDS}
_OF_1_0 = KINDS[:6]
MAIN_SECTION: Mapping[str, str] = {
    EPISODE.name: "Content",
    FACT.name: "Fact",
    FORESIGHT.name: "Foresight",
    CASE.name: "TaskIntent",
}


def kind_of_path(path: str, version: Version = Version.V1_5) -> Kind | None:
    """The kind that EverOS takes the file at `path`, below the root, for; None for what it passes over.

    1.0 compares from the right, so folders above count for nothing; 1.5 wants the exact depth.
    """
    parts = PurePosixPath(path).parts
    for kind in _OF_1_0 if version is Version.V1_0 else KINDS:
        wanted = kind.pattern.split("/")
        tail = parts[-len(wanted) :]
        is_deep_enough = len(parts) >= len(wanted) if version is Version.V1_0 else len(parts) == len(wanted)
        if is_deep_enough and all(map(fnmatchcase, tail, wanted)):
            return kind
    return None


@dataclass(frozen=True, slots=True)
class PathFacts:
    """What EverOS learns from a path below the root."""

    kind: Kind | None
    app: str
    project: str
    owner_type: str


def parse_path(path: str, version: Version = Version.V1_5) -> PathFacts:
    """Kind, app and project of a path, and whether an agent or a user owns it."""
    parts = PurePosixPath(path).parts
    app = app_of_folder(parts[0]) if parts else DEFAULT_ID
    project = project_of_folder(parts[1]) if len(parts) > 1 else DEFAULT_ID
    owner_type = "agent" if parts[2:3] == (AGENTS,) else "user"
    return PathFacts(kind_of_path(path, version), app, project, owner_type)


def owner_of(header: Mapping[object, object], owner_type: str) -> str:
    """The owner by the header alone; empty where it does not tell."""
    return str(header.get("agent_id" if owner_type == "agent" else "user_id", ""))


def app_of_folder(name: str) -> str:
    """The app that a folder is for."""
    return DEFAULT_ID if name == DEFAULT_APP_FOLDER else name


def project_of_folder(name: str) -> str:
    """The project that a folder is for."""
    return DEFAULT_ID if name == DEFAULT_PROJECT_FOLDER else name
