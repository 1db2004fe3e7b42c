"""Errors of the file system as sentences for a user who wanted to save a text."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass

from memdesk.errors import MemdeskError, Refused, Stopped, reason_of
from memdesk.store.outcomes import Declined


@dataclass(frozen=True, slots=True)
class _Meaning:
    template: str
    hint: str
    clause: str
    refused: bool = False


_READ_ONLY = _Meaning(
    "{path} is read-only, so it was not saved: {reason}.",
    "Change its permissions, or copy the text to another file.",
    "no permission to write {name}",
    refused=True,
)
_MEANINGS = {
    errno.EACCES: _READ_ONLY,
    errno.EPERM: _READ_ONLY,
    errno.EROFS: _Meaning(
        "{path} lies on a disk that is mounted read-only, so it was not saved.",
        "Mount the disk for writing, or copy the text to another file.",
        "its disk is mounted read-only",
        refused=True,
    ),
    errno.ENOSPC: _Meaning(
        "The disk is full, so {path} was not saved.",
        "Make room on the disk, then save again.",
        "the disk is full",
    ),
    errno.EDQUOT: _Meaning(
        "Your share of the disk is used up, so {path} was not saved.",
        "Remove something, then save again.",
        "your share of the disk is used up",
    ),
    errno.EFBIG: _Meaning(
        "The text is larger than a file may be here, so {path} was not saved.",
        "Shorten it, or lift the limit on the size of files.",
        "it is larger than a file may be here",
    ),
    errno.EIO: _Meaning(
        "The disk failed, so {path} was not saved.",
        "Copy the text to another disk before anything else.",
        "the disk failed",
    ),
    errno.ENOENT: _Meaning(
        "The folder that should hold {path} is gone, so it was not saved.",
        "Make the folder again, then save again.",
        "the folder that should hold {name} is gone",
    ),
    errno.EISDIR: _Meaning(
        "{path} is a folder, not a file.", "Rename the folder, then save again.", "{name} is a folder"
    ),
    errno.ENOTDIR: _Meaning(
        "A file stands where {path} needs a folder, so it was not saved.",
        "Move that file away.",
        "a file stands where {name} needs a folder",
    ),
    errno.ELOOP: _Meaning(
        "{path} is a link that leads back to itself, or has just become a link.",
        "Remove the link.",
        "the link {name} leads back to itself",
    ),
    errno.ENAMETOOLONG: _Meaning(
        "The name of {path} is too long for this disk.",
        "Choose a shorter name.",
        "its name is too long for this disk",
    ),
}
_ANYTHING_ELSE = _Meaning("{path} was not saved: {reason}.", "Try again.", "{reason}")
_NOT_REMOVED = "{path} was not removed: {reason}."
_HINT_OF_REMOVAL = "Look at the permissions of its folder, then try again."


def declined(error: MemdeskError | OSError, path: str, *, removing: bool = False) -> Declined:
    """The result that says why `path` was not saved, or not removed."""
    if isinstance(error, MemdeskError):
        by_user = isinstance(error, Stopped)
        is_refused = by_user or isinstance(error, Refused)
        return Declined(error.template, error.hint, dict(error.facts), is_refused, by_user=by_user)
    meaning = _MEANINGS.get(error.errno or 0, _ANYTHING_ELSE)
    if removing:
        meaning = _Meaning(_NOT_REMOVED, _HINT_OF_REMOVAL, meaning.clause, meaning.refused)
    facts: dict[str, object] = {"path": path, "name": os.path.basename(path), "reason": reason_of(error)}
    return Declined(meaning.template, meaning.hint, facts, meaning.refused, meaning.clause)
