"""The page of a document: what of it is shown, worked out ahead by whoever reads the text."""

from __future__ import annotations

import pytest

from memdesk.layouts.documents import Document
from memdesk.text.buffer import TextBuffer
from memdesk.text.outline import Outline
from memdesk.ui.editor.page_parts import PartKind, page_of
from memdesk.ui.memory.read_ahead import read_ahead
from tests.ui.editor.desk import Session

TEXT = "\n\n## One\nfirst\n\n## Two\n\n## One\nsecond\n"
ALL_KINDS = frozenset(PartKind)


@pytest.fixture
def session() -> Session:
    return Session(TEXT.encode())


@pytest.fixture
def document(session: Session) -> Document:
    return session.document


@pytest.fixture
def outline(session: Session) -> Outline:
    return session.outline()


class _NotAsked(TextBuffer):
    """A text nobody may ask where its lines are."""

    def line_of(self, position: int) -> int:
        raise AssertionError(position)


def test_the_window_works_nothing_out_that_a_worker_did(document: Document, outline: Outline) -> None:
    read_ahead(ALL_KINDS, document, outline, TEXT)
    page = page_of(_NotAsked(TEXT), outline, document, ALL_KINDS)
    assert [section.count for section in page.sections.lines] == [1, 0, 1]


def test_an_empty_beginning_is_shown_as_a_part_of_the_whole_only(
    document: Document, outline: Outline
) -> None:
    text = TextBuffer(TEXT)
    page, whole = (page_of(text, outline, document, ALL_KINDS, whole=whole) for whole in (False, True))
    assert [key for key, _ in page.sections.names] == ["One", "Two", "One"]
    assert len(whole.sections.names) == 1 + len(page.sections.names)


def test_sections_are_found_by_key_and_occurrence(document: Document, outline: Outline) -> None:
    sections = page_of(TextBuffer(TEXT), outline, document, ALL_KINDS).sections
    places = [list(sections.numbers_of(("One", occurrence))) for occurrence in range(3)]
    assert places == [[0], [2], []]
