"""What a second start and the open window say to each other: the folders to show, in one line of JSON; the answer."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import UsageError

if TYPE_CHECKING:
    from memdesk.store.instance import Instance

MOST_BYTES = 64 * 1024
MOST_FOLDERS = 64
OPENING_S = 10.0
"""How long a program may take from its start until it listens, on a busy machine."""

ANSWERING_S = 3.0
"""How long one that listens may take to answer; one that takes longer hangs."""

_PAUSE_S = 0.02
_CANNOT_BE_READ = "That is no request to show folders."


class Answer(NamedTuple):
    """What the open window shows now, and a sentence on each folder that it does not."""

    shown: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


class NoAnswer(Exception):
    """There is a window, and it does not answer in time."""


def hand_over(instance: Instance, folder: str, roots: Sequence[str]) -> Answer | None:
    """Have the open window show `roots`. None if no window is open: then `instance` has the claim now.

    `folder` is the state folder. If another program is just starting or ending, that is waited for.

    Raises:
        NoAnswer: a window is open and does not answer.
    """
    from memdesk.store.instance import has_sockets

    end_s = time.monotonic() + OPENING_S
    while not instance.claim():
        if not has_sockets():
            return Answer()
        try:
            return _ask(folder, pack_request(roots))
        except (FileNotFoundError, ConnectionError):
            if time.monotonic() > end_s:
                raise NoAnswer from None
            time.sleep(_PAUSE_S)
        except (OSError, UsageError) as error:
            raise NoAnswer from error
    return None


def _ask(folder: str, request: bytes) -> Answer:
    from memdesk.store.instance import call

    end_s = time.monotonic() + ANSWERING_S
    with call(folder, ANSWERING_S) as line:
        line.sendall(request)
        answer = b""
        while not answer.endswith(b"\n"):
            line.settimeout(max(_PAUSE_S, end_s - time.monotonic()))
            piece = line.recv(MOST_BYTES)
            answer += piece
            if not piece:
                raise ConnectionResetError
            if len(answer) > MOST_BYTES or time.monotonic() > end_s:
                raise TimeoutError
    return unpack_answer(answer)


def pack_request(roots: Sequence[str]) -> bytes:
    """The line that asks for `roots`."""
    return _line({"memdesk": 1, "roots": list(roots)})


def unpack_request(line: bytes) -> tuple[str, ...]:
    """The folders that `line` asks for, each an absolute path. Raises `UsageError` for anything else."""
    facts = _facts(line)
    roots = facts.get("roots")
    if facts.get("memdesk") != 1 or not isinstance(roots, list) or len(roots) > MOST_FOLDERS:
        raise UsageError(_CANNOT_BE_READ)
    if not all(isinstance(root, str) and os.path.isabs(root) and "\0" not in root for root in roots):
        raise UsageError(_CANNOT_BE_READ)
    return tuple(roots)


def pack_answer(answer: Answer) -> bytes:
    """The line that answers."""
    return _line({"shown": answer.shown, "refused": answer.refused})


def unpack_answer(line: bytes) -> Answer:
    """What `line` answers. Raises `UsageError` where it is no answer."""
    facts = _facts(line)
    return Answer(_texts(facts.get("shown")), _texts(facts.get("refused")))


def _line(facts: object) -> bytes:
    # ASCII: so file names that are not UTF-8 get through as they are.
    return json.dumps(facts).encode("ascii") + b"\n"


def _facts(line: bytes) -> dict[str, object]:
    try:
        facts = json.loads(line)
    except (ValueError, RecursionError):
        raise UsageError(_CANNOT_BE_READ) from None
    if len(line) > MOST_BYTES or not isinstance(facts, dict):
        raise UsageError(_CANNOT_BE_READ)
    return facts


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise UsageError(_CANNOT_BE_READ)
    return tuple(value)
