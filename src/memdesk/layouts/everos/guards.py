"""What a save would make EverOS reject or misread, told before it: only what the change itself brings."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterator, Mapping

from memdesk.layouts.contract import Problem, Severity
from memdesk.layouts.documents import Document
from memdesk.layouts.everos.checks import problems_of_text
from memdesk.layouts.everos.entries import AuditForm
from memdesk.layouts.everos.header import parse_like_everos, read_like_everos
from memdesk.layouts.everos.ids import EverosError, skill_folder_name
from memdesk.layouts.everos.index import digest_like_everos
from memdesk.layouts.everos.index_rows import Log
from memdesk.layouts.everos.kinds import PROFILE, SKILL, Kind
from memdesk.layouts.everos.log_checks import START, References
from memdesk.layouts.everos.reading import kind_of, outline_of
from memdesk.text.edits import Span
from memdesk.text.sentence import joined, say

_BY_CONTENT = say("It compares the content of an entry alone, to find out whether the entry changed.")


def guards_of(document: Document, before: str, after: str) -> Iterator[Problem]:
    """The problems of `after` that `before` does not have, and what of the change EverOS will not notice."""
    if before == after:
        return
    known = Counter((one.rule, one.message) for one in problems_of_text(document, before, References()))
    for problem in problems_of_text(document, after, References()):
        name = (problem.rule, problem.message)
        if known[name]:
            known[name] -= 1
        else:
            yield problem
    kind = kind_of(document)
    if kind is not None:
        yield from _unnoticed(document, kind, before, after)


def _unnoticed(document: Document, kind: Kind, before: str, after: str) -> Iterator[Problem]:
    path = posixpath.relpath(document.path, document.root)
    try:
        before, after = read_like_everos(before), read_like_everos(after)
        if kind.is_daily_log:
            logs = Log.of(kind, path, before), Log.of(kind, path, after)
            yield from _of_entries(document, after, *logs)
            yield from _of_deprecations(document, *logs)
        elif kind is PROFILE:
            yield from _of_profile(document, before, after)
        elif kind is SKILL:
            yield from _of_name(document, before, after)
    except EverosError:
        return  # EverOS fails on one of the two, which is a problem of its own


def _of_entries(document: Document, after: str, old: Log, new: Log) -> Iterator[Problem]:
    both = [entry_id for entry_id in new.forms if entry_id in old.forms]
    changed = {name: _changed_alone(new.kind, old.forms[name], new.forms[name]) for name in both}
    nodes = outline_of(document, after).nodes if any(changed.values()) else ()
    spans = {node.key: node.span for node in nodes}
    for entry_id, names in changed.items():
        if names:
            yield Problem(
                Severity.WARNING,
                "unnoticed-fields",
                document.path,
                spans.get(entry_id, START),
                say(
                    "EverOS’s index keeps the former {names} of {entry_id}",
                    names=joined(names),
                    entry_id=entry_id,
                ),
                _BY_CONTENT,
            )
    if old.owner != new.owner and old.owner:
        message = say(
            "Changed entries get rows under “{owner}”, and those under “{old_owner}” stay",
            owner=new.owner,
            old_owner=old.owner,
        )
        why = say("EverOS goes by the owner in the header, and removes no row of another.")
        yield Problem(Severity.WARNING, "owner-changed", document.path, START, message, why)


def _changed_alone(kind: Kind, old: AuditForm, new: AuditForm) -> list[str]:
    if digest_like_everos(kind, old) != digest_like_everos(kind, new):
        return []
    names = dict.fromkeys((*old.inline, *new.inline))
    return [name for name in names if old.inline.get(name) != new.inline.get(name)]


def _of_deprecations(document: Document, old: Log, new: Log) -> Iterator[Problem]:
    for entry_id in new.forms:
        if old.replacement(entry_id) is not None and new.replacement(entry_id) is None:
            message = say(
                "{entry_id} stays out of searches, though the header no longer says that it was replaced",
                entry_id=entry_id,
            )
            why = say("EverOS sets the mark in its index by the header, and never takes it back.")
            yield Problem(Severity.WARNING, "still-deprecated", document.path, START, message, why)


def _of_profile(document: Document, before: str, after: str) -> Iterator[Problem]:
    old, new = parse_like_everos(before), parse_like_everos(after)
    if old.body != new.body and old.header == new.header:
        message = say("EverOS reads the header of a profile alone, and writes its summary over this text")
        span = Span(new.body_start, len(after))
        yield Problem(Severity.WARNING, "unread-text", document.path, span, message)


def _of_name(document: Document, before: str, after: str) -> Iterator[Problem]:
    old, new = (_name(parse_like_everos(text).header) for text in (before, after))
    if old and new and old != new:
        message = say(
            "The skill is “{new}” to EverOS from then on, and its next write goes to {skill_folder_name}",
            new=new,
            skill_folder_name=skill_folder_name(new),
        )
        why = say(
            "Its row is made anew under the new name; the folder of the old name is removed with what lies in it."
        )
        yield Problem(Severity.WARNING, "skill-renamed", document.path, START, message, why)


def _name(header: Mapping[object, object]) -> str:
    return str(header.get("name", ""))
