"""The words for groups of similar entries and for each entry of a group."""

from __future__ import annotations

import re

from memdesk.services.duplicates.duplicates import DuplicateGroup
from memdesk.text.document import trim
from memdesk.text.masked_words import mask_words
from memdesk.text.similar import Kind
from memdesk.ui.i18n import listed, tr
from memdesk.ui.theme.masks import SecretMasks

_MARKER = re.compile(r"(?:[-*+]|\d{1,9}[.)])[ \t]+(?=\S)")


def without_marker(text: str) -> str:
    """A text, or a title made of its first line, without the mark of a list item that it begins with."""
    said = trim(text)
    found = _MARKER.match(said)
    return said[found.end() :] if found else said


def evidence_words(group: DuplicateGroup, masks: SecretMasks) -> str:
    """What shows that a group belongs together, and what tells its members apart; `masks` hide the words of both."""
    texts = [(member.text, masks.shown_in(member.text, member.around)) for member in group.members]
    common = group.shared
    for text, as_shown in texts:
        common = mask_words(common, text, as_shown)
    shared = listed(map(masks.shown, common))
    own = [
        listed(map(masks.shown, mask_words(words, text, as_shown)))
        for words, (text, as_shown) in zip(group.differing, texts, strict=True)
    ]
    if group.kind is Kind.EXACT or not any(own):
        return tr(
            "They say the same, word for word or in another order. Rarest words: {words}.", words=shared
        )
    told = " · ".join(
        tr("{words} (in {number})", number=at + 1, words=words) for at, words in enumerate(own) if words
    )
    if group.kind is Kind.CONTRADICTION:
        return tr("They share {words} and contradict each other: {differing}", words=shared, differing=told)
    return tr("They share {words}. Not shared: {differing}", words=shared, differing=told)
