"""`memdesk restore`: bring back an earlier version of a document, or one entry of it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memdesk.cli.changing import run_change
from memdesk.cli.ending import Ending, ending_of_step
from memdesk.cli.exit_codes import ExitCode
from memdesk.cli.finding import Finder, Found
from memdesk.cli.nodes import find_node
from memdesk.cli.output import Output
from memdesk.services.taken import NodeId
from memdesk.store.versions import Version

if TYPE_CHECKING:
    from memdesk.services.restoring import Restoring


def run(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Restore it through the save and say how that ended."""
    restoring = finder.desk.restoring

    def change(found: Found) -> Ending:
        finder.open(found)
        version = restoring.version(found.document.path, arguments.version)
        step = restoring.restore(found.document, version, _node(restoring, version, found, arguments))
        return ending_of_step(found.document.path, step)

    return run_change(finder, arguments, output, change, find=finder.document_once)


def _node(
    restoring: Restoring, version: Version, found: Found, arguments: argparse.Namespace
) -> NodeId | None:
    """The node that is meant, by the words of that version; None for the whole document."""
    word = arguments.entry if arguments.section is None else arguments.section
    if word is None:
        return None
    outline = found.layout.outline(found.document, restoring.text(version))
    what = "entry" if arguments.section is None else "section"
    node = find_node(outline, found.document, word, arguments.occurrence, what=what)
    return node.key, node.occurrence
