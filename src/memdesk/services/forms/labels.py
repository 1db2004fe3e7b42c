"""What the fields of headers are called: known keys in the user's language, all others by the words of their key."""

from __future__ import annotations

import re

from memdesk.text.sentence import say

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_KNOWN = {
    str(label): label
    for label in (
        say("Agent id"),
        say("Basis"),
        say("Category id"),
        say("Children node ids"),
        say("Cluster id"),
        say("Confidence"),
        say("Content labels"),
        say("Created at"),
        say("Date"),
        say("Deprecated entries"),
        say("Depth"),
        say("Description"),
        say("Doc id"),
        say("Entry count"),
        say("Evidence"),
        say("Explicit info"),
        say("File type"),
        say("Id"),
        say("Implicit traits"),
        say("Last appended at"),
        say("Maturity score"),
        say("Modified"),
        say("Name"),
        say("Node id"),
        say("Node type"),
        say("Origin session id"),
        say("Parent node id"),
        say("Paths"),
        say("Profile timestamp ms"),
        say("Schema version"),
        say("Source case ids"),
        say("Source name"),
        say("Summary"),
        say("Title"),
        say("Topic index"),
        say("Topic name"),
        say("Topic path"),
        say("Track"),
        say("Type"),
        say("Updated at"),
        say("User id"),
    )
}


def label_of(key: str) -> str:
    """A key as a label: `source_case_ids` and `originSessionId` in words."""
    words = _HUMP.sub(" ", key).replace("_", " ").capitalize()
    return _KNOWN.get(words, words)
