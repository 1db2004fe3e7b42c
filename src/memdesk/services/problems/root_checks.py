"""What is wrong in one root. A document is looked at again only where its bytes are others than they were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from memdesk.errors import Stopped, reason_of
from memdesk.layouts.documents import Document
from memdesk.layouts.optional import Attaching
from memdesk.layouts.view import View
from memdesk.services.faults.boundary import answered
from memdesk.services.machine.laid_over import LaidOverView, RememberedView
from memdesk.services.machine.machine import attachment_key
from memdesk.services.problems.checking import Found, document_problems, gather
from memdesk.services.problems.exposed import MOST_SECRETS, SECRET_RULE
from memdesk.services.problems.listed import Listed, Unchecked, listed_of
from memdesk.services.problems.unseen import HIDDEN_RULE, MIXED_RULE, MOST_OF_A_RULE
from memdesk.services.roots.roots import MemoryRoot
from memdesk.text.sentence import say

_MOST = {SECRET_RULE: MOST_SECRETS, HIDDEN_RULE: MOST_OF_A_RULE, MIXED_RULE: MOST_OF_A_RULE}


class Checked(NamedTuple):
    """What one root came to, and which files were looked at."""

    listed: tuple[Listed, ...] = ()
    unchecked: tuple[Unchecked, ...] = ()
    files: frozenset[str] = frozenset()


class GivenUp(Stopped):
    """Nobody wants to know any more."""

    def __init__(self) -> None:
        super().__init__("")


class _KnownDocument(NamedTuple):
    """What was found of a document, and what it said and meant then."""

    document: Document
    data: bytes
    found: tuple[Found, ...]


_Known = dict[str, _KnownDocument]
"""By path, of one root."""


class RootChecks:
    """Checks roots, one after the other. `disk` is what they lie on, without what is unsaved."""

    def __init__(self, disk: View) -> None:
        self._disk = disk
        self._known: dict[str, _Known] = {}

    def check(
        self,
        root: MemoryRoot,
        documents: Sequence[Document] | None,
        buffers: Mapping[str, bytes],
        is_wanted: Callable[[], bool],
    ) -> Checked:
        """Everything that is wrong in a root; its `documents` are listed where they are not known.

        Raises `GivenUp` once `is_wanted` says no. What was found by then is remembered.
        """
        if not root.found:
            return Checked(unchecked=(Unchecked(root.path, say("This folder is not there.")),))
        view = RememberedView(LaidOverView(self._disk, buffers) if buffers else self._disk)
        look = _Look(root, view, self._known.get(root.path, {}), is_wanted)
        try:
            found = gather(root, view, look.listed_documents(documents), look.of_document)
        except GivenUp:
            self._known[root.path] = {**look.known, **look.seen}
            raise
        self._known[root.path] = look.seen
        listed = tuple(listed_of(root, view, found))
        unchecked = (*_beside(root, view), *look.unread, *_cut_short(found))
        return Checked(listed, unchecked, frozenset(look.seen))


class _Look:
    """One look at the documents of a root. `seen` are those that could be read, `unread` says why others could not."""

    def __init__(self, root: MemoryRoot, view: View, known: _Known, is_wanted: Callable[[], bool]) -> None:
        self._root = root
        self._view = view
        self._is_wanted = is_wanted
        self.known = known
        self.seen: _Known = {}
        self.unread: list[Unchecked] = []

    def listed_documents(self, documents: Sequence[Document] | None) -> Sequence[Document]:
        """The documents of the root: those that are known, else those that a listing gives now."""
        if not self._root.supported:
            return ()
        if documents is not None:
            return documents
        listed = self._root.list_documents(self._view)
        if listed.why_not_all:
            self.unread.append(stopped(self._root.path, listed.why_not_all))
        return listed

    def of_document(self, document: Document) -> tuple[Found, ...]:
        """What is wrong in one document. Raises `GivenUp`."""
        if not self._is_wanted():
            raise GivenUp
        path = document.path
        try:
            one = answered(
                lambda: self._looked_at(document), path, lambda why: self.unread.append(stopped(path, why))
            )
        except (FileNotFoundError, NotADirectoryError):
            return ()
        except OSError as error:
            why = say("This file cannot be read: {reason}.", reason=reason_of(error))
            self.unread.append(Unchecked(path, why))
            return ()
        if one is None:
            return ()
        self.seen[path] = one
        return one.found

    def _looked_at(self, document: Document) -> _KnownDocument:
        data = self._view.read(document.path)
        meaning = document._replace(size_bytes=0, modified=0.0)
        known = self.known.get(document.path)
        if known is not None and known.data == data and known.document == meaning:
            return known
        return _KnownDocument(meaning, data, document_problems(self._root.layout, self._view, document))


def stopped(path: str, why: str) -> Unchecked:
    """That something was not looked at to the end; `why` is a clause."""
    return Unchecked(path, say("{why}.", why=why))


def _beside(root: MemoryRoot, view: View) -> Iterator[Unchecked]:
    """What cannot be checked without a file of the agent that is not opened beside its memory."""
    layout: object = root.layout
    if isinstance(layout, Attaching):
        for name, called in layout.attachments().items():
            # The second is what was named for all roots, on a command line.
            names = (attachment_key(name, root.path), name)
            if all(view.attachment(one) is None for one in names):
                why = say(
                    "No {called} is open beside it, so what that says is not checked.",
                    called=called[:1].lower() + called[1:],
                )
                yield Unchecked(root.path, why)


def _cut_short(found: Iterable[Found]) -> Iterator[Unchecked]:
    counts = Counter((one.problem.path, one.problem.rule) for one in found)
    for (path, rule), count in counts.items():
        if count >= _MOST.get(rule, count + 1):
            yield Unchecked(
                path, say("Only the first {count} of “{rule}” are listed.", count=count, rule=rule)
            )
