"""Which node of a document the arguments of a command mean."""

from __future__ import annotations

import os

from memdesk.errors import NotFound, UsageError
from memdesk.layouts.documents import Document
from memdesk.layouts.shapes.fact_file import BODY_KEY
from memdesk.text.document import readable
from memdesk.text.outline import Node, NodeKind, Outline

_HINT = "memdesk tree --json lists the keys."
ONE_KEY = "--occurrence says which of several entries with one key is meant, so name one key."
"""What is said where several keys are named beside an occurrence."""


def find_node(
    outline: Outline, document: Document, word: str, occurrence: int | None = None, *, what: str = "entry"
) -> Node:
    """The node with this key, or the heading in one; else that with this title, or the body of the fact of this file.

    A key with bytes that are not UTF-8 is also known as JSON has it, with U+FFFD in their place.
    `occurrence` is that of the node among those with its key, as `tree` prints it. Without one, a heading that stands
    several times means the first, as it does for agents. Raises `NotFound`, and `UsageError` where several are meant.
    """
    nodes = (*outline.walk(), *outline.named)
    meant = (
        [node for node in nodes if node.key == word]
        or [node for node in nodes if readable(node.key) == word]
        or [node for node in nodes if node.title == word and node.kind is not NodeKind.HEADING]
    )
    if not meant and word == stem_of(document):
        meant = [node for node in nodes if node.key == BODY_KEY]
    if occurrence is not None:
        meant = [node for node in meant if node.occurrence == occurrence]
    if not meant:
        raise NotFound(
            "{path} has no {what} “{word}”.",
            hint=_HINT if what == "entry" else "",
            path=document.path,
            what=what,
            word=word if occurrence is None else f"{word} ({occurrence})",
        )
    if len(meant) > 1 and meant[0].kind is not NodeKind.SECTION:
        raise _ambiguous(document, word, meant)
    return meant[0]


def _ambiguous(document: Document, word: str, meant: list[Node]) -> UsageError:
    if len({node.key for node in meant}) > 1:
        return UsageError(
            "“{word}” means several entries of {path}; name one by its key: {keys}.",
            word=word,
            path=document.path,
            keys=", ".join(f"“{node.key}”" for node in meant),
        )
    return UsageError(
        "“{word}” stands {n} times in {path}; say which with --occurrence, 0 to {last}.",
        word=word,
        n=len(meant),
        path=document.path,
        last=max(node.occurrence for node in meant),
    )


def stem_of(document: Document) -> str:
    """The name of a document's file without its ending, which is what a fact is called."""
    return os.path.splitext(os.path.basename(document.path))[0]
