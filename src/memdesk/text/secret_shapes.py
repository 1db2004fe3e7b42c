"""Secrets that are told by their own shape, as their issuers document it: `ghp_…`, `AKIA…`, a private key in PEM."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from memdesk.text.edits import Span
from memdesk.text.lazy_patterns import compiled
from memdesk.text.sentence import say


class Secret(NamedTuple):
    """Where the secret value stands, without what names it, and what it seems to be ("a GitHub token")."""

    span: Span
    what: str


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
    *("AGE-SECRET", "hvs.", "hvb.", "hvr.", "gsk_", "eyJ"),
)
_WITH_SIGNS = tuple((sign, tuple(hint for hint in _HINTS if sign in hint)) for sign in "_-.:/ ")
_WITHOUT_SIGNS = tuple(hint for hint in _HINTS if hint.isalnum())
"""Most lines lack most signs, so that few of the hints are looked for in them."""
_SHAPED_HINTS = (
    *(("gl", re.compile(r"gl[a-z]{1,8}-")), ("SK", re.compile(r"SK[0-9a-f]"))),
    ("AC", re.compile(r"AC[0-9a-f]")),
)
"""Each behind the letters that it begins with."""

_TALK = re.compile(r"-----BEGIN[A-Z0-9 ]*-----[`\"'”’)\]*_.,;:]*[ \t]+[a-z]{1,15}[,;]?[ \t]+[a-z]{1,15}\b")
"""A sentence that names the first line of a key. No key goes on with two words behind that."""
_KEY_DIGITS = re.compile(r"(?:[A-Za-z0-9+/=][^\x00-\x7f]*+){16}")
"""So many digits of base64 stand together in a key, whatever hides between them."""


def hints_at_shape(text: str) -> bool:
    """Whether a closer look is worth its time; quick, and never false for a text with such a secret."""
    if holds_one(text, _WITHOUT_SIGNS):
        return True
    for sign, hints in _WITH_SIGNS:
        if sign in text and holds_one(text, hints):
            return True
    return any(begin in text and hint.search(text) for begin, hint in _SHAPED_HINTS)


def holds_one(text: str, words: Sequence[str]) -> bool:
    """Whether `text` holds one of `words`. A plain loop, since this is asked of each line that is shown."""
    for word in words:  # noqa: SIM110 - a generator takes twice as long
        if word in text:
            return True
    return False


def secrets_by_shape(text: str) -> Iterator[Secret]:
    """The secrets of `text` that have one of the shapes, in order."""
    if hints_at_shape(text):
        for found in _shaped(_any_shape(), text):
            yield Secret(Span(*found.span()), _SHAPES[(found.lastindex or 1) - 1][0])


def private_keys(text: str) -> Iterator[Span]:
    """Where private keys stand in `text`: the only shape that has several lines."""
    if "PRIVATE KEY" in text:
        for found in _shaped(compiled(f"({_SHAPES[0][1]})"), text):
            yield Span(*found.span())


@cache
def _any_shape() -> re.Pattern[str]:
    return re.compile("|".join(f"({shape})" for _, shape in _SHAPES))


def _shaped(shapes: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """What has one of these shapes, the first of which is a private key; none of a text that only speaks of keys."""
    at = 0
    while (found := shapes.search(text, at)) is not None:
        is_talk = found.lastindex == 1 and _TALK.match(found[0]) is not None
        if is_talk and not _KEY_DIGITS.search(found[0]):
            at = found.start() + 1
        else:
            yield found
            # A key without an end reaches up to the next dash, which may be one of another secret.
            at = found.start() + 1 if found.lastindex == 1 else found.end()
