"""A second start: it hands its folders to the window that is open, says so and ends. Loads no Qt."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TextIO

from memdesk.services.handing_over import Answer, NoAnswer, hand_over
from memdesk.store.instance import Instance, has_sockets

_DONE, _NOT_ALL, _SYSTEM_SAID_NO = 0, 1, 5


def hand_over_to_first(instance: Instance, folder: str, roots: Sequence[str]) -> int | None:
    """Have the open window show `roots`; the exit code, or None where `instance` has become the first after all."""
    try:
        answer = hand_over(instance, folder, roots)
    except NoAnswer:
        _say(
            sys.stderr,
            "Memdesk is open already and does not answer; end it, then start it again. "
            "Unsaved text comes back from its drafts.",
        )
        return _SYSTEM_SAID_NO
    if answer is None:
        return None
    _say(sys.stdout, _words(answer))
    for sentence in answer.refused:
        _say(sys.stderr, sentence)
    return _NOT_ALL if answer.refused else _DONE


def _words(answer: Answer) -> str:
    if not has_sockets():
        return "Memdesk is already open; look for its window, and open folders there."
    if not answer.shown:
        return "Memdesk is already open; its window is in front."
    *others, last = answer.shown
    names = f"{', '.join(others)} and {last}" if others else last
    return f"Memdesk is already open; it now shows {names}."


def _say(stream: TextIO | None, sentence: str) -> None:
    if stream is not None:  # a desktop may start the program without one
        stream.write(sentence.encode("utf-8", "backslashreplace").decode() + "\n")
