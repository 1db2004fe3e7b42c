"""The model of evva's program where its recorded answers do not reach: hostile texts, odd paths, odd disks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.layouts.contract import NO_OP, Operation
from memdesk.layouts.documents import FileKind
from memdesk.layouts.evva import LAYOUT
from memdesk.layouts.evva.files import is_temporary
from memdesk.layouts.evva.model import (
    EvvaError,
    index_pieces,
    merge_like_evva,
    parse_like_evva,
)
from memdesk.layouts.evva.names import PROFILE_HEADINGS, project_key
from memdesk.text.document import canonical, decode, encode
from tests.agents.evva import ensure_project_folder, index_like_evva, update_like_evva, write_user_profile
from tests.layouts.dict_view import HOME, DictView
from tests.layouts.hostile import hostile_texts

ROOT = f"{HOME}/.evva"
PROFILE = f"{ROOT}/USER_PROFILE.md"


@given(hostile_texts())
def test_a_merge_is_idempotent_on_its_own_output(text: str) -> None:
    [once] = merge_like_evva(text, {}, PROFILE_HEADINGS)
    assert merge_like_evva(once, {}, PROFILE_HEADINGS) == (once,)


@given(hostile_texts())
def test_a_merge_knows_each_heading_once(text: str) -> None:
    [merged] = merge_like_evva(text, {}, PROFILE_HEADINGS)
    names = [section.name for section in parse_like_evva(merged).sections]
    assert len(set(names)) == len(names) == len(parse_like_evva(merged).blocks)
    assert set(PROFILE_HEADINGS) <= set(names)


def test_new_headings_come_in_any_order_but_never_in_all_of_very_many() -> None:
    headings = [f"H{number}" for number in range(12)]
    assert len(set(merge_like_evva("", dict.fromkeys(headings[:4], ""), headings))) == 24
    assert len(merge_like_evva("", dict.fromkeys(headings, ""), headings)) == 720


def test_an_update_outside_the_list_is_refused() -> None:
    with pytest.raises(EvvaError, match="not in the allowed set"):
        merge_like_evva("", {"Bogus": ""}, PROFILE_HEADINGS)


@given(hostile_texts(), st.integers(-1, 90))
def test_index_pieces_stand_where_they_say(text: str, limit: int) -> None:
    text = canonical(text)
    for piece in index_pieces(text, limit):
        assert piece.reason if piece.span is None else piece.span.of(text) == piece.text
    assert decode(encode(index_like_evva(text, limit))) is not None


def test_white_space_around_the_whole_is_trimmed_for_the_index_alone() -> None:
    assert index_like_evva("\u00a0## A\nx\n") == "## A — x"
    assert parse_like_evva("\u00a0## A\nx\n").sections == ()


def test_three_of_one_name_are_joined_without_gaps_for_blank_ones() -> None:
    text = "## A\none\n## A\n\n## A\n  three\n"
    assert merge_like_evva(text, {}, ("A",)) == ("## A\none\n\n  three\n",)


def test_white_space_before_the_first_heading_is_trimmed_for_the_index_alone() -> None:
    text = "\u00a0## Decisions\nyes\n"
    assert "".join(piece.text for piece in index_pieces(text)) == "## Decisions — yes"
    assert merge_like_evva(text, {}, ["Decisions"]) == ("## Decisions\nyes\n\n## Decisions\n",)


def test_text_below_bare_headings_follows_the_preamble() -> None:
    text = "intro\n\n## A\na\n## \nlost?\n## B\n## \r\nmore\n"
    assert merge_like_evva(text, {}, ("A", "B")) == ("intro\n\nlost?\nmore\n\n## A\na\n\n## B\n",)


@given(st.text("/ab-.\\: é", max_size=14))
def test_a_key_is_one_segment_and_stays_when_the_path_is_cleaned(path: str) -> None:
    key = project_key(path)
    assert "/" not in key
    assert "\\" not in key
    assert "--" not in key
    assert not key.endswith("-")
    assert project_key(path + "/") in (key, "")


@pytest.mark.parametrize(
    ("view", "kind"),
    [
        (DictView(folders=(ROOT,), read_only=frozenset({ROOT})), "memdir: temp file: open"),
        (DictView({ROOT: "a file"}), "memdir: mkdir"),
        (DictView(folders=(HOME,), read_only=frozenset({HOME})), "memdir: mkdir"),
        (DictView(folders=(PROFILE,)), "memdir: rename"),
    ],
)
def test_what_keeps_evva_from_writing(view: DictView, kind: str) -> None:
    write = write_user_profile(view, ROOT, "x")
    assert write.error.startswith(kind)
    document = next(iter(LAYOUT.documents(view, ROOT)))
    outcome = LAYOUT.next_write(view, document, NO_OP)
    assert (outcome.error, outcome.effects) == (write.error, ())


def test_a_read_only_file_is_replaced_all_the_same() -> None:
    write = write_user_profile(DictView({PROFILE: "old"}, read_only=frozenset({PROFILE})), ROOT, "new")
    assert (write.error, write.data, write.file_mode) == ("", b"new", 0o600)


def test_an_update_of_a_project_memory_takes_its_own_headings() -> None:
    write = update_like_evva(DictView(), ROOT, "project_memory", {"Decisions": "d"}, "/srv/api")
    assert write.path == f"{ROOT}/projects/-srv-api/MEMORY.md"
    assert write.data.startswith(b"## Decisions\nd\n\n## Project facts\n")
    refused = update_like_evva(DictView(), ROOT, "project_memory", {"Preferences": "p"}, "/srv/api")
    assert refused.error.startswith("memdir: section")
    assert update_like_evva(DictView(), ROOT, "project_memory", {"Decisions": "d"}, "/").error
    assert update_like_evva(DictView(), ROOT, "user_profile", {}).error
    assert ensure_project_folder(ROOT, "/") is None


def test_temporary_files_are_known_by_name() -> None:
    assert is_temporary(".memdir-2718.tmp")
    assert not is_temporary("MEMORY.md")
    assert LAYOUT.is_temporary(".memdir-2718.tmp")


def test_the_next_write_of_the_layout_is_the_models() -> None:
    view = DictView({PROFILE: "## Preferences\na\n"})
    document = next(iter(LAYOUT.documents(view, ROOT)))
    assert LAYOUT.next_write(view, document, NO_OP).texts == merge_like_evva(
        "## Preferences\na\n", {}, PROFILE_HEADINGS
    )
    operations = LAYOUT.usual_operations(document)
    assert [operation.key for operation in operations] == list(PROFILE_HEADINGS)
    refused = LAYOUT.next_write(view, document, Operation("update", "Bogus", "x"))
    assert refused.error.startswith("memdir: section")
    assert refused.texts == ("## Preferences\na\n",)


def test_what_evva_cannot_read_it_replaces() -> None:
    view = DictView({PROFILE: "years of notes"}, unreadable=frozenset({PROFILE}))
    document = next(iter(LAYOUT.documents(view, ROOT)))
    outcome = LAYOUT.next_write(view, document, NO_OP)
    assert outcome.texts == ("## Preferences\n\n## Working style\n\n## Recurring topics\n",)
    assert [effect.message for effect in outcome.effects] == [
        "evva would replace this file with an empty scaffold on its next write"
    ]


def test_rules_and_switched_off_memory_are_never_written() -> None:
    view = DictView({"/srv/api/EVVA.md": "## x\n## x\n", PROFILE: "x"}, projects=("/srv/api",))
    _, rules, _ = LAYOUT.documents(view, ROOT)
    assert LAYOUT.next_write(view, rules, NO_OP).effects == ()
    assert LAYOUT.usual_operations(rules) == ()
    off = DictView({PROFILE: "x"}, environment={"EVVA_AUTO_MEMORY": "0"})
    profile = next(iter(LAYOUT.documents(off, ROOT)))
    outcome = LAYOUT.next_write(off, profile, NO_OP)
    assert (outcome.texts, outcome.effects) == (("x",), ())
    assert outcome.error == "evva does not write memory: EVVA_AUTO_MEMORY=0 in the environment"


def test_a_folder_where_a_file_should_be_is_no_crash() -> None:
    view = DictView(kinds={PROFILE: FileKind.FOLDER}, folders=(PROFILE,))
    document = next(iter(LAYOUT.documents(view, ROOT)))
    assert LAYOUT.next_write(view, document, NO_OP).error.startswith("memdir: rename")
