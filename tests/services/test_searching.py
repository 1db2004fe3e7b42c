"""Search in everything that is remembered."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from threading import Timer

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.errors import MemdeskError, UsageError
from memdesk.services.desk import Desk
from memdesk.services.documents.session import DocumentSession
from memdesk.services.documents.taken import Address
from memdesk.services.prune.reasons.age import age_of
from memdesk.services.remembered.entries import EntryList
from memdesk.services.search.hits import Found, Hit
from memdesk.services.search.patterns import PatternFinder, TooSlow
from memdesk.services.search.queries import Query, parse, phrase
from memdesk.services.search.search import Search
from memdesk.services.search.searchable import Index
from memdesk.text.folding import fold
from tests.services.conftest import set_section
from tests.services.sample_desks import SampleDesk

NOW = datetime(2026, 7, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return _index(SampleDesk(tmp_path_factory.mktemp("samples")).desk)


@pytest.fixture(scope="module")
def patterns() -> Iterator[PatternFinder]:
    finder = PatternFinder(limit_s=1.0)
    yield finder
    finder.close()


def _index(desk: Desk, before: Index | None = None) -> Index:
    return Index(desk.entries.read(desk.entries.snapshot()), before)


def _find(index: Index, text: str, pinned: frozenset[Address] = frozenset(), **how: bool) -> Found:
    return Search(index, parse(text, **how), pinned=pinned, now=NOW).find()


def _titles(found: Found) -> set[str]:
    return {hit.document.title for hit in found.hits}


# What is typed


def test_words_phrases_and_filters_are_told_apart() -> None:
    query = parse('deploy "release branch" agent:evva in:"my notes" older:6w pinned: http://x')
    assert query.words == ("deploy", "release branch", "http://x")
    assert query.agents == ("evva",)
    assert query.places == ("my notes",)
    assert query.older is not None
    assert query.older.days == 42
    assert query.is_pinned is True
    assert parse("  ").is_empty


@pytest.mark.parametrize(
    "text", ['agent:"Claude Code"', "agent:claude-code", "agent:claude_code", "Agent:CLAUDE-code"]
)
def test_an_agent_is_named_as_people_write_it(text: str) -> None:
    assert parse(text).agents == ("claude code",)


def test_a_capital_before_a_colon_and_a_blank_is_prose() -> None:
    assert parse("Type: note").words == ("Type:", "note")


@pytest.mark.parametrize(
    "text",
    [
        "Agent:ub",
        "Type: x",
        "npm",
        "use npm",
        "agent:ub",
        "pinned:",
        "in: x",
        'say "yes" now',
        '"',
        "“so”",
        "http://x",
        "a:b c",
    ],
)
def test_a_phrase_asks_for_a_text_as_it_stands(text: str) -> None:
    assert parse(phrase(text)) == Query(words=(text,))


def test_a_phrase_with_both_quotation_marks_asks_for_its_parts() -> None:
    assert parse(phrase('a “b” "c d" e')).words == ("a “b” ", "c d", " e")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("older:soon", "“older:” takes an age such as 30d, 6w, 3m or 1y, not “soon”."),
        ("pinned:perhaps", "“pinned:” is yes or no, not “perhaps”."),
        ('agent:""', "Say what “agent:” is to be."),
        ("x" * 1001, "A search takes 1000 characters at most."),
    ],
)
def test_what_cannot_be_understood_is_said(text: str, sentence: str) -> None:
    with pytest.raises(UsageError) as raised:
        parse(text)
    assert raised.value.sentence == sentence


def test_a_bad_expression_is_said_with_its_place() -> None:
    with pytest.raises(UsageError) as raised:
        parse("agent:ub po(rt", is_regex=True)
    assert raised.value.sentence.startswith("“po(rt” is no regular expression: ")
    assert raised.value.sentence.endswith(" at character 3.")


@given(st.text())
def test_whatever_is_typed_is_understood_or_refused_with_a_sentence(text: str) -> None:
    for is_regex in (False, True):
        try:
            assert isinstance(parse(text, is_regex=is_regex), Query)
        except MemdeskError as error:
            sentence = error.sentence
        else:
            sentence = "."
        assert sentence.endswith(".")


# What is found


def test_a_hit_marks_its_words_in_its_line(samples: Index) -> None:
    [hit] = _find(samples, "mocks GENERATED").hits
    words, marks = hit.words
    assert {mark.of(words) for mark in marks} == {"generated", "mocks"}
    assert hit.place.of(hit.sheet.read.text) in ("generated", "mocks")
    assert words in hit.sheet.read.text.split("\n")[hit.line - 1]


def test_all_words_have_to_be_in_one_entry(samples: Index) -> None:
    assert _find(samples, "failing first").hits
    found = _find(samples, "mocks Tromsø")
    assert not found.hits


def test_accents_and_case_matter_only_on_wish(samples: Index) -> None:
    assert _titles(_find(samples, "tromsø")) == _titles(_find(samples, "TROMSØ"))
    assert not _find(samples, "TROMSØ", is_exact=True).hits
    assert _find(samples, "Tromsø", is_exact=True).hits


def test_whole_words_only_on_wish(samples: Index) -> None:
    assert _find(samples, "generat").hits
    assert not _find(samples, "generat", is_whole=True).hits


def test_phrases_stand_together(samples: Index) -> None:
    assert _find(samples, '"No generated mocks"').hits
    assert not _find(samples, '"mocks generated No"').hits


def test_filters_narrow_down(samples: Index) -> None:
    every = _find(samples, "the")
    assert every.has_more
    filters: list[tuple[str, Callable[[Hit], bool]]] = [
        ("the agent:ub", lambda hit: any(root.agent == "ub" for root in hit.sheet.read.readers)),
        ("the agent:claude-c", lambda hit: any(r.agent == "claude_code" for r in hit.sheet.read.readers)),
        ("the Agent:Claude_C", lambda hit: any(r.agent == "claude_code" for r in hit.sheet.read.readers)),
        ("the in:memory.md", lambda hit: "memory.md" in fold(hit.document.path)),
        ("the scope:project", lambda hit: "project" in fold(repr(hit.document.scope))),
        ("a type:preference", lambda hit: "preference" in fold(repr(hit.entry.facts))),
    ]
    for text, holds in filters:
        hits = _find(samples, text).hits
        assert hits, text
        assert all(holds(hit) for hit in hits), text


def test_age_is_that_of_the_entry(samples: Index) -> None:
    old = _find(samples, "agent:ub older:200d").hits
    assert old
    assert all(hit.entry.facts["time"] < "2026" for hit in old)
    assert not _find(samples, "agent:ub older:20y").hits


def test_pins_are_found(samples: Index) -> None:
    [hit] = _find(samples, '"No generated mocks"').hits
    address = (hit.document.path, *hit.entry.node_id)
    assert [one.entry for one in _find(samples, "pinned:yes", frozenset({address})).hits] == [hit.entry]
    assert hit.entry not in [
        one.entry for one in _find(samples, "mocks pinned:no", frozenset({address})).hits
    ]


def test_json_is_searched_by_what_it_says(samples: Index) -> None:
    hits = _find(samples, '"14 °C" agent:foresthub').hits
    assert {hit.entry.root.agent for hit in hits} == {"foresthub"}
    assert not hits[0].sheet.is_source
    assert hits[0].place == hits[0].entry.span


def test_what_is_unsaved_is_found(desk: Desk, profile: DocumentSession) -> None:
    before = _index(desk)
    assert not _find(before, "quokka").hits
    set_section(desk, profile, "Beta", "A quokka.")
    after = _index(desk, before)
    assert [hit.entry.title for hit in _find(after, "quokka unsaved:").hits] == ["Beta"]
    assert not _find(after, "quokka unsaved:no").hits


def test_an_index_takes_over_what_is_the_same(desk: Desk, root: Path) -> None:
    (root / "other.md").write_text("## One\nmore\n")
    before = _index(desk)
    (root / "PROFILE.md").write_text("## Alpha\nnew\n")
    after = _index(desk, before)
    taken = [sheet for sheet in after.sheets if sheet in before.sheets]
    assert [sheet.read.document.title for sheet in taken] == ["other.md"]


@given(st.lists(st.sampled_from(["the", "a", "Ø", "first", "é", "12", "of"]), min_size=1, max_size=3))
def test_it_finds_what_a_loop_over_all_entries_finds(samples: Index, words: list[str]) -> None:
    query = Query(words=tuple(dict.fromkeys(words)))
    hits = Search(samples, query).find(limit=100_000).hits
    expected = [
        (sheet.read.document.path, number)
        for sheet in samples.sheets
        for number in range(len(sheet.starts))
        if all(fold(word) in fold(sheet.span(number).of(sheet.text)) for word in words)
    ]
    assert [(hit.document.path, hit.number) for hit in hits] == expected


# Expressions


def test_expressions_are_matched_in_lines(samples: Index, patterns: PatternFinder) -> None:
    query = parse(r"agent:ub ^- show .*first", is_regex=True)
    found = Search(samples, query, now=NOW).find(patterns)
    assert found.hits
    for hit in found.hits:
        assert re.match(r"- show .*first", hit.marks[0].of(hit.sheet.text), re.IGNORECASE)
    assert not Search(samples, query._replace(is_exact=True)).find(patterns).hits


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("daily$", ["daily"]),
        ("ruff.*", ["ruff daily"]),
        ("^Use (.+)$", ["Use ruff daily", "Use $5."]),
        (r"\$5\.$", ["$5."]),
        ("[$.]+", ["$", "."]),
        ("[]$]5", ["$5"]),
        (r"(?s)ruff.*5", ["ruff daily\r\nUse $5"]),
        (r"daily\s+Use", ["daily\r\nUse"]),
        (r"daily\s*$", ["daily"]),
        (r"daily(?#$.)", ["daily"]),
    ],
)
def test_a_line_ends_before_cr_lf_and_the_cr_is_no_part_of_it(
    patterns: PatternFinder, pattern: str, found: list[str]
) -> None:
    text = "Use ruff daily\r\nUse $5.\r\n"
    for each, ends in ((text, "\r\n"), (text.replace("\r\n", "\n"), "\n")):
        matches = patterns.find([each], pattern, re.MULTILINE, 10).found
        assert [each[start:end] for _, start, end in matches] == [one.replace("\r\n", ends) for one in found]
    assert patterns.expand([text], "ruff(.*)$", re.MULTILINE, r"uv\1", [(0, 4)]) == ["uv daily"]


def test_an_expression_that_takes_too_long_is_stopped(patterns: PatternFinder) -> None:
    texts = ["a" * 40 + "!"]
    with pytest.raises(TooSlow) as raised:
        patterns.find(texts, r"(a+)+$", 0, 10)
    # By the time of the processor, else, where others have that, by the clock.
    assert re.search("stopped after [15] seconds", raised.value.sentence)
    assert patterns.find(texts, "a!", 0, 10).found == ((0, 39, 41),)


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process can be stopped here")
def test_an_expression_is_not_stopped_because_the_machine_is_busy() -> None:
    finder = PatternFinder(limit_s=2)
    texts = ["ruff daily"]
    finder.find(texts, "ruff", 0, 10)
    process = finder._process
    assert process is not None
    process.send_signal(signal.SIGSTOP)
    on = Timer(2.5, process.send_signal, [signal.SIGCONT])
    on.start()
    assert finder.find(texts, "daily", 0, 10).found == ((0, 5, 10),)
    on.join()
    finder.close()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process can be stopped here")
def test_nobody_waits_for_ever_for_an_expression_that_gets_no_processor() -> None:
    finder = PatternFinder(limit_s=0.2)
    texts = ["ruff daily"]
    finder.find(texts, "ruff", 0, 10)
    process = finder._process
    assert process is not None
    process.send_signal(signal.SIGSTOP)
    with pytest.raises(TooSlow) as raised:
        finder.find(texts, "daily", 0, 10)
    assert "stopped after 1 seconds" in raised.value.sentence
    finder.close()


@pytest.mark.parametrize(
    "stamp", ["time: 2020-01-02T10:00:00", "created: 2020-01-02", "timestamp: 0000-01-02T10:00:00Z"]
)
def test_every_time_by_which_prune_tells_an_age_is_one_to_older(tmp_path: Path, stamp: str) -> None:
    desk = SampleDesk(tmp_path).desk
    document = next(one for one in _index(desk).sheets if one.read.root.agent == "ub").read
    name, _, written = stamp.partition(": ")
    entry = next(entry for entry in document.entries)._replace(facts={name: written})
    assert age_of(entry, None).how == "by its own time"
    young = document.document._replace(modified=datetime.now(UTC).timestamp())
    read = document._replace(document=young, everything=(entry,))
    found = Search(Index(EntryList((read,))), parse("older:1y")).find()
    assert [hit.entry for hit in found.hits] == [entry]
