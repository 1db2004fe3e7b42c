"""Which document a path of the history means, there or gone: as its layout would list it if the file were back."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import MemdeskError
from memdesk.layouts.contract import Layout
from memdesk.layouts.documents import Document, DocumentKind, FileInfo, FileKind, Scope, ScopeKind
from memdesk.layouts.view import View
from memdesk.paths import is_below
from memdesk.services.machine.laid_over import LaidOverView
from memdesk.services.roots.roots import PLAIN, MemoryRoot

if TYPE_CHECKING:
    from memdesk.services.workspace.workspace import Workspace


_MOST_LISTINGS = 256


class Past(NamedTuple):
    """A document of the history. `root` is the open root it belongs to, None where no open one does."""

    document: Document
    layout: Layout
    root: MemoryRoot | None

    @property
    def agent(self) -> str:
        """The agent whose memory it is, for people; empty where that is not known."""
        return self.root.title if self.root is not None and self.root.agent != PLAIN else ""

    @property
    def whose(self) -> str:
        """What the user calls the folder it lies in, else its agent; empty where neither is known."""
        return self.root.name or self.agent if self.root is not None else ""

    @property
    def writer(self) -> str:
        """The agent that rewrites it; empty where none does."""
        return self.agent if self.document.agent_rewrites else ""


class _Listing(NamedTuple):
    """Which of some paths a layout would list if these texts were back."""

    texts: Mapping[str, int]
    documents: dict[str, Document]


class _Listings(NamedTuple):
    """The listings of one root, by the paths that were asked for, beside the documents that are there."""

    there: tuple[Document, ...]
    by_paths: dict[tuple[str, ...], _Listing]


class PastDocuments:
    """Finds the documents of the history of a workspace. `plain` reads what no open root has. For workers.

    `data` gives the bytes of a version.
    """

    def __init__(self, workspace: Workspace, plain: Layout, data: Callable[[int], bytes]) -> None:
        self._workspace = workspace
        self._plain = plain
        self._data = data
        self._listings: dict[str, _Listings] = {}

    def find(self, wanted: Iterable[str], last_texts: Mapping[str, int]) -> dict[str, Past]:
        """The documents of these paths.

        `last_texts` are, of those that are gone, the versions that held something last.
        """
        paths = list(wanted)
        found = {path: past for path in paths if (past := self._listed(path)) is not None}
        missing = [path for path in paths if path not in found]
        for root in self._workspace.roots:
            inside = [path for path in missing if path not in found and is_below(path, root.path)]
            texts = {path: last_texts[path] for path in inside if path in last_texts}
            found |= self._revived(root, inside, texts)
        found |= self._revived_elsewhere([path for path in missing if path not in found], last_texts)
        return found | {path: self._unknown(path) for path in missing if path not in found}

    def _listed(self, path: str) -> Past | None:
        readers = self._workspace.readers_of(path)
        if not readers:
            return None
        root, document = next(((root, one) for root, one in readers if one.agent_rewrites), readers[0])
        return Past(document, root.layout, root)

    def _revived_elsewhere(self, paths: Sequence[str], last_texts: Mapping[str, int]) -> dict[str, Past]:
        """Documents that agents keep outside their roots, as instructions in a project folder that is still there."""
        likely = [path for path in paths if path in last_texts and os.path.isdir(os.path.dirname(path))]
        texts = {path: last_texts[path] for path in likely}
        found: dict[str, Past] = {}
        for root in self._workspace.roots if texts else ():
            listed = self._listed_again(root, likely, texts)
            found |= {path: self._past(root, path, listed[path]) for path in texts if path in listed}
        return found

    def _listed_again(
        self, root: MemoryRoot, paths: Sequence[str], texts: Mapping[str, int]
    ) -> dict[str, Document]:
        """Which of `paths` the layout would list if these texts were back; listed anew once others are there."""
        listings, asked = self._listings_beside(root, self._workspace.last_documents(root.path)), tuple(paths)
        known = listings.get(asked)
        if known is not None and known.texts == texts:
            return known.documents
        view = RevivedView(self._workspace.disk, Texts(texts, self._data), root.path)
        # A layout that cannot list what was there tells nothing; the documents are known by their names then.
        with suppress(OSError, MemdeskError):
            wanted = frozenset(paths)
            # Of thousands that are there, few are asked for.
            documents = {one.path: one for one in root.documents(view) if one.path in wanted}
            if len(listings) >= _MOST_LISTINGS:
                listings.clear()
            listings[asked] = _Listing(texts, documents)
            return documents
        return {}

    def _listings_beside(
        self, root: MemoryRoot, there: tuple[Document, ...]
    ) -> dict[tuple[str, ...], _Listing]:
        """What was listed beside these documents; what was beside others nobody asks for again."""
        known = self._listings.get(root.path)
        if known is None or known.there != there:
            known = self._listings[root.path] = _Listings(there, {})
        return known.by_paths

    def _revived(self, root: MemoryRoot, paths: Sequence[str], texts: Mapping[str, int]) -> dict[str, Past]:
        if not paths:
            return {}
        listed = self._listed_again(root, paths, texts)
        return {path: self._past(root, path, listed.get(path)) for path in paths}

    def _past(self, root: MemoryRoot, path: str, document: Document | None) -> Past:
        if document is not None:
            return Past(document._replace(exists=os.path.lexists(path)), root.layout, root)
        name = os.path.relpath(path, root.path)
        scope = Scope(ScopeKind.LOCAL, "", root.label)
        there = os.path.lexists(path)
        return Past(Document(path, root.path, name, scope, DocumentKind.MEMORY, there), root.layout, root)

    def _unknown(self, path: str) -> Past:
        folder, name = os.path.split(path)
        scope = Scope(ScopeKind.LOCAL, "", os.path.basename(folder) or folder)
        there = os.path.lexists(path)
        return Past(Document(path, folder, name, scope, DocumentKind.RULES, there), self._plain, None)


class Texts(Mapping[str, bytes]):
    """Texts of versions by path, each read when it is asked for."""

    def __init__(self, versions: Mapping[str, int], data: Callable[[int], bytes]) -> None:
        self._versions = versions
        self._data = data
        self._known: dict[str, bytes] = {}

    def __getitem__(self, path: str) -> bytes:
        if path not in self._known:
            self._known[path] = self._data(self._versions[path])
        return self._known[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._versions)

    def __len__(self) -> int:
        return len(self._versions)


class RevivedView(LaidOverView):
    """`view` with files that are gone, and the folders they lay in below `root`, there again."""

    def __init__(self, view: View, texts: Mapping[str, bytes], root: str) -> None:
        super().__init__(view, texts)
        self._folders: dict[str, set[str]] = {}
        for path in texts:
            folder = posixpath.dirname(path)
            while is_below(folder, root):
                self._folders.setdefault(posixpath.dirname(folder), set()).add(folder)
                folder = posixpath.dirname(folder)

    def info(self, path: str) -> FileInfo:
        """What is at `path`, or was."""
        try:
            return super().info(path)
        except FileNotFoundError:
            if self._was_folder(path):
                return FileInfo(posixpath.basename(path), FileKind.FOLDER)
            raise

    def entries(self, path: str) -> Sequence[FileInfo]:
        """What a folder holds, with the folders that are gone."""
        try:
            found = super().entries(path)
        except FileNotFoundError:
            if not self._was_folder(path):
                raise
            found = [super(RevivedView, self).info(file) for file in self._files_in(path)]
        known = {info.name for info in found}
        new = [name for name in self._folder_names_in(path) if name not in known]
        more = [FileInfo(name, FileKind.FOLDER) for name in new]
        return sorted([*found, *more], key=itemgetter(0)) if more else found

    def folder_names(self, path: str) -> Sequence[str]:
        """The names of the folders in a folder, with those that are gone."""
        try:
            found = super().folder_names(path)
        except FileNotFoundError:
            if not self._was_folder(path):
                raise
            found = ()
        return sorted({*found, *self._folder_names_in(path)})

    def _was_folder(self, path: str) -> bool:
        path = path.rstrip("/")
        return path in self._folders.get(posixpath.dirname(path), ())

    def _folder_names_in(self, path: str) -> list[str]:
        return [posixpath.basename(folder) for folder in self._folders.get(path.rstrip("/"), ())]

    def _files_in(self, path: str) -> list[str]:
        return sorted(file for file in self._texts if posixpath.dirname(file) == path.rstrip("/"))
