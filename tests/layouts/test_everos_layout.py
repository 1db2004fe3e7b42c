"""What EverOS would make of files, hand out of them, and find wrong with them; and where it lives."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given

from memdesk.layouts.contract import NO_OP, Effect, EffectKind, Generated, Operation, Problem
from memdesk.layouts.everos import LAYOUT
from memdesk.layouts.everos.kinds import EPISODE
from memdesk.layouts.everos.survival import APPEND
from memdesk.layouts.everos.writing import append_like_everos
from memdesk.text.document import encode
from memdesk.text.edits import apply_all
from tests.layouts.dict_view import DictView
from tests.layouts.everos_texts import (
    CANONICAL,
    HEADER,
    LOG,
    PROFILE,
    PROFILE_TEXT,
    ROOT,
    SKILL,
    SKILL_TEXT,
    document,
    entry,
    hostile_logs,
)

APPENDED = Operation(APPEND, "", "new")


def effects(path: str, text: str, operation: Operation = NO_OP) -> tuple[Effect, ...]:
    return LAYOUT.next_write(DictView({path: encode(text)}), document(path), operation).effects


def problems(path: str, text: str, **more: str) -> dict[str, Problem]:
    view = DictView({path: encode(text), **more})
    return {problem.rule: problem for problem in LAYOUT.checks(view, ROOT)}


@given(hostile_logs())
def test_there_is_an_effect_exactly_where_a_byte_changes(text: str) -> None:
    for path in (LOG, PROFILE, SKILL):
        outcome = LAYOUT.next_write(DictView({path: encode(text)}), document(path), NO_OP)
        assert bool(outcome.effects) == (outcome.texts != (text,))
        for effect in outcome.effects:
            assert 0 <= effect.span.start <= effect.span.end <= len(text)
            apply_all(text, effect.repair)


@given(hostile_logs())
def test_every_question_has_an_answer_for_hostile_files(text: str) -> None:
    view = DictView(dict.fromkeys((LOG, PROFILE, SKILL, f"{ROOT}/ome.toml"), encode(text)))
    for problem in LAYOUT.checks(view, ROOT):
        assert problem.message
        apply_all(text, problem.repair)
    for context in LAYOUT.contexts(view, ROOT):
        injected = LAYOUT.injected(view, ROOT, context)
        for piece in injected.pieces:
            if isinstance(piece.origin, Generated):
                assert piece.origin.reason
            else:
                assert piece.origin.span.of(text) == piece.text
        assert all(cut.span.of(text) == cut.text and cut.why for cut in injected.cut)


@pytest.mark.parametrize(("path", "text"), [(LOG, CANONICAL), (PROFILE, PROFILE_TEXT), (SKILL, SKILL_TEXT)])
def test_what_everos_has_written_it_leaves_alone(path: str, text: str) -> None:
    assert effects(path, text) == ()
    assert problems(path, text).keys() <= {"dangling"}
    if path == LOG:
        assert effects(path, text, APPENDED) == ()


def test_an_entry_that_everos_appends_is_one_that_it_reads() -> None:
    outcome = LAYOUT.next_write(DictView({LOG: encode(CANONICAL)}), document(LOG), APPENDED)
    [text] = outcome.texts
    assert len(text) > len(CANONICAL)
    assert problems(LOG, text).keys() == problems(LOG, CANONICAL).keys()


def test_comments_and_spellings_of_a_header_go() -> None:
    text = CANONICAL.replace("entry_count: 2", "entry_count: 2  # two\nx: [a]")
    assert [(e.kind, e.span.of(text)) for e in effects(LOG, text)] == [
        (EffectKind.LOST, "# two"),
        (EffectKind.TRIMMED, "x: [a]\n"),
    ]


def test_line_ends_are_turned_and_can_be_before() -> None:
    text = CANONICAL.replace("\n", "\r\n")
    [effect] = effects(LOG, text)
    assert effect.kind is EffectKind.TRIMMED
    assert apply_all(text, effect.repair) == CANONICAL


def test_an_append_behind_an_open_entry_is_never_found() -> None:
    text = CANONICAL.replace("<!-- /entry:ep_20260601_00000002 -->\n", "")
    [effect] = effects(LOG, text, APPENDED)
    assert effect.kind is EffectKind.LOST
    assert apply_all(text, effect.repair) == CANONICAL.removesuffix("\n") + "\n"


def test_a_header_behind_a_mark_gets_another_on_top() -> None:
    [effect] = effects(LOG, "\ufeff" + CANONICAL, APPENDED)
    assert effect.kind is EffectKind.SPLIT
    assert apply_all("\ufeff" + CANONICAL, effect.repair) == CANONICAL


def test_what_is_rebuilt_loses_what_is_yours() -> None:
    lost = effects(PROFILE, PROFILE_TEXT.replace("track: user", "track: user\nmine: 1") + "and my line\n")
    assert [effect.message for effect in lost] == [
        "EverOS would drop “mine”, a key of yours on its next write",
        "EverOS would put the summary in place of the text below the header on its next write",
    ]


@pytest.mark.parametrize("line", ["a:\n\tb: 1", "a: !!bool maybe", "a: !!int ''", "a: !!timestamp soon"])
def test_broken_yaml_stops_every_write(line: str) -> None:
    outcome = LAYOUT.next_write(DictView({LOG: f"---\n{line}\n---\n"}), document(LOG), APPENDED)
    assert outcome.error.startswith("EverOS cannot write this file: the header is not YAML")


def test_a_header_that_ends_at_a_lone_carriage_return_is_one() -> None:
    text = CANONICAL.replace("\n---\n", "\n\r---\r} no key\n---\n", 1)
    assert LAYOUT.next_write(DictView({LOG: text}), document(LOG), APPENDED).error == ""
    assert "bad-header" not in problems(LOG, text)


def test_to_append_nothing_touches_no_file() -> None:
    text = "no header\r\n"
    appended = append_like_everos(
        text, EPISODE, "alice", date(2026, 6, 1), (), datetime(2026, 6, 1, 9, tzinfo=UTC)
    )
    assert (appended.text, appended.ids) == (text, ())


@pytest.mark.parametrize(
    ("text", "rule", "mended"),
    [
        ("\ufeff" + CANONICAL, "hidden-header", CANONICAL),
        (CANONICAL.replace("entry_count: 2", "entry_count: 1"), "count-behind", CANONICAL),
        (CANONICAL.replace("### Content\nIt r", "### content\nIt r"), "unread-section", CANONICAL),
        (CANONICAL.removesuffix("<!-- /entry:ep_20260601_00000002 -->\n") + "\n", "unclosed-entry", None),
        (
            CANONICAL.replace("<!-- entry:ep_20260601_00000001", "<!--  entry:ep_20260601_00000001"),
            "near-marker",
            None,
        ),
        (HEADER + entry(1) + entry(1), "duplicate-id", None),
        (CANONICAL.replace("**timestamp**: 2026", "**timestamp**: x"), "bad-entry", None),
        (CANONICAL.replace("user_id: alice", "user_id: bob"), "other-owner", None),
        (CANONICAL.replace("track", "deprecated_entries: [a]\ntrack"), "bad-deprecations", None),
        (CANONICAL + "\nmine\n", "loose-text", None),
        (CANONICAL.replace("It rained.", "\udcff"), "not-utf-8", None),
    ],
)
def test_a_problem_is_found_and_mended_where_it_can_be(text: str, rule: str, mended: str | None) -> None:
    found = problems(LOG, text)
    assert rule in found
    if mended:
        assert apply_all(text, found[rule].repair) == mended


def test_dates_copies_and_files_nobody_reads_are_told() -> None:
    assert "bare-date" in problems(PROFILE, PROFILE_TEXT.replace("lives in Lyon\n  evi", "2026-06-01\n  evi"))
    copy = LOG.replace(".md", ".bak.md")
    assert "indexed-copy" in problems(copy, CANONICAL)
    found = problems(LOG, CANONICAL, **{LOG.replace("episode-", "note-"): "x", f"{ROOT}/ome.toml": "x = 1\n"})
    assert {"ignored-file", "bad-settings"} <= found.keys()


def test_what_a_search_can_find() -> None:
    text = CANONICAL.replace(
        "track", "deprecated_entries:\n  ep_20260601_00000001: ep_20260601_00000002\ntrack"
    )
    view = DictView({LOG: text + "mine\n", f"{ROOT}/ome.toml": "[strategies.reflect]\nenabled = false\n"})
    [context] = LAYOUT.contexts(view, ROOT)
    injected = LAYOUT.injected(view, ROOT, context)
    assert injected.text == "Weather\n\nIt snowed.\n\n- a lot\n\n"
    assert [cut.why.partition(":")[0] for cut in injected.cut] == [
        "it is deprecated",
        "it belongs to no entry",
    ]
    assert injected.warnings == (f"EverOS does not run “reflect”: it is switched off in {ROOT}/ome.toml",)


def test_where_everos_lives() -> None:
    view = DictView(
        {LOG: CANONICAL}, environment={"EVEROS_ROOT": "/srv/memory", "EVEROS_MEMORY__ROOT": "~/old"}
    )
    assert [(place.path, place.found) for place in LAYOUT.places(view)] == [
        (ROOT, True),
        ("/srv/memory", False),
        ("/home/ada/old", False),
    ]
    assert LAYOUT.score(view, ROOT) == 1
    assert LAYOUT.is_temporary(f".episode-2026-06-01.md.tmp.{'a' * 32}")
    assert LAYOUT.is_temporary(".index")
    assert not LAYOUT.is_temporary("episode-2026-06-01.md")
