"""Problems of a memory root: what ub drops or files elsewhere, does not inject, cannot read, or no longer finds."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from memdesk.layouts.contract import EffectKind, Problem, Severity
from memdesk.layouts.documents import Document, DocumentKind
from memdesk.layouts.shapes.document_text import document_text
from memdesk.layouts.shapes.files import text_at
from memdesk.layouts.shapes.go_time import GoTime, go_time
from memdesk.layouts.ub.assumptions import limits_of
from memdesk.layouts.ub.config import Settings, settings_of
from memdesk.layouts.ub.files import RULES_FILE
from memdesk.layouts.ub.home import config_path, instructions_path
from memdesk.layouts.ub.later import LATER, Limits
from memdesk.layouts.ub.model import Memory
from memdesk.layouts.ub.projects import documents_of, known_workspaces, memory_document, with_folder_checked
from memdesk.layouts.ub.reading import Turn
from memdesk.layouts.ub.rewrite import Rewrite
from memdesk.layouts.ub.rules import given_rules
from memdesk.layouts.ub.survival import findings
from memdesk.layouts.view import View
from memdesk.text.edits import Span
from memdesk.text.sentence import say

_START = Span(0, 0)
_HARMLESS = frozenset({"category-order", "entry-order", "second-category"})


def find_problems(view: View, root: str) -> Iterator[Problem]:
    """Every problem of a root, lazily: those of the root, of its workspaces, then of each document."""
    yield from _of_settings(view, root)
    yield from _of_workspaces(view, root)
    for document in documents_of(view, root):
        yield from document_problems(view, root, document)


def _of_settings(view: View, root: str) -> Iterator[Problem]:
    settings = settings_of(view, root, None)
    path = config_path(view, root) or root
    if settings.trouble:
        yield Problem(Severity.WARNING, "broken-config", path, _START, settings.trouble)
    if settings.why_off:
        message = say("ub does not write memory: {why_off}", why_off=settings.why_off)
        yield Problem(Severity.NOTE, "memory-off", path, _START, message)
    elif settings.why_tool_off:
        message = say("ub remembers nothing when told to: {why_tool_off}", why_tool_off=settings.why_tool_off)
        why = say("From v0.3.10 on it still learns by itself.")
        yield Problem(Severity.NOTE, "memory-off", path, _START, message, why)
    elif settings.why_learning_off:
        message = say(
            "ub learns nothing by itself: {why_learning_off}", why_learning_off=settings.why_learning_off
        )
        yield Problem(Severity.NOTE, "memory-off", path, _START, message)
    if settings.why_rules_off:
        message = say("ub does not read AGENTS.md: {why_rules_off}", why_rules_off=settings.why_rules_off)
        yield Problem(Severity.NOTE, "rules-off", path, _START, message)


def _of_workspaces(view: View, root: str) -> Iterator[Problem]:
    for workspace in known_workspaces(view, root):
        scope = with_folder_checked(view, workspace.scope)
        if workspace.has_folder and scope.note:
            path = memory_document(view, root, scope).path
            rule = "unknown-project" if scope.folder is None else "other-project"
            why = say(
                "The name of its folder is a hash, so only a folder that is known here can be recognised."
            )
            yield Problem(Severity.NOTE, rule, path, _START, scope.note, why if scope.folder is None else "")
        yield from _over_budget(view, root, memory_document(view, root, scope))


def _over_budget(view: View, root: str, document: Document) -> Iterator[Problem]:
    path = instructions_path(view, root)
    instructions, memory = (path and text_at(view, path)) or "", text_at(view, document.path) or ""
    settings = settings_of(view, root, document.scope.folder)
    turn = Turn(instructions, memory, settings.budget_bytes)
    if turn.left_out:
        first = turn.left_out[0].body or _START
        message = say(
            "{count} of {whole} entries do not fit into the {budget_bytes:,} bytes that ub gives",
            count=len(turn.left_out),
            whole=len(turn.held.entries),
            budget_bytes=turn.budget_bytes,
        )
        why = say(
            "It gives the first categories and the newest entries first; what does not fit can only be recalled."
        )
        yield Problem(Severity.WARNING, "over-budget", document.path, first, message, why)


def document_problems(view: View, root: str, document: Document) -> Iterator[Problem]:
    """The problems of one document."""
    if not document.exists:
        return
    text = document_text(view, document, "ub")
    if isinstance(text, Problem):
        yield text
    elif document.kind is DocumentKind.LIST:
        now = go_time(view.now)
        yield from _of_memory(document, Rewrite(text, now))
        yield from _expiring(document, Memory.of(text), now, limits_of(view))
    elif posixpath.basename(document.path) == RULES_FILE:
        yield from _over_cap(settings_of(view, root, document.scope.folder), document, text)


def _over_cap(settings: Settings, document: Document, text: str) -> Iterator[Problem]:
    cap = settings.rules_cap_chars
    rules = given_rules(text, cap)
    if rules.left_out.start < rules.left_out.end:
        message = say(
            "ub gives nothing of {title} from here on: it counts {count:,} characters, with words of its own, and "
            "gives {cap:,}",
            title=document.title,
            count=rules.counted_chars,
            cap=cap,
        )
        why = say("Decided by: {rules_cap_from}.", rules_cap_from=settings.rules_cap_from)
        yield Problem(Severity.WARNING, "over-cap", document.path, rules.left_out, message, why)


def _of_memory(document: Document, rewrite: Rewrite) -> Iterator[Problem]:
    """What ub's next write would lose or file elsewhere; how it sorts and spells is no problem."""
    for finding in findings(rewrite):
        effect = finding.effect
        if effect.kind is not EffectKind.TRIMMED and finding.rule not in _HARMLESS:
            yield Problem(
                Severity.WARNING,
                finding.rule,
                document.path,
                effect.span,
                effect.message,
                effect.why,
                effect.repair,
            )


def _expiring(document: Document, memory: Memory, now: GoTime, limits: Limits) -> Iterator[Problem]:
    """What later generations of ub drop when they write; this one keeps everything."""
    for category, days in limits.days.items():
        of_it = (entry for entry in memory.entries if entry.category == category)
        old = [entry for entry in of_it if limits.has_expired(entry, now)]
        if old:
            what = (
                say("this entry")
                if len(old) == 1
                else say("{count} entries of “{category}”", count=len(old), category=category)
            )
            message = say("{later} would drop {what} on its next write", later=LATER, what=what)
            why = say("Entries of “{category}” go after {days} days.", category=category, days=days)
            yield Problem(Severity.NOTE, "expiring", document.path, old[0].body or _START, message, why)
    if len(memory.entries) > limits.most_entries:
        last = memory.by_priority[limits.most_entries].body or _START
        message = say(
            "{later} would keep {most_entries} of {count} entries on its next write",
            later=LATER,
            most_entries=limits.most_entries,
            count=len(memory.entries),
        )
        why = say("It gives up the last categories first, and of one the oldest entries.")
        yield Problem(Severity.NOTE, "too-many", document.path, last, message, why)
