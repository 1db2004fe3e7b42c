"""Hostile documents, made of those of a sample: what other programs, hurried hands and broken writes leave behind."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from memdesk.layouts.documents import Codec, Document
from memdesk.text.document import BYTE_ORDER_MARK
from tests.text.json_texts import SPACINGS, STRINGS, VALUES, spaced

LINES = (
    *("## Notes", "## ", "##", "  ## indented", "### deeper", "# top", "## Preferences ##", "##\ttab"),
    *("=====", "-----", "   ## set in"),
    *("- by hand", "* star", "+ plus", "1. one", "  - nested", "-", "- ", "- [x](x.md) — y", "](z.md)"),
    *("- stamped *(2026-05-27T10:00:00Z)*", "- half *(2026-05", "- bad *(yesterday)*", "more *(x)* text"),
    *("```", "```md", "~~~", "    code", "````", "- ```", "<!--", "-->", "<!-- mine -->", "---", "***"),
    *("key: value", "Key : value", "'quoted': x", "tags: [a, b]", "# comment", "a:", "  b: c", "\tc: d"),
    *("--- freeze: 3", "<!-- entry:x -->", "<!-- /entry:x -->", "**owner_id**: bob", "@other.md", "{", "}"),
    *(
        "text",
        "text  ",
        "  text",
        "> quote",
        "| a | b |",
        "é漢🎉",
        "\u00a0",
        "\u2028",
        "\x0c",
        "\x1c",
        "\u0085",
    ),
    *("\udcff\udc80", "caf\udcc3", "\x00", "a\rb", "\r", BYTE_ORDER_MARK, "", "", "", " ", "\t"),
)
"""What may stand on a line: what one agent or another takes for something, and what none does."""

UNKNOWN_FIELDS = (("pinned", "true"), ("owner", '"ada"'), ("é", "[1, {}]"), ("a b", "null"))


@dataclass(frozen=True)
class Hostility:
    """Makes texts worse. `lines` are those of all documents of the agent, which turn up where they do not belong."""

    random: Random
    lines: Sequence[str]

    def worsened(self, document: Document, text: str) -> str:
        """`text` after a few accidents, perhaps none."""
        is_record = document.codec is Codec.JSON_RECORD
        return self._as_bytes_may_be(self._record(text) if is_record else self._accidents(text))

    def _accidents(self, text: str) -> str:
        lines = text.split("\n")
        accidents: Sequence[Callable[[list[str]], None]] = (
            self._insert,
            self._insert,
            self._insert,
            self._misplace,
            self._drop,
            self._repeat,
            self._swap,
            self._pad,
            self._damage,
        )
        for _ in range(self.random.choice((0, 0, 1, 1, 2, 3, 5, 9))):
            self.random.choice(accidents)(lines)
        return "\n".join(lines)

    def _place(self, lines: Sequence[str]) -> int:
        """A line; the first ones, where headers stand, more often than others."""
        most = len(lines) if self.random.random() < 0.7 else min(len(lines), 8)
        return self.random.randrange(max(1, most))

    def _insert(self, lines: list[str]) -> None:
        lines.insert(self._place(lines), self.random.choice(LINES))

    def _misplace(self, lines: list[str]) -> None:
        lines.insert(self._place(lines), self.random.choice(self.lines))

    def _drop(self, lines: list[str]) -> None:
        if len(lines) > 1:
            del lines[self._place(lines)]

    def _repeat(self, lines: list[str]) -> None:
        at = self._place(lines)
        lines.insert(at, lines[at])

    def _swap(self, lines: list[str]) -> None:
        at, other = self._place(lines), self._place(lines)
        lines[at], lines[other] = lines[other], lines[at]

    def _pad(self, lines: list[str]) -> None:
        at = self._place(lines)
        lines[at] = self.random.choice(("  {}", "\t{}", "{} ", "{}\t ", "{}\u00a0")).format(lines[at])

    def _damage(self, lines: list[str]) -> None:
        at = self._place(lines)
        line = lines[at]
        cut = self.random.randint(0, len(line))
        lines[at] = line[:cut] + self.random.choice(("\udcff", "\udce2\udc82", "\x00", "\r")) + line[cut:]

    def _record(self, text: str) -> str:
        """The same record as another program would write it, perhaps with fields of its own, or half of it."""
        try:
            pairs = [(key, json.dumps(value)) for key, value in json.loads(text).items()]
        except ValueError:
            return text
        if self.random.random() < 0.4:
            return text
        for _ in range(self.random.choice((0, 1, 2))):
            pairs.insert(self.random.randint(0, len(pairs)), self.random.choice(UNKNOWN_FIELDS))
        if self.random.random() < 0.4:
            at = self.random.randrange(len(pairs))
            value = self.random.choice(STRINGS if self.random.random() < 0.7 else VALUES)
            pairs[at] = (pairs[at][0], value)
        if self.random.random() < 0.3:
            self.random.shuffle(pairs)
        return spaced(pairs, self.random.choice(SPACINGS), self.random.choice(("", "\n")))

    def _as_bytes_may_be(self, text: str) -> str:
        """With other line ends, a mark, no line end at the end, or cut short."""
        chance = self.random.random()
        if chance < 0.15:
            text = text.replace("\r\n", "\n").replace("\n", "\r\n")
        elif chance < 0.25:
            text = "".join(
                part + ("\r\n" if self.random.random() < 0.5 else "\n") for part in text.split("\n")
            )
        if self.random.random() < 0.15:
            text = text.removesuffix("\n").removesuffix("\r")
        if self.random.random() < 0.1:
            text = BYTE_ORDER_MARK + text
        if self.random.random() < 0.04:
            text = text[: self.random.randint(0, len(text))]
        return text
