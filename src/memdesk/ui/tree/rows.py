"""What a row of the tree says: its name, icon, meta text, tool tip and the sentence for a screen reader."""

from __future__ import annotations

from collections.abc import Sequence

from memdesk.layouts.documents import Document, Scope, ScopeKind
from memdesk.ui import format as shown
from memdesk.ui.i18n import listed, told, tr, trn
from memdesk.ui.plain import plain_name, plain_names
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.tree.defaults import GROUP_ICON, document_icon, scope_icon
from memdesk.ui.tree.nodes import (
    AgentNode,
    DocumentNode,
    GroupNode,
    Node,
    ScopeNode,
    SectionNode,
    SectionState,
    scopes_below,
    shown_marks,
)
from memdesk.ui.widgets.marks import Marks
from memdesk.ui.widgets.tree_row import TreeRow

_PAUSED = (
    "Watching is paused here, in the settings under Folders. What agents write is seen when a document is opened or "
    "saved, or when you look again."
)


def name_of(node: Node) -> str:
    """The name a row shows and the filter looks in."""
    return plain_name(_written_name(node))


def names_of(nodes: Sequence[Node]) -> list[str]:
    """The same of many."""
    return plain_names([_written_name(node) for node in nodes])


def _written_name(node: Node) -> str:
    if isinstance(node, DocumentNode):
        return node.document.title
    if isinstance(node, SectionNode):
        return told(node.section.title)
    if isinstance(node, ScopeNode):
        return told(node.scope.title)
    return told(node.title) if isinstance(node, AgentNode | GroupNode) else ""


def tree_row(node: Node, now: float | None = None) -> TreeRow:
    """Everything a row shows; `now` (Unix seconds) is for its age."""
    meta = size, age = _meta(node, now)
    marks = shown_marks(node)
    return TreeRow(
        name=name_of(node),
        icon=_icon(node),
        monogram=node.monogram if isinstance(node, AgentNode) else "",
        weight=_weight(node, marks),
        ink=_ink(node),
        keeps_end=isinstance(node, DocumentNode | ScopeNode),
        marks=marks,
        size=size,
        age=age,
        accessible=_spoken(node, marks, meta, now),
    )


def _weight(node: Node, marks: Marks) -> Weight:
    if isinstance(node, AgentNode):
        return Weight.DemiBold
    is_changed = isinstance(node, DocumentNode) and (marks.unsaved or marks.changed > 0)
    return Weight.Medium if is_changed else Weight.Normal


def _ink(node: Node) -> ColorRole:
    if _is_quiet(node):
        return "text3"
    return "text" if isinstance(node, AgentNode | DocumentNode) else "text2"


def _icon(node: Node) -> str:
    if isinstance(node, DocumentNode):
        return document_icon(node.document.kind)
    if isinstance(node, GroupNode):
        return GROUP_ICON
    return scope_icon(node.scope) if isinstance(node, ScopeNode) else ""


def _is_quiet(node: Node) -> bool:
    """Whether a row is drawn dim: a document that may be created, and a scope that holds nothing else."""
    if isinstance(node, DocumentNode):
        return not node.document.exists
    return isinstance(node, ScopeNode) and not _existing(node)


def _meta(node: Node, now: float | None) -> tuple[str, str]:
    """The size and age of a document, the lines of a section, the count of an agent or of a closed scope."""
    if isinstance(node, DocumentNode):
        return _document_meta(node.document, now)
    if isinstance(node, SectionNode):
        has_own = node.section.lines or node.section.state is SectionState.EMPTY
        return shown.lines(node.section.lines) if has_own else "", ""
    if isinstance(node, AgentNode):
        return _agent_count(node), _off(node)
    if isinstance(node, GroupNode) and not node.is_open:
        return shown.files(sum(map(_existing, scopes_below(node)))), ""
    return (_scope_count(node), "") if isinstance(node, ScopeNode) and not node.is_open else ("", "")


def _document_meta(document: Document, now: float | None) -> tuple[str, str]:
    if not document.exists:
        return tr("not written yet"), ""
    if not _is_looked_at(document):
        return "", ""
    return shown.size(document.size_bytes), shown.age(document.modified, now)


def _is_looked_at(document: Document) -> bool:
    """Whether it is there and its size and time are known; its folder may let nobody look."""
    return document.exists and document.modified > 0


def _existing(scope: ScopeNode) -> int:
    return sum(1 for node in scope.children if isinstance(node, DocumentNode) and node.document.exists)


def _scope_count(scope: ScopeNode) -> str:
    existing = _existing(scope)
    return shown.files(existing) if existing else tr("not written yet")


def _agent_count(agent: AgentNode) -> str:
    scopes, project = list(scopes_below(agent)), ScopeKind.PROJECT
    projects = sum(1 for node in scopes if node.scope.kind is project)
    return shown.projects(projects) if projects else shown.files(sum(map(_existing, scopes)))


def _off(agent: AgentNode) -> str:
    """That memory is switched off, where it is; which, and by what, is in the tool tip."""
    if not agent.off:
        return ""
    return tr("off") if any(off.whole for off in agent.off) else tr("partly off")


def tool_tip(node: Node) -> str:
    """Where it is, when it changed, and what is uncertain about it; plain text, a fact per line."""
    if isinstance(node, DocumentNode):
        return "\n".join(_document_facts(node.document))
    if isinstance(node, ScopeNode):
        return "\n".join(
            fact for fact in (node.scope.folder or told(node.scope.title), *_scope_notes(node.scope)) if fact
        )
    if isinstance(node, AgentNode):
        paused = tr(_PAUSED) if node.paused else ""
        facts = (node.root_path, paused, *(told(off.message) for off in node.off))
        return "\n".join(fact for fact in facts if fact)
    return told(node.section.title) if isinstance(node, SectionNode) else ""


def _document_facts(document: Document) -> list[str]:
    facts = [document.path]
    if _is_looked_at(document):
        facts.append(f"{shown.exact_size(document.size_bytes)} · {shown.moment(document.modified)}")
    elif not document.exists:
        facts.append(tr("Not written yet. It is made on the first save."))
    notes = (document.note, document.why_read_only, *_scope_notes(document.scope))
    return [fact for fact in (*facts, *map(told, notes)) if fact]


def _scope_notes(scope: Scope) -> list[str]:
    return [note for note in (told(scope.note), *(f"  {folder}" for folder in scope.candidates)) if note]


def _spoken(node: Node, marks: Marks, meta: tuple[str, str], now: float | None) -> str:
    """The whole row as one sentence: "MEMORY.md, unsaved, 2 kilobytes, changed 2 hours ago"."""
    facts = [name_of(node), *_spoken_marks(marks), *_spoken_meta(node, meta, now)]
    return listed(facts)


def _spoken_marks(marks: Marks) -> list[str]:
    return [
        tr("unsaved") if marks.unsaved else "",
        _spoken_changes(marks.changed) if marks.changed else "",
        tr("conflict") if marks.conflict else "",
        tr("problem") if marks.problem else "",
        tr("not watched") if marks.paused else "",
        tr("read-only") if marks.read_only else "",
        tr("an agent is writing") if marks.writing else "",
    ]


def _spoken_changes(count: int) -> str:
    return trn("{n} change since you looked", "{n} changes since you looked", count, n=shown.number(count))


def _spoken_meta(node: Node, meta: tuple[str, str], now: float | None) -> list[str]:
    if isinstance(node, DocumentNode) and node.document.exists:
        document = node.document
        notes = [told(document.why_read_only), told(document.scope.note)]
        if not _is_looked_at(document):
            return notes
        changed = tr("changed {when}", when=shown.spoken_age(document.modified, now))
        return [shown.spoken_size(document.size_bytes), changed, *notes]
    own = isinstance(node, SectionNode) and node.section.state is SectionState.UNKNOWN
    note = told(node.scope.note) if isinstance(node, ScopeNode) else ""
    off = [told(said.message) for said in node.off] if isinstance(node, AgentNode) else []
    return [*meta, tr("a heading of your own") if own else "", note, *off]
