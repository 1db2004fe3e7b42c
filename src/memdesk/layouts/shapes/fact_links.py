"""What the links of a store lead to, however they are spelt: one rule for its index, its facts and their names.

A fact that the index names may be a hub, and what it links to is found through it.
"""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import quote, unquote

from memdesk.text.code_stretches import is_within, unread_stretches
from memdesk.text.edits import Edit, Span, apply_all, replace

WIKI_LINK = re.compile(r"\[\[([^\[\]\n|]+)(?:\|([^\[\]\n]*))?\]\]")
"""A name in double brackets, and behind a bar what is shown for it."""

_DESTINATION = (
    r"(<[^<>\n]*+>[^()\n]*+|"
    r"(?:\\.|[^()\n\"'\\]++|(?<=[ \t])(?:\"[^\"\n]*+\"|'[^'\n]*+')(?=[ \t]*+\))|[\"'\\]|\([^()\n]*+\))*+)"
)
_LINK = re.compile(rf"(?:\[([^\[\]\n]*)|())\]\({_DESTINATION}\)")
"""A link of Markdown: groups 1 or 2 are what it shows, 3 is all between its parentheses, which may hold such pairs."""
_FILE = re.compile(
    r"[ \t]*+(?:<([^<>\n]{1,1024}?)\.md(?:#[^<>\n]*)?>|([^<>\n]{1,1024}?)\.md(?:#[^<>\n\"]*?)?)"
    r"(?:[ \t]++(?:\"[^\n]*\"|'[^\n]*'|\([^\n]*\)))?[ \t]*"
)
"""What stands between the parentheses of a link to a file: groups 1 or 2 are its target, without `.md` and part."""

_BARE_LINK = re.compile(r"(?:\[([^\[\]\n]*)|())\]\((?=[^)\n]{1,1027}+(?<=\.md)\))([^)\n]{1,1024})\.md\)")
"""A link to an agent that knows no Markdown: nothing but `](X.md)`; groups 1 or 2 are what it shows, 3 is X."""

_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|\$")
_FILE_SCHEME = "file://"
_ENDS_TARGET = re.compile(r"[()<>\[\]%#\"'\\\n\r]|^[ \t]|[ \t]$")
_JOINS = re.compile(r"[-_ \t\u00a0]+")


class FileLink(NamedTuple):
    """A link to a file of Markdown: where what it shows stands, its target without `.md`, and where it ends."""

    title: Span
    target: Span
    end: int


def file_links(text: str, span: Span, *, is_markdown: bool = True) -> Iterator[FileLink]:
    """The links to files in a stretch, as Markdown has them, or as an agent that knows no more than `](X.md)`."""
    for link in (_LINK if is_markdown else _BARE_LINK).finditer(text, *span):
        file = _FILE.fullmatch(text, *link.span(3)) if is_markdown else link
        if file is not None:
            group = 3 if file is link else 1 if file[1] is not None else 2
            title = Span(*link.span(1 if link[1] is not None else 2))
            yield FileLink(title, Span(*file.span(group)), link.end())


def wiki_links(text: str) -> Iterator[re.Match[str]]:
    """The names in double brackets of a text, but for those in code and comments.

    A shell writes its conditions and its classes of characters so: these begin or end with a blank or a colon.
    """
    for link in WIKI_LINK.finditer(text):
        said = link[1]
        if said.strip(" \t:") == said and not is_within(link.start(), unread_stretches(text)):
            yield link


def folded(name: str) -> str:
    """`name` as it is compared: whatever joins its words, in small letters, each letter with its marks one."""
    return unicodedata.normalize("NFC", _JOINS.sub("-", name)).casefold()


def meant_name(words: str) -> str:
    """The name in double brackets as it is compared, without `.md` and what stands behind `#`; empty for no file."""
    return folded(words.partition("#")[0].strip(" \t").removesuffix(".md"))


def path_of(target: str, folder: str, home: str) -> str:
    """The path that a target leads to from a file in `folder`; empty for an address of another kind."""
    if target.startswith(_FILE_SCHEME):
        target = target.removeprefix(_FILE_SCHEME).removeprefix("localhost")
    if target.startswith("~/"):
        target = home + target[1:]
    elif _SCHEME.match(target) and not (target[1:2] == ":" and folder[1:2] == ":"):
        return ""
    return posixpath.normpath(posixpath.join(folder, target))


class FactLinks:
    """The facts of a store, as links lead to them.

    `stems` are their paths from `folder`, without `.md`; `names` what their headers call them, by stem. A name may lack
    one of the `kinds` that stands before the stem of its file.
    """

    def __init__(
        self,
        folder: str,
        stems: Iterable[str],
        home: str = "",
        names: Mapping[str, str] | None = None,
        kinds: Sequence[str] = (),
    ) -> None:
        self._folder = folder
        self._home = home
        self.stems = tuple(dict.fromkeys(stems))
        self._stems = frozenset(self.stems)
        self._folded: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._kindless: dict[str, list[str]] = {}
        for stem in sorted(self._stems):
            self._folded.setdefault(folded(stem), stem)
            base = folded(posixpath.basename(stem))
            for kind in kinds:
                if base.startswith(f"{kind}-"):
                    self._kindless.setdefault(base.removeprefix(f"{kind}-"), []).append(stem)
        for stem, name in (names or {}).items():
            self._names.setdefault(folded(name), stem)
        for stem in sorted(self._stems, key=lambda stem: stem.count("/")):
            self._names.setdefault(folded(posixpath.basename(stem)), stem)

    def stem(self, target: str, within: str = "") -> str:
        """The fact that a link without its `.md` leads to from a sub-folder of the store; empty for none."""
        if target in self._stems and not within:
            return target
        stems = [
            path.removeprefix(f"{self._folder}/").removesuffix(".md") for path in self.paths(target, within)
        ]
        exact = next((stem for stem in stems if stem in self._stems), "")
        return exact or next(filter(None, (self._folded.get(folded(stem)) for stem in stems)), "")

    def paths(self, target: str, within: str = "") -> list[str]:
        """Where the file of such a link may be: as it is spelt, then as it reads; none for an address of the web."""
        folder = posixpath.join(self._folder, within).rstrip("/")
        places = []
        for spelt in spellings(target):
            is_own = posixpath.normpath(posixpath.join(within, spelt)) in self._stems
            places.append(posixpath.join(folder, spelt) if is_own else path_of(spelt, folder, self._home))
        return [f"{posixpath.normpath(place)}.md" for place in places if place]

    def named(self, words: str) -> str:
        """The fact that a name in double brackets means; empty where there is none, or more than one may be."""
        name = meant_name(words)
        alike = self._kindless.get(name, ())
        return self._names.get(name) or self._folded.get(name) or (alike[0] if len(alike) == 1 else "")

    def linked(self, text: str, within: str = "") -> Iterator[str]:
        """The facts that the links of a text lead to, by path or by name."""
        for link in file_links(text, Span(0, len(text))):
            if not is_within(link.target.start, unread_stretches(text)):
                yield self.stem(link.target.of(text), within)
        yield from (self.named(link[1]) for link in wiki_links(text))

    def reached(self, starts: Iterable[str], texts: Mapping[str, str]) -> set[str]:
        """All facts that links lead to from those at the start; `texts` has what each of them says."""
        found = set(starts) & self._stems
        ahead = list(found)
        while ahead:
            stem = ahead.pop()
            new = ({*self.linked(texts[stem], posixpath.dirname(stem))} - found) & self._stems
            found |= new
            ahead += new
        return found


def spellings(target: str) -> Iterator[str]:
    """A target as it stands, and what it says where signs in it are escaped."""
    target = target.strip(" \t")
    yield target
    plain = unquote(_ESCAPED.sub(r"\1", target))
    if plain != target:
        yield plain


def written_target(stem: str) -> str:
    """A stem as a target of Markdown: with what would end it, or read as something else, escaped."""
    return _ENDS_TARGET.sub(lambda sign: quote(sign[0]), stem)


def linked_stem(target: str) -> str:
    """The stem, as a path from the store, that a target in its index means by itself, whatever facts there are."""
    return posixpath.normpath(unquote(_ESCAPED.sub(r"\1", target.strip(" \t"))))


def renamed_links(text: str, folder: str, paths: Mapping[str, str], names: Mapping[str, str]) -> str:
    """`text` of a file in `folder`, whose links lead to the new files and give the new names of what they meant.

    `paths` are those of files, old and new in the same folder; a name is what stands in double brackets.
    """
    new_stems = {old: posixpath.splitext(posixpath.basename(new))[0] for old, new in paths.items()}
    edits: list[Edit] = []
    for link in file_links(text, Span(0, len(text))):
        target = link.target.of(text)
        stem = new_stems.get(f"{path_of(linked_stem(target), folder, '')}.md")
        if stem is not None:
            edits.append(replace(text, link.target, posixpath.join(posixpath.dirname(target), stem)))
    stems = {posixpath.splitext(posixpath.basename(old))[0]: new for old, new in new_stems.items()}

    def to_name(link: re.Match[str]) -> str:
        old = link[1].strip(" \t")
        return link[0].replace(link[1], names.get(old) or stems.get(old) or link[1], 1)

    return WIKI_LINK.sub(to_name, apply_all(text, edits))
