"""Estimates of how much of a model's context a text takes."""

from __future__ import annotations

from memdesk.text.document import byte_length

_BYTES_PER_TOKEN = 4


def estimate_tokens(text: str) -> int:
    """About how many tokens `text` is: a quarter of its bytes, rounded up, so one per four letters of English.

    Bytes rather than characters, because scripts beyond ASCII take more tokens per character. An estimate of 20 %
    either way, for meters that say "~"; no agent's own tokenizer is asked.
    """
    return -(-byte_length(text) // _BYTES_PER_TOKEN)
