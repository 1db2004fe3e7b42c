"""Values that look like secrets: keys, tokens and passwords, told by their own shape or by the name before them.

A shape is one that its issuer documents (`ghp_…`, `AKIA…`, a private key in PEM), or a random-looking value that is
called a secret (`password: …`). A random-looking value alone is none: memories are full of hashes and ids.
"""

from __future__ import annotations

import math
import re
from base64 import b64decode
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from memdesk.text.edits import Span
from memdesk.text.sentence import say
from memdesk.text.values_below import SECRET_NAMES, Below, values_below


class Secret(NamedTuple):
    """Where the secret value stands, without what names it, and what it seems to be ("a GitHub token")."""

    span: Span
    what: str


class Hidden(NamedTuple):
    """A secret value, and what is not shown of it."""

    value: Span
    span: Span


_SHAPES: tuple[tuple[str, str], ...] = (
    (
        say("a private key"),
        # As far as its end, headers and all; without one as far as a text in base64 can go.
        (
            r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----"
            r"(?:(?:[^-]++|-(?!----))*+-----END [A-Z0-9 ]+-----"
            r"|(?:[ \t]*\r?\n(?:[ \t]*[A-Za-z][\w-]*:[^\n]*\n)*+)?+[^-]*)"
        ),
    ),
    (say("an AWS access key"), r"\b(?:AKIA|ASIA|AROA|AIDA)[A-Z2-7]{16}\b"),
    (say("a GitHub token"), r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})"),
    (say("a GitLab token"), r"\bgl(?:pat|dt|rt|ptt|cbt|ft|soat|agent)-[A-Za-z0-9_-]{20,}"),
    (say("an Anthropic key"), r"\bsk-ant-[A-Za-z0-9_-]{20,}"),
    (say("an OpenAI key"), r"\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{32,}"),
    (say("a Stripe key"), r"\b(?:sk|rk|whsec)_(?:live_|test_)?[A-Za-z0-9]{20,}"),
    (say("a Slack token"), r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}|\bxapp-[0-9]-[A-Za-z0-9-]{10,}"),
    (say("a Slack webhook"), r"hooks\.slack\.com/services/T[A-Z0-9]+/B[A-Z0-9]+/[A-Za-z0-9]{16,}"),
    (say("a Discord webhook"), r"discord(?:app)?\.com/api/webhooks/\d{15,}/[\w-]{50,}"),
    (say("a Telegram bot token"), r"\b\d{8,10}:AA[A-Za-z0-9_-]{33}\b"),
    (say("a Google API key"), r"\bAIza[A-Za-z0-9_-]{35}"),
    (say("a Google OAuth secret"), r"\bGOCSPX-[A-Za-z0-9_-]{20,}|\bya29\.[A-Za-z0-9_-]{20,}"),
    (say("a Hugging Face token"), r"\bhf_[A-Za-z0-9]{30,}"),
    (say("an npm token"), r"\bnpm_[A-Za-z0-9]{36}"),
    (say("a PyPI token"), r"\bpypi-AgE[A-Za-z0-9_-]{50,}"),
    (say("a SendGrid key"), r"\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}"),
    (say("a Twilio key"), r"\b(?:SK|AC)[0-9a-f]{32}\b"),
    (say("a DigitalOcean token"), r"\bdo[opr]_v1_[0-9a-f]{64}"),
    (say("an Azure storage key"), r"\bAccountKey=[A-Za-z0-9+/]{86}=="),
    (say("a Databricks token"), r"\bdapi[0-9a-f]{32}"),
    (say("a Shopify token"), r"\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}"),
    (say("a Linear key"), r"\blin_api_[A-Za-z0-9]{32,}"),
    (say("a Notion token"), r"\b(?:secret|ntn)_[A-Za-z0-9]{40,}"),
    (say("an age key"), r"\bAGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}"),
    (say("a Vault token"), r"\bhv[sbr]\.[A-Za-z0-9_-]{24,}"),
    (say("a Groq key"), r"\bgsk_[A-Za-z0-9]{40,}"),
    (say("a JSON web token"), r"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{16,}"),
)
# What every shape needs before it is worth a look, found much faster than the shapes themselves: by plain words, since
# these are looked for in every line that is shown, and a pattern of many words takes fifty times as long.
_HINTS = (
    *(
        "PRIVATE KEY",
        "AKIA",
        "ASIA",
        "AROA",
        "AIDA",
        "ghp_",
        "gho_",
        "ghu_",
        "ghs_",
        "ghr_",
        "github_pat_",
        "sk-",
    ),
    *(
        "sk_",
        "rk_",
        "whsec_",
        "xox",
        "xapp-",
        "webhooks/",
        "services/T",
        ":AA",
        "AIza",
        "GOCSPX",
        "ya29",
        "hf_",
    ),
    *(
        "npm_",
        "pypi-",
        "SG.",
        "doo_v1",
        "dop_v1",
        "dor_v1",
        "AccountKey",
        "dapi",
        "shp",
        "lin_api",
        "secret_",
        "ntn_",
    ),
    *("AGE-SECRET", "hvs.", "hvb.", "hvr.", "gsk_", "eyJ", "curl"),
)
_ODD_LETTERS = "\u017f\u0131\u0130\u212a"
"""To a pattern they are an s, two i and a k; they are the only letters beyond ASCII that are letters of it."""
_BASIC_HINT = re.compile("basic", re.IGNORECASE)
_SHAPED_HINTS = tuple(re.compile(hint) for hint in (r"gl[a-z]{1,8}-", r"SK[0-9a-f]", r"AC[0-9a-f]"))

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
    rf"(?i)(?<![A-Za-z])(?:[A-Za-z0-9]{{1,30}}[_-]){{0,4}}(?:{SECRET_NAMES})(?:[_-][A-Za-z0-9]{{1,30}}){{0,4}}[\"'`*_]*"
    r"(?:[ \t]*(?:=>|:=|==?|[:：])[ \t]*|[ \t]+(?:is|ist|est|es|是)[ \t]+|[ \t]+)"
    r"(?:(?:bearer|basic)[ \t]+)?[\"'`<*_]*(?P<value>[^\s\"'`<>]{6,})"
)
_IN_ADDRESS = r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@\"']*:(?P<value>[^\s/\"'<>]{4,})@(?=[\w\[])"
_IN_COMMAND = r"\bcurl\b[^\n]{0,200}?[ \t](?:-u|--user)[ \t=]*[\"']?[^\s:\"'`<>]+:(?P<value>[^\s\"'`<>]{4,})"
_IN_HEADER = r"(?i)\bbasic[ \t]+(?P<value>[A-Za-z0-9+/]{8,}={0,2})"
_PLACEHOLDER = (
    r"(?i)^(?:[x*.•_#-]+|pass(?:word|wd)?|pwd?|secret|\$.*|%.*|\{+.*|\[+.*|<.*|your.*|.*example.*|.*placeholder.*|.*changeme.*|.*redacted.*"
    r"|.*dummy.*|none|null|true|false|undefined|env[.:].*|process\.env.*|os\.environ.*|vault:.*|op://.*)$"
)
_TRAILING = ".,;:?)]}"
MASK = "•"
LONGEST_SECRET = 16_384
"""So far is looked for the other end of a secret: a private key of 16,384 bits has 12,600 characters."""
_MOST_SHOWN, _SHARE_SHOWN = 4, 4
"""Of a secret so many characters are shown, and no more than one in so many."""

# Tried once for a row of backslashes, not at each of them.
_ESCAPE = re.compile(r"(?<!\\)\\+([nrt\"])")
_FIRST_LINE = re.compile(r"-----BEGIN[^\n]*?KEY(?: BLOCK)?-----|-----BEGIN")
_TALK = re.compile(r"-----BEGIN[A-Z0-9 ]*-----[`\"'”’)\]*_.,;:]*[ \t]+[a-z]{1,15}[,;]?[ \t]+[a-z]{1,15}\b")
"""A sentence that names the first line of a key. No key goes on with two words behind that."""
_KEY_DIGITS = re.compile(r"(?:[A-Za-z0-9+/=][^\x00-\x7f]*+){16}")
"""So many digits of base64 stand together in a key, whatever hides between them."""
_LEAST_BITS = 2.4
_LEAST_BITS_LOOSE = 3.3
_FEWEST_LOOSE = 12
_FEWEST_OF_LETTERS = 16
_LEAST_SHARE_OF_TURNS = 0.42
"""So often letters change between small and capital in random ones; names in code do it half as often."""


def find_secrets(text: str) -> Iterator[Secret]:
    """The secrets of `text`, in order, none inside another."""
    end, read = 0, _without_escapes(text)
    every = _all(text) if read == text else (*_all(text), *_all(read))
    for secret in sorted(every, key=lambda found: (found.span.start, -found.span.end)):
        if secret.span.start >= end:
            end = secret.span.end
            yield secret


def masked(text: str, mask: str = "••••••") -> str:
    """`text` with every secret replaced by `mask`, for logs, titles and screens that others see."""
    parts, end = [], 0
    for secret in find_secrets(text):
        parts += [text[end : secret.span.start], mask]
        end = secret.span.end
    return "".join((*parts, text[end:]))


def mask_in_place(text: str, revealed: Container[str] = ()) -> str:
    """`text` with each secret but the `revealed` ones as its first characters and dots, one for one.

    So every position means the same in both; line ends stay.
    """
    parts, end = [], 0
    for _, span in hidden_parts(text, revealed):
        parts += [text[end : span.start], "".join(each if each in "\r\n" else MASK for each in span.of(text))]
        end = span.end
    return "".join((*parts, text[end:])) if parts else text


def hidden_parts(text: str, revealed: Container[str] = ()) -> Iterator[Hidden]:
    """What is not shown of `text`: of each secret all but its first characters, of a key all but its first line."""
    for span, _ in find_secrets(text):
        value = span.of(text)
        if value in revealed:
            continue
        shown = min(_MOST_SHOWN, len(value) // _SHARE_SHOWN)
        if value.startswith("-----BEGIN"):
            shown = len(_FIRST_LINE.match(value)[0])  # type: ignore[index]  # it begins so
        if shown < len(value):
            yield Hidden(span, Span(span.start + shown, span.end))


def secrets_of_lines(text: str) -> Iterator[Span]:
    """The stretches of `text` that only several lines together tell to be secret.

    They are private keys, and names of secrets with the value on a line below.
    """
    if "PRIVATE KEY" in text:
        for found in _shaped(_compiled(f"({_SHAPES[0][1]})"), text):
            yield Span(*found.span())
    if _hints_at_name(text):
        yield from (below.whole for below, _ in _secrets_below(text))


def may_hold_secrets(text: str) -> bool:
    """Whether a closer look is worth its time: most texts hold nothing that even begins like one."""
    return "://" in text or _hints_at_name(text) or _hints_at_shape(text)


def _hints_at_name(text: str) -> bool:
    return _has_word(text, _NAME_HINTS, _NAME_HINT)


def _hints_at_shape(text: str) -> bool:
    return (
        any(hint in text for hint in _HINTS)
        or any(hint.search(text) for hint in _SHAPED_HINTS)
        or _has_word(text, ("basic",), _BASIC_HINT)
    )


def _has_word(text: str, words: Sequence[str], pattern: re.Pattern[str]) -> bool:
    """Whether `text` holds one of `words`, in small letters or capitals; `pattern` knows them all."""
    if any(letter in text for letter in _ODD_LETTERS):
        return pattern.search(text) is not None
    small = text.lower()
    return any(word in small for word in words)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    # Compiled when a text first calls for it: all of them together take longer than a first paint has.
    return re.compile(pattern)


@cache
def _any_shape() -> re.Pattern[str]:
    return re.compile("|".join(f"({shape})" for _, shape in _SHAPES))


def _all(text: str) -> Iterator[Secret]:
    if _hints_at_shape(text):
        for found in _shaped(_any_shape(), text):
            yield Secret(Span(*found.span()), _SHAPES[(found.lastindex or 1) - 1][0])
    if "://" in text:
        for found in _compiled(_IN_ADDRESS).finditer(text):
            if not _compiled(_PLACEHOLDER).match(found["value"]):
                yield Secret(Span(*found.span("value")), say("a password in an address"))
    yield from _told_to_a_server(text)
    if not _hints_at_name(text):
        return
    for found in _compiled(_NAMED).finditer(text):
        value = found["value"].rstrip(_TRAILING)
        if _is_secret(value, is_assigned=_is_assigned(text, found)):
            start = found.start("value")
            yield Secret(Span(start, start + len(value)), say("a value that is called a secret"))
    yield from (secret for _, secret in _secrets_below(text))


def _secrets_below(text: str) -> Iterator[tuple[Below, Secret]]:
    for below in values_below(text):
        value = below.value.of(text).rstrip(_TRAILING)
        if _is_secret(value, is_assigned=True):
            span = Span(below.value.start, below.value.start + len(value))
            yield below, Secret(span, say("a value that is called a secret"))


def _without_escapes(text: str) -> str:
    """`text` with the line ends, tabs and quotes that JSON escapes, character for character.

    As they are written, the letter of an escape stands before a name as if it were one of its own.
    """
    return _ESCAPE.sub(_unescaped, text) if "\\" in text else text


def _unescaped(found: re.Match[str]) -> str:
    character = '"' if found[1] == '"' else "\t" if found[1] == "t" else "\n"
    return character * len(found[0])


def _shaped(shapes: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """What has one of these shapes, the first of which is a private key; none of a text that only speaks of keys."""
    at = 0
    while (found := shapes.search(text, at)) is not None:
        is_talk = found.lastindex == 1 and _TALK.match(found[0]) is not None
        if is_talk and not _KEY_DIGITS.search(found[0]):
            at = found.start() + 1
        else:
            yield found
            at = max(found.end(), at + 1)


def _told_to_a_server(text: str) -> Iterator[Secret]:
    """What a command or a header of HTTP says of who asks."""
    if "curl" in text:
        for found in _compiled(_IN_COMMAND).finditer(text):
            if not _is_stand_in(found["value"]):
                yield Secret(Span(*found.span("value")), say("a password in a command"))
    for found in _compiled(_IN_HEADER).finditer(text):
        if _is_name_and_password(found["value"]):
            yield Secret(Span(*found.span("value")), say("a password in a header"))


def _is_stand_in(value: str) -> bool:
    """Whether a value where a password must stand only says that there is one."""
    return _compiled(_PLACEHOLDER).match(value) is not None or (
        _compiled(rf"(?i)(?:[a-z]+[_-])*(?:{SECRET_NAMES})").fullmatch(value) is not None
    )


def _is_name_and_password(value: str) -> bool:
    """Whether it is what RFC 7617 puts after `Basic`: a name, a colon and a password, in base64."""
    try:
        told = b64decode(value, validate=True).decode("utf-8")
    except ValueError:
        return False
    return ":" in told and told.isprintable()


def _is_assigned(text: str, found: re.Match[str]) -> bool:
    """Whether a sign stands between name and value, and not only a blank."""
    between = text[found.start() : found.start("value")]
    return (
        any(sign in between for sign in "=:：")
        or re.search(r"[ \t](?:is|ist|est|es|是)[ \t]+\S*$", between) is not None
    )


def _is_secret(value: str, *, is_assigned: bool) -> bool:
    """Whether a value after such a name is one, and not a word of the sentence, a path or a placeholder."""
    if _compiled(_PLACEHOLDER).match(value) or "://" in value or _is_path(value) or value.endswith("()"):
        return False
    if _is_word_like(value):
        return _is_random_letters(value)
    has_digit = any(character.isdigit() for character in value)
    kinds = _count_kinds(value)
    if is_assigned:
        return (has_digit or kinds >= 3) and kinds >= 2 and _bits(value) >= _LEAST_BITS
    if not has_digit or kinds < 2:
        return False
    return kinds >= 3 or (len(value) >= _FEWEST_LOOSE and _bits(value) >= _LEAST_BITS_LOOSE)


def _count_kinds(value: str) -> int:
    """How many kinds of characters there are: small, capital, digits, signs."""
    kinds = (str.islower, str.isupper, str.isdigit, _is_sign)
    return sum(any(is_kind(character) for character in value) for is_kind in kinds)


def _is_random_letters(value: str) -> bool:
    turns = sum(left.islower() != right.islower() for left, right in pairwise(value))
    return (
        value.isalpha() and len(value) >= _FEWEST_OF_LETTERS and turns >= _LEAST_SHARE_OF_TURNS * len(value)
    )


def _is_sign(character: str) -> bool:
    return character in "!@#$%^&*+=?~|"


_WORDS = re.compile(r"[A-Za-z]+(?:[._-][A-Za-z]+)*[._-]?\d{0,4}")
_NAME_IN_A_PATH = r"(?:[a-z0-9]+|[A-Z0-9]+|(?=.*[.~@*${_-])[\w.~@*${}-]+)(?:[:#]L?\d+)*"
_FACTS = re.compile(
    r"(?i)v?\d+(?:[.:,/-]\d+)*(?:%|[a-z]{1,7})?|0x[0-9a-f]+|[a-z_][\w.-]*\(.*|[\w-]+\.(?:md|py|js|ts|go|ya?ml|json|toml|env|txt|sh)"
)


def _is_word_like(value: str) -> bool:
    """Whether a value is a word, a name in code, a number, a date or a file: facts about a secret, not the secret."""
    return _FACTS.fullmatch(value) is not None or (
        _WORDS.fullmatch(value) is not None
        and ("_" in value or "-" in value or "." in value or not re.search(r"\d{2}", value))
    )


def _is_path(value: str) -> bool:
    """Whether every part between its slashes is one that people and programs give; a slash is a digit of base64 too."""
    parts = value.split("/")
    return len(parts) > 2 and all(
        not part or _is_word_like(part) or _compiled(_NAME_IN_A_PATH).fullmatch(part) is not None
        for part in parts
    )


def _bits(value: str) -> float:
    """Shannon entropy of its characters, in bits each."""
    counts = Counter(value).values()
    return -sum(count / len(value) * math.log2(count / len(value)) for count in counts)
