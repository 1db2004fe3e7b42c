"""The breadcrumb of a document: agent, scope, title, each with its siblings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from memdesk.layouts.contract import Document, ScopeKind
from memdesk.services.roots import MemoryRoot
from memdesk.services.workspace import Workspace
from memdesk.ui import format as shown
from memdesk.ui.header import Crumb
from memdesk.ui.i18n import tr

MOST_SIBLINGS = 40
"""A menu with more entries than this helps nobody; the tree has a filter."""

_Choice = tuple[str, Callable[[], object]]


def crumbs_of(
    workspace: Workspace, root: MemoryRoot, document: Document, show: Callable[[str], object]
) -> tuple[Crumb, ...]:
    """The parts of the path to `document`; `show(path)` is what choosing a sibling does."""
    documents = [other for other in workspace.documents(root.path) if other.exists]
    agents = [
        (other.title, partial(show, first.path))
        for other in workspace.roots
        if (first := next((d for d in workspace.documents(other.path) if d.exists), None)) is not None
    ]
    first_of_scope = {(d.scope.kind, d.scope.key): d for d in reversed(documents)}
    scopes = [(scope_title(d), partial(show, d.path)) for d in reversed(first_of_scope.values())]
    titles = [
        (other.title, partial(show, other.path))
        for other in documents
        if (other.scope.kind, other.scope.key) == (document.scope.kind, document.scope.key)
    ]
    return (
        Crumb(root.layout.title, _several(agents)),
        Crumb(shown.isolated(scope_title(document)), _several(scopes)),
        Crumb(document.title, _several(titles)),
    )


def scope_title(document: Document) -> str:
    """The name of the scope a document belongs to."""
    return tr("You") if document.scope.kind is ScopeKind.YOU else document.scope.title


def _several(choices: Sequence[_Choice]) -> Sequence[_Choice]:
    return choices[:MOST_SIBLINGS] if len(choices) > 1 else ()
