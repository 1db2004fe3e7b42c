"""A vector says the same in whatever form its texts are given: as bytes, in parts, by a digest."""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conformance.encodings import Json, as_fields, as_list, as_vector
from tests.conformance.replay import replay

VECTORS = Path(__file__).parent / "vectors"

Respell = Callable[[str, str], dict[str, Json]]
"""What stands for a text under a key: other keys, or the same one with an object."""


def base64(text: str) -> str:
    return b64encode(text.encode("utf-8", "surrogatepass")).decode()


def as_bytes(key: str, text: str) -> dict[str, Json]:
    return {f"{key}_b64": base64(text)}


def in_parts(key: str, text: str) -> dict[str, Json]:
    return {f"{key}_parts": [[text[:3], 1], [text[3:], 1], ["never", 0]]}


def by_digest(key: str, text: str) -> dict[str, Json]:
    data = text.encode("utf-8", "surrogatepass")
    head, tail = b64encode(data[:48]).decode(), b64encode(data[-48:]).decode()
    digest = hashlib.sha256(data).hexdigest()
    found: dict[str, Json] = {"len": len(data), "sha256": digest, "head_b64": head, "tail_b64": tail}
    return {f"{key}_{form}": value for form, value in found.items()}


def as_object(key: str, text: str) -> dict[str, Json]:
    return {key: {"b64": base64(text)}}


def by_object_digest(key: str, text: str) -> dict[str, Json]:
    data = text.encode("utf-8", "surrogatepass")
    return {key: {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}}


def respelled(value: Json, keys: frozenset[str], respell: Respell) -> Json:
    """`value` with the texts under these keys in another form, but for those that name the scratch folder."""
    if isinstance(value, list):
        return [respelled(item, keys, respell) for item in value]
    if not isinstance(value, dict):
        return value
    found: dict[str, Json] = {}
    for key, item in value.items():
        is_text = isinstance(item, str) and key in keys and "$" not in item and "{ROOT" not in item
        found |= respell(key, str(item)) if is_text else {key: respelled(item, keys, respell)}
    return found


GIVEN = {
    "evva": frozenset({"existing", "content", "text"}),
    "ub": frozenset({"content", "text", "auto", "global", "bullet", "a", "b", "query"}),
    "ok": frozenset({"text", "note", "body", "base", "name", "description", "type"}),
    "foresthub": frozenset({"text", "content", "old", "new", "label", "description"}),
}
SAID = {
    "evva": frozenset({"result", "text", "user_profile", "workdir_memory", "project_memory", "doc_result"}),
    "ub": frozenset({"result", "auto", "global", "text"}),
    "ok": frozenset({"result", "body", "block", "index", "name", "description"}),
    "foresthub": frozenset({"result", "content", "description", "label"}),
}
FORMS: list[tuple[str, Respell, Respell]] = [
    *[
        (agent, given, said)
        for agent in ("evva", "ub")
        for given, said in ((as_bytes, as_bytes), (in_parts, by_digest))
    ],
    *[(agent, as_object, said) for agent in ("ok", "foresthub") for said in (as_object, by_object_digest)],
]


@pytest.mark.parametrize(("agent", "given", "said"), FORMS)
def test_every_vector_replays_in_another_form(agent: str, given: Respell, said: Respell) -> None:
    items = as_list(json.loads((VECTORS / f"{agent}.json").read_bytes()))
    vectors = []
    for fields in map(as_fields, items):
        if "expected_any" in fields:
            continue
        new = dict(fields) | {"input": respelled(fields["input"], GIVEN[agent], given)}
        for key in ("expected", "doc_result"):
            if key in fields:
                new |= as_fields(respelled({key: fields[key]}, SAID[agent], said))
        vectors.append(as_vector(new))
    results, _ = replay(vectors)
    assert [result for result in results if result.problem] == []
    assert len(results) >= len(vectors)
