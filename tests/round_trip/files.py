"""Byte files of every kind that may lie where an agent keeps its memory, each from a seed."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from memdesk.layouts.documents import Document
from memdesk.services.desk import Desk
from memdesk.text.document import decode, encode
from tests.edit_law.documents import LINES, Hostility

_LINE_ENDS = (b"\n", b"\r\n", b"\n", b"\r", b"\n\n", b"\n\r", b"\xe2\x80\xa8", b"\x0b", b"\x85", b"")
_CODECS = ("utf-16", "utf-16-le", "utf-32", "latin-1", "cp1252", "shift-jis", "utf-8-sig")
_WIDEST = 3000


class Files:
    """Makes files for the documents of a desk's open roots."""

    def __init__(self, desk: Desk) -> None:
        workspace = desk.workspace
        documents = [one for root in workspace.roots for one in workspace.documents(root.path)]
        self._documents = [one for one in documents if one.exists and one.editable]
        self._texts = {one.path: decode(Path(one.path).read_bytes()) for one in self._documents}
        self._lines = [line for text in self._texts.values() for line in text.split("\n")]

    def of(self, seed: int) -> tuple[Document, bytes]:
        """The file that belongs to a seed, and the document that it is to be."""
        random = Random(seed)
        document = random.choice(self._documents)
        makers: Sequence[Callable[[Random, Document], bytes]] = (
            self._worsened,
            self._worsened,
            self._of_pieces,
            _of_any_bytes,
            _in_another_codec,
            self._of_one_line,
        )
        return document, random.choice(makers)(random, document)

    def _worsened(self, random: Random, document: Document) -> bytes:
        return encode(Hostility(random, self._lines).worsened(document, self._texts[document.path]))

    def _of_pieces(self, random: Random, _document: Document) -> bytes:
        pieces = (*LINES, *random.choices(self._lines, k=9))
        lines = random.choices(pieces, k=random.randrange(25))
        return b"".join(encode(line) + random.choice(_LINE_ENDS) for line in lines)

    def _of_one_line(self, random: Random, _document: Document) -> bytes:
        return encode(random.choice(LINES) * random.randint(1, _WIDEST // 8))


def _of_any_bytes(random: Random, _document: Document) -> bytes:
    return random.randbytes(random.choice((0, 1, 2, 3, 40, 600)))


def _in_another_codec(random: Random, _document: Document) -> bytes:
    words = json.dumps({"é": "ß", "## Notes": ["- fact", random.random()]}, indent=random.choice((None, 2)))
    return words.encode(random.choice(_CODECS), "replace")
