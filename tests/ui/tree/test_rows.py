"""What a row says to the eye and to a screen reader."""

from __future__ import annotations

import pytest

from memdesk.layouts.documents import Document, DocumentKind
from memdesk.layouts.optional import SwitchedOff
from memdesk.ui.tree.nodes import (
    AgentNode,
    DocumentNode,
    Node,
    ScopeNode,
    SectionNode,
    SectionRow,
    SectionState,
)
from memdesk.ui.tree.rows import tool_tip, tree_row
from memdesk.ui.widgets.marks import Marks
from tests.ui.tree.homes import HOME, YOU, memory, profile, project, rules

HOUR = 3600
NOW = 1000.0 + 2 * HOUR


def node_of(document: Document) -> DocumentNode:
    agent = AgentNode(1, Node(0, None, 0), 0, HOME, "evva", "ev")
    scope = ScopeNode(2, agent, 0, document.scope)
    agent.place(0, [scope])
    scope.place(0, [DocumentNode(3, scope, 0, document)])
    return scope.documents()[0]


def meta(node: Node, now: float | None = None) -> str:
    row = tree_row(node, now)
    return " · ".join(part for part in (row.size, row.age) if part)


def icon(node: Node) -> str:
    return tree_row(node).icon


def spoken(node: Node, now: float | None = None) -> str:
    return tree_row(node, now).accessible


def above(node: Node) -> Node:
    assert node.parent is not None
    return node.parent


def test_a_document_shows_size_and_age() -> None:
    assert meta(node_of(memory(project("api"))), NOW) == "2 KB · 2 h"


def test_a_document_is_read_out_as_one_sentence() -> None:
    node = node_of(memory(project("api")))
    node.marks = Marks(unsaved=True, changed=2, conflict=True, problem=True, writing=True)
    assert spoken(node, NOW) == (
        "MEMORY.md, unsaved, 2 changes since you looked, conflict, problem, an agent is writing, "
        "2 kilobytes, changed 2 hours ago"
    )


def test_a_document_nobody_may_edit_says_why() -> None:
    node = node_of(profile()._replace(why_read_only="The folder cannot be written."))
    assert spoken(node, NOW).endswith(
        "read-only, 2 kilobytes, changed 2 hours ago, The folder cannot be written."
    )
    assert tool_tip(node).endswith("\nThe folder cannot be written.")


def test_a_document_that_nobody_may_look_at_has_no_age() -> None:
    node = node_of(
        memory(project("api"))._replace(size_bytes=0, modified=0.0, why_read_only="Permission denied.")
    )
    assert meta(node, NOW) == ""
    assert spoken(node, NOW) == "MEMORY.md, read-only, Permission denied."
    assert tool_tip(node).splitlines()[0].endswith("/MEMORY.md")
    assert "1970" not in tool_tip(node)


def test_a_document_that_may_be_created_is_quiet() -> None:
    node = node_of(memory(project("api"))._replace(exists=False))
    assert tree_row(node).ink == tree_row(above(node)).ink == "text3"
    assert meta(node) == meta(above(node)) == "not written yet"
    assert spoken(node) == "MEMORY.md, not written yet"
    assert "Not written yet" in tool_tip(node)


def test_rules_you_wrote_have_a_pen() -> None:
    assert icon(node_of(rules(project("api")))) == "pen-line"
    assert icon(node_of(memory(project("api")))) == "file-text"


@pytest.mark.parametrize(("kind", "shape"), [(DocumentKind.LIST, "list"), (DocumentKind.RECORD, "braces")])
def test_every_kind_has_an_icon(kind: DocumentKind, shape: str) -> None:
    assert icon(node_of(profile()._replace(kind=kind))) == shape


def test_a_scope_counts_its_files_while_it_is_closed() -> None:
    scope = above(node_of(memory(project("api"))))
    assert meta(scope) == "1 file"
    scope.is_open = True
    assert meta(scope) == ""


def test_an_agent_counts_its_projects_else_its_files() -> None:
    assert meta(above(above(node_of(memory(project("api")))))) == "1 project"
    assert meta(above(above(node_of(profile())))) == "1 file"


def test_a_project_whose_folder_is_gone_is_marked_and_says_so() -> None:
    scope = above(node_of(memory(project("old", note="No known folder has this key."))))
    assert icon(scope) == "folder-x"
    assert tool_tip(scope) == "old\nNo known folder has this key."
    assert spoken(scope) == "old, 1 file, No known folder has this key."


def test_a_project_that_could_be_several_names_them() -> None:
    ambiguous = project("a-b", note="2 folders share this key")._replace(candidates=("/a/b", "/a-b"))
    scope = above(node_of(memory(ambiguous)))
    assert icon(scope) == "folders"
    assert tool_tip(scope) == "a-b\n2 folders share this key\n  /a/b\n  /a-b"


def test_scopes_have_shapes_of_their_own() -> None:
    assert icon(above(node_of(profile()))) == "user"
    assert icon(above(node_of(memory(project("api"))))) == "folder"


def test_a_section_counts_its_lines() -> None:
    document = node_of(profile())
    row = SectionRow("Decisions", 0, "Decisions", 7)
    section = SectionNode(4, document, 0, row)
    assert (meta(section), spoken(section)) == ("7 lines", "Decisions, 7 lines")
    section.section = row._replace(lines=0, state=SectionState.EMPTY)
    assert spoken(section) == "Decisions, empty"
    section.section = row._replace(state=SectionState.UNKNOWN)
    assert spoken(section) == "Decisions, 7 lines, a heading of your own"


def test_the_unseen_root_says_nothing() -> None:
    root = Node(0, None, 0)
    assert (icon(root), meta(root), tool_tip(root), spoken(root)) == ("", "", "", "")


def test_you_is_the_name_of_your_scope() -> None:
    assert spoken(above(node_of(profile()._replace(scope=YOU)))) == "You, 1 file"


def test_an_agent_whose_memory_is_off_says_so_and_why() -> None:
    agent = above(above(node_of(profile())))
    assert isinstance(agent, AgentNode)
    assert "off" not in meta(agent)
    agent.off = (
        SwitchedOff("evva neither reads nor writes project memory: EVVA_AUTO_MEMORY=0 in the environment."),
    )
    assert meta(agent).endswith(" · off")
    assert tool_tip(agent).splitlines()[1] == agent.off[0].message
    assert spoken(agent).endswith(agent.off[0].message)
    agent.off = (SwitchedOff("EverOS does not run “reflect”.", whole=False),)
    assert meta(agent).endswith(" · partly off")
