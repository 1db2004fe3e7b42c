"""Values that look like secrets: keys, tokens and passwords, told by their own shape or by what stands around them.

By its own shape a secret is told as its issuer documents it (see `secret_shapes`). By what stands around it, where it
follows a name (`password: …`), in an address, or in a command or a header of HTTP that says who asks; then the value
must not be an ordinary word, a path or a placeholder (see `secret_values`). A random-looking value alone is none:
memories are full of hashes and ids.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from memdesk.text.edits import Span
from memdesk.text.lazy_patterns import compiled
from memdesk.text.secret_names import BESIDE_NAME, SECRET_NAME
from memdesk.text.secret_shapes import Secret, hints_at_shape, holds_one, private_keys, secrets_by_shape
from memdesk.text.secret_values import is_blanked, is_name_and_password, is_secret_value, is_stand_in
from memdesk.text.sentence import say
from memdesk.text.values_below import Below, values_below

LONGEST_SECRET = 16_384
"""So far is looked for the other end of a secret: a private key of 16,384 bits has 12,600 characters."""

_ODD_LETTERS = "\u017f\u0131\u0130\u212a"
"""To a pattern they are an s, two i and a k; they are the only letters beyond ASCII that are letters of it."""
_BASIC_HINT = re.compile("basic", re.IGNORECASE)
_NAME_HINTS = (
    *(
        "pass",
        "pwd",
        "secret",
        "key",
        "token",
        "auth",
        "bearer",
        "credential",
        "kennwort",
        "mot de",
        "contrase",
    ),
    *("密", "口令"),
)
_NAME_HINT = re.compile("|".join(_NAME_HINTS), re.IGNORECASE)
_NAMED = (
    rf"(?i){SECRET_NAME}"
    rf"(?:{BESIDE_NAME}(?:[ \t]*(?:=>|:=|==?|[:：])[ \t]*|[ \t]+(?:is|ist|est|es|是)[ \t]+)|[ \t]+)"
    r"(?:(?:bearer|basic)[ \t]+)?[\"'`<*_]*(?P<value>[^\s\"'`<>]{6,})"
)
_IN_ADDRESS = r"\b[a-z][a-z0-9+.-]{1,20}://(?P<user>[^\s/:@\"']*):(?P<value>[^\s/\"'<>]{4,})(?=@[\w\[])"
_THIS_MACHINE = re.compile(r"localhost|127\.\d|\[?::1|0\.0\.0\.0|host\.docker\.internal", re.IGNORECASE)
_IN_COMMAND = r"\bcurl\b[^\n]{0,200}?[ \t](?:-u|--user)[ \t=]*[\"']?[^\s:\"'`<>]+:(?P<value>[^\s\"'`<>]{4,})"
_IN_HEADER = r"(?i)\bbasic[ \t]+(?P<value>[A-Za-z0-9+/]{8,}={0,2})"
_FEWEST = 6
_TRAILING = ".,;:?)]}"
_CUT = re.compile(r"\.\.\.\W*$")
_END_OF_VALUE = re.compile(r"\]\(|[^\x00-\u024f]")
"""Where a value ends that goes on without a blank: with a link, or with words in a script that no secret is in."""

# Tried once for a row of backslashes, not at each of them.
_ESCAPE = re.compile(r"(?<!\\)\\+([nrt\"])")


def find_secrets(text: str) -> Iterator[Secret]:
    """The secrets of `text`, in order, none inside another."""
    if not may_hold_secrets(text):
        return
    end, read = 0, _without_escapes(text)
    every = _all(text) if read == text else (*_all(text), *_all(read))
    for secret in sorted(every, key=lambda found: (found.span.start, -found.span.end)):
        if secret.span.end > end:
            # A key without an end may reach into the next secret: of that, the rest.
            start, end = max(secret.span.start, end), secret.span.end
            yield secret._replace(span=Span(start, end))


def secrets_of_lines(text: str) -> Iterator[Span]:
    """The stretches of `text` that only several lines together tell to be secret.

    They are private keys, and names of secrets with the value on a line below.
    """
    yield from private_keys(text)
    if _hints_at_name(text):
        yield from (below.whole for below, _ in _secrets_below(text))


def may_hold_secrets(text: str) -> bool:
    """Whether a closer look is worth its time: most texts hold nothing that even begins like one."""
    return "://" in text or _hints_at_name(text) or hints_at_shape(text) or _hints_at_server(text)


def _hints_at_name(text: str) -> bool:
    return _has_word(text, _NAME_HINTS, _NAME_HINT)


def _hints_at_server(text: str) -> bool:
    return "curl" in text or _has_word(text, ("basic",), _BASIC_HINT)


def _has_word(text: str, words: Sequence[str], pattern: re.Pattern[str]) -> bool:
    """Whether `text` holds one of `words`, in small letters or capitals; `pattern` knows them all."""
    if not text.isascii() and any(letter in text for letter in _ODD_LETTERS):
        return pattern.search(text) is not None
    return holds_one(text.lower(), words)


def _all(text: str) -> Iterator[Secret]:
    for secret in secrets_by_shape(text):
        if not is_blanked(secret.span.of(text)) or "PRIVATE KEY" in secret.span.of(text):
            yield secret
    if "://" in text:
        for found in compiled(_IN_ADDRESS).finditer(text):
            value, is_here = found["value"], _THIS_MACHINE.match(text, found.end() + 1) is not None
            # A password that is the name of the user is the one that a fresh installation has.
            is_weak = value == found["user"] or is_stand_in(value)
            if not is_weak and (not is_here or is_secret_value(value, is_assigned=True)):
                yield Secret(Span(*found.span("value")), say("a password in an address"))
    yield from _told_to_a_server(text)
    if not _hints_at_name(text):
        return
    for found in compiled(_NAMED).finditer(text):
        value = _value_of(found["value"])
        is_to_be_filled_in = text[found.start("value") - 1] == "<" and text[found.end("value") :][:1] == ">"
        if not is_to_be_filled_in and is_secret_value(value, is_assigned=_is_assigned(text, found)):
            start = found.start("value")
            yield Secret(Span(start, start + len(value)), say("a value that is called a secret"))
    yield from (secret for _, secret in _secrets_below(text))


def _secrets_below(text: str) -> Iterator[tuple[Below, Secret]]:
    for below in values_below(text):
        value = _value_of(below.value.of(text))
        if is_secret_value(value, is_assigned=True):
            span = Span(below.value.start, below.value.start + len(value))
            yield below, Secret(span, say("a value that is called a secret"))


def _value_of(found: str) -> str:
    """The value in what was found behind a name; none of one that is cut short with dots."""
    value = _END_OF_VALUE.split(found, maxsplit=1)[0]
    is_cut = _CUT.search(value) is not None or found[len(value) :].startswith("…")
    return "" if is_cut or len(value) < _FEWEST else value.rstrip(_TRAILING)


def _without_escapes(text: str) -> str:
    """`text` with the line ends, tabs and quotes that JSON escapes, character for character.

    As they are written, the letter of an escape stands before a name as if it were one of its own.
    """
    return _ESCAPE.sub(_unescaped, text) if "\\" in text else text


def _unescaped(found: re.Match[str]) -> str:
    if found[1] == '"':
        return '"' * len(found[0])
    # One line end for each, since a blank line is one to what stands below a name; a CR goes with the LF behind it.
    return ("\n" if found[1] == "n" else " ").rjust(len(found[0]))


def _told_to_a_server(text: str) -> Iterator[Secret]:
    """What a command or a header of HTTP says of who asks."""
    if "curl" in text:
        for found in compiled(_IN_COMMAND).finditer(text):
            if not is_stand_in(found["value"]):
                yield Secret(Span(*found.span("value")), say("a password in a command"))
    for found in compiled(_IN_HEADER).finditer(text):
        if is_name_and_password(found["value"]):
            yield Secret(Span(*found.span("value")), say("a password in a header"))


def _is_assigned(text: str, found: re.Match[str]) -> bool:
    """Whether a sign stands between name and value, and not only a blank."""
    between = text[found.start() : found.start("value")]
    return (
        any(sign in between for sign in "=:：")
        or re.search(r"[ \t](?:is|ist|est|es|是)[ \t]+\S*$", between) is not None
    )
