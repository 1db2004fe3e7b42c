"""The pass over all texts that finds what is equal: what finding more is measured against."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from memdesk.text.wording import words_of


def exact_groups(texts: Iterable[str]) -> dict[str, list[int]]:
    """The numbers of the texts by what they say, normalised."""
    groups: dict[str, list[int]] = defaultdict(list)
    for number, text in enumerate(texts):
        groups[" ".join(words_of(text))].append(number)
    return groups
