"""Instruction documents that are there, look as if OK read them, and are not loaded where it starts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memdesk.layouts.ok.docs import (
    LOCAL_NAMES,
    NAMES,
    Candidate,
    Reach,
    Skip,
    candidates,
    exists,
    folders_read,
    load_docs,
    read_document,
)
from memdesk.layouts.shapes.files import folders_below
from memdesk.layouts.shapes.go import join_path
from memdesk.layouts.shapes.instruction_chain import Fate
from memdesk.layouts.shapes.instruction_files import folders_down
from memdesk.layouts.view import View
from memdesk.text.sentence import say

_LEVELS_BELOW, _MOST_BELOW = 3, 200

_NO_REPOSITORY = say("there is no .git above the project, so OK reads that folder alone")
_ABOVE = say("it stands above the nearest folder with .git, where OK begins to read")
_LOCAL = say("OK reads local documents only in the folder where it starts")
_BELOW = say("OK looks in no folder below the one where it starts")


def why_not_loaded(view: View, path: str) -> str:
    """Why OK passes over what stands where it looks; empty where it loads it, or where nothing is."""
    text = read_document(view, path)
    return say(text.value) if isinstance(text, Skip) else ""


def unreached(view: View, folder: str, user_folder: str) -> Iterator[tuple[Candidate, str]]:
    """The documents above and below a project folder where OK never looks, and why."""
    looked_at = {place.absolute for place in candidates(view, folder, user_folder)}
    read = folders_read(view, folder)
    why_above = _ABOVE if exists(view, join_path(read[0], ".git")) else _NO_REPOSITORY
    for above in folders_down(folder)[:-1]:
        if above not in read:
            yield from _there(view, above, NAMES, Reach.ANCESTOR, why_above, looked_at)
        yield from _there(view, above, LOCAL_NAMES, Reach.LOCAL, _LOCAL, looked_at)
    below = folders_below(view, folder, _LEVELS_BELOW, _MOST_BELOW)
    found = [
        one
        for at in below
        for one in _there(view, at, (*NAMES, *LOCAL_NAMES), Reach.PROJECT, _BELOW, looked_at)
    ]
    imported = _imported(view, folder, user_folder) if found else ()
    yield from (one for one in found if one[0].absolute not in imported)


def _there(
    view: View, folder: str, names: Sequence[str], reach: Reach, why: str, looked_at: set[str]
) -> Iterator[tuple[Candidate, str]]:
    try:
        there = {entry.name for entry in view.entries(folder)}
    except OSError:
        return
    for name in names:
        path = join_path(folder, name)
        if name in there and path not in looked_at and isinstance(read_document(view, path), str):
            yield Candidate(path, path, reach), why


def _imported(view: View, folder: str, user_folder: str) -> set[str]:
    docs = load_docs(view, folder, user_folder)
    return {met.path for doc in docs for met in doc.expansion.imports if met.fate is Fate.INLINED}
