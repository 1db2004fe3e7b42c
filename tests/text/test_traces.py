"""A text is found however bytes spell it, and masked without a byte of it left."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.errors import UsageError
from memdesk.text.traces import check_traceable, finder_of, masked, traces_of

SECRETS = st.text(st.characters(exclude_categories=["Cs"]), min_size=4, max_size=12).filter(
    lambda text: text.strip("* \t\r\n") and "\r" not in text
)
AROUND = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


def spellings(text: str) -> list[bytes]:
    """`text` as files of ours spell it."""
    escaped = "".join(f"\\u{int.from_bytes(pair, 'big'):04X}" for pair in _units(text))
    return [
        text.encode(),
        text.replace("\n", "\r\n").encode(),
        json.dumps(text).encode()[1:-1],
        json.dumps(text, ensure_ascii=False).encode()[1:-1],
        json.dumps(text).replace("/", "\\/").encode()[1:-1],
        escaped.encode(),
        text.encode("utf-16-le"),
        text.encode("utf-16-be"),
    ]


def _units(text: str) -> list[bytes]:
    data = text.encode("utf-16-be")
    return [data[at : at + 2] for at in range(0, len(data), 2)]


@given(SECRETS, AROUND, AROUND)
def test_every_spelling_is_found_and_masked(secret: str, before: str, after: str) -> None:
    traces = traces_of(secret)
    for spelt in spellings(secret):
        data = before.encode() + spelt + after.encode()
        hidden = masked(data, traces)
        assert len(hidden) == len(data)
        assert traces.search(data)
        assert finder_of(secret)(data)
        assert not traces.search(hidden)
        assert not finder_of(secret)(hidden)


def test_line_ends_stay_and_the_rest_is_masked() -> None:
    traces = traces_of("one\ntwo!")
    assert masked(b"- one\r\ntwo!\n", traces) == b"- ***\r\n****\n"
    assert masked("a one\ntwo! b".encode("utf-16-le"), traces).decode("utf-16-le") == "a ******** b"


@pytest.mark.parametrize("text", ["", "abc", "****", " \t\n ", "*** *"])
def test_what_stands_everywhere_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        check_traceable(text)
