"""What became of changes that were interrupted: in words, and as steps that can be undone."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from memdesk.services.steps.step import Status, Step, was_of
from memdesk.store.outcomes import Applied
from memdesk.store.sweep import Ending, Swept
from memdesk.text.sentence import Sentence, marked, say, says

_OF_ONE = {
    Ending.KEPT: marked(
        "A save of {title} was interrupted. What another program had written there is in the history."
    ),
    Ending.GIVEN_BACK: marked(
        "A save of {title} was interrupted. What another program had written is there again; what was saved is in the "
        "history."
    ),
    Ending.MENDED: marked(
        "A save of {title} was interrupted, and it holds its former text again; what was saved is in the history."
    ),
    Ending.DAMAGED: marked(
        "A change of {title} was interrupted and its record is damaged: it was left as it is. "
        "What can be read is in the history."
    ),
}


class Told(NamedTuple):
    """What is said of an interrupted change of the file at `path`, the first of several.

    `step` is the change as one that can be undone, where it was carried out in full after all.
    """

    path: str
    sentence: Sentence
    step: Step | None = None


def told_of(swept: Iterable[Swept]) -> Iterator[Told]:
    """Of each interrupted change whose ending is worth a word, the most remarkable last."""
    order = list(Ending)
    for one in sorted(swept, key=lambda one: order.index(one.ending)):
        if one.ending is Ending.FINISHED:
            sentence = says(
                "A change of {n} file was interrupted, and is done now. What it held is in the history.",
                "A change of {n} files was interrupted, and is done now. What they held is in the history.",
                one.files,
            )
            yield Told(one.path, sentence, _step_of(one))
        elif one.ending is Ending.TAKEN_BACK:
            sentence = says(
                "A change of {n} file was interrupted and could not be finished. What was done is taken back.",
                "A change of {n} files was interrupted and could not be finished. What was done is taken back.",
                one.files,
            )
            yield Told(one.path, sentence)
        elif one.ending in _OF_ONE:
            yield Told(one.path, say(_OF_ONE[one.ending], title=os.path.basename(one.path)))


def _step_of(finished: Swept) -> Step | None:
    """A change that was finished, as a step; None where there is nothing to take back."""
    was = was_of(Applied(finished.done))
    return Step(tuple(was), Status.SAVED, "", was=was) if was else None
