"""What ub's next write does to a memory file: which lines it drops, files elsewhere, sorts or spells otherwise.

Each append parses the whole file and writes it anew. There is an effect exactly where that changes a byte, and every
line that is dropped, or whose category becomes another one, lies in the span of one. A repair is offered where a small
edit keeps what stands there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from memdesk.layouts.contract import Effect, EffectKind
from memdesk.layouts.shapes.go import trimmed
from memdesk.layouts.shapes.go_time import lasting_text
from memdesk.layouts.ub.blocks import Block, BlockKind, Region, is_behind_mark, last_stamp
from memdesk.layouts.ub.entries import shifted
from memdesk.layouts.ub.model import (
    BULLET,
    CATEGORIES,
    DEFAULT_CATEGORY,
    HEADING_MARK,
    STAMP_END,
    STAMP_START,
    Entry,
    Line,
    LineKind,
    is_category,
)
from memdesk.layouts.ub.repairs import as_entry, filed, meant_category, unread_time
from memdesk.layouts.ub.rewrite import Heading, Rewrite
from memdesk.layouts.ub.stamps import why_no_time
from memdesk.layouts.ub.white_space import parts_of, white_space_effects
from memdesk.text.compare import edits_between
from memdesk.text.document import BYTE_ORDER_MARK, end_of_line
from memdesk.text.edits import Edit, Span, replace
from memdesk.text.sentence import in_quotes, joined, say, says

_WORST_FIRST = tuple(EffectKind)
_KEEPS_ENTRIES = say("It writes back categories and entries, and nothing else.")


@dataclass(frozen=True, slots=True)
class Finding:
    """An effect, and the short name of what is behind it."""

    rule: str
    effect: Effect


def findings(rewrite: Rewrite) -> tuple[Finding, ...]:
    """What ub's next write does to the text, the worst first."""
    if rewrite.texts == (rewrite.text,):
        return ()
    found = [*_of_blocks(rewrite), *_of_headings(rewrite), *_of_entries(rewrite)]
    found += [Finding("white-space", effect) for effect in white_space_effects(rewrite)]
    found += _of_order(rewrite, is_all_else_well=not found)
    return tuple(sorted(found, key=lambda each: (_WORST_FIRST.index(each.effect.kind), each.effect.span)))


def _lost(rule: str, span: Span, message: str, why: str, repair: tuple[Edit, ...] = ()) -> Finding:
    return Finding(
        rule,
        Effect(
            EffectKind.LOST,
            span,
            say("ub would drop {message} on its next write", message=message),
            why,
            repair,
        ),
    )


# Lines that ub does not read


def _of_blocks(rewrite: Rewrite) -> Iterator[Finding]:
    text = rewrite.text
    if rewrite.lines[0].content.of(text) == BYTE_ORDER_MARK:
        yield _mark(Span(0, 1))
    for region, block in rewrite.blocks:
        lines = list(rewrite.dropped(block.lines))
        if not lines and block.kind is not BlockKind.CODE:
            continue
        start = min([block.content.start, *(line.content.start for line in lines)])
        span = Span(start, block.content.end)
        what = says("this line", "these {n} lines", len(lines))
        if block.content.of(text).strip(BYTE_ORDER_MARK) == "":
            yield _mark(span)
        elif block.kind is BlockKind.ENTRY:
            yield _entry(rewrite, region, block, span, what)
        elif block.kind is BlockKind.PROSE:
            repair = as_entry(rewrite, region, block)
            yield _lost("no-bullet", span, what, _KEEPS_ENTRIES, repair)
        elif block.kind is BlockKind.CODE:
            is_all = len(lines) == block.content.of(text).count("\n") + 1
            what = say("this code") if is_all else say("the marks of this code")
            yield _lost(
                "code", span, what, say("It reads bullets and headings in code, and nothing else of it.")
            )
        else:
            yield _lost("no-entry", span, what, _KEEPS_ENTRIES)


def _mark(span: Span) -> Finding:
    message = say("ub would drop the byte order mark here on its next write")
    repair = (Edit(span.start, BYTE_ORDER_MARK * (span.end - span.start), ""),)
    return Finding("byte-order-mark", Effect(EffectKind.TRIMMED, span, message, _KEEPS_ENTRIES, repair))


def _entry(rewrite: Rewrite, region: Region, block: Block, span: Span, what: str) -> Finding:
    """An entry of ours that ub does not read, and the first reason why."""
    text = rewrite.text
    repair = as_entry(rewrite, region, block)
    if block.is_hidden:
        why = say("A byte order mark in front of it hides the bullet.")
        return _lost("byte-order-mark", span, what, why, (Edit(0, BYTE_ORDER_MARK, ""),))
    if "\n" in span.of(text):
        return _lost("several-lines", span, what, say("It reads an entry from one line."), repair)
    if not text.startswith(BULLET, block.content.start):
        return _lost(
            "other-bullet", span, what, say("It knows no other bullets than a dash and a blank."), repair
        )
    if (time := unread_time(text, block)) is not None and last_stamp(text, span) is None:
        why = say(
            "It cannot read the time “{time}”: {why_no_time}.", time=time, why_no_time=why_no_time(time)
        )
        return _lost("bad-time", span, what, why, repair)
    if last_stamp(text, span):
        why = say(
            "It looks for the time behind the last “{stamp_start}” of the line.", stamp_start=STAMP_START
        )
        return _lost("behind-time", span, what, why, repair)
    why = say(
        "It keeps only bullets with a time behind them, such as {stamp_start}{text}{stamp_end}.",
        stamp_start=STAMP_START,
        text=rewrite.now.text,
        stamp_end=STAMP_END,
    )
    return _lost("no-time", span, what, why, repair)


# Headings


def _of_headings(rewrite: Rewrite) -> Iterator[Finding]:
    yield from _not_seen(rewrite)
    written: set[str] = set()
    for heading in rewrite.headings:
        category, name = heading.line.category, heading.line.name
        if not heading.is_ours:
            yield _only_ubs(rewrite, heading)
        elif not is_category(name):
            yield _unknown(rewrite, heading)
        elif not heading.entries:
            yield _empty(rewrite, heading)
        elif category in written:
            message = say(
                "ub would join these entries to the “{category}” above on its next write", category=category
            )
            why = say("It writes each category once.")
            yield Finding("second-category", Effect(EffectKind.JOINED, heading.span, message, why))
        if heading.entries:
            written.add(category)


def _not_seen(rewrite: Rewrite) -> Iterator[Finding]:
    """Headings of ours that are none for ub: behind a byte order mark, or without a name."""
    for region in rewrite.reading.regions:
        section = region.section
        if section is None or rewrite.line_at(section.span.start).kind is LineKind.HEADING:
            continue
        start = rewrite.line_at(section.span.start).content.start
        span = Span(start, trimmed(rewrite.text, section.span).end)
        if is_behind_mark(rewrite.text, section.span.start):
            message = say(
                "ub would file what stands under “{heading}” under no category on its next write",
                heading=section.heading,
            )
            why = say("A byte order mark in front of the heading hides it.")
            repair = (Edit(0, BYTE_ORDER_MARK, ""),)
            yield Finding("byte-order-mark", Effect(EffectKind.MOVED, span, message, why, repair))
        else:
            yield _nameless(rewrite, rewrite.line_at(section.span.start), span)


def _nameless(rewrite: Rewrite, line: Line, span: Span) -> Finding:
    """A heading without a name: its line goes, and entries that stand below, up to the end of `span`, stay."""
    above = in_quotes(line.category) if line.category else say("no category")
    repair = (replace(rewrite.text, line.content, f"{HEADING_MARK}{DEFAULT_CATEGORY}"),)
    if not any(each.kind is LineKind.ENTRY for each in rewrite.lines_in(span)):
        why = say("A heading without a name is none: what stands below counts to {above}.", above=above)
        return _lost("no-name", line.content, say("this heading"), why, repair)
    message = say(
        "ub would drop this heading and file the entries below it under {above} on its next write",
        above=above,
    )
    why = say("A heading without a name is none.")
    return Finding("no-name", Effect(EffectKind.MOVED, span, message, why, repair))


def _only_ubs(rewrite: Rewrite, heading: Heading) -> Finding:
    """A heading for ub alone: it splits the category that it stands in."""
    line = heading.line
    message = say(
        "ub would split this category at line {line_number} on its next write",
        line_number=rewrite.line_number(line.span.start),
    )
    why = say("It takes every line for a heading that starts with “## ”, also in code and when indented.")
    indent = Span(line.span.start, line.content.start)
    repair = () if heading.is_code or indent.start == indent.end else (replace(rewrite.text, indent, ""),)
    return Finding("hidden-heading", Effect(EffectKind.SPLIT, heading.span, message, why, repair))


def _unknown(rewrite: Rewrite, heading: Heading) -> Finding:
    line = heading.line
    meant = meant_category(line.name)
    repair = (replace(rewrite.text, line.content, f"{HEADING_MARK}{meant}"),) if meant else ()
    why = say("It knows only {categories}, letter by letter.", categories=joined(CATEGORIES))
    if not heading.entries:
        return _lost("unknown-category", line.content, say("the heading “{name}”", name=line.name), why)
    message = say(
        "ub would file these entries under “{default_category}” and drop “{name}” on its next write",
        default_category=DEFAULT_CATEGORY,
        name=line.name,
    )
    return Finding("unknown-category", Effect(EffectKind.MOVED, heading.span, message, why, repair))


def _empty(rewrite: Rewrite, heading: Heading) -> Finding:
    line, text = heading.line, rewrite.text
    end = end_of_line(text, line.span.end)
    below = rewrite.line_at(end) if end < len(text) else None
    is_blank = below is None or below.content.start == below.content.end
    section = next(
        region
        for region in rewrite.reading.regions
        if region.section and region.section.span.start == line.span.start
    )
    message = say("ub would remove the empty category “{name}” on its next write", name=line.name)
    repair = (
        (replace(text, section.section.span, ""),)
        if section.section and not section.blocks and is_blank
        else ()
    )
    effect = Effect(
        EffectKind.TRIMMED, line.content, message, say("It writes only categories that have entries."), repair
    )
    return Finding("empty-category", effect)


# Entries


def _of_entries(rewrite: Rewrite) -> Iterator[Finding]:
    for line in rewrite.unfiled:
        if not _is_below_unseen(rewrite, line):
            message = say("ub would file this entry under no category on its next write")
            why = say("It stands above every category.")
            effect = Effect(EffectKind.MOVED, line.content, message, why, filed(rewrite, line))
            yield Finding("no-category", effect)
    for line in rewrite.lines:
        if line.entry:
            yield from _of_spelling(rewrite.text, line, line.entry)


def _is_below_unseen(rewrite: Rewrite, line: Line) -> bool:
    """Whether an entry stands under a heading of ours that ub does not see."""
    sections = rewrite.reading.sections.sections
    return any(section.span.contains(line.content.start) for section in sections)


def _of_spelling(text: str, line: Line, entry: Entry) -> Iterator[Finding]:
    parts = parts_of(text, line)
    if parts.tail.start < parts.tail.end:
        tail = parts.tail.of(text)
        words = f"{entry.text} {tail}" if entry.text else tail
        new = f"{BULLET}{words} {STAMP_START}{parts.time.of(text)}{STAMP_END}"
        why = say("It reads a line up to the time.")
        repair = shifted(edits_between(line.content.of(text), new), line.content.start)
        yield _lost("behind-time", parts.tail, say("what stands behind the time"), why, repair)
    if parts.time.of(text) != entry.time.text:
        message = say("ub would write this time as {text} on its next write", text=entry.time.text)
        lasting = lasting_text(entry.time)
        why = say("It keeps whole seconds, and spells offsets in its own way.")
        if lasting != entry.time.text:
            why = say("It cannot read this offset again, and would drop the entry on the write after that.")
        respelled = (replace(text, parts.time, lasting),)
        yield Finding("time-spelling", Effect(EffectKind.TRIMMED, parts.time, message, why, respelled))


# Order


def _of_order(rewrite: Rewrite, *, is_all_else_well: bool) -> Iterator[Finding]:
    """Categories and entries that ub sorts. Where nothing else changes, its own text is the repair."""
    repair = edits_between(rewrite.text, rewrite.texts[0]) if is_all_else_well else ()
    kept = [heading for heading in rewrite.headings if heading.entries]
    for heading, following in pairwise(kept):
        if _place(following) < _place(heading):
            message = say(
                "ub would put “{category}” above “{below}” on its next write",
                category=following.line.category,
                below=heading.line.category,
            )
            why = say("It writes its categories in this order: {categories}.", categories=joined(CATEGORIES))
            effect = Effect(EffectKind.MOVED, following.span, message, why, repair)
            yield Finding("category-order", effect)
    for category, entries in rewrite.memory.groups[0]:
        filed_here = [line for line in rewrite.lines if line.entry and line.entry.category == category]
        misplaced = [
            line
            for line, entry in zip(filed_here, entries, strict=True)
            if line.entry and line.entry != entry
        ]
        if misplaced:
            span = Span(misplaced[0].content.start, misplaced[-1].content.end)
            message = say("ub would sort the entries of “{category}” on its next write", category=category)
            why = say("It puts the newest first.")
            yield Finding("entry-order", Effect(EffectKind.MOVED, span, message, why, repair))


def _place(heading: Heading) -> int:
    return CATEGORIES.index(heading.line.category)
