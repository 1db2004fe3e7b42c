"""TOML in place: where each table and each value of a text stands, and the edit that sets one value alone.

tomllib reads and judges; nothing here writes a file anew. A text that cannot be told apart line by line (arrays of
tables, or one that is no TOML) has no tables here.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time

from memdesk.errors import Refused
from memdesk.text.edits import Edit, Span, apply_all, replace

_PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_PATH = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_MOST_DOTTED = 4_000_000
"""The squares of the dots of each line, in all: tomllib notes each begin of a dotted key, and takes as much memory."""
_HEADING = re.compile(rf"[ \t]*\[[ \t]*({_PATH})[ \t]*\][ \t]*(?:#[^\n]*)?(?:\r?\n|\Z)")
_KEY = re.compile(rf"[ \t]*({_PATH})[ \t]*=[ \t]*")
_NOTHING = re.compile(r"[ \t]*(?:#[^\n]*|\r?)(?:\n|\Z)")
_REST = re.compile(r"[ \t]*(?:#[^\n]*|\r?)(?:\n|\Z)")
_STRING = re.compile(
    r'''"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*\'''', re.DOTALL
)
_BARE = re.compile(r"[^\s#,\[\]{}]+(?: \d\d:\d\d[^\s#,]*)?")
_PLAIN_STRING = re.compile(r'"([^"\\\x00-\x1f\x7f]*)"')
_PLAIN_NUMBER = re.compile(r"0|[1-9]\d{0,8}", re.ASCII)
_PLAIN_PATH = re.compile(r"[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*", re.ASCII)
_COMMENT = re.compile(r"#[^\n]*")

_KINDS: Sequence[tuple[type, str]] = (
    (bool, "true or false"),
    (int, "a whole number"),
    (float, "a number"),
    (datetime, "a date and a time"),
    (date, "a date"),
    (time, "a time"),
)


@dataclass(frozen=True, slots=True)
class TomlValue:
    """One key: its path within its table, its lines, its value as written, and what that means."""

    path: tuple[str, ...]
    lines: Span
    written: Span
    value: object

    @property
    def name(self) -> str:
        """The key as people say it."""
        return ".".join(self.path)


@dataclass(frozen=True, slots=True)
class TomlTable:
    """One table: its path, all its lines, its heading (empty for the keys before the first one), and its values."""

    path: tuple[str, ...]
    span: Span
    heading: Span
    values: tuple[TomlValue, ...] = field(default_factory=tuple)

    @property
    def name(self) -> str:
        """The table as people say it; empty for the keys before the first heading."""
        return ".".join(self.path)


def read_toml(text: str) -> dict[str, object]:
    """What a text in TOML means. Raises `ValueError` for one that is none, or may have keys that no settings have."""
    if sum(line.count(".") ** 2 for line in text.split("\n")) > _MOST_DOTTED:
        raise ValueError("its lines have too many dots")
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def toml_tables(text: str) -> tuple[TomlTable, ...]:
    """The tables of a text in order; their spans cover it. None where it cannot be told apart."""
    try:
        meaning = read_toml(text)
        tables = tuple(_tables(text))
        read: dict[tuple[str, ...], object] = {
            table.path + value.path: value.value for table in tables for value in table.values
        }
        return tables if read == dict(_leaves(meaning, read)) else ()
    except (ValueError, RecursionError):
        return ()


def value_edit(text: str, value: TomlValue, said: str) -> Edit:
    """The edit that makes `value` say `said`, as the kind of value it is. Raises `Refused` where it is none."""
    edit = replace(text, value.written, _written_like(value.value, said))
    try:
        is_alone = _differ_in_one(read_toml(text), read_toml(apply_all(text, (edit,))))
    except (ValueError, RecursionError) as error:
        raise _no_value(value.value, said) from error
    if not is_alone:
        raise _no_value(value.value, said)
    return edit


def said_by(value: object) -> str | None:
    """A scalar as people type it; None for a list or a table."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    return None if isinstance(value, list | dict) else str(value)


def _tables(text: str) -> Iterator[TomlTable]:
    path: tuple[str, ...] = ()
    start = at = heading_end = 0
    values: list[TomlValue] = []
    while at < len(text):
        if heading := _HEADING.match(text, at):
            if path or at > start:
                yield TomlTable(path, Span(start, at), Span(start, heading_end), tuple(values))
            path, start, values = _path(heading[1]), at, []
            at = heading_end = heading.end()
        elif blank := _NOTHING.match(text, at):
            at = blank.end()
        else:
            values.append(_value(text, at))
            at = values[-1].lines.end
    if text:
        yield TomlTable(path, Span(start, len(text)), Span(start, heading_end), tuple(values))


def _value(text: str, at: int) -> TomlValue:
    key = _KEY.match(text, at)
    if key is None:
        raise ValueError(f"no key at {at}")
    end = _value_end(text, key.end())
    rest = _REST.match(text, end)
    if rest is None:
        raise ValueError(f"no end of a line at {end}")
    written = Span(key.end(), end)
    return TomlValue(_path(key[1]), Span(at, rest.end()), written, _meaning(written.of(text)))


def _meaning(written: str) -> object:
    """What a value means. Of a file with thousands of keys nearly all are plain: those are read without tomllib."""
    if string := _PLAIN_STRING.fullmatch(written):
        return string[1]
    if _PLAIN_NUMBER.fullmatch(written):
        return int(written)
    return read_toml(f"k = {written}")["k"]


def _value_end(text: str, at: int) -> int:
    """Behind the value that starts at `at`: a string, a bare word, or a list or table with all in it."""
    depth = 0
    while at < len(text):
        string = _STRING.match(text, at)
        if string:
            at = string.end()
        elif text[at] in "[{":
            depth, at = depth + 1, at + 1
        elif text[at] in "]}":
            depth, at = depth - 1, at + 1
        elif depth and (comment := _COMMENT.match(text, at)):
            at = comment.end()
        elif depth and text[at] in " \t\r\n,=":
            at += 1
        elif bare := _BARE.match(text, at):
            at = bare.end()
        else:
            raise ValueError(f"no value at {at}")
        if depth == 0:
            return at
    raise ValueError("a value has no end")


def _path(written: str) -> tuple[str, ...]:
    """The names of a dotted path."""
    if _PLAIN_PATH.fullmatch(written):
        return tuple(written.split("."))
    found: object = read_toml(f"{written} = 0")
    names = []
    while isinstance(found, dict):
        [name] = found
        names.append(name)
        found = found[name]
    return tuple(names)


def _leaves(
    meaning: object, known: Mapping[tuple[str, ...], object], path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], object]]:
    if path in known or not isinstance(meaning, dict):
        yield path, meaning
        return
    for name, value in meaning.items():
        yield from _leaves(value, known, (*path, name))


def _written_like(old: object, said: str) -> str:
    if isinstance(old, str):
        # A string of JSON is one of TOML, but for this one character.
        return json.dumps(said, ensure_ascii=False).replace("\x7f", "\\u007f")
    word = said.strip(" \t")
    try:
        read = read_toml(f"k = {word}").get("k")
    except ValueError as error:
        raise _no_value(old, said) from error
    if type(read) is not type(old):
        raise _no_value(old, said)
    return word


def _no_value(old: object, said: str) -> Refused:
    kind = next((words for kind, words in _KINDS if isinstance(old, kind)), "a text")
    return Refused(
        "“{said}” is not {kind}.", hint="Edit the file as text to change more.", said=said, kind=kind
    )


def _differ_in_one(before: object, after: object) -> bool:
    """Whether at most one scalar differs between two readings."""
    return sum(_differences(before, after)) <= 1


def _differences(before: object, after: object) -> Iterator[int]:
    if isinstance(before, dict) and isinstance(after, dict):
        if before.keys() != after.keys():
            yield 2
        else:
            for name, value in before.items():
                yield from _differences(value, after[name])
    elif before != after:
        yield 1
