"""The open roots and the documents in them."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from memdesk.errors import NotFound
from memdesk.layouts.shapes.files import info_of
from memdesk.paths import is_below, is_below_one
from memdesk.services.documents.changes import Changes
from memdesk.services.machine.laid_over import RememberedView
from memdesk.services.machine.machine import ByHand, NothingSaid
from memdesk.services.roots.links import with_links
from memdesk.services.roots.listing import Listing
from memdesk.services.roots.roots import Documents, MemoryRoot

if TYPE_CHECKING:
    from memdesk.layouts.contract import Layout
    from memdesk.layouts.documents import Document, FileInfo
    from memdesk.layouts.view import View
    from memdesk.watch.state import WatchRoot


class OpenRoots:
    """Which roots are open, and what documents their layouts list.

    `disk` is the machine without unsaved buffers; `by_hand` says what the user calls roots, and which are paused.
    """

    def __init__(self, disk: View, by_hand: ByHand | None = None) -> None:
        self.disk = disk
        self._by_hand = by_hand or NothingSaid()
        self.not_placed: Mapping[str, str] = {}
        """The agents, by title, of which not every place could be told when roots were last looked for, and why."""
        self._listings: dict[str, Listing] = {}
        self._expected: frozenset[str] = frozenset()
        self._temporary: dict[str, Callable[[str], bool]] = {}
        self._no_facts: dict[str, Callable[[str], bool]] = {}

    # Roots

    @property
    def roots(self) -> tuple[MemoryRoot, ...]:
        """The open roots, in the order they were opened."""
        return tuple(listing.root for listing in list(self._listings.values()))

    def root(self, path: str) -> MemoryRoot:
        """The open root at `path`. Raises `NotFound`."""
        return self._listing(path).root

    def open_root(self, root: MemoryRoot, first: Sequence[Document] = ()) -> Changes:
        """Show a root. Its documents are not listed before they are asked for; `first` are some that were already."""
        if root.path in self._listings:
            return Changes()
        named = root._replace(name=self._by_hand.root_name(root.path) or root.name)
        self._listings[root.path] = Listing(named, self.disk, self.list_documents)
        self._listings[root.path].take_first(first)
        return Changes(roots=frozenset({root.path}))

    def take_name(self, path: str, otherwise: str = "") -> MemoryRoot:
        """Take over the name that the user gave an open root; returns the root with it. Raises `NotFound`.

        One without a name is called `otherwise`, where that is not empty.
        """
        listing = self._listing(path)
        listing.root = listing.root._replace(name=self._by_hand.root_name(path) or otherwise)
        return listing.root

    def is_paused(self, path: str) -> bool:
        """Whether the user does not want the root at `path` watched."""
        return self._by_hand.is_paused(path)

    def close_root(self, path: str) -> Changes:
        """Show a root no more."""
        return Changes(roots=frozenset({path})) if self._listings.pop(path, None) is not None else Changes()

    def watch_roots(self) -> tuple[WatchRoot, ...]:
        """What is to be watched: the open roots that are not paused, and what their agents keep or read outside.

        Where that is a file, it is a narrow root. A store of facts is a folder, since any of its files may be new; so
        is a folder in which its agent makes stores, and one where another agent would keep memory, there or not.
        """
        from memdesk.watch.state import WatchRoot

        found: dict[WatchRoot, None] = {}
        for listing in self._listings.values():
            if self.is_paused(listing.root.path):
                continue
            is_temporary = self._is_temporary(listing.root.layout)
            found[WatchRoot(listing.root.path, None, is_temporary)] = None
            no_fact = self._is_no_fact(listing.root.layout)
            folders, stores = listing.store_folders, listing.stores_outside
            found.update((WatchRoot(folder, None, no_fact, is_expected=True), None) for folder in folders)
            found.update((WatchRoot(store, None, no_fact), None) for store in stores)
            for document in listing.last_known.values():
                if document.narrow and not listing.is_in_store(document.path):
                    found[WatchRoot(document.root, posixpath.basename(document.path), is_temporary)] = None
        expected = self._expected - self._listings.keys()
        found.update((WatchRoot(path, is_expected=True), None) for path in sorted(expected))
        return tuple(found)

    def expect(self, roots: Iterable[str]) -> None:
        """These folders are not there; in each of them an agent would keep memory."""
        self._expected = frozenset(roots)

    def is_expected(self, path: str) -> bool:
        """Whether a file lies where an agent had no memory yet."""
        return is_below_one(path, self._expected)

    # Documents

    def documents(self, root: str) -> tuple[Document, ...]:
        """The documents of a root, in tree order; listed now where they are not known. Raises `NotFound`."""
        return self._listing(root).documents()

    def last_documents(self, root: str) -> tuple[Document, ...]:
        """The documents of a root as last listed, in tree order; nothing is listed for it. Raises `NotFound`."""
        return tuple(self._listing(root).last_known.values())

    def listed_documents(self, root: str) -> tuple[Document, ...] | None:
        """The documents of a root, None where they would have to be listed for it. Raises `NotFound`."""
        listing = self._listing(root)
        return tuple(listing.last_known.values()) if listing.is_known else None

    def why_not_all(self, root: str) -> str:
        """Why what was last listed of a root is not all of it, as a clause; empty where it is. Raises `NotFound`."""
        return self._listing(root).why_not_all

    def list_documents(self, root: MemoryRoot, most: int | None = None) -> Documents:
        """What `documents` will be, read from the disk: touches nothing of this object, for a worker.

        The first `most` of them, if that is given. Raises `OSError`, `MemdeskError`.
        """
        # Projects lie in the same folders, whose instructions are looked for from each.
        found = root.list_documents(RememberedView(self.disk), most)
        seen = with_links(found, self._may_write)
        return Documents(seen, root.path, found.why_not_all)

    def _may_write(self, _path: str) -> bool:
        """Whether a path without links may be written, as far as is known here."""
        return True

    def begin_listing(self, root: str) -> int:
        """A mark of this moment for `take_documents`, made before a worker runs `list_documents`. Raises `NotFound`."""
        return self._listing(root).begin()

    def take_documents(self, root: str, documents: Documents, begun: int | None = None) -> Changes:
        """Take over what `list_documents` found: just now, or in a worker since `begin_listing` gave `begun`."""
        listing = self._listings.get(root)
        if listing is None:
            return Changes()
        listing.take(documents, begun)
        return Changes(listed=frozenset({root}))

    def take_first_documents(self, root: str, documents: Sequence[Document]) -> None:
        """Take over the first documents of a list, so that they can be opened while a worker lists the rest."""
        self._listing(root).take_first(documents)

    def relist(self) -> Changes:
        """Ask every layout again for its documents: on F5, or when project folders became known."""
        for listing in self._listings.values():
            listing.forget()
        return Changes(listed=frozenset(self._listings))

    def find_document(self, path: str) -> tuple[MemoryRoot, Document] | None:
        """The document at `path` and its root, None where no open root has it.

        It is the document as last listed; roots are listed anew only for one that is not among these.
        """
        listings = tuple(self._listings.values())
        for listing in listings:
            if path in listing.last_known:
                return listing.root, listing.last_known[path]
        for listing in listings:
            document = listing.find(path)
            if document is not None:
                return listing.root, document
        return None

    def look_up(
        self, path: str, listed: dict[str, Documents] | None = None
    ) -> tuple[MemoryRoot, Document] | None:
        """As `find_document`, for any thread: a root that has to be listed for it is not remembered as listed.

        `listed` are roots, by path, that were listed for others of the same files; what is listed for this one is put
        in. Raises `NotListed` where no list has it, and the list of a root in which it lies broke off.
        """
        listed = {} if listed is None else listed
        listings = list(self._listings.values())
        for listing in listings:
            if path in listing.last_known:
                return listing.root, listing.last_known[path]
        roots = sorted((listing.root for listing in listings), key=lambda root: not is_below(path, root.path))
        around: list[Documents] = []
        for root in roots:
            documents = listed.get(root.path)
            if documents is None:
                documents = listed[root.path] = self.list_documents(root)
            for document in documents:
                if document.path == path:
                    return root, document
            if is_below(path, root.path):
                around.append(documents)
        for documents in around:
            documents.whole()
        return None

    def readers_of(self, path: str) -> tuple[tuple[MemoryRoot, Document], ...]:
        """The roots whose agents keep or read the file at `path`, and what it is to each, as last listed."""
        listings = list(self._listings.values())
        return tuple(
            (listing.root, listing.last_known[path]) for listing in listings if path in listing.last_known
        )

    def last_narrow_documents(self) -> tuple[Document, ...]:
        """The documents that are a root of their own, as last listed, of the roots whose layout is supported."""
        listings = [listing for listing in list(self._listings.values()) if listing.root.supported]
        known = (document for listing in listings for document in list(listing.last_known.values()))
        return tuple(document for document in known if document.narrow)

    def last_known(self, path: str) -> Document | None:
        """The document at `path` as last listed; nothing is listed for it."""
        listings = self._listings.values()
        return next((listing.last_known[path] for listing in listings if path in listing.last_known), None)

    def note_change(self, path: str) -> Changes:
        """The file at `path` changed, came or went, by whomever."""
        return self._note(path, info_of(self.disk, path))

    def _note(self, path: str, info: FileInfo | None) -> Changes:
        """Take up that a file changed; `info` is what stands there, None where nothing can be seen."""
        changes = Changes()
        for listing in self._listings.values():
            if not self._concerns(listing, path):
                continue
            known = path in listing.last_known
            listed = frozenset({listing.root.path}) if listing.note_change(path, info) else frozenset()
            changes |= Changes(listed=listed, written=frozenset({path}) if known else frozenset())
        return changes

    # One step below

    def _listing(self, root: str) -> Listing:
        try:
            return self._listings[root]
        except KeyError:
            raise NotFound("{root} is not an open folder.", root=root) from None

    def _concerns(self, listing: Listing, path: str) -> bool:
        is_known = is_below(path, listing.root.path) or path in listing.last_known
        return is_known or listing.is_in_store(path)

    def _is_no_fact(self, layout: Layout) -> Callable[[str], bool]:
        """As `_is_temporary`, in a folder that is perhaps not the agent's alone."""
        is_temporary, known = self._is_temporary(layout), self._no_facts.get(layout.name)
        if known is None:
            known = self._no_facts[layout.name] = lambda name: is_temporary(name) or _is_no_fact(name)
        return known

    def _is_temporary(self, layout: Layout) -> Callable[[str], bool]:
        """One predicate per layout: equal roots must compare equal."""
        from memdesk.store.swap import is_temporary_name

        known = self._temporary.get(layout.name)
        if known is None:
            known = self._temporary[layout.name] = lambda name: (
                layout.is_temporary(name) or is_temporary_name(name)
            )
        return known


def _is_no_fact(name: str) -> bool:
    """Whether a file or folder is hidden, or a file of another type than facts have."""
    return name.startswith(".") or posixpath.splitext(name)[1] not in ("", ".md")
