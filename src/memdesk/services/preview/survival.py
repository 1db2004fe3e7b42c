"""What an agent's own writes would do to the text of a document, before it is saved."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from memdesk.layouts.contract import NO_OP, Effect, EffectKind, Layout, Operation, Outcome
from memdesk.layouts.documents import Document
from memdesk.layouts.view import View
from memdesk.services.machine.laid_over import LaidOverView
from memdesk.services.preview.lawful import Law, Told, without_numbers
from memdesk.text.document import decode, encode
from memdesk.text.edits import Edit, Span
from memdesk.text.excerpt import excerpt, mask_sentence
from memdesk.text.secrets import may_hold_secrets
from memdesk.text.sentence import say

PROBLEMS = frozenset({EffectKind.LOST, EffectKind.JOINED, EffectKind.SPLIT})
"""The effects by which something is lost that somebody meant; all others only sort, move and spell it anew."""

_WORST_FIRST = tuple(EffectKind)


@dataclass(frozen=True, slots=True)
class Loss:
    """One thing that an agent's write does to a text which its reader would not expect.

    `line` counts from 1; `text` is what is touched. `message` says who would do what when, `why` explains it,
    neither with a secret in it. `repair` are edits of the present text that avoid it, empty where there is no safe one.
    """

    kind: EffectKind
    line: int
    span: Span
    text: str
    message: str
    why: str
    operation: Operation
    repair: tuple[Edit, ...] = ()

    @property
    def is_problem(self) -> bool:
        """Whether it is listed among the problems, and shown as one; all else is a note."""
        return self.kind in PROBLEMS


def survey(layout: Layout, document: Document, view: View) -> tuple[Loss, ...]:
    """What the agent's rewrite and its usual operations would do to `document`, worst first, each thing once.

    The text is the one that `view` gives, unsaved buffer included; a document that is not there loses nothing.
    """
    return with_lawful_repairs(layout, document, view, partial(survey_untried, layout))


def survey_untried(
    layout: Layout, document: Document, view: View, kinds: Collection[EffectKind] = _WORST_FIRST
) -> tuple[Loss, ...]:
    """As `survey`, of these kinds alone, with every repair that the layout knows, whatever would come of it."""
    try:
        text = decode(view.read(document.path))
    except OSError:
        return ()
    found: dict[tuple[EffectKind, Span], Loss] = {}
    masks: bool | None = None
    for operation in (NO_OP, *layout.usual_operations(document)):
        outcome = layout.next_write(view, document, operation)
        for effect in _effects(outcome, text):
            key = effect.kind, effect.span
            if effect.kind in kinds and key not in found:
                masks = may_hold_secrets(text) if masks is None else masks
                found[key] = _loss(text, effect, operation, masks=masks)
    return tuple(sorted(found.values(), key=lambda loss: (_WORST_FIRST.index(loss.kind), loss.span)))


def with_lawful_repairs(
    layout: Layout, document: Document, view: View, look: Callable[[Document, View], Sequence[Loss]]
) -> tuple[Loss, ...]:
    """What `look` finds in a document, with those repairs alone that may be offered."""
    losses = look(document, view)
    if not any(loss.repair for loss in losses):
        return tuple(losses)

    def told(text: str) -> list[Told]:
        return _told(look(document, LaidOverView(view, {document.path: encode(text)})))

    law = Law(layout, view, document, decode(view.read(document.path)), told)
    allowed = law.allowed(_told(losses))
    return tuple(loss if place in allowed else replace(loss, repair=()) for place, loss in enumerate(losses))


def _told(losses: Iterable[Loss]) -> list[Told]:
    return [
        Told(
            (loss.kind, loss.operation, without_numbers(loss.message)),
            loss.repair,
            max(0, _WORST_FIRST.index(loss.kind) - _WORST_FIRST.index(EffectKind.SPLIT)),
        )
        for loss in losses
    ]


def _effects(outcome: Outcome, text: str) -> Iterator[Effect]:
    yield from outcome.effects
    whole = Span(0, len(text))
    if outcome.deleted:
        yield Effect(EffectKind.LOST, whole, say("The agent would delete this file."), "")
    elif not outcome.texts and not outcome.error and not outcome.effects:
        yield Effect(
            EffectKind.LOST,
            whole,
            say("The agent would write this file anew."),
            say("What it writes does not depend on what is here."),
        )


def _loss(text: str, effect: Effect, operation: Operation, *, masks: bool) -> Loss:
    """The loss; `masks` says that `text` may hold secrets, which takes long to ask of much of it for each loss."""
    line = text.count("\n", 0, effect.span.start) + 1
    touched, message, why = effect.span.of(text), effect.message, effect.why
    if masks:
        around = excerpt(text, effect.span).around
        message, why = mask_sentence(message, around), mask_sentence(why, around)
    return Loss(effect.kind, line, effect.span, touched, message, why, operation, effect.repair)
