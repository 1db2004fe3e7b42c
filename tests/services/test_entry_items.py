"""What a section says beside the items of its lists, line by line."""

from __future__ import annotations

import pytest

from memdesk.services.remembered.entries import WHOLE
from memdesk.services.remembered.entry_items import said_beside, said_in
from memdesk.text.outline import NodeKind

NODE = ("Preferences", 0)


@pytest.mark.parametrize(
    ("text", "items", "lines"),
    [
        (
            "Use ruff every day\r\nTabs\r\n- Deploys wait for CI\r\n",
            None,
            ("Use ruff every day", "Deploys wait for CI"),
        ),
        (
            "Of the tools\n- Use ruff daily\n- Deploys wait for CI\n",
            ("Use ruff daily", "Deploys wait for CI"),
            ("Of the tools",),
        ),
        (
            "- Use ruff daily\n  on all files of it\n- Deploys wait for CI\n\nand no more than that",
            None,
            ("and no more than that",),
        ),
        ("All that it says\n", None, ()),
    ],
)
def test_lines_stand_beside_items(text: str, items: tuple[str, ...] | None, lines: tuple[str, ...]) -> None:
    assert said_beside(text, NodeKind.SECTION, NODE) == lines
    if items is not None:
        assert said_in(text, NodeKind.SECTION, NODE) == items


def test_only_sections_of_a_size_that_agents_read_are_looked_through() -> None:
    text = "Use ruff every day\nand nothing else than that\n"
    assert len(said_beside(text, NodeKind.SECTION, NODE)) == 2
    assert said_beside(text, NodeKind.ENTRY, NODE) == ()
    assert said_beside(text, NodeKind.SECTION, WHOLE) == ()
    assert said_beside(text * 5000, NodeKind.SECTION, NODE) == ()
