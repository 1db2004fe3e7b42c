"""`memdesk preview`: the exact bytes that an agent's prompt gets."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence

from memdesk.cli.byte_offsets import ByteOffsets
from memdesk.cli.exit_codes import ExitCode
from memdesk.cli.finding import Finder
from memdesk.cli.output import Json, Output
from memdesk.errors import NotFound
from memdesk.layouts.contract import Cut, Generated, Meter, Piece, Scope
from memdesk.services.preview import Preview, Previewer
from memdesk.text.document import decode, encode


def run(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Show what the agent of a root gets. Raises `NotFound` for a context that is none."""
    if arguments.context is not None and (os.sep in arguments.context or os.path.isdir(arguments.context)):
        finder.desk.mention_project(os.path.abspath(arguments.context))
    finder.look_for_projects()
    root = finder.one_root(arguments.root)
    finder.desk.workspace.open_root(root)
    previewer = Previewer(finder.desk.workspace)
    context = _context(previewer.contexts(root.path), arguments.context)
    preview = previewer.preview(root.path, context)
    if arguments.json:
        output.json(_facts(finder, preview))
        return ExitCode.DONE
    output.data(encode(preview.injected.text))
    for warning in preview.injected.warnings:
        output.say(warning)
    return ExitCode.DONE


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
    raise NotFound("The agent cannot start in {word}: there is no such folder.", word=word)


def _facts(finder: Finder, preview: Preview) -> Mapping[str, Json]:
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
        "warnings": list(injected.warnings),
        "unknown": injected.unknown,
        "context": {
            "kind": preview.context.kind.value,
            "key": preview.context.key,
            "title": preview.context.title,
            "folder": preview.context.folder,
        },
    }


def _piece(finder: Finder, piece: Piece, offsets: dict[str, ByteOffsets]) -> Mapping[str, Json]:
    origin = piece.origin
    if isinstance(origin, Generated):
        made: dict[str, Json] = {"path": None, "start": None, "end": None, "text": piece.text}
        return made | {"part": piece.part, "reason": origin.reason}
    if origin.path not in offsets:
        offsets[origin.path] = ByteOffsets(decode(finder.desk.workspace.disk.read(origin.path)))
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


def _meter(meter: Meter) -> Mapping[str, Json]:
    return {"name": meter.name, "used": meter.used, "cap": meter.cap, "unit": meter.unit, "path": meter.path}


def _cut(cut: Cut) -> Mapping[str, Json]:
    return {
        "path": cut.path,
        "key": cut.key,
        "text": cut.text,
        "why": cut.why,
        "start": cut.span.start,
        "end": cut.span.end,
    }
