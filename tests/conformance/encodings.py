"""How vector files spell bytes, long texts and scratch folders. No rule of any agent stands here."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from memdesk.text.document import decode, encode

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Fields: TypeAlias = Mapping[str, Json]

ANSWER = "answer"
"""The field under which an answer stands that is no object."""


@dataclass(frozen=True)
class Vector:
    """One case: the function asked, what it was given, and what the real program answered."""

    fn: str
    name: str
    input: Fields
    expected: Fields
    fields: Fields

    @property
    def agrees_with_doc(self) -> bool:
        """Whether the program did what its document promises."""
        return self.fields.get("agrees_with_doc") is True


def read_vectors(path: Path) -> list[Vector]:
    """The vectors of a file. Raises `ValueError` where it is not a list of them."""
    return [as_vector(item) for item in as_list(json.loads(path.read_bytes()))]


def as_vector(item: Json) -> Vector:
    """One item of such a file. Raises `ValueError` where a part is missing."""
    fields = as_fields(item)
    if not {"fn", "name", "input", "expected"} <= fields.keys():
        raise ValueError(f"not a vector: {item!r:.200}")
    expected = fields["expected"]
    return Vector(
        str(fields["fn"]),
        str(fields["name"]),
        as_fields(fields["input"]),
        expected if isinstance(expected, dict) else {ANSWER: expected},
        fields,
    )


def as_fields(value: Json) -> Fields:
    """`value`, which must be an object."""
    if not isinstance(value, dict):
        raise ValueError(f"not an object: {value!r:.200}")
    return value


def as_list(value: Json) -> list[Json]:
    """`value`, which must be a list."""
    if not isinstance(value, list):
        raise ValueError(f"not a list: {value!r:.200}")
    return value


def _from_base64(text: str) -> bytes:
    """The bytes that `text` spells. Raises `ValueError` where it spells none."""
    return base64.b64decode(text, validate=True)


_KEY = re.compile(r"\$KEY\(([^()]*)\)")


class Scratch:
    """Names for the scratch folder of a case: `$ROOT` and what stands for it in other forms.

    `key_of` gives the agent's key of a path, which vectors write as `$KEY(path)`.
    """

    def __init__(self, names: Mapping[str, str], key_of: Callable[[str], str] | None = None) -> None:
        # The longest name first: $ROOT begins $ROOTKEY.
        self._names = sorted(names.items(), key=lambda pair: -len(pair[0]))
        self._key_of = key_of

    def fill(self, text: str) -> str:
        """`text` with the names replaced by what they stand for here."""
        for name, value in self._names:
            text = text.replace(name, value)
        key_of = self._key_of
        return text if key_of is None else _KEY.sub(lambda found: key_of(found[1]), text)

    def unfilled(self, text: str) -> str:
        """`text` with the names in place of what they stand for: so it was when its digest was taken."""
        for name, value in self._names:
            text = text.replace(value, name)
        return text

    def text(self, fields: Fields, key: str) -> str | None:
        """The text under `key`, in whatever form it is given; None where it is in none."""
        plain, data, parts = fields.get(key), fields.get(f"{key}_b64"), fields.get(f"{key}_parts")
        if isinstance(plain, str):
            return self.fill(plain)
        if isinstance(plain, dict):
            return decode(self.bytes_of(plain))
        if isinstance(data, str):
            return decode(_from_base64(data))
        if parts is not None:
            return "".join(str(part[0]) * int(str(part[1])) for part in map(as_list, as_list(parts)))
        return None

    def agrees(self, expected: Json, actual: Json) -> bool:
        """Whether `actual` is what `expected` says; of a long text that may be its length, digest, head and tail."""
        if isinstance(expected, dict) and isinstance(actual, dict):
            return self._fields_agree(expected, actual)
        if isinstance(expected, list) and isinstance(actual, list):
            return len(expected) == len(actual) and all(map(self.agrees, expected, actual))
        if isinstance(expected, dict) and isinstance(actual, str):
            return _object_agrees(expected, encode(self.unfilled(actual)))
        if isinstance(expected, str):
            return self.fill(expected) == actual
        return type(expected) is type(actual) and expected == actual

    def bytes_of(self, value: Json) -> bytes:
        """The bytes of a text that is given as it is, or as `{"b64": ...}`."""
        if isinstance(value, dict):
            return _from_base64(str(value["b64"]))
        return encode(self.fill(str(value)))

    def filled(self, value: Json) -> Json:
        """`value` with the names replaced in every text and every key of it."""
        if isinstance(value, dict):
            return {self.fill(key): self.filled(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.filled(item) for item in value]
        return self.fill(value) if isinstance(value, str) else value

    def read(self, value: Json) -> Json:
        """`value` as the program gets it: texts that are given by their bytes read, and names replaced."""
        if isinstance(value, dict) and value.keys() != {"b64"}:
            return {self.fill(key): self.read(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.read(item) for item in value]
        return decode(self.bytes_of(value)) if isinstance(value, str | dict) else value

    def _fields_agree(self, expected: Fields, actual: Fields) -> bool:
        if expected.get("error_kind") == actual.get("error_kind") == "other":
            # Such an error is for people alone: its words may change.
            expected, actual = (_without(fields, "error") for fields in (expected, actual))
        keys = {_plain_key(key, actual) for key in expected}
        return keys == actual.keys() and all(self._field_agrees(expected, key, actual[key]) for key in actual)

    def _field_agrees(self, expected: Fields, key: str, actual: Json) -> bool:
        if key in expected:
            return self.agrees(expected[key], actual)
        if not isinstance(actual, str):
            return False
        if (text := self.text(expected, key)) is not None:
            return text == actual
        return _digest_agrees(expected, key, encode(actual))


def _without(fields: Fields, key: str) -> Fields:
    return {name: value for name, value in fields.items() if name != key}


def _object_agrees(expected: Fields, data: bytes) -> bool:
    """Whether `data` is what an object in place of a text says: its bytes, or their number and digest."""
    if expected.keys() == {"b64"}:
        return _from_base64(str(expected["b64"])) == data
    if expected.keys() == {"sha256", "bytes"}:
        return (expected["bytes"], expected["sha256"]) == (len(data), hashlib.sha256(data).hexdigest())
    return False


def _plain_key(key: str, actual: Fields) -> str:
    """The key that a spelling such as `text_sha256` or `result_b64` speaks of."""
    stem, _, form = key.rpartition("_")
    forms = {"b64", "parts", "len", "sha256"}
    if key in actual:
        return key
    if form == "b64" and stem.endswith(("_head", "_tail")):
        return stem[: -len("_head")]
    return stem if form in forms else key


def _digest_agrees(expected: Fields, key: str, data: bytes) -> bool:
    head, tail = (
        _from_base64(str(expected.get(f"{key}_head_b64"))),
        _from_base64(str(expected.get(f"{key}_tail_b64"))),
    )
    return (
        expected.get(f"{key}_len") == len(data)
        and expected.get(f"{key}_sha256") == hashlib.sha256(data).hexdigest()
        and data.startswith(head)
        and data.endswith(tail)
    )
