"""What may be written where others may read it: no secret, no name of the home folder, one line per record."""

from __future__ import annotations

import re

MOST_CHARACTERS = 2000
"""No record needs more; whatever is longer quotes something."""

_CONTROL = re.compile("[\\x00-\\x1f\\x7f-\\x9f\u2028\u2029\ud800-\udfff]")


def redacted(words: str, home: str) -> str:
    """`words` on one line, secrets masked, `home` shortened to `~`, and no longer than `MOST_CHARACTERS`."""
    words = words[: 2 * MOST_CHARACTERS]
    if home.strip("/\\"):
        words = re.sub(rf"{re.escape(home)}(?=[/\\\s:,;'\")\]]|\.?$)", "~", words)
    # The patterns take time to load, which a start has no use for.
    from memdesk.text.masking import masked

    words = masked(words)
    words = _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), words)
    return words if len(words) <= MOST_CHARACTERS else f"{words[:MOST_CHARACTERS]}…"
