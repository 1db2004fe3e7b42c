"""Which entries may repeat or contradict each other at all, by whose they are, where they stand and who wrote them."""

from __future__ import annotations

import posixpath
import re

from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.paths import is_within
from memdesk.services.remembered.entries import Entry
from memdesk.services.remembered.entry_items import is_item
from memdesk.text.statement import says
from memdesk.text.wording import words_of

_BLOCK = re.compile(r"(?m)^\s*(?:\||`{3}|~{3})")


def are_of_one_owner(one: Document, other: Document) -> bool:
    """Whether both are of one user or subagent, or of nobody in particular: who has one habit has no other's."""
    owners = one.scope.owner, other.scope.owner
    return owners[0] == owners[1] and (not owners[0] or one.root == other.root)


def may_repeat(one: Entry, other: Entry, *, is_same: bool) -> bool:
    """Whether one of two entries that say the same may be one too many; `is_same` where they do word for word."""
    if not are_of_one_owner(one.document, other.document):
        return False
    if not is_same and (_is_block(one) or _is_block(other)):
        return False
    if not _is_written(one) or not _is_written(other):
        return True
    if not is_same and ("\n\n" in one.text or "\n\n" in other.text):
        # Two sections that are made after one pattern.
        return False
    # Who wrote two lines below one heading meant both, in two lists of it even the same.
    return one.address != other.address and _meet(one.document, other.document)


def may_contradict(one: Entry, other: Entry) -> bool:
    """Whether two entries with two values can be about one thing: in one scope, and not side by side in one list."""
    if (_is_written(one) and _is_written(other)) or not are_of_one_owner(one.document, other.document):
        return False
    if not _is_one_scope(one.document.scope, other.document.scope):
        return False
    if one.address == other.address:
        return bool(one.document.headings)
    mine, theirs = _own_title(one), _own_title(other)
    return not (mine and theirs) or not mine.isdisjoint(theirs)


def _is_written(entry: Entry) -> bool:
    """Whether people write its document, and no agent adds to it."""
    return entry.document.kind is DocumentKind.RULES


def _is_block(entry: Entry) -> bool:
    """Whether it is a table or code in the main: of such, two that are much alike are about two things."""
    return _BLOCK.search(entry.text) is not None


def _meet(one: Document, other: Document) -> bool:
    """Whether one session gets both.

    It never gets instructions of folders beside each other, nor those that its agent does not load: these are a copy
    for another agent.
    """
    if not (one.reach and other.reach and _is_one_scope(one.scope, other.scope)):
        return False
    folders = _folder_of(one), _folder_of(other)
    return ScopeKind.YOU in (one.scope.kind, other.scope.kind) or (
        is_within(folders[0], folders[1]) or is_within(folders[1], folders[0])
    )


def _is_one_scope(one: Scope, other: Scope) -> bool:
    if ScopeKind.YOU in (one.kind, other.kind):
        return True
    if one.folder and other.folder:
        return one.folder == other.folder
    return (one.kind, one.key) == (other.kind, other.key)


def _folder_of(document: Document) -> str:
    """The folder that instructions are for: of those in a hidden folder, the one around it."""
    folder = posixpath.dirname(document.path)
    before, sign, _ = folder.partition("/.")
    return before if sign else folder


def _own_title(entry: Entry) -> frozenset[str]:
    """The telling words of the heading of an item that it lacks: it may be about a thing that only they name."""
    if entry.title in entry.document.headings or not is_item(entry):
        return frozenset()
    return frozenset(filter(says, words_of(entry.title))) - frozenset(words_of(entry.text))
