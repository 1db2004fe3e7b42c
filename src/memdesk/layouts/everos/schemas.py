"""The headers that EverOS builds whole, user.md and SKILL.md, checked with the library it checks them with."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from memdesk.layouts.everos.ids import EverosError


class Header(BaseModel):
    """What every header has; unknown keys are kept behind the known ones."""

    model_config = ConfigDict(extra="allow")

    id: str
    type: str
    schema_version: int = 1


class ProfileHeader(Header):
    """The header of `user.md`."""

    type: Literal["user_profile"] = "user_profile"
    user_id: str
    track: Literal["user"] = "user"
    summary: str = ""
    explicit_info: list[object] = []
    implicit_traits: list[object] = []
    profile_timestamp_ms: int = 0


class SkillHeader(Header):
    """The header of `SKILL.md`."""

    type: Literal["agent_skill"] = "agent_skill"
    agent_id: str
    track: Literal["agent"] = "agent"
    name: str
    description: str
    confidence: float
    maturity_score: float
    source_case_ids: list[str] = []
    cluster_id: str | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None

    @field_validator("name")
    @classmethod
    def _is_one_name(cls, value: str) -> str:
        if "/" in value or "\\" in value or value == "..":
            raise ValueError("a skill’s name must not lead to another folder")
        return value


def checked(schema: type[Header], keys: Mapping[object, object]) -> dict[str, object]:
    """The header that EverOS makes of `keys`, in its order, empty ones included. Raises `EverosError`."""
    try:
        return dict(schema.model_validate(dict(keys)).model_dump(exclude_none=False))
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(map(str, first["loc"]))
        raise EverosError(f"{name}: {first['msg']}") from error


class Gate(BaseModel):
    """When a strategy may run."""

    model_config = ConfigDict(extra="forbid")

    threshold: int | None = Field(None, gt=0)
    cooldown_seconds: int | None = Field(None, ge=0)
    event_field: str | None = Field(None, min_length=1)


class Strategy(BaseModel):
    """One strategy of `ome.toml`. When it runs (`cron`) is not checked here: EverOS has a library of its own for it."""

    model_config = ConfigDict(extra="forbid")

    enabled: bool | None = None
    max_retries: int | None = Field(None, ge=0)
    gate: Gate | None = None
    cron: str | None = None
    idle_seconds: int | None = Field(None, gt=0)
    scan_interval_seconds: int | None = Field(None, gt=0)


class StrategySettings(BaseModel):
    """`ome.toml`: EverOS refuses keys that it does not know."""

    model_config = ConfigDict(extra="forbid")

    strategies: dict[str, Strategy] = {}


def settings_problem(settings: Mapping[str, object]) -> str:
    """What EverOS would refuse in `ome.toml`; empty where nothing is known."""
    try:
        StrategySettings.model_validate(settings)
    except ValidationError as error:
        first = error.errors()[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg'].lower()}"
    return ""
