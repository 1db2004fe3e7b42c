"""What ub's own tool makes of a document, as outcomes."""

from __future__ import annotations

from memdesk.layouts.contract import NO_OP, Effect, EffectKind, Operation, Outcome
from memdesk.layouts.documents import Document, DocumentKind, ScopeKind
from memdesk.layouts.shapes.go import error_words
from memdesk.layouts.shapes.go_time import go_time
from memdesk.layouts.ub.config import settings_of
from memdesk.layouts.ub.files import check_folder, check_writable
from memdesk.layouts.ub.later import LATER, merged
from memdesk.layouts.ub.model import Memory, UbError, append_to_instructions, is_category
from memdesk.layouts.ub.rewrite import Rewrite
from memdesk.layouts.ub.survival import findings
from memdesk.layouts.view import View
from memdesk.text.document import decode, trim
from memdesk.text.sentence import say


def outcome_of(view: View, document: Document, operation: Operation) -> Outcome:
    """What an append makes of a file, or the mere rewrite that comes with it.

    With an error nothing is written: the tool is switched off, the text is blank, the file cannot be read or written.
    """
    path = document.path
    try:
        text = decode(view.read(path))
    except FileNotFoundError:
        text = ""
    except OSError as error:
        return Outcome(path, ("",), error=f"memory: read: {error_words(error)}")
    settings = settings_of(view, document.root, document.scope.folder)
    if settings.why_off:
        return Outcome(
            path, (text,), error=say("ub does not write memory: {why_off}", why_off=settings.why_off)
        )
    try:
        check_folder(view, path)
        check_writable(view, path)
        return _written(view, document, text, operation)
    except UbError as error:
        return Outcome(path, (text,), error=str(error))


def _written(view: View, document: Document, text: str, operation: Operation) -> Outcome:
    if operation != NO_OP:
        _check(operation)
    if document.kind is not DocumentKind.LIST:
        is_added_to = operation != NO_OP and document.scope.kind is ScopeKind.YOU
        body = trim(operation.body)
        after = append_to_instructions(text, operation.key, body, view.now) if is_added_to else text
        return Outcome(document.path, (after,))
    effects = tuple(finding.effect for finding in findings(Rewrite(text, go_time(view.now))))
    if operation == NO_OP:
        return Outcome(document.path, Memory.of(text).texts, effects)
    replaced = overwritten(text, operation.key, operation.body)
    told = Memory.of(text).told(operation.key, trim(operation.body), view.now)
    return Outcome(document.path, told.texts, (replaced, *effects) if replaced else effects)


def _check(operation: Operation) -> None:
    """Raise `UbError` for what ub refuses to remember."""
    if not trim(operation.body):
        raise UbError("memory: text is required")
    if not is_category(operation.key):
        raise UbError(f'memory: invalid category "{operation.key}"')


def merged_later(text: str, category: str, new: str) -> Effect | None:
    """The entry that gives way when a later ub is told `new`; None where there is none, or it says the same."""
    replaced = merged(Memory.of(text), category, trim(new))
    if replaced is None or replaced.body is None or replaced.text == trim(new):
        return None
    message = say(
        "{later} would overwrite “{text}” when it is told “{new}”",
        later=LATER,
        text=replaced.text,
        new=trim(new),
    )
    why = say(
        "It takes two texts of a category on one topic for the same: build, test, lint, format, commit or docs."
    )
    return Effect(EffectKind.LOST, replaced.body, message, why)


def overwritten(text: str, category: str, new: str) -> Effect | None:
    """The entry that gives way when ub is told `new`; None where there is none, or it says the same."""
    replaced = Memory.of(text).similar(category, trim(new))
    if replaced is None or replaced.body is None or replaced.text == trim(new):
        return None
    return Effect(
        EffectKind.LOST,
        replaced.body,
        say("ub would overwrite “{text}” when it is told “{new}”", text=replaced.text, new=trim(new)),
        say(
            "It takes one text for the other where one holds the other, or where they share three fifths of the words "
            "of the shorter one."
        ),
    )
