"""What is said of changes that were interrupted."""

from __future__ import annotations

import pytest

from memdesk.services.steps.interrupted import told_of
from memdesk.store.sweep import Ending, Swept


@pytest.mark.parametrize("ending", [ending for ending in Ending if ending is not Ending.CLEARED])
def test_every_ending_but_a_clean_one_is_told(ending: Ending) -> None:
    [(path, words, _)] = told_of([Swept("/m/notes.md", ending, 3)])
    assert path == "/m/notes.md"
    assert "interrupted" in words
    assert ("3 files" if ending in (Ending.FINISHED, Ending.TAKEN_BACK) else "notes.md") in words


def test_what_is_most_remarkable_is_told_last() -> None:
    swept = [
        Swept("/m/a.md", Ending.DAMAGED),
        Swept("/m/b.md", Ending.CLEARED),
        Swept("/m/c.md", Ending.FINISHED),
    ]
    assert [told.path for told in told_of(swept)] == ["/m/c.md", "/m/a.md"]
