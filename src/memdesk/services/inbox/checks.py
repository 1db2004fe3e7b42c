"""What is worth a second look in what an agent wrote, at a glance: what repeats, hides, leads nowhere or is cut off."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

from memdesk.errors import MemdeskError
from memdesk.layouts.contract import Injected
from memdesk.layouts.shapes.files import real_path_of
from memdesk.layouts.view import View
from memdesk.services.duplicates.duplicates import Likeness
from memdesk.services.duplicates.pairing import are_of_one_owner
from memdesk.services.inbox.items import InboxItem
from memdesk.services.preview.preview import context_for
from memdesk.services.prune.reasons.gone import gone_links, gone_paths
from memdesk.services.remembered.entries import WHOLE
from memdesk.services.remembered.entry_items import said_beside, said_in
from memdesk.services.remembered.units import Unit
from memdesk.text.document import trim
from memdesk.text.excerpt import keys_around, mask_quotes
from memdesk.text.hidden import find_hidden_within
from memdesk.text.secrets import find_secrets
from memdesk.text.sentence import joined
from memdesk.text.shortening import beginning

_NAME_CHARS = 60


class CheckKind(StrEnum):
    """What is looked for."""

    DUPLICATE = "near-duplicate"
    SECRET = "secret"
    HIDDEN = "hidden characters"
    DEAD_PATH = "dead path"
    OVER_BUDGET = "over budget"


class Check(NamedTuple):
    """How one look ended. `evidence` is what was found, empty where nothing was; `path` where it stands."""

    kind: CheckKind
    evidence: str = ""
    path: str = ""

    @property
    def is_passed(self) -> bool:
        """Whether nothing was found."""
        return not self.evidence


class Checking:
    """Looks at changes one by one. A check that cannot run is not told.

    `alike` gives what is like a text; `view` is the machine as it is for as long as this object is used: what an agent
    gets is worked out once for each document.
    """

    def __init__(self, alike: Callable[[str], Iterable[Likeness]], view: View) -> None:
        self._alike = alike
        self._view = view
        self._injected: dict[str, Injected | None] = {}

    def run(self, item: InboxItem) -> tuple[Check, ...]:
        """Every check that could be made of what is there now; none of what is gone."""
        if item.now is None:
            return ()
        return tuple(self._each(item, item.now))

    def _each(self, item: InboxItem, now: Unit) -> Iterator[Check]:
        text = now.text
        yield duplicate_of(item, self._alike, self._view)
        yield from seen_at_once(now)
        folder = item.past.document.scope.folder
        if folder is not None and os.path.isdir(folder):
            beside = posixpath.dirname(item.path)
            dead = (
                *gone_paths(self._view, text, folder, beside),
                *gone_links(self._view, text, folder, beside),
            )
            yield Check(CheckKind.DEAD_PATH, joined(dict.fromkeys(dead)))
        if item.path not in self._injected:
            self._injected[item.path] = _injected_for(self._view, item)
        injected = self._injected[item.path]
        if injected is not None:
            yield _cut(item, injected)


def seen_at_once(now: Unit) -> Iterator[Check]:
    """What the text alone tells, as a part of a private key only with what stands around it."""
    yield Check(CheckKind.SECRET, joined(dict.fromkeys(_secrets_in(now))))
    hidden = find_hidden_within(now.text)
    yield Check(CheckKind.HIDDEN, joined(dict.fromkeys(found.label for found in hidden)))


def _secrets_in(now: Unit) -> Iterator[str]:
    """What its secrets are: those of its own text, which a record may write otherwise, and keys it is a part of."""
    yield from (found.what for found in find_secrets(now.text))
    yield from (found.what for key in keys_around(now.around, now.text) for found in find_secrets(key))


def duplicate_of(item: InboxItem, alike: Callable[[str], Iterable[Likeness]], view: View) -> Check:
    """The entry that says the same as this one, or nearly; of a section, as one of its new items and lines."""
    unit, then = item.unit, item.then
    known = set(_said_in(then)) if then is not None and item.now is not None else set()
    # Of a fact, its description stands before what it says.
    body = (unit.text.partition("\n\n")[2],) if unit.node == WHOLE else ()
    for text in (*_said_in(unit), *body):
        for like in alike(text) if text not in known else ():
            entry = like.entry
            if not are_of_one_owner(item.past.document, entry.document):
                continue
            if entry.node_id != unit.node or real_path_of(view, entry.document.path) != real_path_of(
                view, item.path
            ):
                name = entry.title or beginning(entry.text, _NAME_CHARS)
                return Check(CheckKind.DUPLICATE, mask_quotes(name, entry.around), entry.document.path)
    return Check(CheckKind.DUPLICATE)


def _said_in(unit: Unit) -> tuple[str, ...]:
    of_node = unit.text, unit.kind, unit.node
    return (*said_in(*of_node), *said_beside(*of_node))


def _cut(item: InboxItem, injected: Injected) -> Check:
    """Whether the agent does not even get where it begins; of a section it may get the first line alone."""
    key, first = item.unit.node[0], trim(item.unit.text).partition("\n")[0]
    cuts = (
        cut for cut in injected.cut if cut.path == item.path and key in ("", cut.key) and first in cut.text
    )
    why = next((cut.why for cut in cuts), "")
    return Check(CheckKind.OVER_BUDGET, why, item.path if why else "")


def _injected_for(view: View, item: InboxItem) -> Injected | None:
    """What the agent gets in the context that a document belongs to; None where that cannot be told."""
    root = item.past.root
    if root is None:
        return None
    try:
        contexts = root.contexts(view)
        return root.injected(view, context_for(contexts, item.past.document))
    except (OSError, MemdeskError, IndexError):
        return None
