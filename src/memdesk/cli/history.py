"""`memdesk history`: what a document, or everything, held, when, and by whom, as far as Memdesk has seen it."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from difflib import unified_diff
from itertools import islice
from typing import TYPE_CHECKING

from memdesk.cli.exit_codes import ExitCode
from memdesk.cli.finding import Finder
from memdesk.cli.output import Json, Output, counted
from memdesk.errors import NotFound, UsageError
from memdesk.paths import is_below, is_within
from memdesk.services.history.timeline import Deed, Summary, Timeline
from memdesk.services.history.trash import Removed, TrashScan
from memdesk.store.timeline import EVERYTHING, Asked
from memdesk.text.document import split_lines
from memdesk.text.excerpt import mask_quotes
from memdesk.text.masking import mask_in_place

if TYPE_CHECKING:
    from memdesk.store.versions import Version

ON_DISK = "disk"
_USUALLY = 100
"""So many are listed where nobody says how many, of everything; of one document all are."""
_PAGE = 200
_HUNK = re.compile(r"@@ -(\d+)(?:,\d+)? \+(\d+)")
_DEEDS = {
    Deed.FIRST_SEEN: "first seen",
    Deed.MADE: "file made",
    Deed.REMOVED: "file removed",
    Deed.SAME: "blank lines or line ends changed",
    Deed.UNKNOWN: "changed",
}


def run(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """List versions, newest first, or tell two of them apart. Findings where there is nothing to list.

    Raises `HistoryError`.
    """
    if _is_of_the_whole(arguments):
        from memdesk.cli import keeping

        return keeping.run(finder, arguments, output)
    if arguments.diff:
        return _tell_apart(finder, arguments, output)
    if arguments.removed:
        return _list_removed(finder, arguments, output)
    places = () if arguments.document is None else finder.paths_of(arguments.document)
    if arguments.document is None or any(map(finder.is_folder, places)):
        return _list_everything(finder, places, arguments, output)
    return _list_versions(finder, arguments, output)


def _is_of_the_whole(arguments: argparse.Namespace) -> bool:
    """Whether the history is to be exported, moved, cleared or purged."""
    return any(
        getattr(arguments, name) not in (None, False)
        for name in ("export", "move", "clear", "older", "purge", "purge_version")
    )


def _list_versions(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    path = finder.document_once(arguments.document).document.path
    versions = finder.desk.history.versions(path)[: arguments.limit or None]
    if arguments.json:
        output.json({"versions": [facts_of(version) for version in versions]})
    else:
        for version in versions:
            output.line(_line(version))
        if not versions:
            output.say(f"No version of {path} is known: Memdesk keeps them from its first look on.")
    return ExitCode.DONE if versions else ExitCode.FINDINGS


# Everything


def _list_everything(
    finder: Finder, places: Sequence[str], arguments: argparse.Namespace, output: Output
) -> ExitCode:
    """All versions, or those of what lies in the folders `places`."""
    timeline = finder.timeline()
    known = timeline.look()
    asked = EVERYTHING
    if places:
        asked = Asked(frozenset(one.path for one in known if any(is_below(one.path, top) for top in places)))
    limit = _USUALLY if arguments.limit is None else arguments.limit
    versions = islice(_all_versions(timeline, asked), limit or None)
    told = [(version, timeline.summary(version)) for version in versions]
    if arguments.json:
        output.json({"versions": [_facts_of_all(timeline, *each) for each in told]})
    else:
        for version, summary in told:
            output.line(f"{_line(version)}  {version.path}  {words_of(summary)}".rstrip())
        if not told and places:
            output.say(f"Of nothing below {' and '.join(places)} is a version known.")
        elif not told:
            output.say("There is no history yet: Memdesk keeps it from its first look on.")
    return ExitCode.DONE if told else ExitCode.FINDINGS


def _all_versions(timeline: Timeline, asked: Asked) -> Iterator[Version]:
    before: int | None = None
    while page := timeline.queries.page(asked, before, _PAGE):
        yield from page
        before = page[-1].id


def _facts_of_all(timeline: Timeline, version: Version, summary: Summary) -> Mapping[str, Json]:
    past = timeline.past(version.path)
    changes = [
        {"fate": one.fate.value, "what": one.noun.value, "count": one.how_many} for one in summary.tallies
    ]
    return {
        **facts_of(version),
        "path": version.path,
        "title": past.document.title,
        "agent": past.root.agent if past.root is not None else None,
        "did": summary.deed.value,
        "changes": changes,
    }


def words_of(summary: Summary) -> str:
    """What a version changed, for people: `2 entries added, 1 section removed`."""
    parts = [f"{_counted(one.how_many, one.noun.value)} {one.fate.value}" for one in summary.tallies]
    return ", ".join(parts) or _DEEDS.get(summary.deed, "")


def _counted(number: int, noun: str) -> str:
    return f"{number:,} entries" if noun == "entry" and number != 1 else counted(number, noun)


# What was removed


def _list_removed(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    limit = _USUALLY if arguments.limit is None else arguments.limit
    tops = () if arguments.document is None else finder.paths_of(arguments.document)
    found = _all_removed(finder.timeline())
    wanted = (one for one in found if not tops or any(is_within(one.path, top) for top in tops))
    removed = list(islice(wanted, limit or None))
    if arguments.json:
        output.json({"removed": [_facts_of_removed(one) for one in removed]})
    else:
        for one in removed:
            output.line(_line_of_removed(one))
        if not removed:
            output.say("Nothing was removed that Memdesk knows of and that is not back.")
    return ExitCode.DONE if removed else ExitCode.FINDINGS


def _all_removed(timeline: Timeline) -> Iterator[Removed]:
    scan = TrashScan(timeline)
    while not scan.is_done:
        yield from scan.more()


def _facts_of_removed(one: Removed) -> Mapping[str, Json]:
    first = one.kept[0]
    return {
        "kind": one.kind.value,
        "path": one.path,
        "title": one.title,
        "agent": one.past.root.agent if one.past.root is not None else None,
        "when": _moment(one.version) if one.was_seen else None,
        "by": one.version.author.value if one.was_seen else None,
        "version": first.version.id if len(one.kept) == 1 else None,
        "key": first.node[0] if first.node is not None else None,
        "occurrence": first.node[1] if first.node is not None else None,
        "text": one.text or None,
        "documents": [kept.document.path for kept in one.kept],
    }


def _line_of_removed(one: Removed) -> str:
    when = _local(one.version) if one.was_seen else "(not seen)"
    by = one.version.author.value if one.was_seen else ""
    first = one.kept[0]
    way = f"--version {first.version.id}" if len(one.kept) == 1 else f"{len(one.kept)} files"
    name = f"  “{mask_quotes(one.title, one.around)}”" if first.node is not None else ""
    return f"{when:<19}  {by:<7}  {one.kind.value:<7}  {one.path}{name}  ({way})"


# Two versions


def _tell_apart(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    if arguments.document is None or len(arguments.diff) > 2:
        raise UsageError(
            "--diff takes one document and one or two versions of it; see memdesk history --help."
        )
    path = finder.document_once(arguments.document).document.path
    names = [*arguments.diff, ON_DISK][:2]
    old, new = (_text(finder, path, name) for name in names)
    lines = list(_unified(old, new, names))
    if arguments.json:
        output.json({"path": path, "from": names[0], "to": names[1], "diff": "".join(lines)})
    else:
        for line in _masked(lines, old, new):
            output.line(line.removesuffix("\n"))
        if not lines:
            output.say(f"Both versions of {path} say the same.")
    return ExitCode.DONE if lines else ExitCode.FINDINGS


def _unified(old: str, new: str, names: Sequence[str]) -> Iterator[str]:
    for line in unified_diff(split_lines(old), split_lines(new), names[0], names[1]):
        yield line
        if not line.endswith("\n"):
            yield "\n\\ No newline at end of file\n"


def _masked(lines: Iterable[str], old: str, new: str) -> Iterator[str]:
    """The lines of a difference, with what is a secret in its text masked: alone, no line of a private key is one."""
    masked_old, masked_new = split_lines(mask_in_place(old)), split_lines(mask_in_place(new))
    sides: dict[str, Iterator[str]] = {}
    for line in lines:
        if hunk := _HUNK.match(line):
            starts = (max(0, int(number) - 1) for number in hunk.groups())
            texts = zip("-+", (masked_old, masked_new), starts, strict=True)
            sides = {sign: islice(text, start, None) for sign, text, start in texts}
        sign = line[0]
        if sides and sign == " ":
            next(sides["+"])
        side = sides.get("-" if sign == " " else sign)
        yield line if side is None else sign + next(side)


def _text(finder: Finder, path: str, name: str) -> str:
    timeline = finder.desk.timeline
    if name == ON_DISK:
        return timeline.disk_text(path) or ""
    if not name.isascii() or not name.isdigit():
        raise UsageError("{name} is no version; name a number that history prints, or disk.", name=name)
    version = finder.desk.restoring.version(path, int(name))
    if version.removed:
        raise NotFound("In version {id}, {path} was gone.", id=version.id, path=path)
    return timeline.text(version)


# One version


def facts_of(version: Version) -> Mapping[str, Json]:
    """A version as JSON tells it."""
    return {
        "id": version.id,
        "when": _moment(version),
        "by": version.author.value,
        "why": version.why,
        "bytes": version.size_bytes,
        "sha256": version.sha256,
        "removed": version.removed,
        "landed": version.landed,
        "purged": version.purged,
    }


def _moment(version: Version) -> str:
    return datetime.fromtimestamp(version.when, UTC).isoformat()


def _local(version: Version) -> str:
    return datetime.fromtimestamp(version.when).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def _line(version: Version) -> str:
    size = "removed" if version.removed else f"{version.size_bytes:,} bytes"
    note = ("" if version.landed else ", never saved") + (", purged" if version.purged else "")
    return f"{version.id:>6}  {_local(version)}  {version.author.value:<7}  {size:>14}  {version.why}{note}"
