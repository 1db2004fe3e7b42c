"""Paths, commands and links in an entry that lead nowhere in its project, and projects that are gone themselves."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from typing import NamedTuple
from urllib.parse import unquote

from memdesk.layouts.documents import FileKind
from memdesk.layouts.shapes.files import text_at
from memdesk.layouts.view import View
from memdesk.services.prune.reasons.reason import Reason, Rule, is_short
from memdesk.services.remembered.entries import Entry
from memdesk.text.named_paths import files_in, is_pattern, without_what_is_spoken
from memdesk.text.sentence import say

_CODE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//|#|[\w.-]+\.(?:com|org|net|io|dev|app|ai)$")
_CODE_BLOCK = re.compile(r"(?ms)^[ \t]*(`{3,}|~{3,}).*?(?:^[ \t]*\1|\Z)|`[^`\n]+`")
_MADE_NAMES = (
    ".git .venv venv node_modules dist build out target bin obj coverage tmp temp log logs cache .cache "
    "__pycache__ .next .env"
)
_MADE = frozenset(_MADE_NAMES.split(" "))
"""What is made by programs, whether git is told to ignore it or not."""
_LONG = 4
_MOST_NAMES = 30_000
"""In a larger project nothing is looked for by its name."""
_FILE = re.compile(r"^(?!/).+(?:/|\.[A-Za-z][A-Za-z0-9]{0,7})$")
_SCRIPT = re.compile(r"p?npm run (\w[\w:.-]*)")
_TARGET = re.compile(r"(make|just) ([A-Za-z][\w.-]*)")
_RECIPE = re.compile(r"^([A-Za-z][\w.-]*(?:[ \t]+[A-Za-z][\w.-]*)*)[^\n=]*?:(?!=)", re.MULTILINE)
_MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
_JUSTFILES = ("justfile", "Justfile", ".justfile")
_WEAK = 0.5


class Where(NamedTuple):
    """Where the paths of an entry are looked for. `named` gives a sentence on when they were last known, or nothing."""

    view: View
    folder: str
    named: Callable[[], str] = str


def project_gone(entry: Entry, view: View) -> Reason | None:
    """The project that an entry is for has a known folder, which is not there."""
    folder = entry.document.scope.folder
    if not folder or _exists(view, folder):
        return None
    return Reason(Rule.PROJECT_GONE, say("The project folder {folder} is not there any more.", folder=folder))


def paths_gone(entry: Entry, where: Where) -> Reason | None:
    """A path in the text that the project does not have."""
    gone = list(gone_paths(where.view, entry.text, where.folder, posixpath.dirname(entry.document.path)))
    if not gone:
        return None
    more = say(", and {count} more", count=len(gone) - 1) if len(gone) > 1 else ""
    evidence = say(
        "There is no {gone}{more} in {folder}{named}.",
        gone=gone[0],
        more=more,
        folder=where.folder,
        named=where.named(),
    )
    return Reason(Rule.PATH_GONE, evidence, 1.0 if is_short(entry) else _WEAK)


def commands_gone(entry: Entry, where: Where) -> Reason | None:
    """A command in the text that the project's own list of commands does not name.

    Only one that is run in the project's folder: what changes the folder, takes options or is told in a folder within
    may run what another list names.
    """
    beside = posixpath.dirname(entry.document.path)
    is_within = beside.startswith(f"{where.folder}/") and "/." not in beside[len(where.folder) :]
    for code in _CODE.findall(entry.text) if not is_within else ():
        for command, file in (*_scripts_gone(code, where), *_targets_gone(code, where)):
            evidence = say(
                "{file} in {folder} has no `{command}`{named}.",
                file=file,
                folder=where.folder,
                command=command,
                named=where.named(),
            )
            return Reason(Rule.COMMAND_GONE, evidence, 1.0 if is_short(entry) else _WEAK)
    return None


def links_gone(entry: Entry, where: Where) -> Reason | None:
    """A link to a file beside the document that is not there."""
    folder = posixpath.dirname(entry.document.path)
    path = next(gone_links(where.view, entry.text, where.folder, folder), "")
    if not path:
        return None
    evidence = say(
        "It links to {path}, which is not in {folder}{named}.", path=path, folder=folder, named=where.named()
    )
    return Reason(Rule.LINK_GONE, evidence, 1.0 if is_short(entry) else _WEAK)


# Paths


def gone_paths(view: View, text: str, folder: str, beside: str) -> Iterator[str]:
    """The files and folders that `text` names, and that the project in `folder` does not have; links aside.

    They are looked for from there, from the folder `beside` and those around it, and by their name alone, anywhere in
    the project. What begins with no folder of any of these was never meant as a path of it, and what git ignores may be
    made at any time.
    """
    if not folder or not _exists(view, folder):
        return
    for path in files_in(text):
        if _is_gone(view, path, folder, beside):
            yield without_what_is_spoken(path)


def gone_links(view: View, text: str, folder: str, beside: str) -> Iterator[str]:
    """The files that `text` links to and that are neither `beside` its document nor in the project's `folder`."""
    for target in _LINK.findall(_CODE_BLOCK.sub(" ", text)):
        path = unquote(target.partition("#")[0])
        if not _FILE.search(path) or _SCHEME.match(target) or is_pattern(path):
            continue
        places = [posixpath.join(place, path) for place in (beside, folder) if place]
        if not any(_exists(view, place) for place in places) and not _is_known(view, path, folder):
            yield path


def _is_gone(view: View, path: str, folder: str, beside: str) -> bool:
    """Whether a path begins in the project, and nothing of its name is anywhere in it."""
    if path.startswith("/"):
        if not path.startswith(f"{folder}/"):
            return False
        path = path[len(folder) + 1 :]
    places = list(dict.fromkeys((folder, beside, *_folders_between(folder, beside))))
    meant = {path, without_what_is_spoken(path)}
    if any(_exists(view, posixpath.join(place, one)) for place in places for one in meant):
        return False
    names = [part for part in path.split("/") if part not in (".", "..", "")]
    if len(names) < 2:
        return False
    # A long path that begins as one of the project does and goes on otherwise is of another one.
    start = "/".join(names[: 1 if len(names) < _LONG else 2])
    if names[0].startswith(".") or path.endswith("/"):
        start = posixpath.dirname(path.rstrip("/"))
    if not any(_exists(view, posixpath.join(place, start)) for place in places):
        return False
    return not any(_is_known(view, one, folder) for one in meant)


def _folders_between(folder: str, beside: str) -> Iterator[str]:
    while beside.startswith(f"{folder}/"):
        yield beside
        beside = posixpath.dirname(beside)


class _Names(NamedTuple):
    """What a project holds: every name, with and without its ending, and what git ignores; `is_all` if all was seen."""

    names: frozenset[str]
    ignored: frozenset[str]
    is_all: bool


def _is_known(view: View, path: str, folder: str) -> bool:
    """Whether a project has something of this name, or may have it: not all of it was seen, or git ignores it."""
    if not folder:
        return False
    known = view.once("names", folder, lambda: _names_in(view, folder))
    parts = [part for part in path.split("/") if part]
    name = parts[-1]
    if not known.is_all or name in known.names or _stem(name) in known.names:
        return True
    return any(fnmatchcase(part, pattern) for part in parts for pattern in known.ignored)


def _stem(name: str) -> str:
    """A name without its ending: behind a module there may stand a function, and what is built has another one."""
    return name.rpartition(".")[0] or name


def _names_in(view: View, folder: str) -> _Names:
    names, ignored, waiting, left = set[str](), set(_MADE), [folder], _MOST_NAMES
    while waiting and left > 0:
        at = waiting.pop()
        try:
            found = view.entries(at)
        except OSError:
            continue
        left -= len(found)
        for one in found:
            names |= {one.name, _stem(one.name)}
            if one.kind is FileKind.FOLDER and not one.is_link and one.name not in _MADE:
                waiting.append(f"{at}/{one.name}")
            elif one.name == ".gitignore":
                ignored.update(_patterns(text_at(view, f"{at}/{one.name}") or ""))
    return _Names(frozenset(names), frozenset(ignored), left > 0)


def _patterns(text: str) -> Iterator[str]:
    """The last name of each pattern of what git ignores: whatever has that name is not looked for."""
    for line in text.split("\n"):
        name = line.strip().rstrip("/*").rpartition("/")[2]
        if name and not line.startswith(("#", "!")):
            yield name


def _exists(view: View, path: str) -> bool:
    try:
        return view.info(posixpath.normpath(path)).kind is not FileKind.MISSING
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        # What may not be looked at may well be there.
        return True


# Commands


def _scripts_gone(code: str, where: Where) -> Iterator[tuple[str, str]]:
    called = _SCRIPT.fullmatch(code)
    text = _text(where, "package.json") if called else None
    if called is None or text is None or _text(where, "pnpm-workspace.yaml") is not None:
        return
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return
    if not isinstance(found, dict) or "workspaces" in found:
        return
    scripts = found.get("scripts")
    if called[1] not in (scripts if isinstance(scripts, dict) else {}):
        yield f"run {called[1]}", "package.json"


def _targets_gone(code: str, where: Where) -> Iterator[tuple[str, str]]:
    found = _TARGET.fullmatch(code)
    if found is None:
        return
    files = _MAKEFILES if found[1] == "make" else _JUSTFILES
    file, text = next(((name, text) for name in files if (text := _text(where, name)) is not None), ("", ""))
    # Rules by pattern and from other files are not followed.
    if not file or "%" in text or re.search(r"^[-s]?include\b|^import\b|^\$[({]", text, re.MULTILINE):
        return
    known = {name for names in _RECIPE.findall(text) for name in names.split()}
    if found[2] not in known:
        yield found[2], file


def _text(where: Where, name: str) -> str | None:
    return text_at(where.view, posixpath.join(where.folder, name)) if where.folder else None
