"""What an agent will get, with every unsaved buffer laid over the disk, and what it would get of the disk alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from memdesk.layouts.contract import Injected, Source
from memdesk.layouts.documents import Document, Scope, ScopeKind
from memdesk.layouts.optional import Budgeted, Recalled, Recalling
from memdesk.layouts.shapes.files import text_at
from memdesk.layouts.view import View
from memdesk.services.machine.laid_over import LaidOverView, RememberedView
from memdesk.services.preview.raising import Raise, Raising
from memdesk.services.roots.roots import MemoryRoot
from memdesk.services.workspace.workspace import Workspace
from memdesk.text.document import invalid_places, readable
from memdesk.text.sentence import say
from memdesk.text.tokens import estimate_tokens

REMEMBERED_S = 10.0
"""So long what the disk said is believed without being told of a change: files outside all roots are not watched."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What an agent gets that starts in `context`. `saved` is what it gets of the saved text, where that may differ."""

    context: Scope
    injected: Injected
    saved: Injected | None
    tokens_estimate: int


@dataclass(frozen=True, slots=True)
class PreviewJob:
    """A preview to be made, of buffers as they were when it was prepared. `run` may be called in any thread."""

    context: Scope
    view: View
    inject: Callable[[View], Injected]
    saved: Callable[[], Injected | None]

    def run(self) -> Preview:
        """Make it. Raises `OSError` where a file vanishes while it is read."""
        injected = self.inject(self.view)
        return Preview(self.context, injected, self.saved(), estimate_tokens(injected.text))


class Previewer:
    """Makes previews. What the disk said is remembered until `forget`, and for ten seconds at most.

    A budget in bytes, where the agent has one, is instead of its own; 0 is none, None its own.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._saved: tuple[object, Injected] | None = None
        self._contexts: dict[str, Sequence[Scope]] = {}
        self._disk = RememberedView(workspace.disk)
        self._remembered_until_s = 0.0

    def contexts(self, root: str) -> Sequence[Scope]:
        """The scopes an agent can start in, one preview each. Raises `NotFound` for a root that is not open."""
        return self.prepare_contexts(root)()

    def prepare_contexts(self, root: str) -> Callable[[], Sequence[Scope]]:
        """The same as a job for a worker."""
        found, known, view = self._workspace.root(root), self._contexts, self._workspace.view

        def find() -> Sequence[Scope]:
            if root not in known:
                known[root] = found.contexts(view)
            return known[root]

        return find

    def preview(self, root: str, context: Scope, budget_bytes: int | None = None) -> Preview:
        """What the agent of this root gets when it starts in `context`."""
        return self.prepare(root, context, budget_bytes).run()

    def prepare(self, root: str, context: Scope, budget_bytes: int | None = None) -> PreviewJob:
        """The same as a job for a worker."""
        inject = _injecting(self._workspace.root(root), context, budget_bytes)
        disk = self._remembered()
        name = self._name_of_saved(root, context, budget_bytes)
        return PreviewJob(
            context, self._view(disk), inject, lambda: self._saved_one(name, inject, disk) if name else None
        )

    def prepare_raise(
        self, root: str, context: Scope, document: Document, position: int, budget_bytes: int | None = None
    ) -> Callable[[], Raise]:
        """How the lost line at `position` of a document could be moved above the cut, as a job for a worker."""
        found = self._workspace.root(root)
        inject = _injecting(found, context, budget_bytes)
        return Raising(found.layout, self._view(self._remembered()), document, inject, position).find

    def prepare_recall(self, root: str, context: Scope, query: str) -> Callable[[], Sequence[Recalled]]:
        """What the agent's own search finds, as a job for a worker; nothing for an agent that has none."""
        layout, view = self._workspace.root(root).layout, self.snapshot()
        if not isinstance(layout, Recalling):
            return tuple
        return partial(layout.recall, view, root, context, query)

    def snapshot(self) -> View:
        """The machine with the buffers as they are now laid over it, for a worker."""
        return self._view(self._remembered())

    def is_recalling(self, root: str) -> bool:
        """Whether the agent of this root looks entries up by a search of its own."""
        return isinstance(self._workspace.root(root).layout, Recalling)

    def is_budgeted(self, root: str) -> bool:
        """Whether another budget than the agent's own can be tried."""
        return isinstance(self._workspace.root(root).layout, Budgeted)

    def forget(self) -> None:
        """Something was written, or projects became known: the disk is looked at again."""
        self._saved = None
        self._contexts = {}
        self._remembered_until_s = 0.0

    # One step below

    def _remembered(self) -> RememberedView:
        now_s = time.monotonic()
        if now_s >= self._remembered_until_s:
            self._disk, self._saved = RememberedView(self._workspace.disk), None
            self._remembered_until_s = now_s + REMEMBERED_S
        return self._disk

    def _view(self, disk: View) -> View:
        return LaidOverView(disk, self._workspace.buffers())

    def _name_of_saved(self, root: str, context: Scope, budget_bytes: int | None) -> object | None:
        """What the preview of the saved text depends on; None where nothing is unsaved."""
        bases = tuple(
            (session.path, session.base) for session in self._workspace.sessions.values() if session.is_dirty
        )
        return (root, context.kind, context.key, budget_bytes, bases) if bases else None

    def _saved_one(self, name: object, inject: Callable[[View], Injected], disk: View) -> Injected:
        # Read and set as one: a worker and the window may ask at the same time.
        known = self._saved
        if known is None or known[0] != name:
            known = self._saved = (name, inject(disk))
        return known[1]


def _injecting(root: MemoryRoot, context: Scope, budget_bytes: int | None) -> Callable[[View], Injected]:
    return lambda view: _as_sent(root.title, root.injected(view, context, budget_bytes), view)


def _as_sent(agent: str, injected: Injected, view: View) -> Injected:
    """What arrives of it: U+FFFD for each byte that is not UTF-8, and a warning that says where the first one is."""
    if "\ufffd" not in readable(injected.text):
        return injected
    warnings: dict[str, str] = {}
    for piece in injected.pieces:
        origin = piece.origin
        if not isinstance(origin, Source) or origin.path in warnings:
            continue
        text = text_at(view, origin.path) or ""
        # A layout may give the character itself already, so the file is asked.
        if places := invalid_places(origin.span.of(text)):
            warnings[origin.path] = say(
                "{path} is not UTF-8 everywhere: {agent} gets U+FFFD there, first in line {line}.",
                path=origin.path,
                agent=agent,
                line=text.count("\n", 0, origin.span.start + places[0]) + 1,
            )
    pieces = tuple(replace(piece, text=readable(piece.text)) for piece in injected.pieces)
    return replace(injected, pieces=pieces, warnings=(*injected.warnings, *warnings.values()))


def context_for(contexts: Sequence[Scope], document: Document | None) -> Scope:
    """The context in which the agent gets a document: its own project's, else the first one."""
    if document is not None and document.scope.kind is not ScopeKind.YOU:
        for context in contexts:
            if (context.kind, context.key) == (document.scope.kind, document.scope.key):
                return context
        for context in contexts:
            if context.folder and context.folder == document.scope.folder:
                return context
    return contexts[0]
