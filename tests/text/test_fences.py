"""Fenced code, and what it hides."""

from __future__ import annotations

import pytest
from hypothesis import given

from memdesk.text.fences import open_fence, scan_landmarks
from tests.text.strategies import any_text, closed


def fenced(text: str) -> list[str]:
    return [fence.span.of(text) for fence in scan_landmarks(text).fences]


@pytest.mark.parametrize(
    "text",
    [
        "```\na\n```\n",
        "~~~\n```\n~~~",
        "````\n```\n````\n",
        "```\na\n`````  \n",
        "   ```py\na\n  ```\n",
        "~~~ a`b\n~~~\n",
        "```\r\na\r\n```\r\n",
        "```\n```\n",
    ],
)
def test_a_fence_ends_with_a_line_of_as_many_marks(text: str) -> None:
    assert fenced(f"before\n{text}") == [text]
    assert open_fence(text) is None


@pytest.mark.parametrize(
    "text", ["``\na\n``\n", "``` a`b\na\n", "    ```\na\n", "a ```\n", "> ```\n", "\t```\n"]
)
def test_what_only_looks_like_a_fence_hides_nothing(text: str) -> None:
    assert scan_landmarks(text + "## A\n") == ([len(text)], [])


@pytest.mark.parametrize("closing", ["``", "~~~", "``` x", "    ```", "a```", "- ```"])
def test_a_fence_goes_on_past_what_does_not_close_it(closing: str) -> None:
    text = f"```\na\n{closing}\n## A\n"

    assert scan_landmarks(text).headings == []
    assert fenced(text) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "- ```\n  a\n  ```\n",
        "- a\n\n  ```\n  b\n",
        "1. ```sh\n   a\n   ```\n",
        "- a\n  - ```\n    b\n    ```\n  ```\n  c\n  ```\n",
        "-\t```\n    a\n",
        "* a\n  ```\n  b\n  ```\n* c\n  ```\n  d\n",
    ],
)
def test_a_fence_in_a_list_item_ends_with_the_item(text: str) -> None:
    assert scan_landmarks(text + "## A\n") == ([len(text)], [])


@pytest.mark.parametrize(
    "text", ["- a\n\nb\n\n  ```\n", "* * *\n  ```\n", "- a\n## B\n  ```\n", "-     ```\n```\n"]
)
def test_a_fence_below_a_list_that_ended_is_none_of_its_items(text: str) -> None:
    assert open_fence(text + "## A\n")


def test_a_fence_counts_behind_a_byte_order_mark() -> None:
    assert scan_landmarks("\ufeff```\n## A\n```\n## B\n").headings == [14]


@given(any_text)
def test_fences_and_headings_stand_apart_and_in_order(text: str) -> None:
    headings, fences = scan_landmarks(text)
    marks = [(fence.span.start, fence.span.end) for fence in fences] + [(at, at + 1) for at in headings]

    assert all(text.startswith("## ", at) and (at == 0 or text[at - 1] in "\n\ufeff") for at in headings)
    assert all(fence.closed for fence in fences[:-1])
    ends = 0
    for start, end in sorted(marks):
        assert ends <= start < end
        ends = end


@given(any_text)
def test_a_line_of_its_mark_closes_an_open_fence_and_changes_nothing_before_it(text: str) -> None:
    after = closed(text)
    assert after.startswith(text)
    assert open_fence(after) is None
    assert scan_landmarks(after).headings == scan_landmarks(text).headings


def test_a_fence_in_the_last_line_is_closed_on_a_new_one() -> None:
    assert closed("~~~~") == "~~~~\n~~~~\n"
    assert open_fence("~~~~\n~~~~\n") is None
