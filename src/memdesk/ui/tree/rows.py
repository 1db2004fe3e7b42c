"""What a row of the tree says: its name, icon, meta text, tool tip and the sentence for a screen reader."""

from __future__ import annotations

from typing import NamedTuple

from memdesk.layouts.contract import Document, DocumentKind, Scope, ScopeKind
from memdesk.ui import format as shown
from memdesk.ui.i18n import tr, trn
from memdesk.ui.tree.nodes import (
    AgentNode,
    DocumentNode,
    Marks,
    Node,
    ScopeNode,
    SectionNode,
    SectionState,
    shown_marks,
)

_DOCUMENT_ICONS = {
    DocumentKind.RULES: "pen-line",
    DocumentKind.MEMORY: "file-text",
    DocumentKind.LIST: "list",
    DocumentKind.RECORD: "braces",
}
_SCOPE_ICONS = {
    ScopeKind.YOU: "user",
    ScopeKind.PROJECT: "folder",
    ScopeKind.SHARED: "users",
    ScopeKind.LOCAL: "monitor",
}


def name_of(node: Node) -> str:
    """The name a row shows and the filter looks in."""
    if isinstance(node, DocumentNode):
        return node.document.title
    if isinstance(node, SectionNode):
        return node.section.title
    if isinstance(node, ScopeNode):
        return node.scope.title
    return node.title if isinstance(node, AgentNode) else ""


def icon_of(node: Node) -> str:
    """The icon a row shows; empty for agents, who have a monogram, and for sections."""
    if isinstance(node, DocumentNode):
        return _DOCUMENT_ICONS[node.document.kind]
    return _scope_icon(node.scope) if isinstance(node, ScopeNode) else ""


def _scope_icon(scope: Scope) -> str:
    if not scope.note:
        return _SCOPE_ICONS[scope.kind]
    return "folders" if len(scope.candidates) > 1 else "folder-x"


def is_quiet(node: Node) -> bool:
    """Whether a row is drawn dim: a document that may be created, and a scope that holds nothing else."""
    if isinstance(node, DocumentNode):
        return not node.document.exists
    return isinstance(node, ScopeNode) and not _existing(node)


class Meta(NamedTuple):
    """The text at the end of a row. In a narrow row `size` goes first, then `age`."""

    size: str = ""
    age: str = ""

    def __str__(self) -> str:
        return " · ".join(part for part in self if part)


def meta_of(node: Node, now: float | None = None) -> Meta:
    """The size and age of a document, the lines of a section, the count of an agent or of a closed scope."""
    if isinstance(node, DocumentNode):
        return _document_meta(node.document, now)
    if isinstance(node, SectionNode):
        return Meta(shown.lines(node.section.lines))
    if isinstance(node, AgentNode):
        return Meta(_agent_count(node))
    return Meta(_scope_count(node)) if isinstance(node, ScopeNode) and not node.is_open else Meta()


def _document_meta(document: Document, now: float | None) -> Meta:
    if not document.exists:
        return Meta(tr("not written yet"))
    return Meta(shown.size(document.size_bytes), shown.age(document.modified, now))


def _existing(scope: ScopeNode) -> int:
    return sum(1 for node in scope.children if isinstance(node, DocumentNode) and node.document.exists)


def _scope_count(scope: ScopeNode) -> str:
    existing = _existing(scope)
    return shown.files(existing) if existing else tr("not written yet")


def _agent_count(agent: AgentNode) -> str:
    scopes = [node for node in agent.children if isinstance(node, ScopeNode)]
    projects = sum(1 for node in scopes if node.scope.kind is ScopeKind.PROJECT)
    return shown.projects(projects) if projects else shown.files(sum(_existing(node) for node in scopes))


def tool_tip(node: Node) -> str:
    """Where it is, when it changed, and what is uncertain about it; plain text, a fact per line."""
    if isinstance(node, DocumentNode):
        return "\n".join(_document_facts(node.document))
    if isinstance(node, ScopeNode):
        return "\n".join(
            fact for fact in (node.scope.folder or node.scope.title, *_scope_notes(node.scope)) if fact
        )
    if isinstance(node, AgentNode):
        return node.root_path
    return node.section.title if isinstance(node, SectionNode) else ""


def _document_facts(document: Document) -> list[str]:
    facts = [document.path]
    if document.exists:
        facts.append(f"{shown.exact_size(document.size_bytes)} · {shown.moment(document.modified)}")
    else:
        facts.append(tr("Not written yet. It is made on the first save."))
    return [fact for fact in (*facts, document.why_read_only, *_scope_notes(document.scope)) if fact]


def _scope_notes(scope: Scope) -> list[str]:
    return [note for note in (scope.note, *(f"  {folder}" for folder in scope.candidates)) if note]


def spoken(node: Node, now: float | None = None) -> str:
    """The whole row as one sentence: "MEMORY.md, unsaved, 2 kilobytes, changed 2 hours ago"."""
    facts = [name_of(node), *_spoken_marks(shown_marks(node)), *_spoken_meta(node, now)]
    return ", ".join(fact for fact in facts if fact)


def _spoken_marks(marks: Marks) -> list[str]:
    count = marks.changed_count
    return [
        tr("unsaved") if marks.unsaved else "",
        _spoken_changes(count) if count else "",
        tr("conflict") if marks.conflict else "",
        tr("problem") if marks.problem else "",
        tr("read-only") if marks.read_only else "",
        tr("an agent is writing") if marks.writing else "",
    ]


def _spoken_changes(count: int) -> str:
    return trn("{n} change since you looked", "{n} changes since you looked", count, n=shown.number(count))


def _spoken_meta(node: Node, now: float | None) -> list[str]:
    if isinstance(node, DocumentNode) and node.document.exists:
        document = node.document
        changed = tr("changed {when}", when=shown.spoken_age(document.modified, now))
        why = document.why_read_only
        return [shown.spoken_size(document.size_bytes), changed, why, document.scope.note]
    if isinstance(node, SectionNode) and node.section.state is SectionState.UNKNOWN:
        return [str(meta_of(node)), tr("a heading of your own")]
    note = node.scope.note if isinstance(node, ScopeNode) else ""
    return [str(meta_of(node, now)), note]
