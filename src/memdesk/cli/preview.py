"""`memdesk preview`: the exact bytes that an agent's prompt gets."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence

from memdesk.cli.byte_offsets import ByteOffsets
from memdesk.cli.exit_codes import ExitCode
from memdesk.cli.finding import Finder
from memdesk.cli.output import Json, Output, counted
from memdesk.errors import NotFound, UsageError
from memdesk.layouts.contract import Cut, Generated, Meter, NextOut, Piece
from memdesk.layouts.documents import Scope
from memdesk.services.preview.index_states import index_warnings
from memdesk.services.preview.preview import Preview, Previewer
from memdesk.services.remembered.moments import iso_moment
from memdesk.services.roots.roots import MemoryRoot
from memdesk.text.document import decode, encode
from memdesk.text.excerpt import mask_quotes

_MOST_NAMES = 8


def run(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Show what the agent of a root gets, and say on stderr what there is to know of it.

    Raises `NotFound` for a context that is none, `UsageError` for a budget where the agent has none.
    """
    if arguments.context is not None and (os.sep in arguments.context or os.path.isdir(arguments.context)):
        finder.desk.mention_project(os.path.abspath(arguments.context))
    finder.look_for_projects()
    root = finder.one_root(arguments.root)
    finder.desk.workspace.open_root(root)
    previewer = Previewer(finder.desk.workspace)
    if arguments.budget is not None and not previewer.is_budgeted(root.path):
        raise UsageError(
            "{agent} takes no budget in bytes, so --budget means nothing to it.", agent=root.title
        )
    context = _context(previewer.contexts(root.path), arguments.context)
    preview = previewer.preview(root.path, context, arguments.budget)
    parts = {part.path: part.title for part in preview.injected.parts}
    behind = tuple(index_warnings(root, finder.desk.workspace.disk, parts))
    if arguments.json:
        output.json(_facts(finder, preview, behind))
        return ExitCode.DONE
    output.data(encode(preview.injected.text))
    for sentence in (*_not_there(root, context), *_sentences(finder, root, preview), *behind):
        output.say(sentence)
    return ExitCode.DONE


def _not_there(root: MemoryRoot, context: Scope) -> Iterator[str]:
    """That the agent cannot start in the folder of a context; what it would get there can be told all the same."""
    if context.folder and not os.path.isdir(context.folder):
        yield f"There is no folder {context.folder}; this is what {root.title} would get if it were there."


def _sentences(finder: Finder, root: MemoryRoot, preview: Preview) -> Iterator[str]:
    """What the text alone does not say: for whom it is, how full it is, what is missing, and what is not known."""
    injected, context = preview.injected, preview.context
    name = context.title or context.key
    where = f"{name}, {context.folder}" if context.folder and context.folder != name else name
    yield f"This is what {root.title} gets ({where}), about {preview.tokens_estimate:,} tokens."
    names = [meter.name for meter in injected.meters]
    yield from (_full(meter, is_alone=names.count(meter.name) == 1) for meter in injected.meters)
    yield from (warning if warning.endswith(".") else f"{warning}." for warning in injected.warnings)
    yield from _not_given(finder, injected.cut)
    for forecast in injected.forecasts:
        next_out = "; ".join(mask_quotes(out.name, out.around) for out in forecast.next_out)
        yield f"Next to go: {next_out} ({forecast.rule.rstrip('.')})." if next_out else forecast.rule
    if injected.unknown:
        yield injected.unknown


def _full(meter: Meter, *, is_alone: bool) -> str:
    """How full it is; which of several files with one name by its path."""
    name = meter.name if is_alone or not meter.path else f"{meter.name} ({meter.path})"
    used = f"{meter.used:,}" if meter.cap is None else f"{meter.used:,} of {meter.cap:,}"
    return f"{name}: {used} {meter.unit}{f' ({meter.why})' if meter.why else ''}."


def _not_given(finder: Finder, cuts: Sequence[Cut]) -> Iterator[str]:
    """A line for each file and reason."""
    lines: dict[tuple[str, str], list[int]] = {}
    texts: dict[str, str] = {}
    for cut in cuts:
        if cut.path not in texts:
            texts[cut.path] = _text(finder, cut.path)
        line = texts[cut.path].count("\n", 0, cut.span.start) + 1
        lines.setdefault((cut.path, cut.why), []).append(line)
    for (path, why), found in lines.items():
        first, last = min(found), max(found)
        place = (
            f"line {first}"
            if first == last
            else f"{counted(len(found), 'place')} from line {first} to {last}"
        )
        yield f"Not given: {path}, {place} ({why})."


def _context(contexts: Sequence[Scope], word: str | None) -> Scope:
    """The context that `word` names: a project folder, its key or its title; without it, the first."""
    if word is None:
        return contexts[0]
    path = os.path.abspath(word)
    real = os.path.realpath(path)
    for scope in contexts:
        if path == scope.folder:
            return scope
    for scope in contexts:
        if path in scope.candidates:
            return scope._replace(folder=path)
    for scope in contexts:
        if word in (scope.key, scope.title) or (scope.folder and os.path.realpath(scope.folder) == real):
            return scope
    names = [scope.title or scope.key for scope in contexts]
    raise NotFound(
        "The agent cannot start in {word}; it can in {names}.",
        word=word,
        names=", ".join(names[:_MOST_NAMES]) + (" and others" if len(names) > _MOST_NAMES else ""),
    )


def _facts(finder: Finder, preview: Preview, behind: Sequence[str]) -> Mapping[str, Json]:
    injected = preview.injected
    offsets: dict[str, ByteOffsets] = {}
    return {
        "text": injected.text,
        "pieces": [_piece(finder, piece, offsets) for piece in injected.pieces],
        "meters": [_meter(meter) for meter in injected.meters],
        "cut": [_cut(cut) for cut in injected.cut],
        "tokens_estimate": preview.tokens_estimate,
        "parts": [
            {"name": part.name, "title": part.title, "path": part.path, "about": part.about}
            for part in injected.parts
        ],
        "warnings": [*injected.warnings, *behind],
        "unknown": injected.unknown,
        "forecasts": [
            {
                "rule": forecast.rule,
                "kind": forecast.kind.value,
                "next": [_next_out(out) for out in forecast.next_out],
                "with_one_more": forecast.with_one_more,
            }
            for forecast in injected.forecasts
        ],
        "context": {
            "kind": preview.context.kind.value,
            "key": preview.context.key,
            "title": preview.context.title,
            "folder": preview.context.folder,
            "exists": os.path.isdir(preview.context.folder) if preview.context.folder else None,
        },
    }


def _piece(finder: Finder, piece: Piece, offsets: dict[str, ByteOffsets]) -> Mapping[str, Json]:
    origin = piece.origin
    if isinstance(origin, Generated):
        made: dict[str, Json] = {"path": None, "start": None, "end": None, "text": piece.text}
        return made | {"part": piece.part, "reason": origin.reason}
    if origin.path not in offsets:
        offsets[origin.path] = ByteOffsets(_text(finder, origin.path))
    at = offsets[origin.path].at
    return {
        "path": origin.path,
        "start": origin.span.start,
        "end": origin.span.end,
        "text": piece.text,
        "start_byte": at(origin.span.start),
        "end_byte": at(origin.span.end),
        "part": piece.part,
    }


def _text(finder: Finder, path: str) -> str:
    """What a file holds now; nothing once it is gone."""
    try:
        return decode(finder.desk.workspace.disk.read(path))
    except OSError:
        return ""


def _meter(meter: Meter) -> Mapping[str, Json]:
    return {
        "name": meter.name,
        "used": meter.used,
        "cap": meter.cap,
        "unit": meter.unit,
        "path": meter.path,
        "why": meter.why,
    }


def _cut(cut: Cut) -> Mapping[str, Json]:
    return {
        "path": cut.path,
        "key": cut.key,
        "text": cut.text,
        "why": cut.why,
        "remedy": cut.remedy,
        "start": cut.span.start,
        "end": cut.span.end,
    }


def _next_out(out: NextOut) -> Mapping[str, Json]:
    return {
        "path": out.path,
        "name": out.name,
        "due": iso_moment(out.due_s) if out.due_s is not None else None,
    }
