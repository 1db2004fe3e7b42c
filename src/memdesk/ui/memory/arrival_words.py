"""What is said of a document that another program wrote: who did, what changed, and what became of your edits."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator

from memdesk.layouts.documents import DocumentKind
from memdesk.services.documents.changes import Arrived
from memdesk.services.documents.taken import Arrival
from memdesk.services.history.elsewhere import Elsewhere
from memdesk.services.workspace.workspace import Workspace
from memdesk.text.document import decode
from memdesk.ui.i18n import tr, trn
from memdesk.ui.memory.key_words import entries_of, names_of
from memdesk.ui.theme.masks import SecretMasks


class ArrivalWords:
    """Sentences about documents of `workspace`. Entries are named by what they say, with secrets masked by `masks`.

    `elsewhere` knows what commands of the user wrote.
    """

    def __init__(
        self,
        workspace: Workspace,
        masks: SecretMasks,
        elsewhere: Elsewhere,
    ) -> None:
        self._workspace = workspace
        self._masks = masks
        self._elsewhere = elsewhere

    def is_command(self, path: str) -> bool:
        """Whether a command of the user wrote a document last; of an open one, what was taken up of it."""
        session = self._workspace.sessions.get(path)
        if session is None:
            return self._elsewhere.is_noted(path)
        found = session.conflict.theirs if session.conflict is not None else session.base
        return self._elsewhere.is_ours(path, found)

    def writer(self, path: str, *, begins: bool = False) -> str:
        """Who wrote a document, if it was neither you in this window nor somebody who said so.

        It is a command of yours, its agent, or a program. What `begins` a sentence has a capital, unless it is a name.
        """
        if self.is_command(path):
            return tr("A command of yours") if begins else tr("a command of yours")
        found = self._workspace.find_document(path)
        if found is None or not found[1].agent_rewrites:
            return tr("A program") if begins else tr("a program")
        return found[0].layout.title

    def names(self, path: str, keys: Iterable[str], replaced: bytes | None = None) -> str:
        """What parts of a document are called; entries of a list are called by what they say.

        `replaced` is what the document was before, where parts of that are meant as well.
        """
        found = self._workspace.find_document(path)
        is_list = found is not None and found[1].kind is DocumentKind.LIST
        session = self._workspace.sessions.get(path)
        named = entries_of(keys, session.outline()) if session is not None else keys
        texts = (session.text.text, session.base_text, session.disk_text) if session is not None else ()
        every = (*texts, decode(replaced or b""))
        return names_of(named, (lambda key: self._masks.shown_of(key, *every)) if is_list else str)

    def sentence(self, arrived: Arrived) -> str:
        """What came, and what became of the text in the window."""
        keys = (key for key, _ in arrived.taken.nodes)
        names = self.names(arrived.path, keys, arrived.taken.replaced)
        who, title = self.writer(arrived.path, begins=True), posixpath.basename(arrived.path)
        if arrived.taken.arrival is Arrival.REMOVED:
            return tr("{title} was removed on disk.", title=title)
        if arrived.taken.arrival is Arrival.CLASHED:
            return tr(
                "{who} changed {names} in {title}, where you did too. Your text is kept.",
                who=who,
                names=names,
                title=title,
            )
        if arrived.taken.arrival is Arrival.MERGED:
            return tr(
                "{who} changed {names} in {title}. It is merged with your text.",
                who=who,
                names=names or tr("white space"),
                title=title,
            )
        return tr("{who} changed {names} in {title}.", who=who, names=names or tr("white space"), title=title)

    def lost_steps(self, arrived: Arrived) -> str:
        """How many steps can no longer be undone, since their text was written over; empty for none."""
        count = len(arrived.taken.dropped)
        if not count:
            return ""
        return trn(
            "{n} of your edits can no longer be undone: its place was written over.",
            "{n} of your edits can no longer be undone: their places were written over.",
            count,
        )

    def kept_edits(self, arrived: Arrived) -> Iterator[str]:
        """What one side removed and the other side edited: an edit stays."""
        path, taken = arrived.path, arrived.taken
        who, title = self.writer(path, begins=True), posixpath.basename(arrived.path)
        if taken.kept_against_delete:
            yield tr(
                "{who} removed {names} in {title}, which you had changed. It is kept.",
                who=who,
                names=self.names(path, taken.kept_against_delete, taken.replaced),
                title=title,
            )
        if taken.returned:
            yield tr(
                "{who} changed {names} in {title}, which you had removed. It is there again.",
                who=who,
                names=self.names(path, taken.returned, taken.replaced),
                title=title,
            )
