"""What an agent does to a document when it is told to, asked for by its user instead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from memdesk.errors import NotFound, UsageError
from memdesk.layouts.documents import Document
from memdesk.layouts.optional import Acting, Deed
from memdesk.services.documents.session import DocumentSession
from memdesk.services.workspace.workspace import Workspace
from memdesk.text.edits import Edit
from memdesk.text.sentence import joined


class Offered(NamedTuple):
    """A deed of one of the agents that read a document, with that agent's name and its document."""

    deed: Deed
    agent: str
    layout: Acting
    document: Document


def offered_for(session: DocumentSession, workspace: Workspace) -> tuple[Offered, ...]:
    """What can be done to an open document, by any agent that reads it; nothing to one that is not edited."""
    return () if session.why_read_only else tuple(_offered(session, workspace))


def _offered(session: DocumentSession, workspace: Workspace) -> Iterator[Offered]:
    readers = [(root.layout, document) for root, document in workspace.readers_of(session.path)]
    others = (reader for reader in readers if reader[0] is not session.layout)
    for layout, document in ((session.layout, session.document), *others):
        if isinstance(layout, Acting):
            for deed in layout.deeds(workspace.view, document):
                yield Offered(deed, layout.title, layout, document)


def edits_of_deed(
    session: DocumentSession, workspace: Workspace, name: str, words: Sequence[str]
) -> tuple[Edit, ...]:
    """The edits of the buffer that the deed of this name makes.

    Raises:
        NotFound: nothing of this name can be done to the document.
        UsageError: it asks for more or fewer words.
        Refused: the agent would refuse it, in its words.
    """
    offered = offered_for(session, workspace)
    found = next((one for one in offered if one.deed.name == name), None)
    if found is None:
        known = joined(one.deed.name for one in offered)
        raise NotFound(
            "Nothing called “{name}” can be done to {title}.",
            hint="What can be done: {known}." if known else "",
            name=name,
            title=session.document.title,
            known=known,
        )
    asks = found.deed.asks
    if len(words) != len(asks):
        raise UsageError("“{name}” asks for {asks}.", name=name, asks=" and ".join(asks) or "no words")
    return found.layout.act(workspace.view, found.document, name, words)
