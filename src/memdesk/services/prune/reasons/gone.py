"""Paths, commands and links in an entry that lead nowhere in its project, and projects that are gone themselves."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple
from urllib.parse import unquote

from memdesk.layouts.documents import FileKind
from memdesk.layouts.shapes.files import text_at
from memdesk.layouts.view import View
from memdesk.services.prune.reasons.reason import Reason, Rule, is_short
from memdesk.services.remembered.entries import Entry
from memdesk.text.named_paths import is_pattern, paths_in
from memdesk.text.sentence import say

_EXTENSION = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,5}$")
_CODE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_TARGET_OF_LINK = re.compile(r"\]\([^)]*\)")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//|#")
_SCRIPT = re.compile(r"(?:npm|pnpm|yarn|bun) run ([\w:.-]+)")
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
    """A command in the text that the project's own list of commands does not name."""
    for code in _CODE.findall(entry.text):
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
    """The paths in `text` that are neither in the project's `folder` nor `beside` its document; targets of links aside.

    What has no ending was meant as a path only where the project has its first part.
    """
    return (path for path in paths_in(_TARGET_OF_LINK.sub(" ", text)) if _is_gone(view, path, folder, beside))


def gone_links(view: View, text: str, folder: str, beside: str) -> Iterator[str]:
    """The files that `text` links to and that are neither `beside` its document nor in the project's `folder`."""
    for target in _LINK.findall(text):
        path = unquote(target.partition("#")[0])
        if not path or _SCHEME.match(target) or is_pattern(path):
            continue
        places = [posixpath.join(place, path) for place in (beside, folder) if place]
        if not any(_exists(view, place) for place in places):
            yield path


def _is_gone(view: View, path: str, folder: str, beside: str) -> bool:
    """Whether a path was meant as one, and is nowhere where it may be meant from."""
    if path.startswith(("~/", "/")):
        whole = view.home + path[1:] if path.startswith("~") else path
        top = "/".join(whole.split("/")[:3])
        return _exists(view, top) and not _exists(view, whole) and whole.startswith(("/", view.home))
    if not folder or not _exists(view, folder):
        return False
    if any(_exists(view, posixpath.join(place, path)) for place in (folder, beside)):
        return False
    first = path.lstrip("./").partition("/")[0]
    return bool(_EXTENSION.search(path)) or _exists(view, posixpath.join(folder, first))


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
    called = _SCRIPT.findall(code)
    text = _text(where, "package.json") if called else None
    if text is None:
        return
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return
    scripts = found.get("scripts") if isinstance(found, dict) else None
    known = scripts if isinstance(scripts, dict) else {}
    yield from ((f"run {name}", "package.json") for name in called if name not in known)


def _targets_gone(code: str, where: Where) -> Iterator[tuple[str, str]]:
    found = _TARGET.match(code)
    if found is None:
        return
    files = _MAKEFILES if found[1] == "make" else _JUSTFILES
    file, text = next(((name, text) for name in files if (text := _text(where, name)) is not None), ("", ""))
    # Rules by pattern and from other files are not followed.
    if not file or "%" in text or re.search(r"^[-s]?include\b|^import\b", text, re.MULTILINE):
        return
    known = {name for names in _RECIPE.findall(text) for name in names.split()}
    if found[2] not in known:
        yield found[2], file


def _text(where: Where, name: str) -> str | None:
    return text_at(where.view, posixpath.join(where.folder, name)) if where.folder else None
