"""What became of changes that were interrupted, in words."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

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


def told_of(swept: Iterable[Swept]) -> Iterator[tuple[str, Sentence]]:
    """The path and a sentence for each interrupted change whose ending is worth a word, the most remarkable last."""
    order = list(Ending)
    for one in sorted(swept, key=lambda one: order.index(one.ending)):
        if one.ending is Ending.FINISHED:
            yield (
                one.path,
                says(
                    "A change of {n} file was interrupted, and is done now. What it held is in the history.",
                    "A change of {n} files was interrupted, and is done now. What they held is in the history.",
                    one.files,
                ),
            )
        elif one.ending is Ending.TAKEN_BACK:
            yield (
                one.path,
                says(
                    "A change of {n} file was interrupted and could not be finished. What was done is taken back.",
                    "A change of {n} files was interrupted and could not be finished. What was done is taken back.",
                    one.files,
                ),
            )
        elif one.ending in _OF_ONE:
            yield one.path, say(_OF_ONE[one.ending], title=os.path.basename(one.path))
