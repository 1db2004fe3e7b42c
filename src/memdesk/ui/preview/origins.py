"""Where a line of the injected text comes from, in words."""

from __future__ import annotations

from collections.abc import Iterator

from memdesk.layouts.contract import Injected, Piece, Source
from memdesk.ui.i18n import listed, told, tr
from memdesk.ui.preview.injection import WHOLE


def origin_words(injected: Injected, name: str, start: int, length: int) -> str:
    """Of `length` characters from `start` on in a part: the files that hold them, else why the agent makes them."""
    pieces = list(_pieces(injected, name, start, start + max(1, length)))
    paths = dict.fromkeys(piece.origin.path for piece in pieces if isinstance(piece.origin, Source))
    if paths:
        return tr("From {path}", path=listed(paths))
    reasons = dict.fromkeys(
        piece.origin.reason for piece in pieces if not isinstance(piece.origin, Source) and piece.text.strip()
    )
    return tr("In no file: {reason}", reason=listed(map(told, reasons))) if reasons else ""


def _pieces(injected: Injected, name: str, start: int, end: int) -> Iterator[Piece]:
    """The pieces of a part that lie between two positions of its text."""
    at = 0
    for piece in injected.pieces:
        if name not in (WHOLE, piece.part):
            continue
        if at < end and at + len(piece.text) > start:
            yield piece
        at += len(piece.text)
