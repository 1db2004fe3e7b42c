"""What documents held before, searched."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.services.search.history_search import search_history
from memdesk.services.search.patterns import PatternFinder
from memdesk.services.search.queries import parse
from memdesk.text.masking import MASK, mask_in_place
from memdesk.ui.search.rows import HitRow, past_rows
from tests.services.sample_desks import SampleDesk


@pytest.fixture(scope="module")
def patterns() -> Iterator[PatternFinder]:
    finder = PatternFinder()
    yield finder
    finder.close()


@pytest.mark.parametrize(
    ("query", "is_whole", "count"),
    [
        ("conﬁg large", False, 1),
        ("confi larg", False, 1),
        ("conf large", False, 0),
        ("large the", True, 1),
        ("larg the", True, 0),
    ],
)
def test_a_line_holds_every_word_as_it_is_asked_for(
    tmp_path: Path, patterns: PatternFinder, query: str, *, is_whole: bool, count: int
) -> None:
    samples = SampleDesk(tmp_path)
    desk, path = samples.desk, Path(samples.root("evva").path, "USER_PROFILE.md")
    for text in ("## Preferences\nthe conﬁg is large\nconﬁg\n", "## Preferences\nother\n"):
        path.write_text(text)
        desk.recorder.take([str(path)])
    found = search_history(desk.timeline, desk.history, parse(query, is_whole=is_whole), patterns)
    assert [hit.line for hit in found.hits] == ["the conﬁg is large"] * count
    desk.close()


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(("query", "is_regex"), [("Aq7abc", False), ("Aq7abc.*", True)])
def test_a_line_of_a_private_key_is_found_and_masked(
    tmp_path: Path, patterns: PatternFinder, query: str, end: str, *, is_regex: bool
) -> None:
    samples = SampleDesk(tmp_path)
    desk, path = samples.desk, Path(samples.root("evva").path, "USER_PROFILE.md")
    lines = ("## Preferences", "-----BEGIN PRIVATE KEY-----", "MIIEpAIBAAKCAQEA", "Aq7abcdefghijkl", "")
    path.write_bytes(end.join(lines).encode())
    desk.recorder.take([str(path)])
    found = search_history(desk.timeline, desk.history, parse(query, is_regex=is_regex), patterns)
    (hit,) = found.hits
    assert hit.line.rstrip("\r") == lines[3]
    assert hit.excerpt.shown(mask_in_place).rstrip("\r") == MASK * len(lines[3])
    _, row = past_rows(found.hits, mask_in_place)
    assert isinstance(row, HitRow)
    assert lines[3][:6] not in row.spoken
    desk.close()
