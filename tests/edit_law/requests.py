"""One random change of each kind, as people and the command line ask for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.documents import Document
from memdesk.text.outline import Node, Outline

HARMLESS = ("{} counts stones", "{} counts\nmany stones", "- {} counts stones\n- and shells", "{} sees é漢🎉")
"""Texts that mean nothing special to anybody. The word that stands for `{}` occurs nowhere else."""

HARMFUL = (
    *("", " ", "\n\n", "## heading\n\n{}", "{}\n## heading", "```\n{}", "{} *(2026-05-27T10:00:00Z)*"),
    *("- {} *(x)*", "{}\n---\nmore", "\ufeff{}", "a\r\nb {}", "<!-- /entry:x --> {}", "### Content\n{}"),
    *("{} --- freeze: 2", "[{}](x.md)", '"{}"', "{}: x", "  {}", "{}\x00\x1c", "'{}", "# {}", "\udcff{}"),
    *("{}" + " long" * 400,),
)
"""Texts that may be refused; where they are taken, nothing beside them may suffer."""


@dataclass(frozen=True, slots=True)
class Request:
    """A change, the node that it names, and whether its text is harmless. `word` marks that text."""

    change: Change
    node: Node | None
    word: str
    is_harmless: bool


@dataclass(frozen=True)
class Requests:
    """Makes changes of one document."""

    random: Random
    document: Document
    outline: Outline
    number: int

    def one_of_each(self) -> Iterator[Request]:
        """A change of each kind, of any node that is to be edited."""
        for kind in ChangeKind:
            yield self._request(kind)

    def _request(self, kind: ChangeKind) -> Request:
        word = f"Quokka{self.number}"
        is_harmless = self.random.random() < 0.7
        body = self.random.choice(HARMLESS if is_harmless else HARMFUL).replace("{}", word)
        node = self._node(kind)
        key, occurrence = (node.key, node.occurrence) if node else ("", 0)
        title = self._title(kind, word)
        if kind is ChangeKind.ADD:
            key, node, occurrence = self._place_to_add(word), None, 0
        index = self.random.choice((0, 0, 1, 2, 3, 99))
        change = Change(kind, self.document, key, occurrence, body, title, index)
        return Request(change, node, word, is_harmless)

    def _node(self, kind: ChangeKind) -> Node | None:
        nodes = [node for node in self.outline.walk() if node.editable]
        is_whole = (
            not self.outline.find("")
            and kind in (ChangeKind.REMOVE, ChangeKind.RENAME)
            and self.random.random() < 0.1
        )
        return None if is_whole or not nodes else self.random.choice(nodes)

    def _title(self, kind: ChangeKind, word: str) -> str:
        if kind is ChangeKind.RETYPE:
            return self.random.choice(self.document.types or ("user",))
        return self.random.choice((word, word, "Two words", "odd [title]", "", "a\nb", "Notes"))

    def _place_to_add(self, word: str) -> str:
        """Under a heading or category that is known, one that is there, a new one, or nothing said."""
        keys = [node.key for node in self.outline.walk()]
        places = (*self.document.types, *self.document.headings, "", f"New {word}", "description")
        return self.random.choice((*places, *self.random.sample(keys, min(len(keys), 2))))
