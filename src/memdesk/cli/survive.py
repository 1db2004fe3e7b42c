"""`memdesk survive`: what the agent's next write would lose of a document."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from memdesk.cli.exit_codes import ExitCode
from memdesk.cli.finding import Finder
from memdesk.cli.output import Json, Output
from memdesk.errors import NotFound
from memdesk.services.preview.survival import Loss, survey
from memdesk.text.excerpt import excerpt, mask_quotes
from memdesk.text.outline import NodeKind, Outline


def run(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """List what would be lost, worst first. Findings where there is anything."""
    found = finder.document(arguments.document)
    session = finder.open(found)
    if session.base is None:
        raise NotFound("{path} is not there yet.", path=found.document.path)
    losses = survey(found.layout, found.document, finder.desk.workspace.view)
    if arguments.json:
        output.json({"losses": [_facts(loss) for loss in losses]})
    else:
        outline, text = session.outline(), session.text.text
        for loss in losses:
            output.line(f"{found.document.path}:{loss.line}: {loss.message}{_where(outline, text, loss)}")
    return ExitCode.FINDINGS if losses else ExitCode.DONE


def _where(outline: Outline, text: str, loss: Loss) -> str:
    """The section that holds the whole of it, of which a message may speak without naming it."""
    for node in outline.nodes:
        if node.kind is NodeKind.SECTION and node.span.contains(loss.span.start):
            title = mask_quotes(node.title, excerpt(text, node.span).around)
            is_told = loss.span.end <= node.span.end and f"“{title}”" not in loss.message
            return f" (in “{title}”)" if is_told else ""
    return ""


def _facts(loss: Loss) -> Mapping[str, Json]:
    return {
        "line": loss.line,
        "what": loss.kind.value,
        "text": loss.text,
        "fixable": bool(loss.repair),
        "message": loss.message,
        "why": loss.why,
        "operation": loss.operation.name,
        "start": loss.span.start,
        "end": loss.span.end,
        "repair": [{"start": edit.start, "old": edit.old, "new": edit.new} for edit in loss.repair],
    }
