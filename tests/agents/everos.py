"""What EverOS writes and finds beside its logs."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from memdesk.layouts.everos.header import dump_like_everos
from memdesk.layouts.everos.ids import (
    EverosError,
    Version,
    safe_name,
    skill_folder_name,
)
from memdesk.layouts.everos.kinds import (
    DEFAULT_APP_FOLDER,
    DEFAULT_ID,
    DEFAULT_PROJECT_FOLDER,
    PROFILE,
    SKILL,
    Kind,
    kind_of_path,
)
from memdesk.layouts.shapes.daily_log import LogEntry, open_marker, scan_entries

_LONGEST_NAME_BYTES = 255


@dataclass(frozen=True, slots=True)
class BuiltPath:
    """Where EverOS would put a file: `path` below the root, None where the owner's name is an absolute path."""

    path: str | None
    is_inside: bool

    @property
    def checked(self) -> str:
        """The path of a file inside the root. Raises `EverosError`: EverOS cannot write elsewhere.

        No system takes a name with a NUL or a lone surrogate, and few take one of more than 255 bytes.
        """
        if self.path is None or not self.is_inside:
            raise EverosError("the path leads out of the memory-root")
        if "\0" in self.path or not all(map(_can_be_named, PurePosixPath(self.path).parts)):
            raise EverosError("no file can have this path")
        return self.path


def _can_be_named(name: str) -> bool:
    try:
        return len(name.encode()) <= _LONGEST_NAME_BYTES
    except UnicodeEncodeError:
        return False


def app_folder(app: str) -> str:
    """The folder of an app."""
    return DEFAULT_APP_FOLDER if app == DEFAULT_ID else app


def project_folder(project: str) -> str:
    """The folder of a project."""
    return DEFAULT_PROJECT_FOLDER if project == DEFAULT_ID else project


def build_path(
    kind: Kind, owner: str, name: str, app: str = DEFAULT_ID, project: str = DEFAULT_ID
) -> BuiltPath:
    """The file of `owner`: of a daily log the one of the day `name`, of a skill the one in its folder `name`.

    EverOS joins the owner as it is, so `..` leads elsewhere; it only refuses what would leave the root.
    """
    folder = PurePosixPath(app_folder(app)) / project_folder(project) / kind.scope / owner
    if kind.is_daily_log:
        folder = folder / kind.folder / f"{kind.name}-{name}.md"
    elif kind is SKILL:
        folder = folder / "skills" / name / "SKILL.md"
    else:
        folder = folder / "user.md"
    if folder.is_absolute():
        return BuiltPath(None, False)
    return BuiltPath(str(folder), not re.match(r"\.\.(/|$)", posixpath.normpath(str(folder))))


@dataclass(frozen=True, slots=True)
class Written:
    """Files that a write replaces, by path below the root."""

    path: str
    text: str
    beside: Mapping[str, str] = field(default_factory=dict)


def write_profile_like_everos(owner: str, header: Mapping[object, object], body: str) -> Written:
    """`user.md` of `owner`, whole. Raises `EverosError`."""
    from memdesk.layouts.everos.schemas import ProfileHeader, checked

    keys = checked(ProfileHeader, header)
    path = build_path(PROFILE, owner, "").checked
    return Written(path, dump_like_everos(keys) + _ended(body))


def write_skill_like_everos(
    owner: str, name: str, header: Mapping[object, object], body: str, version: Version = Version.V1_5
) -> Written:
    """`SKILL.md` of the skill `name`, whole. Raises `EverosError`."""
    from memdesk.layouts.everos.schemas import SkillHeader, checked

    keys = checked(SkillHeader, header)
    path = build_path(SKILL, owner, skill_folder_name(name, version)).checked
    return Written(path, dump_like_everos(keys) + _ended(body))


def reference_name(name: str, version: Version = Version.V1_5) -> str:
    """The file of a skill's reference."""
    return f"{name if version is Version.V1_0 else safe_name(name, 'reference')}.md"


def script_name(name: str, version: Version = Version.V1_5) -> str:
    """The file of a skill's script."""
    return name if version is Version.V1_0 else safe_name(name, "script")


def _ended(text: str) -> str:
    return text + "\n" if text and not text.endswith("\n") else text


def scan_like_everos(paths: Sequence[str]) -> list[tuple[str, Kind]]:
    """The files below the root that the scanner finds, sorted by path, and what it takes them for."""
    kinds = ((path, kind_of_path(path)) for path in sorted(paths))
    return [(path, kind) for path, kind in kinds if kind]


def find_entry(text: str, wanted: str) -> LogEntry | None:
    """The first entry of this id wherever it stands, also inside another one."""
    start = text.find(open_marker(wanted))
    return next(scan_entries(text, start), None) if start >= 0 else None
