"""`memdesk restore`: bring an earlier version back, or one section or entry of it, or what is gone altogether."""

from __future__ import annotations

import argparse
import os
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from memdesk.cli.changing import run_change
from memdesk.cli.ending import Ending, ending_of_step
from memdesk.cli.exit_codes import ExitCode
from memdesk.cli.finding import Finder, Found
from memdesk.cli.nodes import find_node
from memdesk.cli.output import Output, counted
from memdesk.errors import MemdeskError, NotFound, UsageError
from memdesk.services.history.trash import gone_below
from memdesk.services.steps.restoring import Kept, Place, Restore
from memdesk.services.steps.step import Status
from memdesk.store.versions import Version

if TYPE_CHECKING:
    from memdesk.services.steps.restoring import Restoring

_PLACES = {
    Place.WHERE_IT_WAS: " It stands where it was.",
    Place.SECTION_END: " Its place is gone, so it stands at the end of “{section}”.",
    Place.DOCUMENT_END: " Its place is gone, so it stands at the end of the document.",
}


def run(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Restore it through the save and say how that ended."""
    is_of_a_part = arguments.section is not None or arguments.entry is not None
    if arguments.occurrence is not None and not is_of_a_part:
        raise UsageError("--occurrence says which --section or --entry is meant, so name one.")
    if arguments.version is None and finder.is_folder(finder.path_of(arguments.document)):
        if is_of_a_part:
            raise UsageError("{path} is a folder, which comes back as a whole.", path=arguments.document)
        return run_change(finder, arguments, output, lambda found: _folder(finder, found), find=finder.folder)

    def change(found: Found) -> Ending:
        finder.open(found)
        if not os.path.lexists(found.document.path):
            _list_indexes(finder)
        restore = _prepared(finder, found, arguments)
        ending = ending_of_step(found.document.path, finder.desk.steps.now(restore.job))
        if not restore.places or ending.status is not Status.SAVED:
            return ending
        place = restore.places[0]
        words = _PLACES.get(place.place, "").format(section=place.section)
        return replace(
            ending, message=ending.message + words, facts={**ending.facts, "place": place.place.value}
        )

    return run_change(finder, arguments, output, change, find=finder.document_once)


def _list_indexes(finder: Finder) -> None:
    """Let the workspace know the indexes that may have named what comes back; what cannot be listed names nothing."""
    for root in finder.desk.workspace.roots:
        with suppress(MemdeskError, OSError):
            finder.desk.workspace.documents(root.path)


def _prepared(finder: Finder, found: Found, arguments: argparse.Namespace) -> Restore:
    restoring, path = finder.desk.restoring, found.document.path
    if arguments.version is not None:
        version = restoring.version(path, arguments.version)
        return restoring.prepare_all(
            [Kept(found.document, version, _node(restoring, version, found, arguments))]
        )
    if os.path.lexists(path):
        raise UsageError("{path} is there; say with --version what of its history is meant.", path=path)
    if arguments.section is not None or arguments.entry is not None:
        raise UsageError("{path} is gone; restore the file before a part of it.", path=path)
    past = finder.timeline().past(path)
    return restoring.prepare_all([Kept(past.document, restoring.last_text(path))])


def _node(
    restoring: Restoring, version: Version, found: Found, arguments: argparse.Namespace
) -> tuple[str, int] | None:
    """The node that is meant, by the words of that version; None for the whole document."""
    word = arguments.entry if arguments.section is None else arguments.section
    if word is None:
        return None
    outline = found.layout.outline(found.document, restoring.text(version))
    what = "entry" if arguments.section is None else "section"
    node = find_node(outline, found.document, word, arguments.occurrence, what=what)
    return node.key, node.occurrence


# A folder


def _folder(finder: Finder, found: Found) -> Ending:
    """What went last from below a folder, as one step. Raises `NotFound` where nothing did."""
    folder = found.document.path
    kept = gone_below(finder.timeline(), folder)
    if not kept:
        raise NotFound("No document below {folder} is gone that the history knows.", folder=folder)
    _list_indexes(finder)
    step = finder.desk.steps.now(finder.desk.restoring.prepare_all(kept).job)
    ending = ending_of_step(folder, step)
    if ending.status is not Status.SAVED:
        return ending
    return replace(ending, message=f"Restored {counted(len(step.was), 'file')} in {folder}.")
