"""What EverOS writes and finds beside its logs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from memdesk.layouts.everos.header import dump_like_everos
from memdesk.layouts.everos.ids import (
    Version,
    safe_name,
    skill_folder_name,
)
from memdesk.layouts.everos.kinds import (
    PROFILE,
    SKILL,
    Kind,
    build_path,
    kind_of_path,
)
from memdesk.layouts.shapes.daily_log import LogEntry, scan_entries


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
    return next(scan_entries(text, entry_id=wanted), None)
