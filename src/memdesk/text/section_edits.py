"""Changes to sections as the smallest edits that make them: a body, a new section, one less, a name, another place.

`merge_sections` is the merge that evva's package page promises ("Sections not in `updates` are preserved verbatim"):
whatever nobody asked to change keeps its bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memdesk.errors import Refused
from memdesk.text.compare import common_ends, edits_between
from memdesk.text.document import BYTE_ORDER_MARK, GO_WHITE_SPACE, line_content, line_end_near, trim
from memdesk.text.edits import Edit, Span, apply_all, replace
from memdesk.text.fences import Fence, open_fence, scan_landmarks
from memdesk.text.headings import Heading
from memdesk.text.sections import (
    HEADING_MARK,
    Grammar,
    Section,
    Sections,
    heading_at,
    parse_sections,
    section_at,
)


def merge_sections(existing: str, updates: Mapping[str, str], allowed: Sequence[str]) -> str:
    """`existing` with each update as the body of its section: the page's `MergeSections`, see `section_edits`."""
    return apply_all(existing, section_edits(existing, updates, allowed))


def section_edits(existing: str, updates: Mapping[str, str], allowed: Sequence[str]) -> tuple[Edit, ...]:
    """The smallest edits by which `updates` become the bodies of their sections; nothing else changes.

    An update is trimmed; "" clears the body and keeps the heading, a body that is the same but for white space around
    it is left alone. Of sections with equal headings the first is meant. Headings of `allowed` that are missing are
    appended in that order, as they stand there. Line ends inside an update stay as given (see
    `document.with_line_ends`); all that is added around it takes the line end of the place. A body may hold `## `
    lines: they start sections from then on.

    Raises `Refused`, before anything happens, for an update that `allowed` does not name, for a text that ends inside
    an unclosed fence, and for a body that would end in one.
    """
    for heading in updates:
        if heading not in allowed:
            raise _not_allowed(heading, allowed)
    landmarks = scan_landmarks(existing)
    if landmarks.open_fence:
        raise _unclosed(existing, landmarks.open_fence)
    headings = [heading_at(existing, start) for start in landmarks.headings]
    edits = _body_edits(existing, headings, updates)
    present = {heading.name for heading in headings}
    missing = [name for name in allowed if name not in present]
    if missing:
        line_end = line_end_near(existing, len(existing))
        added = [_rendered(name, updates.get(name, ""), line_end) for name in missing]
        last = headings[-1].span.start if headings else 0
        gap = _gap(_tail(existing, last, edits), line_end)
        edits.append(Edit(len(existing), "", gap + line_end.join(added)))
    return tuple(edits)


def _tail(text: str, start: int, edits: Sequence[Edit]) -> str:
    """What `text` from `start` on is after those of `edits` that lie there."""
    return apply_all(
        text[start:], [edit._replace(start=edit.start - start) for edit in edits if edit.start >= start]
    )


def _body_edits(text: str, headings: Sequence[Heading], updates: Mapping[str, str]) -> list[Edit]:
    """One edit for each update whose section stands in `text` and has another body, in order."""
    edits = []
    open_updates = dict(updates)
    for i, heading in enumerate(headings):
        if (body := open_updates.pop(heading.name, None)) is not None:
            end = headings[i + 1].span.start if i + 1 < len(headings) else len(text)
            if edit := set_body(text, section_at(text, heading, end), body):
                edits.append(edit)
    return edits


def set_body(text: str, section: Section, body: str) -> Edit | None:
    """The edit that makes `body`, trimmed, the body of `section` of `text`; None where it is that already.

    Blank lines around the body stay. Raises `Refused` for a body that ends inside an unclosed fence.
    """
    body = closed_text(body, section.heading)
    if body == section.text(text):
        return None
    start, end = section.body
    if start == end:
        return _first_body(text, section, body)
    if not body:
        return replace(text, Span(start, text.find("\n", end, section.raw.end) + 1 or section.raw.end), "")
    before, behind = common_ends(section.body.of(text), body)
    edit = replace(text, Span(start + before, end - behind), body[before : len(body) - behind])
    if text.count("\n", end, section.raw.end) == 1 and _needs_blank_line(text, section.raw.end):
        return replace(
            text,
            Span(edit.start, section.raw.end),
            edit.new + text[edit.end : section.raw.end] + line_end_near(text, end),
        )
    return edit


def _needs_blank_line(text: str, start: int) -> bool:
    """Whether the heading at `start` would be a part of text right above it: it is set in, or underlined."""
    return start < len(text) and text[start] != "#"


def _first_body(text: str, section: Section, body: str) -> Edit:
    """The edit that gives a body to a section without text, and a blank line where the next heading follows at once."""
    at = section.raw.start
    line_end = line_end_near(text, section.span.start)
    if text[at - 1] != "\n":
        return Edit(at, "", line_end + body)
    is_next_to_heading = section.raw.start == section.raw.end < len(text)
    return Edit(at, "", body + line_end + (line_end if is_next_to_heading else ""))


def insert_section(
    text: str, heading: str, body: str = "", index: int | None = None, read: Grammar = parse_sections
) -> Edit:
    """The edit that adds a section with this heading, before the section at `index` or, without one, at the end.

    Its level is that of the others where all have one. Raises `Refused` for a heading that is there already or is none,
    for a body that ends inside an unclosed fence, and at the end of a text that does so.
    """
    parsed = read(text)
    _check_free(heading, parsed)
    is_last = index is None or index >= len(parsed.sections)
    if is_last:
        check_closed(text, parsed)
    at = len(text) if is_last or index is None else parsed.sections[index].span.start
    line_end = line_end_near(text, at)
    levels = {section.level for section in parsed.sections}
    mark = "#" * levels.pop() + " " if len(levels) == 1 else HEADING_MARK
    section = _rendered(_checked_name(heading, read), body, line_end, mark)
    return Edit(at, "", _gap(text[:at], line_end) + section + ("" if is_last else line_end))


def remove_section(text: str, section: Section) -> Edit:
    """The edit that takes `section` out with its heading; of the last one also the blank lines in front."""
    start, end = section.span
    if end == len(text):
        before = text[:start].rstrip(GO_WHITE_SPACE)
        line_end = text.find("\n", len(before), start)
        start = line_end + 1 if before and line_end >= 0 else start
    gap = line_end_near(text, start) if _needs_blank_line(text, end) else ""
    return replace(text, Span(start, end), gap and _gap(text[:start], gap))


def rename_section(text: str, section: Section, heading: str, read: Grammar = parse_sections) -> Edit:
    """The edit that gives `section` another heading; its form stays: its marks, or the line below it.

    Raises `Refused` for a heading that is there already or is none.
    """
    parsed = read(text)
    _check_free(_checked_name(heading), parsed)
    edit = replace(text, section.words, heading)
    renamed = read(edit.apply(text))
    if not any(
        one.heading == heading and one.words.start == section.words.start
        for one in (*renamed.sections, *renamed.deeper)
    ):
        raise _no_heading(heading)
    return edit


def move_section(text: str, section: Section, index: int, read: Grammar = parse_sections) -> tuple[Edit, ...]:
    """The edits that bring `section` to place `index` among the sections. Blank lines between sections stay in place.

    Raises `Refused` in a text that ends inside an unclosed fence.
    """
    parsed = read(text)
    check_closed(text, parsed)
    old = list(parsed.sections)
    new = [other for other in old if other.span != section.span]
    new.insert(index, section)
    contents = [Span(one.span.start, _content_end(text, one)) for one in old]
    gaps = [text[content.end : one.span.end] for content, one in zip(contents, old, strict=True)]
    moved = parsed.preamble.of(text)
    for one, gap in zip(new, ["", *gaps], strict=False):
        moved += gap + (
            _gap(moved + gap, line_end_near(text, one.span.start))
            if _needs_blank_line(text, one.span.start)
            else ""
        )
        moved += Span(one.span.start, _content_end(text, one)).of(text)
    return edits_between(text, moved + gaps[-1])


def _content_end(text: str, section: Section) -> int:
    """Where the last line of `section` with text ends, without its line end."""
    if section.body.start < section.body.end:
        return section.body.end
    return section.span.start + len(line_content(text[section.span.start : section.raw.start]))


def _rendered(heading: str, body: str, line_end: str, mark: str = HEADING_MARK) -> str:
    """A section as it is written where there was none."""
    body = closed_text(body, heading)
    return mark + heading + line_end + (body + line_end if body else "")


def _gap(before: str, line_end: str) -> str:
    """What parts a new heading from the text `before` it: line ends up to one blank line."""
    if before in ("", BYTE_ORDER_MARK):
        return ""
    if not before.endswith("\n"):
        return line_end + line_end
    last_line = before[before.rfind("\n", 0, -1) + 1 :]
    return line_end if trim(last_line) else ""


def closed_text(body: str, heading: str = "") -> str:
    """`body` of the section `heading`, trimmed. Raises `Refused` for one that would make code of all that follows."""
    body = trim(body)
    if fence := open_fence(body):
        raise Refused(
            "The text for “{heading}” opens a code fence and does not close it."
            if heading
            else "The text opens a code fence and does not close it.",
            hint="Add a line {mark} where the code ends.",
            heading=heading,
            mark=fence.mark,
        )
    return body


def _checked_name(name: str, read: Grammar = parse_sections) -> str:
    if not name or "\n" in name or not read(f"{HEADING_MARK}{name}\n").find(name):
        raise _no_heading(name)
    return name


def _no_heading(name: str) -> Refused:
    return Refused(
        "“{heading}” cannot be a heading.",
        hint="A heading is one line of text without blanks around it.",
        heading=name,
    )


def _check_free(heading: str, parsed: Sections) -> None:
    if any(section.heading == heading for section in parsed.sections):
        raise Refused(
            "There is a section “{heading}” already.", hint="Choose another heading.", heading=heading
        )


def _not_allowed(heading: str, allowed: Sequence[str]) -> Refused:
    return Refused(
        "“{heading}” is not a heading that can be set here.",
        hint="The headings are: {allowed}.",
        heading=heading,
        allowed=", ".join(allowed),
    )


def check_closed(text: str, parsed: Sections) -> None:
    """Raise `Refused` for a text that ends inside an unclosed fence."""
    if parsed.open_fence:
        raise _unclosed(text, parsed.open_fence)


def _unclosed(text: str, fence: Fence) -> Refused:
    return Refused(
        "The text ends inside the code fence that line {line} opens, so what follows it cannot be told from code.",
        hint="Close the fence first: add a line {mark} where the code ends.",
        line=text.count("\n", 0, fence.span.start) + 1,
        mark=fence.mark,
    )
