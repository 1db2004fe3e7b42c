"""Makes one entry of several that say the same: one stays, the others go, and what named them names that one."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace as changed
from typing import NamedTuple
from urllib.parse import quote, unquote

from memdesk.errors import NotFound, Refused
from memdesk.layouts.contract import Change, ChangeKind, Layout, Plan
from memdesk.layouts.optional import Referenced
from memdesk.layouts.shapes.fact_file import BODY_KEY
from memdesk.layouts.shapes.fact_links import WIKI_LINK
from memdesk.layouts.view import View
from memdesk.services.documents.taken import Address
from memdesk.services.machine.seen_view import SeenView
from memdesk.services.prune.step import change_of, from_below
from memdesk.services.remembered.entries import WHOLE, Entry, EntryList, entries_of
from memdesk.services.remembered.entry_items import changed_items, is_item
from memdesk.services.steps.step import StepJob
from memdesk.services.steps.steps import Steps, together
from memdesk.text.code_stretches import code_stretches, is_within
from memdesk.text.document import decode, trim
from memdesk.text.edits import Edit, Span
from memdesk.text.fences import scan_landmarks
from memdesk.text.list_items import items_of

MERGE = "merge"
_LINK = re.compile(
    r"""(?:\]\([ \t]*|^ {0,3}\[[^\]\n]+\]:[ \t]*)"""
    r"""(?:<([^<>#?\n]+\.md)(?=[#?][^<>\n]*>|>)|([^()\s<>#?]+\.md)(?=[#?][^()\s<>]*[)\s]|[)\s]|\Z))""",
    re.MULTILINE,
)
"""A link to a file, with or without a title, or the line that says where a link leads.

The path is group 1 where it stands between angle brackets, else group 2.
"""
_ENDS_BRACKETED, _ENDS = (re.compile(rf"[{signs}]|%(?=[0-9A-Fa-f]{{2}})") for signs in ("<>", r"\s<>()"))
"""What cannot stand in the path of a link as it is."""
_CHANGED = "“{name}” in {path} has changed since it was shown; look again."


class Union(NamedTuple):
    """What is to become of a group: the entry that stays, the text it gets, and those that go."""

    kept: Entry
    text: str
    removed: tuple[Entry, ...]


class Repointed(NamedTuple):
    """A place that named an entry which goes, and the edit that lets it name the one that stays."""

    path: str
    edit: Edit


def combined(entries: Sequence[Entry]) -> str:
    """The texts of several entries as one, in their order: each with what those before it do not say, line by line.

    Fenced code is as one line, since half of it is none.
    """
    said: list[str] = []
    known: set[str] = set()
    for entry in entries:
        pieces, blank, begun = _pieces(trim(entry.text)), "", False
        for piece in pieces:
            if not trim(piece):
                blank = "\n"
            elif piece not in known:
                said.append(f"{blank}{piece}" if begun else piece)
                blank, begun = "", True
        known.update(pieces)
    return "\n".join(said)


def _pieces(text: str) -> list[str]:
    """The lines of a text, those of fenced code together, without what ends them."""
    pieces, at = list[str](), 0
    for fence in scan_landmarks(text).fences:
        pieces += text[at : fence.span.start].split("\n")[:-1]
        pieces.append(fence.span.of(text).removesuffix("\n"))
        at = fence.span.end
    return [*pieces, *text[at:].split("\n")]


def prepare(steps: Steps, disk: View, union: Union, entries: EntryList) -> StepJob:
    """The merge as one step over all files it touches. For a worker.

    Raises `Refused` where an entry is not what was looked at or may not be changed, `NotFound`.
    """
    view = SeenView(disk)
    for entry in (union.kept, *union.removed):
        _whole(view, entry)
    places = tuple(dict.fromkeys(_named(view, union)))
    job = steps.job(union.kept.document, view, Plan(_by_path(places)), MERGE) if places else None
    job = steps.and_then(job, view, _changes(view, union), MERGE)
    if job is None:
        raise Refused("There is nothing to merge.")
    # What goes has gone by then, with the lines of an index that were about it, and leads nowhere any more.
    later = SeenView(view, {file.path: file.after for file in job.files})
    links = tuple(_linked(later, union, entries))
    if links:
        repointed = steps.job(union.kept.document, later, Plan(_by_path(links)), MERGE)
        job = changed(job, files=together(job.files, repointed.files))
    return changed(job, why=MERGE, key=union.kept.title)


def _changes(view: SeenView, union: Union) -> list[Change]:
    """The changes of the entries: in the document of the one that stays first; items of one section in one change."""
    is_changed = trim(union.text) != trim(union.kept.text)
    touched = [one for one in (*([union.kept] if is_changed else []), *union.removed) if not is_item(one)]
    # From below also where one of several that say the same is to say something else: it counts among them until then.
    plain = [
        (one, _set(one, union.text) if one is union.kept else change_of(one)) for one in from_below(touched)
    ]
    first = union.kept.document.path
    changes = [change for one, change in plain if one.document.path == first]
    wanted: dict[Address, dict[str, list[str | None]]] = {}
    sections: dict[Address, Entry] = {}
    # Items of one section may say the same, and then which of them stays is told by their order alone.
    for entry in sorted(filter(is_item, (union.kept, *union.removed)), key=lambda entry: entry.span):
        sections[entry.address] = _whole(view, entry)
        becomes = None if entry is not union.kept else union.text if is_changed else entry.text
        wanted.setdefault(entry.address, {}).setdefault(entry.text, []).append(becomes)
    for address, section in sections.items():
        if all(each == [said] for said, each in wanted[address].items()):
            continue
        try:
            changes.append(_set(section, changed_items(section.text, wanted[address])))
        except KeyError as error:
            raise Refused(_CHANGED, name=section.title, path=section.document.path) from error
    return changes + [change for one, change in plain if one.document.path != first]


def _set(entry: Entry, text: str) -> Change:
    key, occurrence = (BODY_KEY, 0) if entry.node_id == WHOLE else entry.node_id
    return Change(ChangeKind.SET_BODY, entry.document, key, occurrence, body=text, bare=True)


def _whole(view: SeenView, entry: Entry) -> Entry:
    """The entry as it is now, of an item its section. Raises `Refused` if its text is another one, `NotFound`."""
    document = entry.document
    data = view.data(document.path)
    if data is None:
        raise NotFound("There is no file {path}.", path=document.path)
    text = decode(data)
    for now in entries_of(entry.root, document, text, entry.root.layout.outline(document, text)):
        if now.node_id == entry.node_id:
            said = [item.text for item in items_of(now.text)] if is_item(entry) else [trim(now.text)]
            if trim(entry.text) in said:
                return now
    raise Refused(_CHANGED, name=entry.title, path=document.path)


# What names an entry that goes


def _named(view: SeenView, union: Union) -> Iterator[Repointed]:
    """Where layouts know that the entries that go are named."""
    for entry in (one for one in union.removed if not is_item(one)):
        yield from _by_name(entry.root.layout, view, entry, union.kept)


def _linked(view: SeenView, union: Union, entries: EntryList) -> Iterator[Repointed]:
    """The links to the files that go, in all documents that may be changed."""
    whole = {one.document.path for one in union.removed if one.node_id == WHOLE}
    for read in entries.documents if whole else ():
        document = read.document
        if document.path not in whole and not document.why_read_only:
            yield from _by_path_in(view, document.path, whole, union.kept.document.path)


def _by_name(layout: Layout, view: SeenView, entry: Entry, kept: Entry) -> Iterator[Repointed]:
    """Let references that the layout knows name the entry that stays, or lead to its file from where it has no name."""
    named: object = layout
    if not isinstance(named, Referenced):
        return
    is_near = kept.root.path == entry.root.path and kept.document.scope == entry.document.scope
    names = dict(zip(_names(entry), _names(kept), strict=True)) if is_near else {}
    for reference in named.references(view, entry.document, entry.node_id[0]):
        if reference.path == entry.document.path and entry.node_id == WHOLE:
            continue
        said = reference.span.of(decode(view.data(reference.path) or b""))
        wiki = WIKI_LINK.fullmatch(said)
        if wiki is not None and not (is_near and kept.node_id == WHOLE):
            there = _path_from(posixpath.dirname(reference.path), kept.document.path, _ENDS)
            shown = (wiki[2] or wiki[1]).strip(" \t")
            yield Repointed(reference.path, Edit(reference.span.start, said, f"[{shown}]({there})"))
            continue
        # The longest name first: a shorter one may be a part of it.
        old = next((name for name in sorted(names, key=len, reverse=True) if name and name in said), None)
        if old is not None and names[old]:
            edit = Edit(reference.span.start, said, said.replace(old, names[old], 1))
            yield Repointed(reference.path, edit)


def _names(entry: Entry) -> tuple[str, str, str]:
    stem = posixpath.basename(entry.document.path).removesuffix(".md") if entry.node_id == WHOLE else ""
    return entry.node_id[0], stem, entry.title if entry.node_id == WHOLE else ""


def _by_path_in(view: SeenView, path: str, whole: set[str], kept: str) -> Iterator[Repointed]:
    """The links of a document to the files that go, but for those in code, which are an example of something."""
    text, folder = decode(view.data(path) or b""), posixpath.dirname(path)
    code: list[Span] | None = None
    for link in _LINK.finditer(text):
        is_bracketed = link[1] is not None
        said = link[1 if is_bracketed else 2]
        if posixpath.normpath(posixpath.join(folder, unquote(said))) not in whole:
            continue
        code = code_stretches(text) if code is None else code
        if not is_within(link.start(), code):
            there = _path_from(folder, kept, _ENDS_BRACKETED if is_bracketed else _ENDS)
            yield Repointed(path, Edit(link.start(1 if is_bracketed else 2), said, there))


def _path_from(folder: str, path: str, ends: re.Pattern[str]) -> str:
    """How a link in a file of `folder` gives a path; `ends` is what would end it or mean another one."""
    return ends.sub(lambda found: quote(found[0], safe=""), posixpath.relpath(path, folder))


def _by_path(places: Sequence[Repointed]) -> Mapping[str, tuple[Edit, ...]]:
    found: dict[str, dict[int, Edit]] = {}
    for path, edit in places:
        found.setdefault(path, {}).setdefault(edit.start, edit)
    return {path: tuple(edits[start] for start in sorted(edits)) for path, edits in found.items()}
