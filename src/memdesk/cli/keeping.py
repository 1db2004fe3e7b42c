"""`memdesk history` with `--export`, `--move`, `--clear` or `--purge`: the history as a whole."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from memdesk.cli.changing import text_given
from memdesk.cli.exit_codes import ExitCode
from memdesk.cli.finding import Finder
from memdesk.cli.interrupts import interrupt_held
from memdesk.cli.output import Json, Output, counted
from memdesk.errors import UsageError
from memdesk.paths import is_below
from memdesk.services.keeping import Found
from memdesk.store.clearing import Amount, Scope
from memdesk.text.document import decode

if TYPE_CHECKING:
    from memdesk.services.keeping import Standing

_DAY_S = 86_400
_NOTHING = "The history holds nothing of that."
_STILL = (
    "It still stands in {paths}, which is memory and was left as it is; take it out there, then purge again, "
    "because what is seen there is kept anew."
)
_WAITING = "What is not finished holds it still: {paths}. Open Memdesk on that folder, then purge again."
_UNFINISHED = (
    "The log of the history could not be cut, because another Memdesk reads it; the next start does it."
)

Answer = tuple[ExitCode, dict[str, Json], Sequence[str]]
"""How it ended: the code, what JSON says, and the sentences for people."""


def run(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Do the one that is asked for and say how it ended."""
    verbs: dict[str, Callable[[Finder, argparse.Namespace, Output], Answer]] = {
        "export": _export,
        "move": _move,
        "clear": _clear,
        "purge": _purge,
        "purge_version": _purge_version,
    }
    asked = [name for name in verbs if getattr(arguments, name) not in (None, False)]
    if len(asked) > 1:
        raise UsageError("Only one of --export, --move, --clear, --purge and --purge-version can be done.")
    _require_that_all_words_count(arguments, asked)
    with interrupt_held():
        code, facts, sentences = verbs[asked[0]](finder, arguments, output)
    if arguments.json:
        with output.telling_what_was_done(*sentences):
            output.json({**facts, "message": " ".join(sentences)})
    else:
        for sentence in sentences:
            output.say(sentence)
    return code


def _require_that_all_words_count(arguments: argparse.Namespace, asked: Sequence[str]) -> None:
    """A word that a verb takes no notice of would let more go, or move more, than was meant. Raises `UsageError`."""
    if arguments.older is not None and asked not in (["clear"], ["export"]):
        raise UsageError("--older goes with --clear or --export; see memdesk history --help.")
    if arguments.removed or arguments.diff or arguments.limit is not None:
        raise UsageError("--removed, --diff and --limit only list; see memdesk history --help.")
    if arguments.dry_run and asked in (["export"], ["move"]):
        raise UsageError(
            "--dry-run goes with --clear, --purge or --purge-version; see memdesk history --help."
        )
    if arguments.document is not None and asked == ["move"]:
        raise UsageError("--move takes the whole history along, so name no document and no folder.")


def _export(finder: Finder, arguments: argparse.Namespace, _output: Output) -> Answer:
    target = os.path.abspath(arguments.export)
    [scope] = _scopes(finder, arguments, most=1)
    count = finder.desk.keeping.export(target, scope)
    sentence = f"Exported {counted(count, 'version')} to {target}."
    facts: dict[str, Json] = {"status": "exported", "path": target, "versions": count}
    return (ExitCode.DONE if count else ExitCode.FINDINGS), facts, [sentence]


def _move(finder: Finder, arguments: argparse.Namespace, _output: Output) -> Answer:
    target = finder.desk.keeping.move(os.path.abspath(arguments.move))
    return ExitCode.DONE, {"status": "moved", "path": target}, [f"The history lies in {target} now."]


def _clear(finder: Finder, arguments: argparse.Namespace, output: Output) -> Answer:
    scopes = _scopes(finder, arguments)
    _open_roots(finder)
    keeping = finder.desk.keeping
    meant = _sum([keeping.amount(scope) for scope in scopes])
    facts: dict[str, Json] = {
        "versions": meant.versions,
        "documents": meant.documents,
        "bytes": meant.size_bytes,
    }
    if not meant.versions:
        return ExitCode.FINDINGS, {"status": "nothing", **facts}, [_NOTHING]
    what = _counted(meant)
    if arguments.dry_run:
        return ExitCode.DONE, {"status": "nothing", **facts}, [f"{what} would go."]
    if not arguments.json and not _agreed(f"{what} will go for good. Clear them? [y/N]", output):
        return ExitCode.REFUSED, {"status": "refused", **facts}, ["Nothing was cleared."]
    gone = _sum([keeping.clear(scope) for scope in scopes])
    facts |= {"versions": gone.versions, "documents": gone.documents, "bytes": gone.size_bytes}
    return ExitCode.DONE, {"status": "cleared", **facts}, [f"Cleared {_counted(gone)}."]


def _counted(amount: Amount) -> str:
    return f"{counted(amount.versions, 'version')} of {counted(amount.documents, 'document')}"


def _agreed(question: str, output: Output) -> bool:
    """Ask a person who sits there; a script has been asked by being written."""
    if sys.stdin is None or not sys.stdin.isatty():
        return True
    output.say(question)
    return sys.stdin.buffer.readline().strip(b" \r\n").lower() in (b"y", b"yes")


def _sum(amounts: Sequence[Amount]) -> Amount:
    return Amount(*(sum(numbers) for numbers in zip(*amounts, strict=True)))


def _purge(finder: Finder, arguments: argparse.Namespace, _output: Output) -> Answer:
    if arguments.document is not None:
        raise UsageError(
            "--purge takes the text out of everything that Memdesk keeps, so it takes no document."
        )
    secret = _without_line_end(decode(text_given(arguments.purge)))
    _open_roots(finder)
    found = finder.desk.keeping.find(secret)
    if arguments.dry_run:
        return _told(found, is_done=True, was_run=False)
    held = finder.desk.keeping.purge(secret)
    finder.desk.keeping.after_purge(secret)
    return _told(Found(held, found.standing), is_done=held.done, was_run=True)


def _purge_version(finder: Finder, arguments: argparse.Namespace, _output: Output) -> Answer:
    if arguments.document is None:
        raise UsageError(
            "--purge-version takes the document whose version it is; see memdesk history --help."
        )
    path = finder.document_once(arguments.document).document.path
    version = finder.desk.restoring.version(path, arguments.purge_version)
    keeping, asked = finder.desk.keeping, arguments.dry_run
    count = keeping.count_purged(version.id) if asked else keeping.purge_version(version.id)
    if not count:
        return ExitCode.FINDINGS, {"status": "nothing", "versions": 0}, [_WAITING.format(paths=path)]
    meant = f"version {version.id} of {path}"
    others = f"{counted(count - 1, 'other version')} with the same text" if count > 1 else ""
    if asked:
        also = f", and so would that of {others}" if others else ""
        return ExitCode.DONE, {"status": "found", "versions": count}, [f"The text of {meant} would go{also}."]
    also = f", and {others}" if others else ""
    return ExitCode.DONE, {"status": "purged", "versions": count}, [f"Purged {meant}{also}."]


def _without_line_end(text: str) -> str:
    return text.removesuffix("\n").removesuffix("\r")


def _told(found: Found, *, is_done: bool, was_run: bool) -> Answer:
    held = found.held
    places = ", ".join(_places(found))
    verb = "Purged from" if was_run else "It stands in"
    sentences = [f"{verb} {places}."] if places else [_NOTHING if not found.any else ""]
    if found.standing:
        sentences.append(_STILL.format(paths=_paths(found.standing)))
    if held.waiting:
        sentences.append(_WAITING.format(paths=", ".join(held.waiting)))
    if not is_done:
        sentences.append(_UNFINISHED)
    code = ExitCode.DONE if found.any and not found.standing and not held.waiting else ExitCode.FINDINGS
    facts: dict[str, Json] = {
        "status": ("purged" if was_run else "found") if found.any else "nothing",
        "versions": held.versions,
        "documents": held.documents,
        "drafts": held.drafts,
        "files": held.files,
        "waiting": held.waiting,
        "standing": [_standing(one) for one in found.standing],
        "done": is_done,
    }
    return (code if is_done else ExitCode.SYSTEM_SAID_NO), facts, [one for one in sentences if one]


def _places(found: Found) -> Iterator[str]:
    held = found.held
    if held.versions:
        yield f"{counted(held.versions, 'version')} of {counted(held.documents, 'document')}"
    if held.drafts:
        yield counted(held.drafts, "draft")
    if held.files:
        yield counted(held.files, "other file") + " of Memdesk’s own"


def _paths(standing: Sequence[Standing]) -> str:
    return ", ".join(one.path for one in standing)


def _standing(one: Standing) -> dict[str, Json]:
    return {"path": one.path, "times": one.times, "unsaved": one.is_unsaved, "why_not": one.why_not}


def _open_roots(finder: Finder) -> None:
    """What an interrupted save needs is known only where its folder is open."""
    for root in finder.places():
        if root.found:
            finder.desk.workspace.open_root(root)


def _scopes(finder: Finder, arguments: argparse.Namespace, most: int | None = None) -> Sequence[Scope]:
    before = None if arguments.older is None else time.time() - arguments.older * _DAY_S
    word = arguments.document
    if word is None:
        return [Scope("", before)]
    if os.path.isdir(word):
        return [Scope(os.path.abspath(word), before)]
    if word in {layout.name for layout in finder.desk.layouts}:
        roots = [finder.one_root(word)] if most == 1 else finder.roots(word)
        # What one root holds inside another one is counted with that.
        paths = [root.path for root in roots]
        return [Scope(path, before) for path in paths if not any(is_below(path, other) for other in paths)]
    return [Scope(finder.document_once(word).document.path, before)]
