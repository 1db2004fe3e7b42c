"""The beginning of a text, where no more fits; a secret at the cut is masked first: half of it looks like none."""

from __future__ import annotations

import re

from memdesk.text.excerpt import mask_quotes
from memdesk.text.secrets import LONGEST_SECRET, find_secrets, may_hold_secrets

_WORD = re.compile(r"\S+")


def in_short(text: str, most: int, around: str = "") -> str:
    """The begin of a text on one line, its secrets masked: so many characters, then an ellipsis for the rest.

    `around` is what stands around the text in its document.
    """
    line = " ".join(_WORD.findall(mask_quotes(beginning(text, most + LONGEST_SECRET), around)))
    return line if len(line) <= most else f"{line[:most].rstrip(' ')}…"


def beginning(text: str, most: int) -> str:
    """The first `most` characters of a text, and more where a secret begins in them: that stays whole.

    Who masks what comes back masks all that the text itself would have masked of it.
    """
    if len(text) <= most:
        return text
    near = text[: most + LONGEST_SECRET]
    if not may_hold_secrets(near):
        return text[:most]
    ends = (secret.span.end for secret in find_secrets(near) if secret.span.start < most)
    return text[: max((most, *ends))]
