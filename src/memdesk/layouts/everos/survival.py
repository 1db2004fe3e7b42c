"""What EverOS's next write does to a file of its own: the header dumped anew, line ends turned, whole files rebuilt."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime

from memdesk.layouts.contract import NO_OP, Effect, EffectKind, Operation, Outcome
from memdesk.layouts.documents import Document
from memdesk.layouts.everos.header import (
    dump_like_everos,
    parse_in_place,
    parse_like_everos,
    read_like_everos,
)
from memdesk.layouts.everos.ids import EverosError, Version
from memdesk.layouts.everos.kinds import MAIN_SECTION, PROFILE, SKILL, Kind
from memdesk.layouts.everos.log_changes import day_of, inline_of_new, owner_by
from memdesk.layouts.everos.reading import kind_of
from memdesk.layouts.everos.writing import NewEntry, append_like_everos, patch_like_everos
from memdesk.layouts.shapes.daily_log import close_marker, read_entries
from memdesk.layouts.shapes.python_text import PYTHON_WHITE_SPACE, read_in_text_mode, trimmed
from memdesk.text.document import BYTE_ORDER_MARK, line_end_near
from memdesk.text.edits import Edit, Span
from memdesk.text.front_matter import FrontMatter, entries, find_front_matter
from memdesk.text.sentence import say
from memdesk.text.yaml_values import BadFrontMatter

APPEND = "append"
"""Name of the operation by which EverOS adds an entry to a daily log."""

_WORST_FIRST = tuple(EffectKind)
_COMMENT = re.compile("#[^\r\n]*")
_WHEN = say("on its next write")
_REDUMPED = say(
    "It reads the header as YAML and writes it anew: comments go, quotes and layout become its own."
)


def outcome_of(
    document: Document, text: str, operation: Operation, now: datetime, version: Version
) -> Outcome:
    """What `operation` makes of a document. A file that EverOS fails on stays as it is, and the error is told."""
    kind = kind_of(document)
    if kind is None or not text:
        return Outcome(document.path, (text,))
    try:
        after = _after(kind, document, text, operation, now, version)
    except EverosError as error:
        return Outcome(
            document.path, (text,), error=say("EverOS cannot write this file: {error}", error=error)
        )
    effects = list(_effects(kind, text, operation))
    if operation == NO_OP:
        effects = _complete(text, after, effects)
    effects.sort(key=lambda effect: (_WORST_FIRST.index(effect.kind), effect.span))
    return Outcome(document.path, (after,), tuple(effects))


def _after(
    kind: Kind, document: Document, text: str, operation: Operation, now: datetime, version: Version
) -> str:
    if kind.is_daily_log and operation.name == APPEND:
        keys = parse_like_everos(read_like_everos(text)).header
        owner, day = owner_by(kind, document, keys), day_of(document, now)
        item = NewEntry(inline_of_new(kind, owner, now), {MAIN_SECTION[kind.name]: operation.body})
        return append_like_everos(text, kind, owner, day, [item], now, version).text
    if kind.is_daily_log:
        return patch_like_everos(text, {})
    return _rebuilt(kind, text) if kind in (PROFILE, SKILL) else text


def _rebuilt(kind: Kind, text: str) -> str:
    """A profile or skill made anew of what its header says."""
    from memdesk.layouts.everos.schemas import ProfileHeader, SkillHeader, checked

    parsed = parse_like_everos(read_like_everos(text))
    schema = ProfileHeader if kind is PROFILE else SkillHeader
    known: dict[object, object] = {
        key: value for key, value in parsed.header.items() if key in schema.model_fields
    }
    if kind is SKILL:
        known |= {"created_at": None, "updated_at": None}
    keys = checked(schema, known)
    body = str(keys["summary"]) if kind is PROFILE else parsed.body
    return dump_like_everos(keys) + (f"{body}\n" if body and not body.endswith("\n") else body)


def _effects(kind: Kind, text: str, operation: Operation) -> Iterator[Effect]:
    if kind.is_daily_log or kind in (PROFILE, SKILL):
        yield from _line_ends(text)
        yield from _header(kind, text)
    if kind is PROFILE:
        yield from _profile_body(text)
    if kind is SKILL and not text.endswith("\n"):
        yield _added_line_end(text)
    if operation.name == APPEND:
        yield from _hidden_header(text)
        yield from _unclosed(text)
        if not text.endswith("\n"):
            yield _added_line_end(text)


def _complete(text: str, after: str, effects: list[Effect]) -> list[Effect]:
    """The effects, with one over the whole header where none tells why the text changes; none where it does not."""
    if after == text:
        return []
    if effects:
        return effects
    found = find_front_matter(text)
    message = say("EverOS would write this header in its own way {when}", when=_WHEN)
    return [Effect(EffectKind.TRIMMED, found.span if found else Span(0, len(text)), message, _REDUMPED)]


def _line_ends(text: str) -> Iterator[Effect]:
    first = text.find("\r")
    if first < 0:
        return
    lone = text.replace("\r\n", "").count("\r")
    if lone:
        message = say(
            "EverOS would break a line at each of {lone} lone carriage returns {when}", lone=lone, when=_WHEN
        )
        at = next(i for i, character in enumerate(text) if character == "\r" and text[i + 1 : i + 2] != "\n")
        yield Effect(
            EffectKind.SPLIT, Span(at, at + 1), message, say("It reads and writes files in text mode.")
        )
        return
    repair, at = [], first
    while at >= 0:
        repair.append(Edit(at, "\r", ""))
        at = text.find("\r", at + 1)
    yield Effect(
        EffectKind.TRIMMED,
        Span(first, first + 2),
        say("EverOS would end the lines of this file with LF alone {when}", when=_WHEN),
        say("It reads and writes files in text mode."),
        tuple(repair),
    )


def _header(kind: Kind, text: str) -> Iterator[Effect]:
    found = find_front_matter(text)
    if found is None:
        return
    try:
        keys = entries(text, found)
    except BadFrontMatter:
        return
    if not keys:
        yield from _dropped_block(text, found)
        return
    if keys[0].lines.start > found.block.start:
        yield _lost(Span(found.block.start, keys[0].lines.start), say("the lines before the first key"))
    last = {entry.key: number for number, entry in enumerate(keys)}
    known = _known_keys(kind)
    for number, entry in enumerate(keys):
        lines = entry.lines.of(text)
        plain = read_in_text_mode(lines)
        if last[entry.key] != number:
            yield _lost(entry.lines, say("the first “{key}”, of which it keeps the last", key=entry.key))
        elif known is not None and entry.key not in known:
            yield _lost(entry.lines, say("“{key}”, a key of yours", key=entry.key))
        elif plain != _dumped({entry.key: entry.value}):
            comments = list(_COMMENT.finditer(text, entry.written.end, entry.lines.end))
            yield from (
                _lost(Span(*comment.span()), say("the comment “{comment}”", comment=comment[0]))
                for comment in comments
            )
            if not comments:
                message = say("EverOS would write “{key}” in its own way {when}", key=entry.key, when=_WHEN)
                yield Effect(EffectKind.TRIMMED, entry.lines, message, _REDUMPED)


def _dumped(keys: Mapping[object, object]) -> str:
    try:
        return dump_like_everos(keys).removeprefix("---\n").removesuffix("---\n")
    except EverosError:
        return ""


def _known_keys(kind: Kind) -> frozenset[str] | None:
    """The keys of a header that is rebuilt; None of one whose other keys stay."""
    from memdesk.layouts.everos.schemas import ProfileHeader, SkillHeader

    if kind is PROFILE:
        return frozenset(ProfileHeader.model_fields)
    return frozenset(SkillHeader.model_fields) if kind is SKILL else None


def _dropped_block(text: str, found: FrontMatter) -> Iterator[Effect]:
    """A header without keys goes; one in another style is written in blocks; one that is no mapping is body."""
    if find_front_matter(text) and parse_in_place(text).body_start:
        if "#" in found.block.of(text):
            yield _lost(found.span, say("the comments of this header"))
        else:
            message = say("EverOS would write this header in its own way {when}", when=_WHEN)
            yield Effect(EffectKind.TRIMMED, found.span, message, _REDUMPED)


def _lost(span: Span, what: str) -> Effect:
    return Effect(
        EffectKind.LOST, span, say("EverOS would drop {what} {when}", what=what, when=_WHEN), _REDUMPED
    )


def _hidden_header(text: str) -> Iterator[Effect]:
    """A header that is not seen gets another one on top of it."""
    if parse_in_place(text).body_start:
        return
    start = 1 if text.startswith(BYTE_ORDER_MARK) else 0
    if text.startswith("---", start):
        repair = (Edit(0, BYTE_ORDER_MARK, ""),) if start and find_front_matter(text[start:]) else ()
        yield Effect(
            EffectKind.SPLIT,
            Span(0, text.find("\n") + 1 or len(text)),
            say("EverOS would put a second header on top of this one when it next appends"),
            say(
                "It sees a header only where the file starts with it, it is closed, and it is a list of keys."
            ),
            repair,
        )
    else:
        message = say("EverOS would put a header on top of this file when it next appends")
        yield Effect(EffectKind.ADDED, Span(0, 0), message, say("Every daily log of its own has one."))


def _unclosed(text: str) -> Iterator[Effect]:
    for entry in read_entries(text, parse_in_place(text).body_start):
        if not entry.is_closed:
            yield Effect(
                EffectKind.LOST,
                Span(entry.span.start, len(text)),
                say(
                    "EverOS would not find what it appends: {entry_id} above it is not closed",
                    entry_id=entry.entry_id,
                ),
                say("Its scan ends at an entry without a closing marker."),
                (closing_edit(text, entry.entry_id, entry.span),),
            )
            return


def closing_edit(text: str, entry_id: str, span: Span) -> Edit:
    """The edit that closes an entry behind its last line with words."""
    end = trimmed(text, span).end
    return Edit(end, "", line_end_near(text, span.start) + close_marker(entry_id))


def _profile_body(text: str) -> Iterator[Effect]:
    parsed = parse_in_place(text)
    body = Span(parsed.body_start, len(text))
    if read_in_text_mode(parsed.body) != _ended(str(parsed.header.get("summary", ""))):
        has_words = bool(parsed.body.strip(PYTHON_WHITE_SPACE))
        yield Effect(
            EffectKind.LOST if has_words else EffectKind.ADDED,
            body,
            say("EverOS would put the summary in place of the text below the header {when}", when=_WHEN),
            say("It builds user.md anew from the header, whenever it has learned something."),
        )


def _ended(text: str) -> str:
    return f"{text}\n" if text and not text.endswith("\n") else text


def _added_line_end(text: str) -> Effect:
    end = len(text)
    message = say("EverOS would end the last line {when}", when=_WHEN)
    repair = (Edit(end, "", line_end_near(text, end)),)
    return Effect(
        EffectKind.ADDED, Span(end, end), message, say("It ends every file with a line end."), repair
    )
