"""What went wrong, said once, in words a user can act on.

Every error that may reach a person is a `MemdeskError`: a sentence (what, where), a hint (what to do) and the facts
both are made from. It is raised where the fact is known and turned into a message only at the two outer floors
(`ui` and `cli`). Sentences are templates with named fields, so that a translation can reorder them.
"""

from __future__ import annotations

import errno
import traceback
from collections.abc import Iterator

_MOST_PLACES = 40
_FOLDERS_SHOWN = 3


class MemdeskError(Exception):
    """An error with a sentence for the user.

    `template` and `hint` are `str.format` templates over `facts`; the untranslated results are `sentence` and
    `advice`.
    """

    def __init__(self, template: str, *, hint: str = "", **facts: object) -> None:
        self.template = template
        self.hint = hint
        self.facts = facts
        super().__init__(self.sentence)

    @property
    def sentence(self) -> str:
        """What happened and where, in English."""
        return self.template.format_map(self.facts)

    @property
    def advice(self) -> str:
        """What to do about it, in English; empty where nothing sensible can be done."""
        return self.hint.format_map(self.facts)


class NotFound(MemdeskError):
    """Something that was asked for by name is not there."""


class UsageError(MemdeskError):
    """The request itself makes no sense, whatever lies on disk."""


class Refused(MemdeskError):
    """The request is understood and deliberately not done: closed heading, read-only, outside every root."""


class NotListed(MemdeskError):
    """What a folder holds could not be listed to the end, so that nobody can say what is not in it."""


class Stopped(MemdeskError):
    """The user stopped what took long; the sentence says what was done by then, and what was not."""


class StorageError(MemdeskError):
    """The file system said no; `cause` of the exception holds the `OSError`."""


def reason_of(error: OSError) -> str:
    """What the system said, in its own words, without number and path: for a sentence that names the path itself."""
    if error.errno == errno.ELOOP:
        return "its links lead in a circle"
    return error.strerror or str(error)


def place_of(error: BaseException) -> str:
    """The innermost place in the code where `error` was raised."""
    return next(iter(reversed(list(places_of(error)))), "")


def places_of(error: BaseException) -> Iterator[str]:
    """The places in the code that `error` came through, the innermost last; its message may quote memory."""
    for frame, line in list(traceback.walk_tb(error.__traceback__))[-_MOST_PLACES:]:
        code = frame.f_code
        file = "/".join(code.co_filename.replace("\\", "/").split("/")[-_FOLDERS_SHOWN:])
        yield f"{file}:{line} in {code.co_name}"
