"""What agents' own indexes say of documents, looked at now and then: an index changes without any file of memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from memdesk.layouts.contract import EffectKind
from memdesk.layouts.documents import Document
from memdesk.layouts.optional import Indexed, IndexState, IndexStates, IndexStatus
from memdesk.layouts.view import View
from memdesk.services.faults.boundary import answered
from memdesk.services.preview.guarding import READING
from memdesk.services.preview.survival import Loss
from memdesk.services.roots.roots import MemoryRoot
from memdesk.services.workspace.workspace import Workspace
from memdesk.text.outline import Outline
from memdesk.text.sentence import say

NOTHING = IndexStates()

TROUBLE = (IndexStatus.FAILED, IndexStatus.MISSING, IndexStatus.STALE)
"""What somebody has to do something about; the agent will not."""


def index_states(root: MemoryRoot, view: View) -> IndexStates:
    """What the index of a root says of its files; nothing where its agent keeps none. Copies databases: for workers."""
    layout: object = root.layout
    if not isinstance(layout, Indexed):
        return NOTHING
    return answered(lambda: layout.index_states(view, root.path), root.path, lambda _: NOTHING)


def entry_states(root: MemoryRoot, view: View, document: Document) -> Mapping[str, IndexState]:
    """What it says of each entry of a document, by key. For a worker, as `index_states`."""
    layout: object = root.layout
    if not isinstance(layout, Indexed) or not document.exists:
        return {}
    return answered(lambda: layout.entry_states(view, document), document.path, lambda _: {})


def sentence_of(state: IndexState, taken: datetime) -> str:
    """A state as one sentence, with what the agent itself says, labelled with its time on this machine's clock."""
    said = (
        say("{state}: {error}", state=state.message, error=state.error.strip())
        if state.error
        else state.message
    )
    return say("{said} (as of {taken:%H:%M}).", said=said, taken=taken.astimezone())


def losses_in_index(entries: Mapping[str, IndexState], outline: Outline, text: str) -> Iterator[Loss]:
    """What an agent's index lacks of the entries of a text, by key, or holds otherwise: a search goes by the index."""
    nodes = {node.key: node for node in outline.nodes}
    for key, state in entries.items():
        node = nodes.get(key)
        if node is not None and state.status in TROUBLE:
            line = text.count("\n", 0, node.span.start) + 1
            why = say("A search finds what the index holds, not what the file says.")
            yield Loss(
                EffectKind.LOST,
                line,
                node.span,
                node.span.of(text),
                say("{state}.", state=state.message),
                why,
                READING,
            )


def index_warnings(root: MemoryRoot, view: View, titles: Mapping[str, str]) -> Iterator[str]:
    """Which of these documents, by path, the agent hands out otherwise than they are, because of its index."""
    states = index_states(root, view)
    for path, title in titles.items():
        state = states.states.get(path)
        if state is not None and states.taken is not None and state.status is not IndexStatus.INDEXED:
            yield f"{title}: {sentence_of(state, states.taken)}"


@dataclass(frozen=True, slots=True)
class Looked:
    """What a look at the index of a root found, of the entries of one document too."""

    root: str
    states: IndexStates
    document: str = ""
    entries: Mapping[str, IndexState] = field(default_factory=dict)


class IndexKeeper:
    """Keeps what was last seen of every index. `look` is for a worker; all else belongs to the workspace's thread."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._known: dict[str, IndexStates] = {}
        self._entries: dict[str, Mapping[str, IndexState]] = {}

    def roots(self) -> tuple[MemoryRoot, ...]:
        """The open roots whose agents keep an index."""
        return tuple(root for root in self._workspace.roots if isinstance(root.layout, Indexed))

    def look(self, root: MemoryRoot, document: Document | None = None) -> Looked:
        """Look at the index of a root as it is now, and at the entries of `document`."""
        view = self._workspace.disk
        states = index_states(root, view)
        if document is None or states.taken is None:
            return Looked(root.path, states)
        return Looked(root.path, states, document.path, entry_states(root, view, document))

    def take(self, looked: Looked) -> frozenset[str]:
        """Take over what was found; the documents of which it says something else than before."""
        before = self._known.get(looked.root, NOTHING).states
        self._known[looked.root] = looked.states
        now = looked.states.states
        changed = {path for path in before.keys() | now.keys() if before.get(path) != now.get(path)}
        if looked.document and self._entries.get(looked.document, {}) != looked.entries:
            self._entries[looked.document] = looked.entries
            changed.add(looked.document)
        return frozenset(changed)

    def state_of(self, path: str) -> IndexState | None:
        """What is known of a document."""
        return next((known.states[path] for known in self._known.values() if path in known.states), None)

    def entries_of(self, path: str) -> Mapping[str, IndexState]:
        """What is known of the entries of a document."""
        return self._entries.get(path, {})

    def sentence_of(self, path: str) -> str:
        """What is known of a document, as one sentence with its time; empty where nothing is."""
        for known in self._known.values():
            if path in known.states and known.taken is not None:
                return sentence_of(known.states[path], known.taken)
        return ""

    def time_of(self, path: str) -> datetime | None:
        """Of when that is."""
        return next((known.taken for known in self._known.values() if path in known.states), None)

    def is_trouble(self, path: str) -> bool:
        """Whether somebody has to do something about what the index says of a document or of one of its entries."""
        states = [self.state_of(path), *self.entries_of(path).values()]
        return any(state is not None and state.status in TROUBLE for state in states)
