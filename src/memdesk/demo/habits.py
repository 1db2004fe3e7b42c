"""What the agent of a sample does by itself, as the sample's manifest tells it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from memdesk.demo.manners import Manner
from memdesk.store.copies import MANIFEST

_NO_TEMPORARY = "{name}.tmp"


class Habit(NamedTuple):
    """One thing an agent does again and again: `operation`, as its layout knows it, on documents like `document`.

    `key` is the heading, category or field; `says` are the texts, a random one each time. With `adds`, what is there
    stays and the text becomes a bullet below it. `fact` says that the operation keeps a text as a fact of its own.
    """

    document: str
    operation: str
    key: str
    says: Sequence[str]
    adds: bool = False
    fact: str = ""


class Habits(NamedTuple):
    """All that the agent of a sample does, and how it writes."""

    manner: Manner
    temporary: str
    habits: Sequence[Habit]


def read_habits(sample: Path) -> Habits | None:
    """The habits of the agent of a sample; None where its manifest has none. Raises `OSError`."""
    busy = json.loads((sample / MANIFEST).read_bytes()).get("busy")
    if busy is None:
        return None
    habits = [_habit(facts) for facts in busy["habits"]]
    return Habits(Manner(busy["writes"]), busy.get("temporary", _NO_TEMPORARY), habits)


def _habit(facts: Mapping[str, object]) -> Habit:
    says = facts["says"]
    if not isinstance(says, list):
        raise TypeError("what an agent says is a list of texts")
    return Habit(
        str(facts["document"]),
        str(facts["operation"]),
        str(facts.get("key", "")),
        [str(text) for text in says],
        bool(facts.get("adds", False)),
        str(facts.get("fact", "")),
    )
