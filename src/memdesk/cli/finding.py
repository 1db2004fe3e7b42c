"""Which root or document the arguments of a command mean."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memdesk.errors import MemdeskError, NotFound, NotListed, UsageError
from memdesk.layouts.contract import Layout
from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.paths import is_below
from memdesk.services.desk import Desk
from memdesk.services.machine.machine import Surroundings
from memdesk.services.roots.roots import PLAIN, WHERE_UNKNOWN, MemoryRoot
from memdesk.store.folders import StateFolders

if TYPE_CHECKING:
    from memdesk.services.documents.session import DocumentSession
    from memdesk.services.history.timeline import Timeline

_SEARCHED_AGAIN_AFTER_S = 600

_NOT_WRITABLE = (
    "{path} lies in no folder of a known agent, so it is only read; name its folder with --root to change it."
)


@dataclass(frozen=True, slots=True)
class Found:
    """A document, how it is read, and the root that lists it or lets it be written; None where no root does."""

    document: Document
    layout: Layout
    root: MemoryRoot | None


class Finder:
    """The desk of one command, and the words by which its parts are named.

    `given` are folders that are looked at and may be written, `beside` files that tell more of a memory. `missed` are
    the paths where Memdesk itself has failed by now, so that not everything was looked at; `has_unread` is set by a
    command that could not read something else, and has said so. `recovered` says what became of interrupted changes and
    of settings that were no use.
    """

    def __init__(
        self,
        desk: Desk,
        given: Sequence[str] = (),
        beside: Sequence[str] = (),
        missed: Sequence[str] = (),
    ) -> None:
        self.desk = desk
        self.missed = missed
        self.has_unread = False
        self.recovered: list[str] = []
        self.given = tuple(os.path.abspath(path) for path in given)
        for path in self.given:
            if not os.path.isdir(path):
                raise NotFound("There is no folder {path}.", path=path)
            self.desk.claim(path)
        for path in map(os.path.abspath, beside):
            if not os.path.isfile(path):
                raise NotFound("There is no file {path}.", path=path)
            self.desk.attachments.read_beside(path)

    @classmethod
    def of_this_user(
        cls, given: Sequence[str] = (), beside: Sequence[str] = (), missed: Sequence[str] = ()
    ) -> Finder:
        """As the settings and the environment of this process have it. Raises `NotFound`, `Refused`."""
        from memdesk.layouts import discover

        folders, surroundings = StateFolders.of_this_user(), Surroundings.of_this_process()
        finder = cls(Desk(folders, surroundings, discover(), keeps_drafts=False), given, beside, missed)
        finder.recovered += filter(None, (finder.desk.lost_settings,))
        return finder

    def close(self) -> None:
        """Let go of what was opened."""
        self.desk.close()

    def recover(self) -> None:
        """Finish, or take back, what was interrupted in the open roots, before something else is changed."""
        from memdesk.services.steps.interrupted import told_of

        self.recovered += (told.sentence for told in told_of(self.desk.recover()))

    # Roots

    def look_for_projects(self) -> None:
        """Search the home for project folders, unless that was done a short while ago."""
        projects = self.desk.projects
        if projects.age_s > _SEARCHED_AGAIN_AFTER_S:
            projects.take(projects.search())

    def places(self) -> tuple[MemoryRoot, ...]:
        """Every root, found or not."""
        return self.desk.find_roots(self.given)

    def roots_of(self, words: Sequence[str]) -> tuple[MemoryRoot, ...]:
        """The roots that any of `words` means; without words, all that were found. Raises as `roots`."""
        if not words:
            return self.roots()
        return tuple(dict.fromkeys(root for word in words for root in self.roots(word)))

    def roots(self, word: str | None = None) -> tuple[MemoryRoot, ...]:
        """The roots that `word` means: a folder, or an agent's name; without it, all that were found.

        Raises `NotFound`; `NotListed` where nobody can tell whether there are any.
        """
        found = tuple(root for root in self.places() if root.found)
        if word is None:
            return found
        meant = tuple(root for root in found if root.agent == word)
        if meant:
            return meant
        path = os.path.abspath(word)
        meant = tuple(root for root in found if _same(root.path, path))
        if meant:
            return meant
        if not os.path.isdir(path):
            raise self._nothing_found(word)
        return (self.desk.claim(path),)

    def not_placed(self, word: str | None = None) -> Iterator[tuple[Layout, str]]:
        """The agents that `word` means of which not every place could be told, and why; without it, all such."""
        for layout in self.desk.layouts:
            why = self.desk.workspace.not_placed.get(layout.title, "")
            if why and word in (None, layout.name):
                yield layout, why

    def _nothing_found(self, word: str) -> MemdeskError:
        titles = [layout.title for layout in self.desk.layouts if layout.name == word and word != PLAIN]
        for layout, why in self.not_placed(word):
            return NotListed(WHERE_UNKNOWN, agent=layout.title, reason=why)
        if titles:
            return NotFound(
                "No memory of {agent} was found; memdesk roots says where it was looked for.", agent=titles[0]
            )
        return NotFound("There is no agent and no folder {word}.", word=word)

    def one_root(self, word: str) -> MemoryRoot:
        """The one root that `word` means. Raises `NotFound`, or `UsageError` where an agent has several."""
        meant = self.roots(word)
        if len(meant) > 1:
            raise UsageError(
                "{word} keeps memory in several folders ({paths}); name one of them.",
                word=word,
                paths=", ".join(root.path for root in meant),
            )
        return meant[0]

    # Documents

    def only_read(self, root: MemoryRoot, documents: Iterable[Document]) -> Mapping[str, str]:
        """By path, why a change of `documents` of `root` would be refused: its folder is named, and known to nobody."""
        places = [place for place in self.places() if place.found]
        if any(_same(root.path, place.path) for place in places):
            return {}
        listed = (document for place in places for document in self.desk.workspace.list_documents(place))
        known = frozenset(os.path.realpath(document.path) for document in listed)
        paths = (document.path for document in documents)
        return {
            path: _NOT_WRITABLE.format(path=path) for path in paths if os.path.realpath(path) not in known
        }

    def document(self, word: str) -> Found:
        """The document that `word` means: `AGENT:PATH`, or the path of a file.

        A file that no layout lists is read as plain Markdown; it may be written in a folder given with `--root`.
        Raises `NotFound`, or `UsageError` where several folders of an agent have it.
        """
        agent, colon, relative = word.partition(":")
        if colon and agent in {layout.name for layout in self.desk.layouts} and not os.path.lexists(word):
            return self._of_agent(agent, relative)
        path = os.path.abspath(word)
        self.desk.mention_project(os.path.dirname(path))
        found = tuple(root for root in self.places() if root.found)
        # Where it lies inside, it will be listed: others are asked only for the files that they keep elsewhere.
        likely_first = sorted(found, key=lambda root: not is_below(path, root.path))
        listed = next(self._listed(likely_first, path), None)
        return listed or self._plain(found, path)

    def document_once(self, word: str) -> Found:
        """As `document`; also a file that is gone, by its path: from a folder of memory, or one the history knows."""
        try:
            return self.document(word)
        except NotFound:
            agent, _, relative = word.partition(":")
            for root in self.roots():
                path = os.path.abspath(word)
                if root.agent == agent:
                    path = os.path.normpath(os.path.join(root.path, relative))
                if is_below(path, root.path):
                    scope = Scope(ScopeKind.LOCAL, "", root.title)
                    name = os.path.relpath(path, root.path)
                    gone = Document(path, root.path, name, scope, DocumentKind.MEMORY, exists=False)
                    return Found(gone, root.layout, root)
            path = self.path_of(word)
            known = next((one for one in self.timeline().look() if one.path == path), None)
            if known is None or known.past.root is None:
                raise
            return Found(known.past.document, known.past.layout, known.past.root)

    def path_of(self, word: str) -> str:
        """The path that `word` means, whatever is there: a path, or `AGENT:PATH` of the first root of that agent."""
        agent, _, relative = word.partition(":")
        if not os.path.lexists(word):
            for root in self.places():
                if root.agent == agent and root.found:
                    return os.path.normpath(os.path.join(root.path, relative))
        return os.path.abspath(word)

    def paths_of(self, word: str) -> tuple[str, ...]:
        """As `path_of`, in every root of the agent that is named, alone or with a path."""
        agent, _, relative = word.partition(":")
        meant = () if os.path.lexists(word) else (root for root in self.roots() if root.agent == agent)
        paths = tuple(os.path.normpath(os.path.join(root.path, relative)) for root in meant)
        return paths or (os.path.abspath(word),)

    def is_folder(self, path: str) -> bool:
        """Whether a folder is there, or was: nothing is there now, and the history has documents below it."""
        if os.path.lexists(path):
            return os.path.isdir(path)
        known = self.desk.timeline.queries.newest_of_each()
        return any(is_below(version.path, path) for version in known)

    def folder(self, word: str) -> Found:
        """A folder, there or not, as something that is changed as a whole."""
        path = self.path_of(word)
        layout = next(layout for layout in self.desk.layouts if layout.name == PLAIN)
        scope = Scope(ScopeKind.LOCAL, "", os.path.basename(path))
        return Found(Document(path, path, scope.title, scope, DocumentKind.RULES, exists=False), layout, None)

    def timeline(self) -> Timeline:
        """The history over everything, with all roots open and listed, so that it knows its documents."""
        for root in (*self.places(), *map(self.desk.claim, self.given)):
            if root.found:
                self.desk.workspace.open_root(root)
                self.desk.workspace.documents(root.path)
        return self.desk.timeline

    def open(self, found: Found) -> DocumentSession:
        """A session of the document. Raises `StorageError`."""
        self.open_roots(found.root)
        self._allow_target(found.document)
        return self.desk.workspace.open_as(found.document, found.layout)

    def _allow_target(self, document: Document) -> None:
        """Let a link be followed to another document: only a list of all tells whether it leads to one."""
        writable, target = self.desk.workspace.writable, os.path.realpath(document.path)
        if document.editable and os.path.islink(document.path) and not writable.holds(target):
            writable.list_narrow()

    def open_roots(self, *more: MemoryRoot | None) -> None:
        """Open every root, and `more`: a linked document may be written where its target lies in another one."""
        for root in (*self.places(), *more):
            if root is not None and root.found:
                self.desk.workspace.open_root(root)

    def _of_agent(self, agent: str, relative: str) -> Found:
        roots = self.roots(agent)
        meant = [
            found
            for root in roots
            for found in self._listed([root], os.path.normpath(os.path.join(root.path, relative)))
        ] or list(self._outside(roots, relative))
        if not meant:
            folders = ", ".join(root.path for root in roots)
            raise NotFound(
                "{agent} has no document {path} in {folders}.", agent=agent, path=relative, folders=folders
            )
        if len(meant) > 1:
            raise UsageError(
                "{agent} has {path} in several folders; name the file by its path: {paths}.",
                agent=agent,
                path=relative,
                paths=", ".join(found.document.path for found in meant),
            )
        return meant[0]

    def _outside(self, roots: Iterable[MemoryRoot], relative: str) -> Iterator[Found]:
        """Documents that an agent keeps elsewhere than below its folder, by the end of their path."""
        end = f"{os.sep}{os.path.normpath(relative)}"
        for root in roots:
            for document in root.documents(self.desk.workspace.disk):
                if not is_below(document.path, root.path) and document.path.endswith(end):
                    yield Found(document, root.layout, root)

    def _listed(self, roots: Iterable[MemoryRoot], path: str) -> Iterator[Found]:
        """The documents at `path`, links resolved, that layouts list; none is listed further than needed."""
        real = os.path.realpath(path)
        for root in roots:
            is_inside = any(is_below(name, root.path) for name in (path, real)) or is_below(
                real, os.path.realpath(root.path)
            )
            for document in root.documents(self.desk.workspace.disk):
                if (is_inside or document.narrow) and _is_at(document, path, real):
                    yield Found(document, root.layout, root)
                    break

    def _plain(self, roots: Iterable[MemoryRoot], path: str) -> Found:
        """A file that no layout lists. Raises `NotFound` where there is none and none may be made."""
        layout = next(layout for layout in self.desk.layouts if layout.name == PLAIN)
        given = next((folder for folder in self.given if is_below(path, folder)), None)
        if given is None and not os.path.lexists(path):
            raise NotFound("There is no file {path}.", path=path)
        root = next((root for root in roots if given is not None and root.path == given), None)
        folder = given or os.path.dirname(path)
        why = "" if given is not None else _NOT_WRITABLE.format(path=path)
        scope = Scope(ScopeKind.LOCAL, "", os.path.basename(folder) or folder)
        name = os.path.basename(path)
        document = Document(
            path, folder, name, scope, DocumentKind.RULES, os.path.isfile(path), why_read_only=why
        )
        return Found(document, layout, root)


def _same(one: str, other: str) -> bool:
    return one == other or os.path.realpath(one) == os.path.realpath(other)


def _is_at(document: Document, path: str, real: str) -> bool:
    if document.path == path:
        return True
    has_the_name = os.path.basename(document.path) in (os.path.basename(path), os.path.basename(real))
    return has_the_name and os.path.realpath(document.path) == real
