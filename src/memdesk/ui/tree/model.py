"""The model of the tree: roots, their documents and sections, and the marks on them.

Nothing here resets: batches are inserted, a rescan becomes the fewest row changes, marks touch their row alone. So
expansion, selection and scroll survive whatever happens on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QObject

from memdesk.layouts.documents import Document, Scope, ScopeKind
from memdesk.layouts.optional import SwitchedOff
from memdesk.ui.tree.adapter import Index, NodeModel
from memdesk.ui.tree.nodes import (
    AgentNode,
    DocumentNode,
    GroupNode,
    Loading,
    Node,
    ScopeNode,
    SectionNode,
    SectionRow,
    agent_of,
    groups_below,
)
from memdesk.ui.widgets.marks import NO_MARKS, Marks

ScopeName = tuple[ScopeKind, str]
_Name = ScopeName | str
"""A row below an agent: a scope, or a group by its title."""
_Plan = dict[_Name, "_Plan"]
_Groups = Mapping[ScopeName, Sequence[Document]]


class MadeScopes(NamedTuple):
    """The rows of scopes that were new among `documents`, which are sorted into `groups`, and these into a `plan`."""

    documents: Sequence[Document]
    groups: _Groups
    plan: _Plan
    scopes: Mapping[ScopeName, ScopeNode]

    def are_of(self, documents: Sequence[Document]) -> bool:
        """Whether these are the documents that all of it was made of."""
        # Thousands are the very same: this takes a hundredth of what it takes to sort them.
        return list(self.documents) == list(documents)


NOTHING_MADE = MadeScopes((), MappingProxyType({}), {}, MappingProxyType({}))
ScopeMaker = Callable[[Sequence[Document]], MadeScopes]


class MemoryTreeModel(NodeModel):
    """Agents, their scopes, documents and sections. Answer `sections_wanted` with `set_sections`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._agents: dict[str, AgentNode] = {}
        # One file may stand under two roots (a narrow root in a project that two homes know).
        self._documents: dict[str, tuple[DocumentNode, ...]] = {}

    # Where things are

    def index_of(self, path: str, key: str | None = None, occurrence: int = 0) -> QModelIndex:
        """The row of a document, or of one of its sections; invalid where the tree has none."""
        for document in self._documents.get(path, ()):
            node = document if key is None else document.section(key, occurrence)
            if node is not None:
                return self.index_of_node(node)
        return QModelIndex()

    def index_of_root(self, root_path: str) -> QModelIndex:
        """The row of an agent; invalid where the tree has none."""
        return self.index_of_node(self._agents.get(root_path))

    def rows_to_open(self, root_path: str, most: int) -> list[QModelIndex]:
        """The groups of an agent, and its scopes where they are no more than `most`."""
        agent = self._agents.get(root_path)
        if agent is None:
            return []
        scopes = list(agent.scopes.values()) if len(agent.scopes) <= most else []
        return [self.index_of_node(node) for node in (*groups_below(agent), *scopes)]

    def root_at(self, index: Index) -> str | None:
        """The root that the row at `index` belongs to."""
        agent = agent_of(self.node(index))
        return None if agent is None else agent.root_path

    def scope_at(self, index: Index) -> Scope | None:
        """The scope that the row at `index` is, or stands in."""
        node: Node | None = self.node(index)
        while node is not None and not isinstance(node, ScopeNode):
            node = node.parent
        return None if node is None else node.scope

    def document_at(self, index: Index) -> Document | None:
        """The document that the row at `index` is, or is a section of."""
        node: Node | None = self.node(index)
        if isinstance(node, SectionNode):
            node = node.parent
        return node.document if isinstance(node, DocumentNode) else None

    def section_at(self, index: Index) -> SectionRow | None:
        """The section at `index`."""
        node = self.node(index)
        return node.section if isinstance(node, SectionNode) else None

    # Roots and documents

    def add_root(self, root_path: str, title: str, monogram: str) -> None:
        """Add an agent as the last row. A root that is there already stays as it is."""
        if root_path in self._agents:
            return
        row = len(self.root.children)
        agent = AgentNode(self.next_number(), self.root, row, root_path, title, monogram)
        self._agents[root_path] = agent
        self.enter(agent)
        self.insert_nodes(self.root, row, [agent])

    def set_switched_off(self, root_path: str, off: tuple[SwitchedOff, ...]) -> None:
        """Say what of an agent's memory is switched off; nothing where the agent is gone."""
        agent = self._agents.get(root_path)
        if agent is not None and agent.off != off:
            agent.off = off
            self.touch(agent)

    def set_paused(self, root_path: str, *, is_paused: bool) -> None:
        """Say whether an agent's folder is not watched; nothing where the agent is gone."""
        agent = self._agents.get(root_path)
        if agent is not None and agent.paused != is_paused:
            agent.paused = is_paused
            self.touch(agent)

    def set_title(self, root_path: str, title: str) -> None:
        """Call an agent otherwise; nothing where it is gone."""
        agent = self._agents.get(root_path)
        if agent is not None and agent.title != title:
            agent.title = title
            self.touch(agent)

    def remove_root(self, root_path: str) -> None:
        """Take an agent and all below it out; nothing where there is none."""
        agent = self._agents.pop(root_path, None)
        if agent is not None:
            self._forget(self.remove_nodes(self.root, agent.row, agent.row), agent)

    def extend(self, root_path: str, documents: Sequence[Document]) -> None:
        """Add a batch of documents, in tree order, behind those of the root that are there.

        Raises:
            KeyError: the root was not added.
        """
        agent = self._agents[root_path]
        fresh: list[Node] = []
        for name, group in _by_scope(documents).items():
            scope = agent.scopes.get(name)
            if scope is not None:
                first = len(scope.children)
                self.insert_nodes(scope, first, [self._new_document(scope, d, 0) for d in group])
                self._touch_all(scope)
                continue
            above = group[0].scope.above
            if above or (fresh and fresh[-1].parent is not agent):
                # A group that is made now comes behind what was found before it.
                self._insert_last(fresh)
            parent = self._group_for(agent, above)
            row = len(parent.children) + len(fresh)
            agent.scopes[name] = self._take_in(_new_scope(group, self._numbers), parent, row)
            fresh.append(agent.scopes[name])
        self._insert_last(fresh)
        self.touch(agent)

    def _insert_last(self, nodes: list[Node]) -> None:
        """Put new nodes of one parent in as its last rows, and forget them."""
        parent = nodes[0].parent if nodes else None
        if parent is not None:
            self.insert_nodes(parent, len(parent.children), tuple(nodes))
            self._touch_all(parent)
        nodes.clear()

    def _group_for(self, agent: AgentNode, above: Sequence[str]) -> Node:
        """The row that scopes of these groups stand under; groups that are missing are added as last rows."""
        parent: Node = agent
        for title in above:
            found = next((c for c in parent.children if isinstance(c, GroupNode) and c.title == title), None)
            if found is None:
                found = self._new_group(parent, title, len(parent.children))
                self.insert_nodes(parent, found.row, [found])
            parent = found
        return parent

    def _new_group(self, parent: Node, title: str, row: int) -> GroupNode:
        group = GroupNode(self.next_number(), parent, row, title)
        self.enter(group)
        return group

    def maker(self, root_path: str) -> ScopeMaker:
        """What makes the rows of scopes that a root does not have yet, for `replace_documents`; in any thread."""
        agent = self._agents.get(root_path)
        return partial(_made, frozenset(agent.scopes if agent is not None else ()), self._numbers)

    def replace_documents(
        self, root_path: str, documents: Sequence[Document], made: MadeScopes = NOTHING_MADE
    ) -> None:
        """What a rescan found, as the fewest row changes: what is still there keeps its place in the view.

        Rows of `made` come in as they are, where they still are those that are wanted.

        Raises:
            KeyError: the root was not added.
        """
        agent = self._agents[root_path]
        if not made.are_of(documents):
            now = _by_scope(documents)
            wanted = {name: node for name, node in made.scopes.items() if _holds(node, now.get(name))}
            made = MadeScopes(documents, now, _plan(now), wanted)
        groups = made.groups
        for name in agent.scopes.keys() - groups.keys():
            del agent.scopes[name]
        stayed = tuple(agent.scopes)
        self._follow_groups(agent, agent, made.plan, made)
        for name in stayed:
            self._replace_in_scope(agent.scopes[name], groups[name], agent)
        self.touch(agent)

    def _follow_groups(
        self,
        agent: AgentNode,
        parent: Node,
        plan: _Plan,
        made: MadeScopes,
    ) -> None:
        """Turn the rows below an agent or a group into those of `plan`."""
        names = list(plan)

        def make(row: int) -> Node:
            name = names[row]
            if isinstance(name, str):
                return self._new_group(parent, name, row)
            ready = made.scopes.get(name) or _new_scope(made.groups[name], self._numbers)
            agent.scopes[name] = self._take_in(ready, parent, row)
            return ready

        self._forget(self.follow(parent, [_name_of(child) for child in parent.children], names, make), agent)
        for child in parent.children:
            if isinstance(child, GroupNode):
                self._follow_groups(agent, child, plan[child.title], made)
                self.touch(child)

    def _replace_in_scope(self, scope: ScopeNode, documents: Sequence[Document], agent: AgentNode) -> None:
        if scope.scope != documents[0].scope:
            scope.scope = documents[0].scope
            self.touch(scope)
        old = [node.document.path for node in scope.documents()]
        new = [document.path for document in documents]
        gone = self.follow(scope, old, new, lambda row: self._new_document(scope, documents[row], row))
        self._forget(gone, agent)
        if old != new:
            self.touch(scope)
        for node, document in zip(scope.documents(), documents, strict=True):
            if node.document != document:
                self._replace_document(node, document)

    def update_document(self, document: Document) -> None:
        """Size, time or rights of one document are others now. A path the tree does not show is left alone."""
        for node in self._documents.get(document.path, ()):
            if node.document != document:
                self._replace_document(node, document)

    def _replace_document(self, node: DocumentNode, document: Document) -> None:
        appeared = document.exists and not node.document.exists
        counted = document.exists != node.document.exists
        node.document = document
        if appeared:
            node.loading = Loading.UNASKED
        if counted:
            self._touch_all(node)
        else:
            self.touch(node)

    def _touch_all(self, node: Node) -> None:
        """A row and those above it, which count or show what is below them, read differently now."""
        above: Node | None = node
        while above is not None and above is not self.root:
            self.touch(above)
            above = above.parent

    def _take_in(self, scope: ScopeNode, parent: Node, row: int) -> ScopeNode:
        """Let a scope that was made stand below `parent`."""
        scope.parent, scope.row = parent, row
        self.enter(scope)
        for node in scope.children:
            # A scope that was made has documents alone.
            if isinstance(node, DocumentNode):
                self._enter_document(node)
        return scope

    def _new_document(self, scope: ScopeNode, document: Document, row: int) -> DocumentNode:
        node = DocumentNode(self.next_number(), scope, row, document)
        self._enter_document(node)
        return node

    def _enter_document(self, node: DocumentNode) -> None:
        self.enter(node)
        path = node.document.path
        twins = self._documents.get(path)
        self._documents[path] = (*twins, node) if twins else (node,)

    def _forget(self, gone: Iterable[Node], agent: AgentNode) -> None:
        for node in gone:
            if node.is_open:
                agent.gone_open.add(_address_of(node))
            if isinstance(node, DocumentNode):
                agent.marked.discard(node)
                path = node.document.path
                self._documents[path] = tuple(twin for twin in self._documents[path] if twin is not node)

    # Sections and marks

    def set_sections(self, path: str, sections: Sequence[SectionRow]) -> None:
        """What the sections of a document are now. A path the tree does not show is left alone."""
        for document in self._documents.get(path, ()):
            self._set_sections(document, sections)

    def has_sections(self, path: str) -> bool:
        """Whether every row of a document lists its sections already."""
        documents = self._documents.get(path, ())
        return bool(documents) and all(document.loading is Loading.KNOWN for document in documents)

    def is_asked(self, path: str) -> bool:
        """Whether anybody wanted to see the sections of a document."""
        return any(document.loading is not Loading.UNASKED for document in self._documents.get(path, ()))

    def _set_sections(self, document: DocumentNode, sections: Sequence[SectionRow]) -> None:
        document.loading = Loading.KNOWN
        old = [(node.section.key, node.section.occurrence) for node in document.sections()]
        new = [(section.key, section.occurrence) for section in sections]
        if new != old or not document.named:
            self.follow(document, old, new, lambda row: self._new_section(document, sections[row], row))
            document.named = dict(zip(new, document.sections(), strict=True))
        for node, section in zip(document.sections(), sections, strict=True):
            if node.section != section:
                node.section = section
                self.touch(node)
        self.touch(document)

    def _new_section(self, document: DocumentNode, section: SectionRow, row: int) -> SectionNode:
        node = SectionNode(self.next_number(), document, row, section)
        self.enter(node)
        return node

    def set_marks(self, path: str, marks: Marks) -> None:
        """Mark a document, and with it the closed rows above. A path the tree does not show is left alone."""
        for document in self._documents.get(path, ()):
            if document.marks != marks:
                self._set_marks(document, marks)

    def _set_marks(self, document: DocumentNode, marks: Marks) -> None:
        document.marks = marks
        agent = agent_of(document)
        if agent is not None:
            (agent.marked.discard if marks == NO_MARKS else agent.marked.add)(document)
        self._touch_all(document)

    def mark_sections(self, path: str, marks: Mapping[tuple[str, int], Marks], *, whole: bool) -> None:
        """Mark sections of a document, by key and occurrence; where that is the `whole`, the others get no mark."""
        for document in self._documents.get(path, ()):
            for section in document.sections():
                node_id = (section.section.key, section.section.occurrence)
                now = marks.get(node_id, NO_MARKS if whole else section.marks)
                # Of thousands nearly all have none, and keep none.
                if section.marks is not now and section.marks != now:
                    section.marks = now
                    self.touch(section)

    def set_open(self, index: Index, is_open: bool) -> None:
        """Remember whether the view shows what is below a row: a closed row carries the marks of what it hides."""
        node = self.node(index)
        if node is not self.root and node.is_open != is_open:
            node.is_open = is_open
            self.touch(node)

    def take_reopened(self, parent: Index, first: int, last: int) -> list[Node]:
        """Of the rows `first` to `last` and those below them, each that was open when it went; only once."""
        agent = agent_of(self.node(parent))
        if agent is None or not agent.gone_open:
            return []
        came = [node for row in self.node(parent).children[first : last + 1] for node in row.walk()]
        reopened = [node for node in came if _address_of(node) in agent.gone_open]
        agent.gone_open.difference_update(_address_of(node) for node in reopened)
        return reopened

    def open_numbers(self) -> list[int]:
        """The numbers of the rows that the view has open."""
        return [node.number for node in self.nodes if node.is_open]

    def refresh_ages(self) -> None:
        """Let the ages be written again, as time goes by."""
        for agent in self._agents.values():
            for scope in agent.scopes.values():
                for document in scope.children:
                    document.said = None
                if scope.is_open and scope.children:
                    first, last = scope.children[0], scope.children[-1]
                    self.dataChanged.emit(self.index_of_node(first), self.index_of_node(last))


def _made(known: Container[ScopeName], numbers: Iterator[int], documents: Sequence[Document]) -> MadeScopes:
    groups = _by_scope(documents)
    scopes = {name: _new_scope(group, numbers) for name, group in groups.items() if name not in known}
    return MadeScopes(documents, groups, _plan(groups), scopes)


def _holds(scope: ScopeNode, documents: Sequence[Document] | None) -> bool:
    return [node.document for node in scope.documents()] == documents


def _new_scope(documents: Sequence[Document], numbers: Iterator[int]) -> ScopeNode:
    """A scope with its documents, which stands nowhere yet."""
    scope = ScopeNode(next(numbers), None, 0, documents[0].scope)
    scope.children = [
        DocumentNode(next(numbers), scope, row, document) for row, document in enumerate(documents)
    ]
    return scope


def _name_of(node: Node) -> _Name:
    if isinstance(node, ScopeNode):
        return node.scope.kind, node.scope.key
    return node.title if isinstance(node, GroupNode) else ""


def _address_of(node: Node) -> tuple[Hashable, ...]:
    """What names a row below an agent also once it was made anew; its own name first."""
    names: list[Hashable] = []
    above: Node | None = node
    while above is not None and not isinstance(above, AgentNode):
        names.append(above.document.path if isinstance(above, DocumentNode) else _name_of(above))
        above = above.parent
    return tuple(names)


def _plan(groups: _Groups) -> _Plan:
    """The rows below an agent, in order: groups by their title with what is below them, and scopes."""
    plan: _Plan = {}
    for name, documents in groups.items():
        inside = plan
        for title in documents[0].scope.above:
            inside = inside.setdefault(title, {})
        inside[name] = {}
    return plan


def _by_scope(documents: Iterable[Document]) -> dict[ScopeName, list[Document]]:
    groups: dict[ScopeName, list[Document]] = {}
    for document in documents:
        name = (document.scope.kind, document.scope.key)
        group = groups.get(name)
        if group is None:
            groups[name] = [document]
        else:
            group.append(document)
    return groups
