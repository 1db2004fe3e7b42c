"""Words of a text in their normal form, without the letters of those that are part of a secret."""

from __future__ import annotations

from collections.abc import Iterable

from memdesk.text.masking import MASK
from memdesk.text.wording import located_words


def mask_words(words: Iterable[str], text: str, shown: str) -> tuple[str, ...]:
    """The `words` of `text`, those masked of which `shown`, the text as it is shown, hides anything."""
    if shown == text:
        return tuple(words)
    hidden = {word.form for word in located_words(text) if word.span.of(shown) != word.span.of(text)}
    return tuple(MASK * len(word) if word in hidden else word for word in words)
