"""`preview --json` and `survive --json` on files written from vectors say what the real program answered."""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memdesk.cli import main
from memdesk.layouts.evva.model import merge_like_evva
from memdesk.layouts.evva.names import PROFILE_HEADINGS, PROJECT_HEADINGS
from tests.cli.conftest import memdesk

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "conformance" / "vectors" / "evva.json").read_bytes()
)
LOADS = {vector["name"]: vector for vector in VECTORS if vector["fn"] == "Load"}
CAP_BYTES = 65_536

# The command line always has an app home, loads the project memory as evva's own switch says, and as root no file is
# or folder is unreadable; a context that is no folder cannot be asked for, and of what is no UTF-8 it shows what the
# model gets.
NOT_ASKABLE = {
    "empty app home skips the profile",
    "project memory not asked for",
    "empty workdir skips EVVA.md and project memory",
    "home folder without search right",
    "character split at the 64 KiB cut: bytes are not UTF-8",
}


def test_no_case_is_left_out_unseen() -> None:
    assert len(LOADS) == 18
    assert LOADS.keys() >= NOT_ASKABLE


def data_of(fields: dict[str, Any], key: str) -> bytes | None:
    """The bytes under `key`, in whatever form a vector gives them."""
    if isinstance(fields.get(key), str):
        return str(fields[key]).encode()
    if f"{key}_b64" in fields:
        return base64.b64decode(fields[f"{key}_b64"])
    if f"{key}_parts" in fields:
        return "".join(text * count for text, count in fields[f"{key}_parts"]).encode()
    return None


def place(home: Path, name: str) -> Path:
    """Where a path of a vector lies here: evva's home is the one it has by default."""
    return Path(name.replace("$ROOT/home", str(home / ".evva")).replace("$ROOT", str(home)))


def lay_out(home: Path, vector: dict[str, Any]) -> None:
    (home / ".evva").mkdir(exist_ok=True)
    for item in vector["input"]["files"]:
        path = place(home, item["path"])
        path.parent.mkdir(parents=True, exist_ok=True)
        if item.get("kind") == "dir":
            path.mkdir(exist_ok=True)
        elif item.get("kind") == "symlink":
            path.symlink_to(place(home, item["target"]))
        else:
            data = data_of(item, "text")
            assert data is not None
            path.write_bytes(data)
            path.chmod(int(item.get("mode", "644"), 8))


def check(expected: dict[str, Any], key: str, actual: bytes) -> None:
    wanted = data_of(expected, key)
    if wanted is not None:
        assert actual == wanted
        return
    assert len(actual) == expected[f"{key}_len"]
    assert hashlib.sha256(actual).hexdigest() == expected[f"{key}_sha256"]


@pytest.mark.parametrize("name", sorted(LOADS.keys() - NOT_ASKABLE))
def test_a_preview_is_what_evva_loads(home: Path, name: str) -> None:
    vector = LOADS[name]
    if os.geteuid() == 0 and any(item.get("mode") == "000" for item in vector["input"]["files"]):
        pytest.skip("as root every file can be read")
    lay_out(home, vector)
    workdir = place(home, vector["input"]["workdir"])
    ran = memdesk("--root", home / ".evva", "preview", "evva", "--context", workdir, "--json")
    assert ran.code == 0, ran.err
    told, expected = ran.json, vector["expected"]
    parts: dict[str, bytes] = {}
    for piece in told["pieces"]:
        data = base64.b64decode(piece["text_b64"]) if "text_b64" in piece else piece["text"].encode()
        parts[piece["part"]] = parts.get(piece["part"], b"") + data
    check(expected, "workdir_memory", parts.get("rules", b""))
    check(expected, "user_profile", parts.get("profile", b""))
    check(expected, "project_memory_index", parts.get("index", b""))
    assert len(told["warnings"]) == len(expected["warnings"])
    text = base64.b64decode(told["text_b64"]) if "text_b64" in told else told["text"].encode()
    assert text == b"".join(parts.values())


def existing_texts() -> Iterator[tuple[str, bytes, tuple[str, ...]]]:
    """Every file that a vector starts from, with evva's headings for it."""
    seen = set()
    for vector in VECTORS:
        if vector["fn"] != "MergeSections":
            continue
        data, allowed = data_of(vector["input"], "existing"), tuple(vector["input"]["allowed"])
        if (
            data is not None
            and (data, allowed) not in seen
            and allowed in (PROFILE_HEADINGS, PROJECT_HEADINGS)
        ):
            seen.add((data, allowed))
            yield vector["name"], data, allowed


EXISTING = {name: (data, allowed) for name, data, allowed in existing_texts()}


def is_kept_by_evva(data: bytes, allowed: tuple[str, ...]) -> bool:
    text = data.decode("utf-8", "surrogateescape")
    return len(data) <= CAP_BYTES and merge_like_evva(text, {}, allowed) == (text,)


def write(home: Path, data: bytes, allowed: tuple[str, ...]) -> Path:
    is_profile = allowed == PROFILE_HEADINGS
    path = home / ".evva" / ("USER_PROFILE.md" if is_profile else "projects/-srv-app/MEMORY.md")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def test_there_are_texts_of_both_kinds() -> None:
    kept = [name for name, case in EXISTING.items() if is_kept_by_evva(*case)]
    assert len(EXISTING) > 30
    assert 3 < len(kept) < len(EXISTING) - 3


@pytest.mark.parametrize("name", EXISTING)
def test_survive_finds_something_exactly_where_evva_s_rewrite_changes_the_file(
    home: Path, name: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    data, allowed = EXISTING[name]
    path = write(home, data, allowed)
    code = main(["survive", str(path), "--json"])
    losses = json.loads(capfdbinary.readouterr().out)["losses"]
    assert code == (1 if losses else 0)
    assert (losses == []) == is_kept_by_evva(data, allowed)
    assert path.read_bytes() == data


@pytest.mark.parametrize("name", list(EXISTING)[::12])
def test_survive_says_the_same_as_a_process(home: Path, name: str) -> None:
    data, allowed = EXISTING[name]
    ran = memdesk("survive", write(home, data, allowed), "--json")
    assert (ran.json["losses"] == []) == is_kept_by_evva(data, allowed)
    assert ran.code == (1 if ran.json["losses"] else 0)
