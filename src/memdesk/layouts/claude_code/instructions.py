"""Which instruction files a session loads, in which order, what they import, and what keeps one from loading."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from memdesk.layouts.claude_code.assumptions import FILE_BYTES, IMPORT_LEVELS
from memdesk.layouts.claude_code.content import Content, content_of
from memdesk.layouts.claude_code.imports import Import, imports_in, is_text_kind, resolved
from memdesk.layouts.claude_code.rules import PATHS, match_nothing, rule_patterns, waits_for
from memdesk.layouts.claude_code.settings import managed_folder, why_nothing
from memdesk.layouts.claude_code.start import BOTH, EITHER, MANAGED_ONLY, Options, Start, is_inside, start_of
from memdesk.layouts.documents import FileKind
from memdesk.layouts.shapes.files import (
    files_below,
    folders_below,
    kind_of,
    real_path_of,
    size_bytes_of,
    text_at,
)
from memdesk.layouts.shapes.instruction_files import folders_down, not_loaded
from memdesk.layouts.view import View
from memdesk.text.sentence import joined, say

_OWN = ("CLAUDE.md", ".claude/CLAUDE.md")
_LOCAL = "CLAUDE.local.md"
_AGENTS_FILES = ("AGENTS.md", ".claude/AGENTS.md")
LEVELS_BELOW, MOST_BELOW = 3, 200


class Reach(Enum):
    """For whom a file of instructions is."""

    MANAGED = "managed"
    YOU = "user"
    PROJECT = "project"
    LOCAL = "local"


class InstructionFile(NamedTuple):
    """A file that is looked for by its name; `base` is the folder that its patterns are tied to.

    `patterns` are those of a rule that waits for a file, `below` the folder below the start that a file waits for.
    `why_not` says why it does not load, `read_by` names the file that imports or links to it all the same.
    """

    path: str
    reach: Reach
    base: str
    is_rule: bool = False
    patterns: tuple[str, ...] = ()
    below: str = ""
    why_not: str = ""
    read_by: str = ""

    @property
    def when(self) -> str:
        """What it waits for; empty for what does not wait."""
        touched = say("is read, edited, written or named in a shell command")
        if self.patterns:
            patterns = joined(self.patterns)
            return say("when a file that matches {patterns} {touched}", patterns=patterns, touched=touched)
        return (
            say("when a file in {below} {touched}", below=self.below, touched=touched) if self.below else ""
        )

    @property
    def note(self) -> str:
        """What there is to know of it; empty where it simply loads."""
        if self.read_by:
            return say("Read by way of {file}", file=self.read_by)
        if self.why_not:
            return not_loaded(self.why_not)
        return say("Loaded {when}", when=self.when) if self.when else ""


class Loaded(NamedTuple):
    """A file whose text a session gets: found by its name, or imported by the file at `importer`."""

    path: str
    file: InstructionFile
    content: Content
    importer: str = ""


class Fate(Enum):
    """What becomes of a file, or of an import of one."""

    LOADED = "loaded"
    SEEN = "loaded before"
    EMPTY = "without text"
    EXCLUDED = "excluded"
    TOO_LARGE = "too large"
    UNREADABLE = "not readable"
    MISSING = "not there"
    OTHER_KIND = "no kind of text"
    TOO_DEEP = "too deep"
    ASKED = "asked about first"


class Met(NamedTuple):
    """An import in the file at `source`, where it leads and what became of it; `file` is the one of the chain."""

    source: str
    found: Import
    path: str
    fate: Fate
    file: InstructionFile


class Session(NamedTuple):
    """What a session that starts somewhere gets for instructions: what loads in order, and all files there are.

    `seen` are the real paths of what was loaded. `agents` is why no AGENTS.md loads by its own name, `off` why nothing
    does; empty where they do.
    """

    start: Start
    files: tuple[InstructionFile, ...]
    loaded: tuple[Loaded, ...]
    imports: tuple[Met, ...]
    seen: frozenset[str]
    agents: str = ""
    off: str = ""

    @property
    def sources(self) -> tuple[tuple[InstructionFile, str], ...]:
        """All files whose imports count: those that are loaded, and those that wait."""
        waiting = ((file, file.path) for file in self.files if file.when and not file.why_not)
        return (*((one.file, one.path) for one in self.loaded), *waiting)


def session_of(view: View, root: str, folder: str | None, options: Options | None = None) -> Session:
    """What a session that starts in `folder` gets; None is what it gets everywhere."""
    what = "\n".join((root, folder or "", repr(options or "")))
    return view.once("claude_code session", what, lambda: _session(view, root, folder, options))


def _session(view: View, root: str, folder: str | None, options: Options | None) -> Session:
    start = start_of(view, root, folder, options)
    off = say("started with --bare") if start.options.is_bare else why_nothing(view, start.layers)
    loader = _Loader(view, start)
    files, agents = list[InstructionFile](), ""
    for file in _by_name(view, start):
        why_not = off or _left_out(start, file)
        files.append(file._replace(why_not=why_not) if why_not else loader.load(file))
    if start.mode != BOTH:
        agents = off or _why_no_agents(start, loader.loaded)
        for file in _agents_files(view, start):
            why_not = agents or _left_out(start, file)
            files.append(file._replace(why_not=why_not) if why_not else loader.load(file))
    read = {real_path_of(view, one.path): one for one in loader.loaded}
    files = [_read_by_way(view, file, read) for file in files]
    files += (file._replace(why_not=off or file.why_not) for file in _below(view, start))
    waiting = {real_path_of(view, file.path) for file in files if file.patterns} - read.keys()
    seen = frozenset(loader.seen - waiting)
    return Session(start, tuple(files), tuple(loader.loaded), tuple(loader.imports), seen, agents, off)


def _read_by_way(view: View, file: InstructionFile, read: dict[str, Loaded]) -> InstructionFile:
    """`file` with what brings it in where it does not load by its own name: an import, or a link to it."""
    one = read.get(real_path_of(view, file.path)) if file.why_not else None
    return file._replace(read_by=one.importer or one.path) if one else file


# What there is, by its names


def _by_name(view: View, start: Start) -> Iterator[InstructionFile]:
    """The files of a start in the order in which they load, each path once."""
    known: set[str] = set()
    for file in _all_by_name(view, start):
        if file.path not in known:
            known.add(file.path)
            yield file


def _all_by_name(view: View, start: Start) -> Iterator[InstructionFile]:
    managed, base = managed_folder(view), start.folder or ""
    yield from _named(view, managed, _OWN[:1], Reach.MANAGED, base)
    yield from _rules(view, f"{managed}/.claude/rules", Reach.MANAGED, base)
    if "user" in start.options.sources:
        yield from _named(view, start.root, _OWN[:1], Reach.YOU, base)
        yield from _rules(view, f"{start.root}/rules", Reach.YOU, base)
    for folder in (*(folders_down(start.folder) if start.folder else ()), *start.added):
        yield from files_in(view, start, folder)
        if start.mode == BOTH and folder not in start.added:
            yield from _agents_in(view, start, folder)


def files_in(view: View, start: Start, folder: str) -> Iterator[InstructionFile]:
    """The files of one folder of the chain."""
    sources = start.options.sources
    if "project" in sources and not start.leaves_out(folder):
        yield from _named(view, folder, _OWN, Reach.PROJECT, folder)
        yield from _rules(view, posixpath.join(folder, ".claude/rules"), Reach.PROJECT, folder)
    if "local" in sources:
        yield from _named(view, folder, (_LOCAL,), Reach.LOCAL, folder)


def _agents_files(view: View, start: Start) -> Iterator[InstructionFile]:
    for folder in folders_down(start.folder) if start.folder else ():
        yield from _agents_in(view, start, folder)


def _agents_in(view: View, start: Start, folder: str) -> Iterator[InstructionFile]:
    if "project" in start.options.sources and not start.leaves_out(folder):
        yield from _named(view, folder, _AGENTS_FILES, Reach.PROJECT, folder)


def _named(
    view: View, folder: str, names: tuple[str, ...], reach: Reach, base: str
) -> Iterator[InstructionFile]:
    for name in names:
        path = posixpath.join(folder, name)
        # A link that leads nowhere is told, since it looks like a file.
        if kind_of(view, path) in (FileKind.FILE, FileKind.MISSING):
            yield InstructionFile(path, reach, base)


def named_in(view: View, folder: str) -> list[InstructionFile]:
    """The files of a folder that Claude Code knows by name, rules left out."""
    return list(_named(view, folder, (*_OWN, _LOCAL, *_AGENTS_FILES), Reach.PROJECT, folder))


def _rules(view: View, folder: str, reach: Reach, base: str) -> Iterator[InstructionFile]:
    """The rules in `folder`; the agent takes them in the order in which the file system lists them."""
    for info in files_below(view, folder, ".md"):
        path = f"{folder}/{info.name}"
        yield InstructionFile(
            path, reach, base, is_rule=True, patterns=rule_patterns(text_at(view, path) or "")
        )


def _below(view: View, start: Start) -> Iterator[InstructionFile]:
    """The files of folders below, a few levels deep, which wait until a file there is touched."""
    for folder in folders_below(view, start.folder, LEVELS_BELOW, MOST_BELOW) if start.folder else ():
        below = posixpath.relpath(folder, start.folder)
        for file in files_in(view, start, folder):
            why_not = start.excludes_path(file.path)
            yield file._replace(below=below, why_not=why_not)


# What keeps them from loading


def _left_out(start: Start, file: InstructionFile) -> str:
    """Why a file does not load whatever it holds."""
    if file.reach is Reach.MANAGED:
        return ""
    if start.mode == MANAGED_ONLY:
        return say("{mode}, by {decider}", mode=start.mode, decider=start.mode_is_from)
    return start.excludes_path(file.path)


def _why_no_agents(start: Start, loaded: list[Loaded]) -> str:
    """Why no AGENTS.md loads; empty where it does."""
    if start.mode != EITHER:
        return say("{mode}, by {decider}", mode=start.mode, decider=start.mode_is_from)
    for one in loaded:
        if one.file.reach in (Reach.PROJECT, Reach.LOCAL) and not one.file.is_rule and not one.importer:
            return say("{own} is there", own=one.path)
    return ""


class _Loader:
    """Loads one file after the other; what was seen once does not come again, by whatever name."""

    def __init__(self, view: View, start: Start, seen: frozenset[str] = frozenset()) -> None:
        self._view, self._start = view, start
        self.seen, self.loaded, self.imports = set(seen), list[Loaded](), list[Met]()

    def load(self, file: InstructionFile, *, waits: bool = True) -> InstructionFile:
        """Load `file` with its imports; a rule that waits has only these. Returns it with why it does not load."""
        if file.is_rule and file.reach is not Reach.YOU and self._leads_out(file):
            outside = say("it is a link to outside the project, read only once external imports were allowed")
            return file._replace(why_not=outside)
        fate = self._add(file.path, file, 0, "", waits=waits and bool(file.patterns))
        if file.patterns and match_nothing(file.patterns):
            patterns = joined(file.patterns)
            nothing = say("no pattern of its {key} can match: {patterns}", key=PATHS, patterns=patterns)
            return file._replace(why_not=nothing)
        return file._replace(why_not=_why_not(fate, FILE_BYTES.of(self._view)))

    def _leads_out(self, file: InstructionFile) -> bool:
        folder = self._start.folder or ""
        real, base = real_path_of(self._view, file.path), real_path_of(self._view, file.base)
        is_within = is_inside(real, folder) or is_inside(real, base) or file.reach is Reach.MANAGED
        return not is_within and not self._start.allows_outside

    def _add(
        self, path: str, file: InstructionFile, level: int, importer: str, *, waits: bool = False
    ) -> Fate:
        real = real_path_of(self._view, path)
        if real in self.seen:
            return Fate.SEEN
        if file.reach is not Reach.MANAGED and self._start.excludes_path(path):
            return Fate.EXCLUDED
        if size_bytes_of(self._view, path) > FILE_BYTES.of(self._view):
            return Fate.TOO_LARGE
        text = text_at(self._view, path)
        if text is None:
            return Fate.UNREADABLE
        self.seen.add(real)
        content = content_of(text)
        if not content.spans:
            return Fate.EMPTY
        if not waits:
            self.loaded.append(Loaded(path, file, content, importer))
        for found in imports_in(text):
            target = resolved(found.target, posixpath.dirname(real), self._view.home)
            fate = self._import(path, target, file, level)
            self.imports.append(Met(path, found, target, fate, file))
        return Fate.LOADED

    def _import(self, source: str, path: str, file: InstructionFile, level: int) -> Fate:
        fate = fate_of(self._view, self._start, file, path)
        if fate in (Fate.LOADED, Fate.ASKED) and level >= IMPORT_LEVELS.of(self._view):
            return Fate.TOO_DEEP
        return self._add(path, file, level + 1, source) if fate is Fate.LOADED else fate


def fate_of(view: View, start: Start, file: InstructionFile, path: str) -> Fate:
    """What becomes of an import of `path` in `file`, or in what that imports, if nothing was loaded before."""
    if kind_of(view, path) is not FileKind.FILE:
        return Fate.MISSING
    if not is_text_kind(path):
        return Fate.OTHER_KIND
    is_free = file.reach is Reach.YOU or start.folder is None or start.allows_outside
    if not is_free and not is_inside(real_path_of(view, path), start.folder or ""):
        return Fate.ASKED
    return Fate.LOADED


def imports_below(view: View, session: Session) -> list[Met]:
    """The imports of the files that wait in folders below the start."""
    loader = _Loader(view, session.start)
    for file in session.files:
        if file.below and not file.why_not:
            loader.load(file)
    return loader.imports


def _why_not(fate: Fate, most_bytes: int) -> str:
    words = {
        Fate.SEEN: say("its text is loaded already"),
        Fate.TOO_LARGE: say("it has more than {most:,} bytes, so Claude Code skips it", most=most_bytes),
        Fate.UNREADABLE: say("it cannot be read"),
        Fate.EMPTY: say("it holds no text"),
    }
    return words.get(fate, "")


# What comes later


def loaded_with(
    view: View, session: Session, path: str, *, is_read: bool = True
) -> tuple[Session, tuple[Loaded, ...]]:
    """What comes with the first tool call that names the file at `path`, and the session as it goes on from there.

    `is_read` says that the call gives the file itself to the agent, which then does not come again.
    """
    start = session.start
    if not start.folder or session.off or not path.startswith(f"{start.folder}/"):
        return session, ()
    own = {real_path_of(view, path)} if is_read else set()
    loader = _Loader(view, start, session.seen | own)
    waiting = [file for file in session.files if file.patterns and not file.below and not file.why_not]
    matching = [file for file in waiting if waits_for(file.patterns, file.base, path)]
    nested, has_own = list[InstructionFile](), bool(session.agents)
    for folder in folders_down(posixpath.dirname(path)):
        if folder.startswith(f"{start.folder}/"):
            found = list(_nested(view, start, folder, path))
            has_own = has_own or any(not file.is_rule for file in found)
            nested += found
            if start.mode == BOTH or (start.mode == EITHER and not has_own):
                nested += (file for file in _agents_in(view, start, folder) if not _left_out(start, file))
    general = [file for file in matching if file.reach in (Reach.MANAGED, Reach.YOU)]
    for file in (*general, *nested, *(file for file in matching if file not in general)):
        loader.load(file, waits=False)
    rest = tuple(file for file in session.files if file not in matching)
    return session._replace(files=rest, seen=frozenset(loader.seen)), tuple(loader.loaded)


def _nested(view: View, start: Start, folder: str, path: str) -> Iterator[InstructionFile]:
    """The files of a folder below the start: there, rules come last."""
    found = [file for file in files_in(view, start, folder) if not _left_out(start, file)]
    yield from (file for file in found if not file.is_rule)
    rules = [file for file in found if file.is_rule]
    yield from (rule for rule in rules if not rule.patterns)
    yield from (rule for rule in rules if rule.patterns and waits_for(rule.patterns, folder, path))
