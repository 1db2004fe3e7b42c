"""`memdesk prune`: what may be let go and why; with `--apply` it goes, all at once, and the history keeps it."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress

from memdesk.cli.ending import ending_of_step
from memdesk.cli.exit_codes import ExitCode, code_of
from memdesk.cli.finding import Finder
from memdesk.cli.interrupts import interrupt_held
from memdesk.cli.nodes import ONE_KEY
from memdesk.cli.output import Json, Output, counted, unread_facts
from memdesk.errors import MemdeskError, NotFound, UsageError
from memdesk.services.prune.prune import Candidate, Candidates
from memdesk.services.prune.reasons.reason import WEIGHTS, Weights
from memdesk.services.prune.step import ChangedSince, LeftOut, PruneRun, Pruning, Saving, saving_of
from memdesk.services.roots.roots import MemoryRoot
from memdesk.services.steps.step import Step
from memdesk.text.document import readable
from memdesk.text.shortening import in_short

_WIDEST_CHARS = 80


def run(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """List the candidates, or let the chosen ones go. Findings where there is one, or a file was left alone.

    An interrupt ends it as long as nothing goes; then it waits until all of it is gone.
    """
    finder.look_for_projects()
    roots = finder.roots_of(arguments.root)
    weights = Weights(finder.desk.settings.prune_weights | _weights(arguments.weight))
    looked_at = _look(finder, roots, weights, is_to_write=arguments.apply)
    if arguments.instructions:
        looked_at = looked_at.with_instructions()
    finder.has_unread = bool(looked_at.unread)
    chosen = _chosen(finder, looked_at, arguments)
    desk = finder.desk
    run = PruneRun(desk.steps, desk.workspace.disk, chosen, looked_at)
    job = run.prepare()
    with interrupt_held() if arguments.apply else nullcontext():
        step = None
        if arguments.apply and job is not None:
            step = desk.steps.finish(*desk.steps.run_and(job, run.after))
        pruning = run.pruning
        saving = saving_of(pruning, desk.workspace.disk, looked_at.documents.values())
        said = tuple(_summary(looked_at, roots, pruning, saving, step, arguments))
        with output.telling_what_was_done(*said) if step is not None else nullcontext():
            if arguments.json:
                output.json(_answer(looked_at, chosen, pruning, saving, step))
            else:
                for one in looked_at.listed:
                    output.line(_line(one))
                for sentence in said:
                    output.say(sentence)
    return _code(looked_at, pruning, step, is_applied=arguments.apply)


def _look(finder: Finder, roots: Sequence[MemoryRoot], weights: Weights, *, is_to_write: bool) -> Candidates:
    for root in roots:
        finder.desk.workspace.open_root(root)
    if is_to_write:
        with interrupt_held():
            finder.recover()
    entries = finder.desk.entries
    looked_at = finder.desk.pruner.look(entries.read(entries.snapshot()), weights)
    for root in roots:
        # Listed once, not again for each document that is asked for; why one cannot be was told of what was read.
        with suppress(MemdeskError, OSError):
            finder.desk.workspace.documents(root.path)
    return looked_at


def _weights(words: Sequence[str]) -> dict[str, int]:
    """What `--weight RULE=N` says. Raises `UsageError`."""
    found: dict[str, int] = {}
    for word in words:
        name, _, number = word.partition("=")
        if name not in WEIGHTS or not (number.isascii() and number.isdigit()):
            names = ", ".join(WEIGHTS)
            raise UsageError(
                "--weight takes RULE=N with a whole number, and RULE is one of {names}.", names=names
            )
        found[name] = int(number)
    return found


def _chosen(finder: Finder, looked_at: Candidates, arguments: argparse.Namespace) -> tuple[Candidate, ...]:
    """The candidates that are named, else those that are preselected. Raises `NotFound`, `UsageError`."""
    keys: Sequence[str] = arguments.entry
    if not keys:
        if arguments.document is not None or arguments.occurrence is not None:
            raise UsageError("--document and --occurrence say which entry --entry names, so name one.")
        return tuple(one for one in looked_at.listed if one.is_preselected)
    if arguments.occurrence is not None and len(keys) > 1:
        raise UsageError(ONE_KEY)
    listed = looked_at.listed
    if arguments.document is not None:
        path = os.path.realpath(finder.document(arguments.document).document.path)
        listed = tuple(one for one in listed if os.path.realpath(one.entry.document.path) == path)
    return tuple(_named(listed, key, arguments.occurrence) for key in dict.fromkeys(keys))


def _named(listed: Sequence[Candidate], word: str, occurrence: int | None) -> Candidate:
    """The one candidate that is meant: of several with one key none goes. Raises `NotFound`, `UsageError`."""
    meant = [one for one in listed if word in (_key(one), readable(_key(one)))]
    if occurrence is not None:
        meant = [one for one in meant if one.entry.node_id[1] == occurrence]
    if not meant:
        key = word if occurrence is None else f"{word} ({occurrence})"
        raise NotFound("There is no candidate {key}; look with prune --json.", key=key)
    if len(meant) == 1:
        return meant[0]
    paths = sorted({one.entry.document.path for one in meant})
    if len(paths) > 1:
        told = ", ".join(paths)
        raise UsageError(
            "“{word}” is a candidate in several documents; say which with --document: {paths}.",
            word=word,
            paths=told,
        )
    raise UsageError(
        "“{word}” is {n} candidates of {path}; say which with --occurrence: {numbers}.",
        word=word,
        n=len(meant),
        path=paths[0],
        numbers=", ".join(str(number) for number in sorted(one.entry.node_id[1] for one in meant)),
    )


def _key(candidate: Candidate) -> str:
    """The key of an entry; of a fact with a file of its own the stem of that."""
    key = candidate.entry.node_id[0]
    name = candidate.entry.document.path.rpartition("/")[2]
    return key or name.removesuffix(".md")


# What is said


def _answer(
    looked_at: Candidates, chosen: Sequence[Candidate], pruning: Pruning, saving: Saving, step: Step | None
) -> Json:
    answer: dict[str, Json] = {
        "candidates": [_facts(one) for one in looked_at.listed],
        "saving": {
            "entries": saving.entries,
            "bytes": saving.size_bytes,
            "tokens_estimate": saving.tokens_estimate,
            "prompts": [
                {
                    "agent": given.root.agent,
                    "context": given.context.title,
                    "tokens_estimate": given.tokens_saved,
                }
                for given in saving.given
            ],
        },
        "chosen": len(chosen),
        "kept_out": {
            "pinned": sum(one.is_pinned for one in looked_at.found),
            "dismissed": sum(one.is_dismissed for one in looked_at.found),
        },
        "left_out": [
            {"path": one.path, "entries": one.entries, "message": one.why} for one in pruning.left_out
        ],
        "unread": unread_facts(looked_at.unread.items()),
    }
    if step is not None:
        ending = ending_of_step(step.paths[0], step)
        answer |= {"status": ending.status.value, "message": ending.message, "paths": step.paths}
    return answer


def _facts(one: Candidate) -> Mapping[str, Json]:
    entry = one.entry
    return {
        "path": entry.document.path,
        "key": _key(one),
        "occurrence": entry.node_id[1],
        "text": entry.text,
        "reasons": [
            {"rule": reason.rule.value, "evidence": reason.evidence, "strength": round(reason.strength, 2)}
            for reason in one.reasons
        ],
        "bytes": one.size_bytes,
        "points": one.points,
        "preselected": one.is_preselected,
        "by_hand": one.is_by_hand,
        "agent": entry.root.agent,
        "scope": entry.document.scope.title,
        "forecast": [
            {"kind": each.kind.value, "place": each.place, "with_one_more": each.is_next, "rule": each.rule}
            for each in one.foretold
        ],
    }


def _line(one: Candidate) -> str:
    words = in_short(one.entry.text or one.entry.title, _WIDEST_CHARS, one.entry.around)
    reason = one.strongest
    mark = "*" if one.is_preselected else " "
    return f"{mark} {one.entry.document.path}: {words} [{reason.rule.value}] {reason.evidence}"


def _summary(
    looked_at: Candidates,
    roots: Sequence[MemoryRoot],
    pruning: Pruning,
    saving: Saving,
    step: Step | None,
    arguments: argparse.Namespace,
) -> Iterator[str]:
    found = counted(len(looked_at.listed), "candidate")
    yield f"Looked through {counted(len(roots), 'folder')} and found {found}."
    for left in pruning.left_out:
        yield f"{left.why} {counted(left.entries, 'entry').replace('entrys', 'entries')} stayed."
    count = f"{saving.entries:,} entr{'y' if saving.entries == 1 else 'ies'}"
    freed = f"{saving.size_bytes:,} bytes, about {saving.tokens_estimate:,} tokens of a prompt"
    if step is not None:
        yield f"{ending_of_step(step.paths[0], step).message} {count} less: {freed}."
    elif saving.entries and not arguments.apply:
        meant = "what is named" if arguments.entry else "those with a star"
        yield f"--apply lets {meant} go: {count}, {freed}."
    for path, why in looked_at.unread.items():
        yield f"{path} was not looked at: {why.rstrip('.')}."


def _code(looked_at: Candidates, pruning: Pruning, step: Step | None, *, is_applied: bool) -> ExitCode:
    if step is not None:
        code = ending_of_step(step.paths[0], step).code
        return ExitCode.FINDINGS if code is ExitCode.DONE and pruning.left_out else code
    if is_applied:
        return next(map(_code_of, pruning.left_out), ExitCode.DONE)
    return ExitCode.FINDINGS if looked_at.listed else ExitCode.DONE


def _code_of(left: LeftOut) -> ExitCode:
    if isinstance(left.error, OSError):
        return ExitCode.SYSTEM_SAID_NO
    return ExitCode.CONFLICT if isinstance(left.error, ChangedSince) else code_of(left.error)
