"""Which instruction documents OK loads, from where, in which order, and which of them it writes (v1.0.0, measured)."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from memdesk.layouts.documents import FileKind
from memdesk.layouts.ok.limits import limits_of
from memdesk.layouts.ok.model import append_note, note_line
from memdesk.layouts.shapes.go import clean_path, error_words, folder_obstacle, join_path
from memdesk.layouts.shapes.instruction_chain import Directive, Expansion, Fate, ImportRules, expand
from memdesk.layouts.view import View
from memdesk.text.document import decode, trim
from memdesk.text.edits import Span
from memdesk.text.sentence import marked

NAMES = ("OK.md", "REASONIX.md", "AGENTS.md", "CLAUDE.md")
LOCAL_NAMES = ("OK.local.md", "REASONIX.local.md", "AGENTS.local.md", "CLAUDE.local.md")
NEW_NAME, NEW_LOCAL_NAME = "AGENTS.md", "AGENTS.local.md"

_REMARK = "  <!-- skipped: import cycle -->"


class Reach(Enum):
    """For whom a document is, in OK's words."""

    USER = "user"
    ANCESTOR = "ancestor"
    PROJECT = "project"
    LOCAL = "local"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place where OK looks for a document. `path` is as OK shows it, `absolute` where it is."""

    path: str
    absolute: str
    reach: Reach


@dataclass(frozen=True, slots=True)
class Doc:
    """A document that OK loads."""

    candidate: Candidate
    text: str
    expansion: Expansion


class Skip(Enum):
    """Why OK does not load a document that is there."""

    NOT_A_FILE = marked("it is no file")
    UNREADABLE = marked("it cannot be read")
    TOO_LARGE = marked("it is larger than OK reads")
    BLANK = marked("it is blank")


def absolute_path(path: str, here: str = "/") -> str:
    """`path` cleaned and absolute, taken from the folder `here`."""
    return clean_path(path if path.startswith("/") else f"{here}/{path}")


def candidates(view: View, cwd: str, user_folder: str, here: str = "/") -> Iterator[Candidate]:
    """Where OK looks for documents when it starts in `cwd`, the most general first; later ones are more specific."""
    folder = absolute_path(cwd, here)
    if user_folder:
        yield from _named(user_folder, here, NAMES, Reach.USER)
    for above in folders_read(view, folder):
        yield from _named(above, here, NAMES, Reach.PROJECT if above == folder else Reach.ANCESTOR)
    yield from _named(cwd or ".", here, LOCAL_NAMES, Reach.LOCAL)


def _named(folder: str, here: str, names: Sequence[str], reach: Reach) -> Iterator[Candidate]:
    for name in names:
        path = join_path(folder, name)
        yield Candidate(path, absolute_path(path, here), reach)


def folders_read(view: View, folder: str) -> list[str]:
    """Where OK looks for plain documents: from the nearest folder with `.git` down to `folder`, else in that alone."""
    chain = [folder]
    while not exists(view, join_path(chain[-1], ".git")):
        above = posixpath.dirname(chain[-1])
        if above == chain[-1]:
            return [folder]
        chain.append(above)
    return chain[::-1]


def exists(view: View, path: str) -> bool:
    """Whether there is anything at `path`, links followed."""
    try:
        return view.info(path).kind is not FileKind.MISSING
    except OSError:
        return False


def read_document(view: View, path: str) -> str | Skip | None:
    """The text of a document as OK loads it, why it does not, or None where there is nothing."""
    try:
        info = view.info(path)
        if info.kind is not FileKind.FILE:
            return None if info.kind is FileKind.MISSING else Skip.NOT_A_FILE
        if info.size_bytes > limits_of(view).document_bytes:
            return Skip.TOO_LARGE
        text = decode(view.read(path))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return Skip.UNREADABLE
    return text if trim(text) else Skip.BLANK


def load_docs(view: View, cwd: str, user_folder: str, here: str = "/") -> Iterator[Doc]:
    """The documents that OK loads, in order, imports in place. All names that exist in a folder count."""
    return load_candidates(view, candidates(view, cwd, user_folder, here))


def load_candidates(view: View, found: Iterable[Candidate]) -> Iterator[Doc]:
    """The documents that OK loads of those places."""
    for candidate in found:
        text = read_document(view, candidate.absolute)
        if isinstance(text, str):
            yield Doc(candidate, text, expand(view, candidate.absolute, text, import_rules(view, candidate)))


def loaded_twice(docs: Iterable[Doc]) -> list[str]:
    """The files whose text a session gets more than once, in their order: documents, and what they import."""
    counts = Counter(path for doc in docs for path in _paths(doc))
    return [path for path, count in counts.items() if count > 1]


def _paths(doc: Doc) -> Iterator[str]:
    yield doc.candidate.absolute
    yield from (met.path for met in doc.expansion.imports if met.fate is Fate.INLINED)


# Imports


def import_target(line: str) -> str | None:
    """The path that a line imports: alone on the line, behind an at sign, with a separator or a dot; else None."""
    text = trim(line)
    target = text.removeprefix("@")
    if target == text or not target or " " in text or "\t" in text:
        return None
    return target if any(mark in target for mark in "/\\.") else None


def import_rules(view: View, document: Candidate | None = None) -> ImportRules:
    """How OK imports: whole lines, in code too; below the document's folder, or from the user's home."""
    home = view.environment.get("HOME") or view.home

    def resolve(folder: str, target: str) -> str | None:
        if target.startswith("~"):
            return join_path(home, target[1:])
        called = folder if document is None else _as_called(document, folder)
        # Nothing is below the root to OK, where it looks for two slashes, nor below ".", where it looks for "./".
        is_below = join_path(called, target).startswith(f"{called}/") and not target.startswith("/")
        return join_path(folder, target) if is_below else None

    return ImportRules(_directives, resolve, limits_of(view).import_levels, _REMARK)


def _as_called(document: Candidate, folder: str) -> str:
    """What OK calls the folder of `document`, or one below it: by a relative path where it calls the document so."""
    at = posixpath.dirname(document.absolute)
    is_relative = not document.path.startswith("/") and f"{folder}/".startswith(f"{at}/")
    return join_path(posixpath.dirname(document.path) or ".", folder[len(at) :]) if is_relative else folder


def _directives(text: str, span: Span) -> Iterator[Directive]:
    start = span.start
    for line in span.of(text).split("\n"):
        if (target := import_target(line)) is not None:
            yield Directive(Span(start, start + len(line)), target)
        start += len(line) + 1


# Writing


@dataclass(frozen=True, slots=True)
class DocWrite:
    """A document as OK writes it, its path and new text; `error`, in OK's words, where it writes nothing."""

    path: str
    text: str | None = None
    error: str = ""


def write_target(view: View, reach: Reach, cwd: str, user_folder: str, here: str = "/") -> str:
    """The document that OK writes for a scope: the first there is, by the order of names, else a new one.

    Empty for the user's without a user folder. Anything of the name counts as there, blank files and folders too.
    """
    is_local = reach is Reach.LOCAL
    folder = user_folder if reach is Reach.USER else cwd or "."
    if not folder:
        return ""
    names, new = (LOCAL_NAMES, NEW_LOCAL_NAME) if is_local else (NAMES, NEW_NAME)
    paths = (join_path(folder, name) for name in names)
    return next((path for path in paths if exists(view, absolute_path(path, here))), join_path(folder, new))


def takes_notes(view: View, path: str) -> bool:
    """Whether a quick note of some scope goes to this document: it is the first of its folder by the order of names."""
    folder, name = posixpath.split(path)
    reach = Reach.LOCAL if name in LOCAL_NAMES else Reach.PROJECT
    return write_target(view, reach, folder, "") == path


def append_doc(view: View, path: str, note: str) -> DocWrite:
    """What OK does with a quick note: a read, and a write to a temporary file that replaces what is there."""
    limits = limits_of(view)
    if not note_line(note):
        return DocWrite(path)
    if obstacle := folder_obstacle(view, posixpath.dirname(path)):
        return DocWrite(path, error=obstacle)
    try:
        text = decode(view.read(path))
    except FileNotFoundError:
        text = ""
    except IsADirectoryError as error:
        return DocWrite(path, error=f"read {path}: {error_words(error)}")
    except OSError as error:
        return DocWrite(path, error=f"open {path}: {error_words(error)}")
    return DocWrite(path, append_note(text, note, limits))
