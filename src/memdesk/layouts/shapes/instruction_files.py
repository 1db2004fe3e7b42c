"""Files of instructions that people write for an agent: where it looks, in its order, and what keeps one from loading.

Several agents read one or more names in every folder from the file system's root, or the repository's, down to where
they start, and rules that wait for a file which they match.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from memdesk.layouts.documents import Document, DocumentKind, FileKind, Scope
from memdesk.layouts.shapes.files import document_at, files_below, folders_below, kind_of, text_at
from memdesk.layouts.shapes.globs import expanded, glob_matches, matches_nothing
from memdesk.text.sentence import joined, say

if TYPE_CHECKING:
    from memdesk.layouts.view import View

LEVELS_BELOW, MOST_BELOW = 3, 200
_OUTSIDE_BRACES = re.compile(r",(?![^{}]*\})")


class InstructionFile(NamedTuple):
    """One file. `reach` says for whom it is, `why_not` why it does not load, `when` what it waits for."""

    path: str
    reach: str
    why_not: str = ""
    when: str = ""

    @property
    def note(self) -> str:
        """What there is to know of it; empty where it simply loads."""
        if self.why_not:
            return not_loaded(self.why_not)
        return say("Loaded {when}", when=self.when) if self.when else ""

    @property
    def clause(self) -> str:
        """As `note`, behind the name of the file and a colon."""
        if self.why_not:
            return say("not loaded: {why}", why=self.why_not)
        return say("loaded {when}", when=self.when) if self.when else ""


NOT_LOADED = "Not loaded: "


def not_loaded(why: str) -> str:
    """The note on a document that an agent leaves out; it begins with `NOT_LOADED`."""
    return say("Not loaded: {why}", why=why)


def folders_down(folder: str) -> list[str]:
    """The folders from the file system's root down to `folder`."""
    chain = [folder]
    while (above := posixpath.dirname(chain[-1])) not in (chain[-1], ""):
        chain.append(above)
    return chain[::-1]


def named_files(view: View, folder: str, names: Sequence[str], reach: str) -> Iterator[InstructionFile]:
    """The files of these names in `folder`, in their order."""
    for name in names:
        path = posixpath.join(folder, name)
        if kind_of(view, path) is FileKind.FILE:
            yield InstructionFile(path, reach)


def named_below(view: View, folder: str, names: Sequence[str], reach: str) -> Iterator[InstructionFile]:
    """The files of these names in folders below, a few levels deep, which wait until a file there is read."""
    for below in folders_below(view, folder, LEVELS_BELOW, MOST_BELOW):
        when = say("when a file in {below} is read", below=posixpath.relpath(below, folder))
        yield from (file._replace(when=when) for file in named_files(view, below, names, reach))


def rule_files(view: View, folder: str, reach: str, key: str) -> Iterator[InstructionFile]:
    """The rules in `folder`. `key` names the field of their header that holds the patterns they wait for."""
    for info in files_below(view, folder, ".md"):
        path = f"{folder}/{info.name}"
        yield InstructionFile(path, reach, *_condition(text_at(view, path) or "", key))


def _condition(text: str, key: str) -> tuple[str, str]:
    """Why a rule never loads, and what it waits for."""
    patterns = rule_patterns(text, key)
    if not patterns:
        return "", ""
    if all(matches_nothing(one) for pattern in patterns for one in expanded(pattern)):
        return say("no pattern of its {key} can match: {patterns}", key=key, patterns=joined(patterns)), ""
    return "", say("when a file that matches {patterns} is read", patterns=joined(patterns))


def rule_patterns(text: str, key: str) -> list[str]:
    """The patterns of a rule: a list, or one string with commas; none in a header that is not YAML."""
    from memdesk.text.front_matter import find_front_matter, read_mapping
    from memdesk.text.yaml_values import BadFrontMatter

    try:
        value = read_mapping(text, find_front_matter(text)).get(key)
    except BadFrontMatter:
        return []
    listed = _OUTSIDE_BRACES.split(value) if isinstance(value, str) else value
    named = listed if isinstance(listed, list) else []
    return [pattern for one in named if (pattern := str(one).strip(" \t"))]


def excluded(file: InstructionFile, patterns: Sequence[tuple[str, str]], option: str) -> InstructionFile:
    """`file`, which does not load where a pattern on its path leaves it out; each comes with where it stands."""
    for pattern, where in () if file.why_not else patterns:
        if glob_matches(pattern, file.path):
            return file._replace(
                why_not=say(
                    "{option} in {where} leaves it out: {pattern}",
                    option=option,
                    where=where,
                    pattern=pattern,
                )
            )
    return file


def instruction_document(view: View, root: str, file: InstructionFile, title: str, scope: Scope) -> Document:
    """A file of instructions as a document; outside the root it is a narrow one."""
    is_inside = file.path.startswith(f"{root}/")
    own_root = root if is_inside else posixpath.dirname(file.path)
    document = document_at(view, file.path, own_root, scope, DocumentKind.RULES, title=title)
    return document._replace(narrow=not is_inside, note=file.note)


def title_below(path: str, *folders: str | None) -> str:
    """A path as people know it: from the first of `folders` that holds it, else with the folder it stands in."""
    for folder in folders:
        if folder and path.startswith(f"{folder}/"):
            return posixpath.relpath(path, folder)
    return "/".join(path.rsplit("/", 2)[-2:])
