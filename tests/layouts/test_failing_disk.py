"""Layouts over a disk that fails: whichever look at it fails, in whatever way, there is an answer."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from functools import partial
from itertools import cycle
from pathlib import Path

import pytest

from memdesk.errors import MemdeskError
from memdesk.layouts.contract import NO_OP, Change, ChangeKind, Layout
from memdesk.layouts.documents import FileInfo
from memdesk.services.machine.machine import MachineView, Surroundings
from tests.layouts.samples import AGENTS, copied, named

HOW_OFTEN = 25
ERRORS = (errno.ENOENT, errno.EACCES, errno.EIO, errno.ENOTDIR, errno.ELOOP)


class FailingView(MachineView):
    """The disk, where one look fails: that with the number `failing`, counted from 0."""

    def __init__(self, surroundings: Surroundings, failing: int, code: int) -> None:
        super().__init__(surroundings)
        self._left = failing
        self._code = code

    @property
    def was_reached(self) -> bool:
        """Whether there were so many looks that one failed."""
        return self._left < 0

    def _look(self, path: str) -> None:
        self._left -= 1
        if self._left == -1:
            raise OSError(self._code, os.strerror(self._code), path)

    def read(self, path: str) -> bytes:
        self._look(path)
        return super().read(path)

    def info(self, path: str) -> FileInfo:
        self._look(path)
        return super().info(path)

    def entries(self, path: str) -> list[FileInfo]:
        self._look(path)
        return list(super().entries(path))

    def folder_names(self, path: str) -> list[str]:
        self._look(path)
        return list(super().folder_names(path))

    def real_path(self, path: str) -> str:
        self._look(path)
        return super().real_path(path)


Question = Callable[[Layout, FailingView, str], object]


def places(layout: Layout, view: FailingView, _root: str) -> object:
    return layout.places(view)


def score(layout: Layout, view: FailingView, root: str) -> object:
    return layout.score(view, root)


def documents(layout: Layout, view: FailingView, root: str) -> object:
    return list(layout.documents(view, root))


def checks(layout: Layout, view: FailingView, root: str) -> object:
    return list(layout.checks(view, root))


def injected(layout: Layout, view: FailingView, root: str) -> object:
    return [layout.injected(view, root, context) for context in layout.contexts(view, root)]


def next_write(layout: Layout, view: FailingView, root: str) -> object:
    found = list(layout.documents(MachineView(view._surroundings), root))
    return [
        layout.next_write(view, document, operation)
        for document in found
        for operation in (NO_OP, *layout.usual_operations(document))
    ]


def compose(layout: Layout, view: FailingView, root: str) -> object:
    """What cannot be read cannot be changed; then it says so, as a refusal or as the disk's own error."""
    for document in layout.documents(MachineView(view._surroundings), root):
        for kind in ChangeKind:
            change = Change(kind, document, "x", body="words", title="y")
            try:
                layout.compose(view, change)
            except (MemdeskError, OSError):
                continue
    return None


QUESTIONS: tuple[Question, ...] = (places, score, documents, checks, injected, next_write, compose)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.__name__)
@pytest.mark.parametrize("layout", AGENTS, ids=named)
def test_a_look_that_fails_is_no_crash(layout: Layout, question: Question, tmp_path: Path) -> None:
    root = copied(layout, tmp_path).root
    surroundings = Surroundings(str(tmp_path / "home"), {})
    make = partial(FailingView, surroundings)
    looks = 10_000
    counted = make(looks, errno.EIO)
    question(layout, counted, root)
    number = looks - counted._left
    for failing, code in zip(range(0, number, max(1, number // HOW_OFTEN)), cycle(ERRORS), strict=False):
        view = make(failing, code)
        question(layout, view, root)
        assert view.was_reached
