"""Folders get to the open window as they are; nonsense, silence and another program's words do not."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.errors import UsageError
from memdesk.services import handing_over
from memdesk.services.handing_over import (
    MOST_BYTES,
    MOST_FOLDERS,
    Answer,
    NoAnswer,
    hand_over,
    pack_answer,
    pack_request,
    unpack_answer,
    unpack_request,
)
from memdesk.store.instance import Instance, has_sockets

needs_sockets = pytest.mark.skipif(not has_sockets(), reason="this system has no sockets that are files")

NAMES = st.text(st.characters(exclude_characters="\0", min_codepoint=1, max_codepoint=0xDCFF), max_size=40)


@given(st.lists(NAMES.map("/{}".format), max_size=5))
def test_folders_arrive_as_they_are(roots: list[str]) -> None:
    assert unpack_request(pack_request(roots)) == tuple(roots)
    answer = Answer(tuple(roots), ("There is no such folder.",))
    assert unpack_answer(pack_answer(answer)) == answer


@given(st.binary(max_size=200))
def test_any_bytes_are_a_request_or_refused(line: bytes) -> None:
    with pytest.raises(UsageError):
        unpack_request(line)


@pytest.mark.parametrize(
    "line",
    [
        b'{"memdesk": 1, "roots": ["relative"]}',
        b'{"memdesk": 1, "roots": ["/a\\u0000b"]}',
        b'{"memdesk": 1, "roots": [1]}',
        b'{"memdesk": 1, "roots": "/etc"}',
        b'{"memdesk": 2, "roots": ["/a"]}',
        b"[" * 60_000,
        pack_request(["/a"] * (MOST_FOLDERS + 1)),
        pack_request(["/" + "a" * MOST_BYTES]),
    ],
)
def test_what_is_no_list_of_folders_is_refused(line: bytes) -> None:
    with pytest.raises(UsageError):
        unpack_request(line)


def test_without_another_one_becomes_the_one(tmp_path: Path) -> None:
    instance = Instance(str(tmp_path))
    assert hand_over(instance, str(tmp_path), ["/a"]) is None
    instance.release()


@pytest.fixture
def first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Instance:
    """A program that holds the claim and does nothing; waiting for it is short."""
    monkeypatch.setattr(handing_over, "ANSWERING_S", 0.2)
    monkeypatch.setattr(handing_over, "OPENING_S", 0.2)
    instance = Instance(str(tmp_path))
    assert instance.claim()
    return instance


@needs_sockets
@pytest.mark.parametrize("listens", [True, False])
def test_one_that_says_nothing_is_not_waited_for_long(tmp_path: Path, first: Instance, listens: bool) -> None:
    if listens:
        first.listen()
    with pytest.raises(NoAnswer):
        hand_over(Instance(str(tmp_path)), str(tmp_path), ["/a"])
    first.release()


@needs_sockets
@pytest.mark.parametrize("said", [b"", b"{}\n", b"no\n", b"x" * (MOST_BYTES + 1), b"x"])
def test_nonsense_is_no_answer(tmp_path: Path, first: Instance, said: bytes) -> None:
    door = first.listen()
    assert door is not None
    door.settimeout(5)

    def answer() -> None:
        line, _ = door.accept()
        with line:
            line.recv(MOST_BYTES)
            line.sendall(said)

    other = threading.Thread(target=answer)
    other.start()
    with pytest.raises(NoAnswer):
        hand_over(Instance(str(tmp_path)), str(tmp_path), ["/a"])
    other.join()
    first.release()


@needs_sockets
def test_who_ends_meanwhile_is_followed(
    tmp_path: Path, first: Instance, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handing_over, "OPENING_S", 10)
    end = threading.Timer(0.1, first.release)
    end.start()
    second = Instance(str(tmp_path))
    assert hand_over(second, str(tmp_path), ["/a"]) is None
    end.join()
    second.release()
