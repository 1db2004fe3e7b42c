"""`memdesk note`: something to remember, told to the agent that was told last, or the one of the project here."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from memdesk.cli.changing import words_given
from memdesk.cli.ending import Ending, ending_of_step, tell
from memdesk.cli.exit_codes import ExitCode
from memdesk.cli.finding import Finder
from memdesk.cli.interrupts import interrupt_held
from memdesk.cli.output import Json, Output
from memdesk.errors import NotFound, StorageError, UsageError
from memdesk.layouts.documents import DocumentKind
from memdesk.services.desk import Desk
from memdesk.services.duplicates.duplicates import Likeness
from memdesk.services.noting import (
    Note,
    NotePlace,
    alike_at,
    choose_place,
    note_places,
    prepare_note,
    preview_note,
    project_of,
    remembered,
)
from memdesk.services.steps.step import Status, Step
from memdesk.text.excerpt import mask_quotes

_MOST_CLASHES = 30
"""So many programs may be quicker, one after the other."""


def run(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Add it and say where it went, with the line that was written and what says nearly the same already."""
    with interrupt_held():
        ending = _note(finder, arguments, output)
    return tell(ending, arguments, output)


def _note(finder: Finder, arguments: argparse.Namespace, output: Output) -> Ending:
    desk = finder.desk
    finder.look_for_projects()
    desk.mention_project(os.getcwd())
    for root in finder.places():
        if root.found:
            desk.workspace.open_root(root)
            desk.workspace.documents(root.path)
    finder.recover()
    places = note_places(desk.workspace)
    folder = project_of(places, os.getcwd())
    place, section = _where(finder, arguments, places, folder)
    note = Note(words_given(arguments.text), place, section)
    alike = alike_at(place, note.text, desk.duplicates, desk.entries.read(desk.entries.snapshot()))
    found = preview_note(desk.workspace, desk.steps, note, alike)
    remarks = found.remarks
    if not arguments.json:
        # Before it is written: who reads this may still take it back.
        for remark in remarks:
            output.say(f"{remark.rstrip('.')}.")
        remarks = ()
    step = _made(desk, note)
    ending = ending_of_step(place.document.path, step)
    if not ending.is_done:
        return ending
    desk.settings.last_notes = remembered(desk.settings.last_notes, folder, place, found.note.section)
    with suppress(StorageError):
        desk.write_settings()
    said = f"{ending.message} {place.root.title} reads it {place.document.reach}.".replace(" .", ".")
    warnings = [*remarks, *_alike(found.alike)]
    facts: dict[str, Json] = {
        **ending.facts,
        "key": step.key,
        "lines": list(found.lines),
        "agent": place.root.agent,
        "alike": _facts_of_alike(found.alike),
    }
    return replace(ending, message=said, facts=facts, warnings=(*ending.warnings, *warnings))


def _made(desk: Desk, note: Note) -> Step:
    step = desk.steps.now(prepare_note(desk.workspace, desk.steps, note))
    for _ in range(_MOST_CLASHES):
        if step.status is not Status.CONFLICT:
            break
        # Something more is right whatever the text is: it is made of what the other program wrote.
        step = desk.steps.now(prepare_note(desk.workspace, desk.steps, note))
    return step


def _alike(found: Likeness | None) -> Iterator[str]:
    if found is not None:
        how = "The same" if found.is_same else "Nearly the same"
        key = mask_quotes(found.entry.node_id[0], found.entry.around)
        named = f", as “{key.strip()}”" if key.strip() else ""
        yield f"{how} is there already, in {found.entry.document.path}{named}"


def _facts_of_alike(found: Likeness | None) -> Json:
    if found is None:
        return None
    key, occurrence = found.entry.node_id
    return {
        "path": found.entry.document.path,
        "key": key,
        "occurrence": occurrence,
        "text": found.entry.text,
        "same": found.is_same,
    }


def _where(
    finder: Finder, arguments: argparse.Namespace, places: Sequence[NotePlace], folder: str
) -> tuple[NotePlace, str]:
    """Where it goes. Raises `NotFound`, or `UsageError` where the words name several places."""
    agent, scope = arguments.agent or "", arguments.scope or ""
    if agent and agent not in {place.root.agent for place in places}:
        raise NotFound("No memory of an agent {agent} takes notes.", agent=agent)
    left = [place for place in places if not agent or place.root.agent == agent]
    if scope:
        left = _called(left, scope)
        if not left:
            raise NotFound("There is no scope {scope} that takes notes.", scope=scope)
        _require_one(left, scope)
    found = choose_place(left, finder.desk.settings.last_notes, "" if scope else folder)
    if found is None:
        raise NotFound("No memory that takes notes was found; memdesk roots says where it was looked for.")
    place, section = (left[0], "") if scope else found
    return place, arguments.section or section


def _home_of(place: NotePlace) -> str:
    """What tells scopes of one name apart; the records of one belong together."""
    return place.root.path if place.document.kind is DocumentKind.RECORD else place.document.path


def _called(places: Sequence[NotePlace], word: str) -> list[NotePlace]:
    """The places whose scope is called so; in a root that has none, those of that kind or in a folder of that name."""
    found: list[NotePlace] = []
    for root in dict.fromkeys(place.root for place in places):
        here = [place for place in places if place.root == root]
        found += [place for place in here if _is_any(word, _names(place))] or [
            place for place in here if _is_any(word, _other_words(place))
        ]
    return found


def _names(place: NotePlace) -> tuple[str, ...]:
    return place.scope, place.document.scope.title, place.document.scope.key


def _other_words(place: NotePlace) -> tuple[str, ...]:
    scope = place.document.scope
    return scope.kind.value, os.path.basename(scope.folder or "")


def _is_any(word: str, names: Sequence[str]) -> bool:
    return word.casefold() in map(str.casefold, names)


def _require_one(places: Sequence[NotePlace], scope: str) -> None:
    """Raises `UsageError` where the word means several agents, or several scopes of one."""
    if len(set(map(_home_of, places))) == 1:
        return
    agents = dict.fromkeys(place.root.agent for place in places)
    if len(agents) > 1:
        raise UsageError(
            "Several agents have a scope {scope} ({names}); name one with --agent.",
            scope=scope,
            names=", ".join(agents),
        )
    keys = dict.fromkeys(place.document.scope.key or place.scope for place in places)
    raise UsageError(
        "Several scopes may be meant by {scope}; name one of them: {keys}.", scope=scope, keys=", ".join(keys)
    )
