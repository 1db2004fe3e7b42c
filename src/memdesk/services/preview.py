"""What an agent will get, with every unsaved buffer laid over the disk, and what it would get of the disk alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memdesk.layouts.contract import Document, Injected, Scope, ScopeKind
from memdesk.services.workspace import Workspace
from memdesk.text.tokens import estimate_tokens


@dataclass(frozen=True, slots=True)
class Preview:
    """What an agent gets that starts in `context`. `saved` is what it gets of the saved text, where that may differ."""

    context: Scope
    injected: Injected
    saved: Injected | None
    tokens_estimate: int


class Previewer:
    """Makes previews. Contexts are listed again after `forget`, what is saved also after a save or a reload."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._saved: tuple[object, Injected] | None = None
        self._contexts: dict[str, Sequence[Scope]] = {}

    def contexts(self, root: str) -> Sequence[Scope]:
        """The scopes an agent can start in, one preview each. Raises `NotFound` for a root that is not open."""
        layout = self._workspace.root(root).layout
        if root not in self._contexts:
            self._contexts[root] = layout.contexts(self._workspace.view, root)
        return self._contexts[root]

    def preview(self, root: str, context: Scope) -> Preview:
        """What the agent of this root gets when it starts in `context`."""
        layout = self._workspace.root(root).layout
        injected = layout.injected(self._workspace.view, root, context)
        return Preview(context, injected, self._saved_one(root, context), estimate_tokens(injected.text))

    def forget(self) -> None:
        """Something was written, or projects became known: what is saved is looked at again."""
        self._saved = None
        self._contexts.clear()

    def _saved_one(self, root: str, context: Scope) -> Injected | None:
        bases = tuple(
            (session.path, session.base) for session in self._workspace.sessions.values() if session.is_dirty
        )
        if not bases:
            return None
        name = (root, context.kind, context.key, bases)
        if self._saved is None or self._saved[0] != name:
            layout = self._workspace.root(root).layout
            self._saved = (name, layout.injected(self._workspace.disk, root, context))
        return self._saved[1]


def context_for(contexts: Sequence[Scope], document: Document | None) -> Scope:
    """The context in which the agent gets a document: its own project's, else the first one."""
    if document is not None and document.scope.kind is not ScopeKind.YOU:
        for context in contexts:
            if (context.kind, context.key) == (document.scope.kind, document.scope.key):
                return context
    return contexts[0]
