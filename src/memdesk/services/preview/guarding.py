"""What an agent would misread or fail on in unsaved text, beside what its own next write would lose."""

from __future__ import annotations

from functools import partial

from memdesk.layouts.contract import EffectKind, Layout, Operation, Problem, Severity
from memdesk.layouts.documents import Document
from memdesk.layouts.optional import Guarded
from memdesk.layouts.view import View
from memdesk.services.preview.survival import Loss, survey_untried, with_lawful_repairs
from memdesk.text.document import decode

READING = Operation("reading")
"""Not a write of the agent: it reads what was saved."""


def survey_unsaved(layout: Layout, document: Document, view: View, saved: str) -> tuple[Loss, ...]:
    """As `survey`, and what the agent would reject, misread or not notice of a change of the text `saved`.

    What the survey says of the same place is not said twice.
    """
    return with_lawful_repairs(layout, document, view, partial(_survey_unsaved, layout, saved))


def _survey_unsaved(layout: Layout, saved: str, document: Document, view: View) -> tuple[Loss, ...]:
    losses = survey_untried(layout, document, view)
    if not isinstance(layout, Guarded):
        return losses
    try:
        text = decode(view.read(document.path))
    except OSError:
        return losses
    told = {loss.span for loss in losses}
    guards = (problem for problem in layout.guards(document, saved, text) if problem.span not in told)
    return (*losses, *(_loss(text, problem) for problem in guards))


def _loss(text: str, problem: Problem) -> Loss:
    kind = EffectKind.TRIMMED if problem.severity is Severity.NOTE else EffectKind.LOST
    span = problem.span
    line = text.count("\n", 0, span.start) + 1
    return Loss(kind, line, span, span.of(text), problem.message, problem.why, READING, problem.repair)
