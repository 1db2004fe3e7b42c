"""Facts that others lead to: one that the index names may be a hub, and what it links to is found through it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import unquote

from memdesk.text.code_stretches import code_stretches, is_within
from memdesk.text.edits import Span

WIKI_LINK = re.compile(r"\[\[([^\[\]\n|]+)(?:\|([^\[\]\n]*))?\]\]")
"""A name in double brackets, and behind a bar what is shown for it."""
_LINK = re.compile(r"\]\(<?([^()<>\n]+?)\.md(?:#[^()<>\n]*)?>?\)")


def wiki_links(text: str) -> Iterator[re.Match[str]]:
    """The names in double brackets of a text, but for those in code, where a shell writes its conditions so."""
    code: list[Span] | None = None
    for link in WIKI_LINK.finditer(text):
        code = code_stretches(text) if code is None else code
        if not is_within(link.start(), code):
            yield link


def linked_stem(target: str, folder: str = "") -> str:
    """The stem, as a path from the store, that a link without its `.md` means in a file of this folder of the store."""
    return posixpath.normpath(posixpath.join(folder, unquote(target)))


def linked_stems(text: str, folder: str = "") -> Iterator[str]:
    """The files that the links of a text lead to, as `linked_stem` says them; addresses are left out."""
    for link in _LINK.finditer(text):
        if "://" not in link[1]:
            yield linked_stem(link[1], folder)


def renamed_links(text: str, folder: str, paths: Mapping[str, str], names: Mapping[str, str]) -> str:
    """`text` of a file in `folder`, whose links lead to the new files and give the new names of what they meant.

    `paths` are those of files, old and new in the same folder; a name is what stands in double brackets.
    """
    new_stems = {old: posixpath.splitext(posixpath.basename(new))[0] for old, new in paths.items()}

    def to_file(link: re.Match[str]) -> str:
        stem = new_stems.get(f"{posixpath.normpath(posixpath.join(folder, linked_stem(link[1])))}.md")
        if stem is None or "://" in link[1]:
            return link[0]
        at, end = link.start(1) - link.start(), link.end(1) - link.start()
        return link[0][:at] + posixpath.join(posixpath.dirname(link[1]), stem) + link[0][end:]

    stems = {posixpath.splitext(posixpath.basename(old))[0]: new for old, new in new_stems.items()}

    def to_name(link: re.Match[str]) -> str:
        old = link[1].strip(" \t")
        return link[0].replace(link[1], names.get(old) or stems.get(old) or link[1], 1)

    return WIKI_LINK.sub(to_name, _LINK.sub(to_file, text))


def reached(starts: Iterable[str], texts: Mapping[str, str], names: Mapping[str, str]) -> set[str]:
    """All facts that links lead to from those at the start, by their stems.

    `texts` has what each fact says, `names` the stem of each name that a link in double brackets may give.
    """
    found = set(starts) & texts.keys()
    ahead = list(found)
    while ahead:
        stem = ahead.pop()
        text = texts[stem]
        called = (link[1].strip(" \t") for link in WIKI_LINK.finditer(text))
        targets = {*linked_stems(text, posixpath.dirname(stem)), *(names.get(name, name) for name in called)}
        new = targets & texts.keys() - found
        found |= new
        ahead += new
    return found
