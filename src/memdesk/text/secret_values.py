"""Whether a value that stands where a secret is named is one, or a word of the sentence, a path or a placeholder.

A value is judged by the kinds of characters it has and by how random it is, more strictly where only a blank parts it
from its name.
"""

from __future__ import annotations

import math
import re
from base64 import b64decode
from collections import Counter
from itertools import pairwise

from memdesk.text.lazy_patterns import compiled
from memdesk.text.secret_names import SECRET_WORDS

_PLACEHOLDER = (
    r"(?i)^(?:[x*.•_#-]+|pass(?:word|wd)?|pwd?|secret|\$.*|%.*|\{+.*|\[+.*|<.*|your.*|.*(?:\.\.\.|…)|.*placeholder.*|.*changeme.*"
    r"|.*redacted.*|none|null|true|false|undefined|env[.:].*|process\.env.*|os\.environ.*|vault:.*|op://.*)$"
)
_BLANKED = r"(?i)example|(.)\1{5}"
"""What a token has that documentation shows in place of one: `AKIAIOSFODNN7EXAMPLE`, `whsec_XXXXXXXX`."""
_MADE_UP = _BLANKED + "|dummy|sample|demo|fake|mock|12345678|abcdefgh|abc123|qwert"
"""What people put into a value that they make up; one made by chance has none of it."""
_WORD_AND_DIGITS = (
    r"(?i)(?:(?:my|the|new|super|secure|strong|admin|user|guest|root|test|demo|dev|prod|local|p[a@]ssw[o0]rd|passwd|pass|pw|secret"
    r"|token|key|api|change|me|default|hello|welcome|postgres|mysql|redis|foo|bar|baz|abc)[-_./]?)+\d{0,6}[!@#$*.]{0,2}"
)
"""What documentation gives for a password: `admin123`, `Test1234!`, `my-secret-token`."""
_LEAST_BITS = 2.4
_LEAST_BITS_LOOSE = 3.3
_FEWEST_LOOSE = 12
_FEWEST_OF_LETTERS = 16
_LEAST_SHARE_OF_TURNS = 0.42
"""So often letters change between small and capital in random ones; names in code do it half as often."""
_WORDS = re.compile(r"[A-Za-z]+(?:[._-][A-Za-z]+)*[._-]?\d{0,4}")
_NAME_IN_CODE = re.compile(
    r"[:(].*|[&*]+[A-Za-z_:.]+|--[a-z].*|_*[A-Za-z]+\d{0,4}(?:_+(?:[A-Za-z]+\d{0,4}|\d{1,4}))+"
)
"""A type, an option or a variable: `&Credential`, `--min-height:14rem`, `hash32_padded_to_28_bytes`."""
_ASSIGNED = re.compile(r"([A-Z][A-Z0-9_]{3,})=(.+)")
_NAME_IN_A_PATH = r"(?:[a-z0-9]+|[A-Z0-9]+|(?=.*[.~@*${_-])[\w.~@*${}-]+)(?:[:#]L?\d+)*"
_FACTS = re.compile(
    r"(?i)\(?\d{4}-\d\d-\d\dT[\d:.,]+(?:Z|[+-][\d:]+)?(?:\)\*?)?"
    r"|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{1,4}(?:-[a-z]+)+"
    r"|v?\d+(?:[.:,/-]\d+)*(?:%|\.?[a-z]{1,7})?|0x[0-9a-f]+|#[0-9a-f]{3,8}|[a-z_][\w.:-]*\(.*"
    r"|[\w./%@+~-]+\.(?:mdc?|mdx|txt|py|js|jsx|tsx?|go|rs|rb|java|kt|php|swift|ya?ml|json|toml|env|sh|html?|css|sql|pdf|pem|key|crt)"
)


def is_placeholder(value: str) -> bool:
    """Whether a value is written in place of a secret: dots, a variable, an example."""
    return compiled(_PLACEHOLDER).match(value) is not None or compiled(_MADE_UP).search(value) is not None


def is_blanked(token: str) -> bool:
    """Whether a token of the right shape is one of documentation."""
    return compiled(_BLANKED).search(token) is not None


def is_stand_in(value: str) -> bool:
    """Whether a value where a password must stand only says that there is one."""
    return (
        is_placeholder(value)
        or compiled(_WORD_AND_DIGITS).fullmatch(value) is not None
        or compiled(rf"(?i)(?:[a-z]+[_-])*(?:{SECRET_WORDS})").fullmatch(value) is not None
    )


def is_name_and_password(value: str) -> bool:
    """Whether it is what RFC 7617 puts after `Basic`: a name, a colon and a password, in base64."""
    try:
        told = b64decode(value, validate=True).decode("utf-8")
    except ValueError:
        return False
    return ":" in told and told.isprintable()


def is_secret_value(value: str, *, is_assigned: bool) -> bool:
    """Whether a value behind the name of a secret is one. `is_assigned`: a sign such as `=` stands between."""
    # What is assigned once more, as in a file of settings, has a name of its own.
    if (own := _ASSIGNED.fullmatch(value)) is not None:
        return compiled(rf"(?i).*(?:{SECRET_WORDS})").match(own[1]) is not None and is_secret_value(
            own[2], is_assigned=True
        )
    if is_stand_in(value):
        return False
    if "://" in value or _is_path(value) or value.endswith("()"):
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


def _is_word_like(value: str) -> bool:
    """Whether a value is a word, a name in code, a number, a date or a file: facts about a secret, not the secret."""
    if _FACTS.fullmatch(value) is not None or _NAME_IN_CODE.fullmatch(value) is not None:
        return True
    return _WORDS.fullmatch(value) is not None and (
        "_" in value or "-" in value or "." in value or not re.search(r"\d{2}", value)
    )


def _is_path(value: str) -> bool:
    """Whether every part between its slashes is one that people and programs give; a slash is a digit of base64 too."""
    parts = value.split("/")
    return len(parts) > 2 and all(
        not part or _is_word_like(part) or compiled(_NAME_IN_A_PATH).fullmatch(part) is not None
        for part in parts
    )


def _bits(value: str) -> float:
    """Shannon entropy of its characters, in bits each."""
    counts = Counter(value).values()
    return -sum(count / len(value) * math.log2(count / len(value)) for count in counts)
