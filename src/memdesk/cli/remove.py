"""`memdesk remove`: take entries out; the history keeps what their files held before."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from memdesk.cli.changing import run_change, save_changes
from memdesk.cli.ending import Ending
from memdesk.cli.exit_codes import ExitCode
from memdesk.cli.finding import Finder, Found
from memdesk.cli.nodes import ONE_KEY, find_node, stem_of
from memdesk.cli.output import Output
from memdesk.errors import MemdeskError, NotFound, UsageError
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.documents import Document
from memdesk.layouts.shapes.fact_file import BODY_KEY
from memdesk.services.documents.session import DocumentSession
from memdesk.text.outline import Node, NodeKind


def run(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Remove them and say how that ended, or with `--dry-run` what would.

    A fact goes with its line in the index, by whichever it was named.
    """
    keys, occurrence = arguments.entry, arguments.occurrence
    if occurrence is not None and len(keys) > 1:
        raise UsageError(ONE_KEY)

    def changes_of(session: DocumentSession) -> list[Change]:
        return _removals(finder, session, keys, occurrence)

    def change(found: Found) -> Ending:
        return save_changes(finder, found, changes_of, "remove", is_dry=arguments.dry_run)

    return run_change(finder, arguments, output, change)


def _removals(
    finder: Finder, session: DocumentSession, keys: Sequence[str], occurrence: int | None
) -> list[Change]:
    document, outline = session.document, session.outline()
    if session.base is None:
        raise NotFound("{path} is not there yet.", path=session.path)
    if _is_fact(session) and stem_of(document) in keys:
        return [Change(ChangeKind.REMOVE, document, "")]
    nodes = [find_node(outline, document, key, occurrence) for key in keys]
    # From the bottom up, so that those above keep their occurrence.
    named = {(node.key, node.occurrence): node for node in nodes}
    ordered = sorted(named.values(), key=lambda node: node.span, reverse=True)
    return [_removal(finder, document, node) for node in ordered]


def _is_fact(session: DocumentSession) -> bool:
    return session.outline().find(BODY_KEY) is not None


def _removal(finder: Finder, document: Document, node: Node) -> Change:
    fact = _fact_of(finder, document, node)
    if fact is not None:
        return Change(ChangeKind.REMOVE, fact, "")
    return Change(ChangeKind.REMOVE, document, node.key, node.occurrence)


def _fact_of(finder: Finder, document: Document, node: Node) -> Document | None:
    """The fact that a line of an index is about; None where it has no file."""
    file = node.facts.get("file")
    if node.kind is not NodeKind.INDEX_LINE or not file:
        return None
    try:
        fact = finder.document(os.path.join(os.path.dirname(document.path), file)).document
    except MemdeskError:
        return None
    return fact if fact.exists else None
