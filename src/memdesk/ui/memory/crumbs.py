"""The breadcrumb of a document: agent, scope, title, each with its siblings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice

from memdesk.layouts.documents import Document, ScopeKind
from memdesk.services.roots.roots import MemoryRoot
from memdesk.services.workspace.workspace import Workspace
from memdesk.ui import format as shown
from memdesk.ui.i18n import told
from memdesk.ui.widgets.breadcrumb import Crumb

MOST_SIBLINGS = 40
"""A menu with more entries than this helps nobody; the tree has a filter."""

_Choice = tuple[str, Callable[[], object]]


def crumbs_of(
    workspace: Workspace, root: MemoryRoot, document: Document, show: Callable[[str], object]
) -> tuple[Crumb, ...]:
    """The parts of the path to `document`; `show(path)` is what choosing a sibling does."""
    present = [other for other in workspace.last_documents(root.path) if other.exists]
    first_of_agents = (
        (other, next((d for d in workspace.last_documents(other.path) if d.exists), None))
        for other in workspace.roots
    )
    agents = ((told(other.label), first.path) for other, first in first_of_agents if first is not None)
    scopes = ((scope_title(first), first.path) for first in _first_of_scopes(present))
    kind, key = _scope_of(document)
    # Asked of each of thousands: a key tells most of them apart by itself.
    beside = (other for other in present if other.scope.key == key and other.scope.kind is kind)
    titles = ((other.title, other.path) for other in beside)
    return (
        Crumb(told(root.name) or root.layout.title, _several(agents, show)),
        Crumb(shown.isolated(scope_title(document)), _several(scopes, show)),
        Crumb(document.title, _several(titles, show)),
    )


def scope_title(document: Document) -> str:
    """The name of the scope a document belongs to."""
    return told(document.scope.title)


def _scope_of(document: Document) -> tuple[ScopeKind, str]:
    return document.scope.kind, document.scope.key


def _first_of_scopes(documents: Iterable[Document]) -> Iterator[Document]:
    known = set()
    for document in documents:
        scope = _scope_of(document)
        if scope not in known:
            known.add(scope)
            yield document


def _several(names_and_paths: Iterator[tuple[str, str]], show: Callable[[str], object]) -> Sequence[_Choice]:
    """The first choices, or none where there is but one."""
    choices = tuple((name, partial(show, path)) for name, path in islice(names_and_paths, MOST_SIBLINGS))
    return choices if len(choices) > 1 else ()
