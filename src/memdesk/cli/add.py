"""`memdesk add`: something more to remember, in the grammar of the agent."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace

from memdesk.cli.changing import demand_utf8, run_change, save_changes, words_given
from memdesk.cli.ending import Ending
from memdesk.cli.exit_codes import ExitCode
from memdesk.cli.finding import Finder, Found
from memdesk.cli.output import Output
from memdesk.layouts.contract import Change
from memdesk.layouts.optional import Addition
from memdesk.services.documents.session import DocumentSession
from memdesk.services.moving.adding import change_that_adds
from memdesk.text.outline import Node, NodeKind, Outline


def run(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Add it and say how that ended, with the key that it has got."""
    demand_utf8(arguments.section, arguments.type, arguments.name, arguments.description)
    addition = Addition(
        words_given(arguments.text),
        arguments.section or "",
        arguments.type or "",
        arguments.name or "",
        arguments.description or "",
    )
    view = finder.desk.workspace.view

    before = Outline(())

    def changes_of(session: DocumentSession) -> list[Change]:
        nonlocal before
        before = session.outline()
        return [change_that_adds(session.layout, view, session.document, addition)]

    def change(found: Found) -> Ending:
        ending = save_changes(finder, found, changes_of, "add", is_relative=True)
        after = finder.desk.workspace.sessions[found.document.path].outline()
        key = added_key(before, after, addition.section) if ending.is_done else ""
        return replace(ending, facts={**ending.facts, "key": key})

    return run_change(finder, arguments, output, change)


def added_key(before: Outline, after: Outline, asked: str) -> str:
    """The key of what is new: of an entry rather than of the section that came with it.

    Where a text went into a part that was there already, it is what was `asked` for, or else that part's key; headings
    that came along with it are not what was added.
    """
    new = list(_new_nodes(before, after))
    entries = [node for node in new if node.kind in (NodeKind.ENTRY, NodeKind.INDEX_LINE)]
    if entries:
        return entries[0].key
    if new and after.find(asked) is None:
        return new[0].key
    return asked or _grown_key(before, after)


def _grown_key(before: Outline, after: Outline) -> str:
    """The key of the innermost part whose text became longer; empty where none did."""
    lengths = {(node.key, node.occurrence): _length(node) for node in before.walk()}
    grown = [node for node in after.walk() if _length(node) > lengths[node.key, node.occurrence]]
    return min(grown, key=_length).key if grown else ""


def _length(node: Node) -> int:
    return node.span.end - node.span.start


def _new_nodes(before: Outline, after: Outline) -> Iterator[Node]:
    known = {(node.key, node.occurrence) for node in before.walk()}
    return (node for node in after.walk() if (node.key, node.occurrence) not in known)
