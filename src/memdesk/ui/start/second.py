"""A second start: it hands its folders to the window that is open, says so and ends.

Loads no Qt, but where nobody reads what it writes and no window comes to the front.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TextIO

from memdesk.services.handing_over import Answer, NoAnswer, hand_over
from memdesk.store.instance import Instance, has_sockets
from memdesk.text.sentence import say

_DONE, _NOT_ALL, _SYSTEM_SAID_NO = 0, 1, 5
_NO_ANSWER = say(
    "Memdesk is open already and does not answer; end it, then start it again. "
    "Unsaved text comes back from its drafts."
)
_NO_CALL = say("Memdesk is already open; look for its window, and open folders there.")


def hand_over_to_first(
    instance: Instance, folder: str, roots: Sequence[str], *, from_desktop: bool = False
) -> int | None:
    """Have the open window show `roots`; the exit code, or None where `instance` has become the first after all.

    `from_desktop` tells that nobody reads what is written here: where no window comes to the front, a box says why.
    """
    try:
        answer = hand_over(instance, folder, roots)
    except NoAnswer:
        _say(sys.stderr, _NO_ANSWER)
        if from_desktop:
            _show(_NO_ANSWER)
        return _SYSTEM_SAID_NO
    if answer is None:
        return None
    _say(sys.stdout, _words(answer))
    if from_desktop and not has_sockets():
        _show(_NO_CALL)
    for sentence in answer.refused:
        _say(sys.stderr, sentence)
    return _NOT_ALL if answer.refused else _DONE


def _words(answer: Answer) -> str:
    if not has_sockets():
        return _NO_CALL
    if not answer.shown:
        return "Memdesk is already open; its window is in front."
    *others, last = answer.shown
    names = f"{', '.join(others)} and {last}" if others else last
    return f"Memdesk is already open; it now shows {names}."


def _say(stream: TextIO | None, sentence: str) -> None:
    if stream is not None:  # a desktop may start the program without one
        stream.write(sentence.encode("utf-8", "backslashreplace").decode() + "\n")


def _show(sentence: str) -> None:
    from memdesk.ui.start.speaking_up import say_in_a_box

    say_in_a_box(sentence)
