"""What a part of a document is called in a sentence: by its key, or by what it is where that is no name."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from memdesk.text.outline import PREAMBLE_KEY, NodeKind, Outline
from memdesk.ui.format import number
from memdesk.ui.i18n import listed, tr, trn

_HEADER_FIELD = "---/"
"""How the keys of fields begin that stand in a header above entries, as in a daily log."""

_MOST_NAMED = 8
"""Parts that one sentence names: more of them nobody reads, and a message is read aloud to its end."""


def name_of(key: str) -> str:
    """The part with this key. Keys that begin with a line end are no words: no heading can be one of them."""
    if key in ("", PREAMBLE_KEY):
        return tr("the text before the first heading")
    if key.startswith(_HEADER_FIELD):
        return tr("the header")
    if not key.startswith("\n"):
        return key
    return {
        "\n---": tr("the header"),
        "\nheader": tr("the header"),
        "\nbody": tr("the text of the fact"),
    }.get(key, tr("the text between the entries"))


def entries_of(keys: Iterable[str], outline: Outline) -> list[str]:
    """The keys; in place of that of a part of an entry, that of the entry."""
    whole: dict[str, str] = {}
    for node in outline.walk():
        if node.kind is NodeKind.ENTRY:
            for part in node.walk():
                whole.setdefault(part.key, node.key)
    return [whole.get(key, key) for key in keys]


def names_of(keys: Iterable[str], shown: Callable[[str], str] = str) -> str:
    """Several parts in a row, each once, as `shown` shows them; of many the first ones, and how many more there are."""
    names = list(dict.fromkeys(shown(name_of(key)) for key in keys))
    more = len(names) - _MOST_NAMED
    if more <= 0:
        return listed(names)
    return listed((*names[:_MOST_NAMED], trn("and {n} more", "and {n} more", more, n=number(more))))
