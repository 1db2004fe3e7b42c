"""What the errors of the file system mean to somebody who wanted to save a text."""

from __future__ import annotations

import errno
from dataclasses import dataclass

from memdesk.errors import MemdeskError, Refused
from memdesk.store.outcomes import Declined


@dataclass(frozen=True, slots=True)
class _Meaning:
    template: str
    hint: str
    refused: bool = False


_READ_ONLY = _Meaning(
    "{path} is read-only, so it was not saved: {reason}.",
    "Change its permissions, or copy the text to another file.",
    refused=True,
)
_MEANINGS = {
    errno.EACCES: _READ_ONLY,
    errno.EPERM: _READ_ONLY,
    errno.EROFS: _Meaning(
        "{path} lies on a disk that is mounted read-only, so it was not saved.",
        "Mount the disk for writing, or copy the text to another file.",
        refused=True,
    ),
    errno.ENOSPC: _Meaning(
        "The disk is full, so {path} was not saved.", "Make room on the disk, then save again."
    ),
    errno.EDQUOT: _Meaning(
        "Your share of the disk is used up, so {path} was not saved.", "Remove something, then save again."
    ),
    errno.EFBIG: _Meaning(
        "The text is larger than a file may be here, so {path} was not saved.",
        "Shorten it, or lift the limit on the size of files.",
    ),
    errno.EIO: _Meaning(
        "The disk failed, so {path} was not saved.", "Copy the text to another disk before anything else."
    ),
    errno.ENOENT: _Meaning(
        "The folder that should hold {path} is gone, so it was not saved.",
        "Make the folder again, then save again.",
    ),
    errno.EISDIR: _Meaning("{path} is a folder, not a file.", "Rename the folder, then save again."),
    errno.ENOTDIR: _Meaning(
        "A file stands where {path} needs a folder, so it was not saved.", "Move that file away."
    ),
    errno.ELOOP: _Meaning(
        "{path} is a link that leads back to itself, or has just become a link.", "Remove the link."
    ),
    errno.ENAMETOOLONG: _Meaning("The name of {path} is too long for this disk.", "Choose a shorter name."),
}
_ANYTHING_ELSE = _Meaning("{path} was not saved: {reason}.", "Try again.")
_NOT_REMOVED = "{path} was not removed: {reason}."
_HINT_OF_REMOVAL = "Look at the permissions of its folder, then try again."


def declined(error: MemdeskError | OSError, path: str, *, removing: bool = False) -> Declined:
    """The result that says why `path` was not saved, or not removed."""
    if isinstance(error, MemdeskError):
        return Declined(error.template, error.hint, dict(error.facts), isinstance(error, Refused))
    meaning = _MEANINGS.get(error.errno or 0, _ANYTHING_ELSE)
    if removing:
        meaning = _Meaning(_NOT_REMOVED, _HINT_OF_REMOVAL, meaning.refused)
    facts: dict[str, object] = {"path": path, "reason": error.strerror or str(error)}
    return Declined(meaning.template, meaning.hint, facts, meaning.refused)
