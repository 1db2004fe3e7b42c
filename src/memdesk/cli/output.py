"""What a command says: exact bytes or one JSON document on stdout, sentences on stderr, always as UTF-8.

Lines and sentences are for people, and go into logs: of a secret in them only the begin can be read. What a text says
stands exactly in `data` and in JSON, where the fields of `_SENTENCES` are sentences.

JSON must be valid UTF-8, and memory need not be: a text with bytes that are not UTF-8 has U+FFFD in their place, and a
second field, its name ended by `_b64`, holds the exact bytes.
"""

from __future__ import annotations

import base64
import errno
import json
import os
import re
import sys
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import BinaryIO

from memdesk.errors import reason_of
from memdesk.text.document import encode, readable

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")

_SENTENCES = frozenset(
    {
        *("message", "warnings", "lost", "evidence", "caution", "why", "why_not"),
        *("note", "reason", "remedy", "rule", "unknown", "error"),
    }
)
"""The fields of JSON that tell about memory, with all below them, such as the `text` of a message in SARIF."""

_MEMORY = frozenset({"facts"})
"""Those that hold what an agent wrote, under names of the agent's own."""

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]


def counted(number: Json, thing: str) -> str:
    """So many of a thing, for people: `1 problem`, `no problems`, `1,200 problems`."""
    if number == 1:
        return f"1 {thing}"
    return f"{number:,} {thing}s" if number and isinstance(number, int) else f"no {thing}s"


def lines_of(text: str) -> list[str]:
    """The lines of a text for `Output.line`, without their ends; a CR in front of one belongs to it."""
    return text.replace("\r\n", "\n").split("\n")


def unread_facts(unread: Iterable[tuple[str, str]]) -> Json:
    """What was not read, or not to the end, by path and reason: so JSON says what is not in it."""
    return [{"path": path, "why": why} for path, why in unread]


class Output:
    """Where a command writes to. Whoever reads may stop reading: what is not wanted is dropped without a word."""

    def __init__(self, out: BinaryIO | None, err: BinaryIO | None) -> None:
        self._out = out
        self._err = err
        self.has_answered = False
        """Whether anything went to stdout."""

    @classmethod
    def of_this_process(cls) -> Output:
        """The standard streams; either may be missing or closed."""
        return cls(getattr(sys.stdout, "buffer", None), getattr(sys.stderr, "buffer", None))

    def data(self, data: bytes) -> None:
        """Exact bytes to stdout."""
        self.has_answered = True
        try:
            self._out = _write(self._out, data)
        except OSError as error:
            raise OSError(error.errno, reason_of(error), "Standard output") from error

    @contextmanager
    def telling_what_was_done(self, *sentences: str) -> Iterator[None]:
        """Around the answer to a change that is made: where it cannot be written, `sentences` say what was done.

        The exit code tells of the change, not of the words about it.
        """
        try:
            yield
        except OSError as error:
            self.say(" ".join((*sentences, f"The answer could not be written: {reason_of(error)}.")))

    def line(self, text: str) -> None:
        """Human text to stdout, on one line, which may tell what is remembered.

        What hides, speaks to a terminal or would end the line, as a file's name may, is named.
        """
        text = _without_secrets(text)
        if not text.isascii() or _CONTROL.search(text) or "\n" in text:
            from memdesk.text.labelled import CLOSE, OPEN, labelled

            text = labelled(text).replace("\n", f"{OPEN}LF{CLOSE}")
        self.data(encode(text) + b"\n")

    def json(self, value: Json) -> None:
        """The one JSON document to stdout."""
        self.data(encode(json.dumps(_utf8(_ready(value)), ensure_ascii=False)) + b"\n")

    def say(self, sentence: str) -> None:
        """A sentence to stderr, on one line; control characters, which names may hold, are written as escapes.

        Never raises.
        """
        said = _without_secrets(sentence).replace("\n", "\\n")
        shown = _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", said)
        # Where it cannot be said, the exit code still tells: what was done is not undone by that.
        with suppress(OSError):
            self._err = _write(self._err, encode(shown) + b"\n")


def _write(stream: BinaryIO | None, data: bytes) -> BinaryIO | None:
    """Write all of `data`; returns the stream, None once nobody reads it."""
    if stream is None:
        return None
    # Past the buffer: what is left in one would be written once more, and complained about, when the program ends.
    raw = getattr(stream, "raw", stream)
    left = memoryview(data)
    try:
        while left:
            count = raw.write(left)
            if count is None:
                raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
            left = left[count:]
    except BrokenPipeError:
        return None
    return stream


# Of a hundred thousand entries many have the same sentence, such as the one on their age.
@lru_cache(maxsize=256)
def _without_secrets(text: str) -> str:
    from memdesk.text.masking import mask_in_place
    from memdesk.text.secrets import may_hold_secrets

    return mask_in_place(text) if may_hold_secrets(text) else text


def _ready(value: Json, sentences: Container[str] = _SENTENCES, *, is_sentence: bool = False) -> Json:
    if isinstance(value, str):
        return _without_secrets(value) if is_sentence else value
    # Asked before what is dear to ask: a list may have a hundred thousand entries with ten numbers each.
    if value is None or isinstance(value, (int, float)):
        return value
    if isinstance(value, Mapping):
        return _ready_object(value, sentences, is_sentence=is_sentence)
    return [_utf8(_ready(item, sentences, is_sentence=is_sentence)) for item in value]


def _ready_object(
    fields: Mapping[str, Json], sentences: Container[str], *, is_sentence: bool
) -> Mapping[str, Json]:
    ready: dict[str, Json] = {}
    for name, value in fields.items():
        below = () if name in _MEMORY else sentences
        shown = _ready(value, below, is_sentence=is_sentence or name in sentences)
        ready[readable(name)] = known = _utf8(shown)
        if isinstance(shown, str) and known != shown:
            ready[f"{name}_b64"] = base64.b64encode(encode(shown)).decode("ascii")
    return ready


def _utf8(value: Json) -> Json:
    return readable(value) if isinstance(value, str) else value
