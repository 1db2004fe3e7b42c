"""`memdesk set`: replace the text of one section or entry, through the same save as the window."""

from __future__ import annotations

import argparse

from memdesk.cli.changing import run_change, save_changes, words_given
from memdesk.cli.ending import Ending
from memdesk.cli.exit_codes import ExitCode
from memdesk.cli.finding import Finder, Found
from memdesk.cli.nodes import find_node
from memdesk.cli.output import Output
from memdesk.errors import NotFound, Refused
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.documents import Codec
from memdesk.services.documents.session import DocumentSession


def run(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Set the text and say how it ended."""
    body = words_given(arguments.body)

    def changes_of(session: DocumentSession) -> list[Change]:
        key, occurrence = _node(session, arguments)
        unlocked = arguments.unlock
        return [Change(ChangeKind.SET_BODY, session.document, key, occurrence, body, unlocked=unlocked)]

    def change(found: Found) -> Ending:
        return save_changes(finder, found, changes_of, "set")

    return run_change(finder, arguments, output, change)


def _node(session: DocumentSession, arguments: argparse.Namespace) -> tuple[str, int]:
    """Key and occurrence of what is to be set: a heading of the agent's own need not be there yet."""
    outline, document = session.outline(), session.document
    if arguments.entry is not None:
        node = find_node(outline, document, arguments.entry, arguments.occurrence)
        return node.key, node.occurrence
    heading, occurrence = arguments.section, arguments.occurrence
    try:
        node = find_node(outline, document, heading, occurrence, what="section")
    except NotFound:
        if occurrence is not None:
            raise
        if document.headings and heading not in document.headings:
            raise Refused(
                "“{heading}” is none of the sections of {path}, and {agent} keeps no others: {headings}.",
                heading=heading,
                path=document.path,
                agent=session.layout.title,
                headings=", ".join(document.headings),
            ) from None
        # A record gets a field that it lacks, and what is not there yet is made.
        if heading in document.headings or document.codec is Codec.JSON_RECORD or not outline.nodes:
            return heading, 0
        raise
    return node.key, node.occurrence
