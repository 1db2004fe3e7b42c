"""Drafts: unsaved buffers, kept outside every root, so that they outlive a quit, a crash and a kill.

One file per document, named by a hash so that a listing tells nothing. It holds everything that is needed to go on:
where the text belongs, what it was edited from, and what it is now.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from memdesk.store.private_file import (
    ABANDONED_AFTER_S,
    remove_abandoned,
    remove_if_there,
    set_aside,
    write_private_file,
)

_MAGIC = b"memdesk draft 1\n"
_ENDING = ".draft"
_LONGEST_HEADER = 64 * 1024


@dataclass(frozen=True, slots=True)
class Draft:
    """An unsaved buffer. `base` is what it was edited from, None where there was no file. `when` is in Unix seconds."""

    path: str
    base: bytes | None
    text: bytes
    when: float


class DraftFacts(NamedTuple):
    """What can be told of a draft without reading its text."""

    path: str
    when: float


class _Damaged(Exception):
    """Not a draft, or not a whole one."""


class Drafts:
    """The drafts in one folder. Every call raises `OSError` where the file system says no.

    A file there that is no draft, or a damaged one, is passed over and kept under another name.
    """

    def __init__(self, folder: str, *, clock: Callable[[], float] = time.time) -> None:
        self._folder = folder
        self._clock = clock

    def put(self, path: str, base: bytes | None, text: bytes) -> None:
        """Keep the unsaved `text` of the document at `path` in place of what was kept of it; durable on return."""
        write_private_file(self._file(path), _pack(Draft(path, base, text, self._clock())))

    def get(self, path: str) -> Draft | None:
        """The draft of the document at `path`, if there is one."""
        return _read(self._file(path))

    def remove(self, path: str) -> None:
        """Drop the draft of the document at `path`; none is fine."""
        remove_if_there(self._file(path))

    def all(self) -> tuple[Draft, ...]:
        """Every draft that is whole, oldest first."""
        found = (self.get(facts.path) for facts in self.facts())
        return tuple(draft for draft in found if draft is not None)

    def facts(self) -> tuple[DraftFacts, ...]:
        """What there is, oldest first, read without its text. Also clears away what killed writes left long ago."""
        remove_abandoned(self._folder, older_than=self._clock() - ABANDONED_AFTER_S)
        try:
            names = os.listdir(self._folder)
        except FileNotFoundError:
            return ()
        found = [_read_facts(os.path.join(self._folder, name)) for name in names if name.endswith(_ENDING)]
        return tuple(sorted((draft for draft in found if draft), key=lambda draft: draft.when))

    def _file(self, path: str) -> str:
        return os.path.join(self._folder, hashlib.sha256(os.fsencode(path)).hexdigest() + _ENDING)


def is_draft(file: str) -> bool:
    """Whether a file has the name of a draft."""
    return file.endswith(_ENDING)


def sealed_anew(data: bytes) -> bytes:
    """The bytes of a draft, a part of which was changed for as many others, with the checksum that fits them now."""
    header, line_end, body = data.removeprefix(_MAGIC).partition(b"\n")
    with suppress(ValueError, RecursionError, KeyError, TypeError, AttributeError):
        old = json.loads(header)["sha256"].encode("ascii")
        return (
            _MAGIC + header.replace(old, hashlib.sha256(body).hexdigest().encode("ascii")) + line_end + body
        )
    return data


def _read(file: str) -> Draft | None:
    try:
        with open(file, "rb") as stream:
            return _unpack(stream.read())
    except FileNotFoundError:
        return None
    except _Damaged:
        set_aside(file)
        return None


def _read_facts(file: str) -> DraftFacts | None:
    try:
        with open(file, "rb") as stream:
            magic, header = stream.readline(_LONGEST_HEADER), stream.readline(_LONGEST_HEADER)
        path, when, _, _ = _facts(header if magic == _MAGIC else b"")
        return DraftFacts(path, when)
    except FileNotFoundError:
        return None
    except _Damaged:
        set_aside(file)
        return None


def _facts(header: bytes) -> tuple[str, float, int | None, str]:
    try:
        facts = json.loads(header)
        return facts["path"], facts["when"], facts["base_bytes"], facts["sha256"]
    except (ValueError, RecursionError, KeyError, TypeError) as error:
        raise _Damaged from error


def _pack(draft: Draft) -> bytes:
    body = (draft.base or b"") + draft.text
    header = {
        "path": draft.path,
        "when": draft.when,
        "base_bytes": None if draft.base is None else len(draft.base),
        "sha256": hashlib.sha256(body).hexdigest(),
    }
    return b"".join((_MAGIC, json.dumps(header).encode("ascii"), b"\n", body))


def _unpack(data: bytes) -> Draft:
    header, line_end, body = data.removeprefix(_MAGIC).partition(b"\n")
    if not data.startswith(_MAGIC) or not line_end:
        raise _Damaged
    path, when, base_bytes, sha256 = _facts(header)
    if hashlib.sha256(body).hexdigest() != sha256:
        raise _Damaged
    if base_bytes is None:
        return Draft(path, None, body, when)
    return Draft(path, body[:base_bytes], body[base_bytes:], when)
