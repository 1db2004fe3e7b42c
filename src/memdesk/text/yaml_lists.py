"""Lists of scalars in a header, between brackets or an item a line: items are changed, added and taken out alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import Refused
from memdesk.text.compare import Run, changed_runs
from memdesk.text.document import line_end_near
from memdesk.text.edits import Edit, Span, replace
from memdesk.text.yaml_values import item_text, scalar_like, scalar_text, shown, value_like

if TYPE_CHECKING:
    from memdesk.text.front_matter import Entry


class _List(NamedTuple):
    """A list as it stands: all of it, the scalars of its items, and for an item a line those lines."""

    span: Span
    items: tuple[Span, ...]
    lines: tuple[Span, ...]
    values: Sequence[object]


def items_said(value: object) -> tuple[str, ...] | None:
    """What the items of a list say; None for what is no list of scalars."""
    if not isinstance(value, list) or any(isinstance(item, list | dict) for item in value):
        return None
    return tuple(map(shown, value))


def item_spans(raw: str, column: int) -> tuple[Span, ...]:
    """Where the items of a list stand in `raw`, which begins at `column` of its line; none for what is no list."""
    import yaml

    try:
        node = yaml.compose(" " * column + raw, yaml.SafeLoader)
    except yaml.YAMLError:
        return ()
    if not isinstance(node, yaml.SequenceNode):
        return ()
    marks = ((item.start_mark.index, item.end_mark.index) for item in node.value)
    return tuple(Span(start - column, end - column) for start, end in marks)


def values_like(old: Sequence[object], items: Sequence[str]) -> list[object]:
    """What `items` mean in the place of the list `old`.

    Those that stay keep their kind, new ones get that of the first. Raises `Refused` for one that is of no such kind.
    """
    said = [shown(value) for value in old]
    kind = old[0] if old else ""
    values: list[object] = [value_like(kind, item) for item in items if item not in said]
    fresh = iter(values)
    return [old[said.index(item)] if item in said else next(fresh) for item in items]


def list_edits(text: str, entry: Entry, values: Sequence[object]) -> tuple[Edit, ...]:
    """The edits that make the list of `entry` hold `values`. Raises `Refused` where its items cannot be told apart."""
    found = _read(text, entry)
    if found.lines and not values:
        return tuple(_emptied(text, found))
    runs = changed_runs(list(map(repr, found.values)), list(map(repr, values)))
    make = _line_edits if found.lines else _bracket_edits
    return tuple(edit for run in runs for edit in make(text, found, run, values[run.new_first : run.new_end]))


def _emptied(text: str, found: _List) -> Iterator[Edit]:
    """A list without items stands on the line of its key."""
    above = text[: found.lines[0].start].removesuffix("\n").removesuffix("\r")
    yield Edit(len(above), "", " []" if not above.endswith(" ") else "[]")
    for line in found.lines:
        yield replace(text, line, "")


def _read(text: str, entry: Entry) -> _List:
    import yaml

    node, values = entry.node, entry.value
    if not isinstance(node, yaml.SequenceNode) or not isinstance(values, list) or items_said(values) is None:
        raise Refused(
            "It is written so that its items cannot be told apart.", hint="Edit the header as text."
        )
    offset = entry.written.start - node.start_mark.index
    items = tuple(Span(item.start_mark.index + offset, item.end_mark.index + offset) for item in node.value)
    if node.flow_style:
        return _List(entry.written, items, (), values)
    starts = [text.rfind("\n", 0, text.rfind("-", 0, item.start)) + 1 for item in items]
    ends = [text.find("\n", max(item.start, item.end - 1)) + 1 for item in items]
    if any(text[start : item.start].strip(" \t") != "-" for start, item in zip(starts, items, strict=True)):
        raise Refused(
            "It is written so that its items cannot be told apart.", hint="Edit the header as text."
        )
    return _List(entry.written, items, tuple(map(Span, starts, ends)), values)


def _line_edits(text: str, found: _List, run: Run, values: Sequence[object]) -> Iterator[Edit]:
    """Edits of a list with an item a line."""
    both = min(run.old_end - run.old_first, len(values))
    for at, value in zip(range(run.old_first, run.old_first + both), values, strict=False):
        yield replace(text, found.items[at], scalar_like(found.items[at].of(text), value))
    for line in found.lines[run.old_first + both : run.old_end]:
        yield replace(text, line, "")
    if len(values) > both:
        model = found.lines[min(run.old_first, len(found.lines) - 1)]
        dash = text[model.start : text.index("-", model.start) + 1]
        line_end = line_end_near(text, model.start)
        at = found.lines[run.old_end - 1].end if run.old_end else found.lines[0].start
        yield Edit(at, "", "".join(f"{dash} {scalar_text(value)}{line_end}" for value in values[both:]))


def _bracket_edits(text: str, found: _List, run: Run, values: Sequence[object]) -> Iterator[Edit]:
    """Edits of a list between brackets."""
    both = min(run.old_end - run.old_first, len(values))
    for at, value in zip(range(run.old_first, run.old_first + both), values, strict=False):
        yield replace(text, found.items[at], item_text(value))
    gone = range(run.old_first + both, run.old_end)
    if gone:
        start, end = found.items[gone[0]].start, found.items[gone[-1]].end
        if gone[-1] + 1 < len(found.items):
            end = found.items[gone[-1] + 1].start
        elif gone[0]:
            start = found.items[gone[0] - 1].end
        yield replace(text, Span(start, end), "")
    added = ", ".join(map(item_text, values[both:]))
    if not added:
        return
    if run.old_end:
        yield Edit(found.items[run.old_end - 1].end, "", f", {added}")
    elif found.items:
        yield Edit(found.items[0].start, "", f"{added}, ")
    else:
        yield Edit(found.span.start + 1, "", added)
