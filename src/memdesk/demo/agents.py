"""One busy agent: it picks something to do, asks its layout what comes of it, and writes that."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from typing import NamedTuple

from memdesk.demo.habits import Habit, Habits
from memdesk.demo.manners import Hand
from memdesk.layouts.contract import Layout, Operation
from memdesk.layouts.documents import Document
from memdesk.layouts.optional import Keeping, NewFact
from memdesk.layouts.view import View
from memdesk.text.document import decode, encode

_NAME_WORDS = 5


class Write(NamedTuple):
    """What an agent did to one file: `data` is what it holds now, None for a file that it deleted."""

    agent: str
    path: str
    data: bytes | None


class BusyAgent:
    """The agent of `layout` at work in `root`. `view` sees the disk alone."""

    def __init__(self, layout: Layout, root: str, view: View, habits: Habits, hand: Hand) -> None:
        self._layout = layout
        self._root = root
        self._view = view
        self._habits = habits
        self._hand = hand

    def act(self) -> Iterator[Write]:
        """Do one thing. Nothing where what it would do comes to nothing; each file may raise `OSError`."""
        habit = self._hand.random.choice(self._habits.habits)
        documents = [document for document in self._documents() if self._fits(document, habit)]
        if not documents:
            return
        document = self._hand.random.choice(documents)
        for path, text in self._texts(document, habit, self._hand.random.choice(habit.says)):
            data = None if text is None else encode(text)
            if data is None:
                self._hand.delete(path)
            else:
                self._hand.write(path, data)
            yield Write(self._layout.name, path, data)

    def _documents(self) -> Iterator[Document]:
        return (document for document in self._layout.documents(self._view, self._root) if document.exists)

    def _fits(self, document: Document, habit: Habit) -> bool:
        return fnmatchcase(posixpath.relpath(document.path, self._root), habit.document)

    def _texts(self, document: Document, habit: Habit, says: str) -> Iterator[tuple[str, str | None]]:
        """What becomes of which file, in the agent's order; files that stay as they are left out."""
        if habit.fact and isinstance(self._layout, Keeping):
            name = " ".join(says.split(" ")[:_NAME_WORDS])
            fact = NewFact(name, says, habit.fact, f"{says}.\n")
            yield from self._layout.keep_fact(self._view, document, fact).items()
            return
        text = decode(self._view.read(document.path))
        body = self._added(document, text, habit.key, says) if habit.adds else says
        outcome = self._layout.next_write(self._view, document, Operation(habit.operation, habit.key, body))
        if not outcome.error and outcome.texts and text not in outcome.texts:
            yield document.path, self._hand.random.choice(outcome.texts)

    def _added(self, document: Document, text: str, key: str, says: str) -> str:
        node = self._layout.outline(document, text).find(key)
        present = node.body_text(text).rstrip("\n") if node is not None else ""
        return f"{present}\n- {says}".lstrip("\n")


def facts_of(write: Write, when_s: float) -> Mapping[str, object]:
    """A write as JSON has it: `text` is None for a file that was deleted, `when` in Unix seconds."""
    text = None if write.data is None else decode(write.data)
    return {"agent": write.agent, "path": write.path, "text": text, "when": when_s}
