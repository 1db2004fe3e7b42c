"""`memdesk duplicates`: what is remembered twice, nearly so, or contrarily."""

from __future__ import annotations

import argparse

from memdesk.cli.exit_codes import ExitCode
from memdesk.cli.finding import Finder
from memdesk.cli.output import Json, Output, counted, unread_facts
from memdesk.services.duplicates.duplicates import DuplicateGroup
from memdesk.text.excerpt import mask_quotes
from memdesk.text.masked_words import mask_words
from memdesk.text.shortening import in_short

_WIDEST_CHARS = 100


def run(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """List the groups, the surest first. Ends with exit code 1 (findings) if there is any."""
    finder.look_for_projects()
    words = arguments.root or [None]
    roots = dict.fromkeys(root for word in words for root in finder.roots(word))
    desk = finder.desk
    for root in roots:
        desk.workspace.open_root(root)
    entries = desk.entries.read(desk.entries.snapshot())
    groups = [group for group in desk.duplicates.find(entries) if arguments.kind in (None, group.kind.value)]
    if arguments.json:
        unread = unread_facts(entries.unread.items())
        output.json({"groups": [_facts(group) for group in groups], "unread": unread})
    else:
        for group in groups:
            _tell(group, output)
    for path, reason in entries.unread.items():
        output.say(f"{path} was not looked at: {reason}.")
    finder.has_unread = bool(entries.unread)
    if not groups:
        output.say(f"Nothing is there twice in {counted(len(entries.documents), 'document')}.")
    return ExitCode.FINDINGS if groups else ExitCode.DONE


def _tell(group: DuplicateGroup, output: Output) -> None:
    texts = [(member.text, mask_quotes(member.text, member.around)) for member in group.members]
    words = group.shared
    for text, shown in texts:
        words = mask_words(words, text, shown)
    shared = f", both with {', '.join(words)}" if words else ""
    output.line(f"{group.kind.value} ({group.score:.2f}){shared}")
    for member, differing, (text, shown) in zip(group.members, group.differing, texts, strict=True):
        own = f" [{', '.join(mask_words(differing, text, shown))}]" if differing else ""
        output.line(f"  {member.document.path}: {in_short(member.text, _WIDEST_CHARS, member.around)}{own}")


def _facts(group: DuplicateGroup) -> dict[str, Json]:
    return {
        "kind": group.kind.value,
        "score": round(group.score, 4),
        "shared": list(group.shared),
        "members": [
            {
                "path": member.document.path,
                "key": member.node_id[0],
                "occurrence": member.node_id[1],
                "agent": member.root.agent,
                "text": member.text,
                "differing": list(differing),
            }
            for member, differing in zip(group.members, group.differing, strict=True)
        ],
    }
