"""`memdesk search`: every entry that holds what is looked for."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from memdesk.cli.exit_codes import ExitCode
from memdesk.cli.finding import Finder
from memdesk.cli.output import Json, Output, counted, unread_facts
from memdesk.layouts.documents import Codec, Document
from memdesk.services.search.hits import Hit
from memdesk.services.search.patterns import PatternFinder
from memdesk.services.search.queries import parse
from memdesk.services.search.search import MOST_PLACES, Search
from memdesk.services.search.searchable import Index
from memdesk.store.marks import MarkKind
from memdesk.text.folding import fold
from memdesk.text.masking import mask_in_place

_NO_LIMIT = 1_000_000


def run(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """List what is found, in the order of the tree. Findings, that is exit code 1, where that is nothing.

    Raises `UsageError` for what cannot be understood, `Refused` for an expression that takes too long.
    """
    query = parse(arguments.query, is_regex=arguments.regex, is_exact=arguments.case, is_whole=arguments.word)
    finder.look_for_projects()
    desk = finder.desk
    for root in finder.roots():
        desk.workspace.open_root(root)
    words = [fold(word) for word in query.words]

    def holds(document: Document, text: str) -> bool:
        # Elsewhere the fields are searched, and not the text as it stands.
        return document.codec is not Codec.LINES or all(
            word in folded for folded in [fold(text)] for word in words
        )

    index = Index(desk.entries.read_holding(desk.entries.snapshot(), holds))
    pinned = frozenset(mark.address for mark in desk.marks.of(MarkKind.PINNED))
    patterns = PatternFinder()
    try:
        now = desk.workspace.disk.now
        search = Search(index, query, pinned=pinned, now=now, most_marks=MOST_PLACES)
        found = search.find(patterns, arguments.limit or _NO_LIMIT)
    finally:
        patterns.close()
    if arguments.json:
        hits, unread = [_facts(hit) for hit in found.hits], unread_facts(index.unread.items())
        output.json({"hits": hits, "more": found.has_more, "unread": unread})
    else:
        for hit in found.hits:
            output.line(f"{hit.document.path}:{hit.line}: {hit.excerpt.shown(mask_in_place)}")
    for path, reason in index.unread.items():
        output.say(f"{path} was not searched: {reason}.")
    finder.has_unread = bool(index.unread)
    if not found.hits:
        output.say(f"Nothing was found in {counted(len(index.sheets), 'document')}.")
    elif found.has_more:
        output.say(f"These are the first {arguments.limit}; --limit 0 lists all.")
    return ExitCode.DONE if found.hits else ExitCode.FINDINGS


def _facts(hit: Hit) -> Mapping[str, Json]:
    key, occurrence = hit.entry.node_id
    words, marks = hit.words
    return {
        "path": hit.document.path,
        "key": key,
        "line": hit.line,
        "text": words,
        "occurrence": occurrence,
        "agent": hit.entry.root.agent,
        "kind": hit.entry.kind.value,
        "marks": [[mark.start, mark.end] for mark in marks],
    }
