"""How the tree looks before anybody touched it. The first paint draws by it, before the tree itself is loaded."""

from __future__ import annotations

from memdesk.layouts.documents import DocumentKind, Scope, ScopeKind

FIRST_DOCUMENTS = 60
"""So many documents of a root are listed at first, more than a window shows; the rest follow from a worker."""

MOST_SCOPES_OPENED = 8
"""An agent's scopes are opened where they are no more than these."""

GROUP_ICON = "folder-tree"
"""The icon of a row that scopes stand under."""

_DOCUMENT_ICONS = {
    DocumentKind.RULES: "pen-line",
    DocumentKind.MEMORY: "file-text",
    DocumentKind.LIST: "list",
    DocumentKind.RECORD: "braces",
}
_SCOPE_ICONS = {
    ScopeKind.YOU: "user",
    ScopeKind.USER: "user",
    ScopeKind.AGENT: "bot",
    ScopeKind.PROJECT: "folder",
    ScopeKind.SHARED: "users",
    ScopeKind.LOCAL: "monitor",
}


def document_icon(kind: DocumentKind) -> str:
    """The Lucide icon of a document."""
    return _DOCUMENT_ICONS[kind]


def scope_icon(scope: Scope) -> str:
    """The Lucide icon of a scope; one that could not be resolved has a shape of its own."""
    if not scope.note:
        return _SCOPE_ICONS[scope.kind]
    return "folders" if len(scope.candidates) > 1 else "folder-x"
