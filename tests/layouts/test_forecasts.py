"""What a forecast names, against the agent's own model really run forward."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.layouts.claude_code import LAYOUT as CLAUDE_CODE
from memdesk.layouts.contract import Forecast, ForecastKind, Injected
from memdesk.layouts.documents import FileInfo, Scope, ScopeKind
from memdesk.layouts.evva import LAYOUT as EVVA
from memdesk.layouts.evva.foretelling import forecasts_of as foretold_of_evva
from memdesk.layouts.evva.foretelling import usual_bytes
from memdesk.layouts.evva.model import cut_at_bytes
from memdesk.layouts.foresthub import LAYOUT as FORESTHUB
from memdesk.layouts.foresthub.engine import EngineError
from memdesk.layouts.foresthub.run import next_run
from memdesk.layouts.ok import LAYOUT as OK
from memdesk.layouts.ok.foretelling import usual_fact
from memdesk.layouts.ok.limits import MEASURED
from memdesk.layouts.ok.model import append_note, render_fact
from memdesk.layouts.ok.store import Store, save
from memdesk.layouts.shapes.go_time import go_time
from memdesk.layouts.ub.foretelling import Foretelling
from memdesk.layouts.ub.later import kept
from memdesk.layouts.ub.model import CATEGORIES, Entry, Memory
from memdesk.layouts.ub.reading import Turn
from tests.layouts.dict_view import HOME, DictView

NOW = datetime(2026, 6, 1, 9, 30, tzinfo=UTC)
OK_ROOT = f"{HOME}/.config/ok"
STORE = f"{OK_ROOT}/projects/-srv-api/memory"
PATH = "/m/memory.md"


def of_kind(forecasts: Iterable[Forecast], kind: ForecastKind) -> list[Forecast]:
    return [forecast for forecast in forecasts if forecast.kind is kind and forecast.next_out]


# ub


def entry(category: str, text: str, days_ago: float) -> Entry:
    return Entry(category, text, go_time(NOW - timedelta(days=days_ago)))


ENTRIES = st.lists(
    st.builds(
        lambda category, size, days: entry(category, f"fact {size} {days} ".ljust(size, "y"), days),
        st.sampled_from(CATEGORIES),
        st.integers(10, 120),
        st.integers(0, 400),
    ),
    min_size=4,
    max_size=40,
    unique_by=lambda one: one.text,
)


@given(ENTRIES, st.integers(300, 2500))
def test_what_ub_is_said_to_leave_out_next_is_left_out_once_it_is_told_more(
    entries: list[Entry], budget: int
) -> None:
    memory = Memory.of(Memory(tuple(entries)).texts[0])
    turn = Turn("", memory.texts[0], budget)
    foretelling = Foretelling(turn, PATH, NOW)
    for forecast in of_kind(foretelling.forecasts(), ForecastKind.CUT):
        names = [out.name for out in forecast.next_out]
        one_more = Turn("", Memory((*turn.held.entries, foretelling.usual)).texts[0], budget)
        out = {left.text for left in one_more.left_out} - {left.text for left in turn.left_out}
        own = {one.text for one in turn.held.entries}
        assert set(names[: forecast.with_one_more]) == out & own
        texts, left = memory, set[str]()
        for _ in range(6):
            texts = Memory((*texts.entries, foretelling.usual))
            left |= {one.text for one in Turn("", texts.texts[0], budget).left_out}
        assert set(names) <= left
        assert all(out.span and out.span.of(turn.memory) == out.name for out in forecast.next_out)


@given(ENTRIES)
def test_what_is_said_to_expire_is_gone_a_moment_after_it_is_due(entries: list[Entry]) -> None:
    memory = Memory.of(Memory(tuple(entries)).texts[0])
    turn = Turn("", memory.texts[0], 0)
    foretold = of_kind(Foretelling(turn, PATH, NOW).forecasts(), ForecastKind.EXPIRED)
    named = {out.name: out.due_s for forecast in foretold for out in forecast.next_out}
    for name, due_s in named.items():
        assert due_s is not None
        due = NOW + timedelta(seconds=due_s - NOW.timestamp())
        assert name in {one.text for one in kept(memory, go_time(due)).entries}
        assert name not in {one.text for one in kept(memory, go_time(due + timedelta(seconds=1))).entries}
    soon = NOW + timedelta(days=14)
    assert set(named) == {one.text for one in memory.entries} - {
        one.text for one in kept(memory, go_time(soon)).entries
    }
    assert list(named.values()) == sorted(due_s for due_s in named.values() if due_s)


@pytest.mark.parametrize("time", ["0001-01-01T00:00:00Z", "0001-01-01T02:00:00+02:00"])
def test_what_has_no_time_to_go_never_expires(time: str) -> None:
    text = f"## debug\n\n- of no time *({time})*\n- of one *(0001-01-01T00:00:01Z)*\n"
    assert [one.text for one in kept(Memory.of(text), go_time(NOW)).entries] == ["of no time"]
    [forecast] = of_kind(Foretelling(Turn("", text, 0), PATH, NOW).forecasts(), ForecastKind.EXPIRED)
    assert [out.name for out in forecast.next_out] == ["of one"]


def test_what_no_calendar_of_python_reaches_is_overdue() -> None:
    text = "## debug\n\n- from the year 0 *(0000-01-01T00:00:00Z)*\n- late *(9999-12-31T23:59:59-24:60)*\n"
    turn = Turn("", Memory.of(text).texts[0], 0)
    [forecast] = of_kind(Foretelling(turn, PATH, NOW).forecasts(), ForecastKind.EXPIRED)
    [out] = forecast.next_out
    assert out.name.startswith("- from the year 0") or out.name == "from the year 0"
    assert out.due_s is not None
    assert out.due_s < 0
    assert forecast.with_one_more == 1


@given(ENTRIES)
def test_what_is_overdue_is_said_to_go_with_the_next_entry(entries: list[Entry]) -> None:
    memory = Memory.of(Memory(tuple(entries)).texts[0])
    foretelling = Foretelling(Turn("", memory.texts[0], 0), PATH, NOW)
    told = kept(Memory((*memory.entries, foretelling.usual)), go_time(NOW))
    gone = {one.text for one in memory.entries} - {one.text for one in told.entries}
    named = [
        out.name
        for forecast in of_kind(foretelling.forecasts(), ForecastKind.EXPIRED)
        for out in forecast.next_out[: forecast.with_one_more]
    ]
    assert set(named) == gone


def test_what_goes_for_want_of_room_is_due_at_no_time() -> None:
    entries = [entry("debug", f"fact {number}", number / 100) for number in range(205)]
    foretelling = Foretelling(Turn("", Memory(tuple(entries)).texts[0], 2000), PATH, NOW)
    for forecast in foretelling.forecasts():
        assert all(
            (out.due_s is not None) == (forecast.kind is ForecastKind.EXPIRED) for out in forecast.next_out
        )


def test_the_next_entry_has_a_category_where_the_newest_one_has_none() -> None:
    memory = (
        "- above all headings *(2026-06-01T09:00:00Z)*\n" + Memory((entry("project", "old", 3),)).texts[0]
    )
    assert Foretelling(Turn("", memory, 20), PATH, NOW).usual.category == "general"


def test_what_one_long_entry_pushes_out_is_said_though_the_memory_is_far_from_full() -> None:
    memory = Memory((entry("general", "y" * 110, 1),)).texts[0]
    budget = 240
    foretelling = Foretelling(Turn("", memory, budget), PATH, NOW)
    assert Turn("", memory, budget).size_bytes < 0.8 * budget
    (forecast,) = of_kind(foretelling.forecasts(), ForecastKind.CUT)
    told = Turn("", Memory((*Memory.of(memory).entries, foretelling.usual)).texts[0], budget)
    assert [out.name for out in forecast.next_out] == [one.text for one in told.left_out] == ["y" * 110]
    assert forecast.with_one_more == 1


@pytest.mark.parametrize("count", [199, 200, 205])
def test_what_ub_is_said_to_drop_past_its_most_entries_is_dropped(count: int) -> None:
    entries = [entry("project", f"fact {number}", number) for number in range(count)]
    memory = Memory.of(Memory(tuple(entries)).texts[0])
    foretelling = Foretelling(Turn("", memory.texts[0], 0), PATH, NOW)
    (forecast,) = of_kind(foretelling.forecasts(), ForecastKind.EVICTED)
    named = [out.name for out in forecast.next_out]
    told = kept(Memory((*memory.entries, foretelling.usual)), go_time(NOW))
    gone = {one.text for one in memory.entries} - {one.text for one in told.entries}
    assert set(named[: forecast.with_one_more]) == gone
    assert len(gone) == max(0, count - 199)
    assert named[0] == f"fact {count - 1}"


def test_of_equal_entries_past_the_most_a_later_ub_keeps_the_first_of_the_file() -> None:
    texts = [f"fact {number}" for number in range(210)]
    entries = tuple(entry(category, text, 1) for text in texts for category in ("pattern", "project"))
    left = kept(Memory(entries), go_time(NOW)).entries
    assert [one.text for one in left if one.category == "project"] == texts[:200]
    assert len(left) == 200


# OK


def ok_view(facts: int, index: str = "", notes: str = "") -> DictView:
    files = {f"{STORE}/fact-{number:02}.md": f"---\nname: fact-{number:02}\n---\n" for number in range(facts)}
    files |= {f"{STORE}/MEMORY.md": index} if index else {}
    files |= {"/srv/api/AGENTS.md": notes} if notes else {}
    return DictView(files, projects=("/srv/api",), folders=("/srv/api",))


def ok_injected(view: DictView) -> Injected:
    context = next(scope for scope in OK.contexts(view, OK_ROOT) if scope.kind is ScopeKind.PROJECT)
    return OK.injected(view, OK_ROOT, context)


@pytest.mark.parametrize("facts", [76, 79, 80, 83])
def test_the_facts_that_ok_is_said_to_delete_are_those_its_save_deletes(facts: int) -> None:
    view = ok_view(facts)
    (forecast,) = of_kind(ok_injected(view).forecasts, ForecastKind.EVICTED)
    written = save(view, Store(STORE), usual_fact(view))
    deleted = {path for path, text in written.texts.items() if text is None}
    assert {out.path for out in forecast.next_out[: forecast.with_one_more]} == deleted
    assert len(deleted) == max(0, facts - 79)


@pytest.mark.parametrize("lines", [28, 30, 31, 34])
def test_the_lines_that_ok_is_said_to_show_no_more_are_those_it_does_not_show(lines: int) -> None:
    listed = "".join(f"- [fact-{n:02}](fact-{n:02}.md) — hook {n}\n" for n in range(lines))
    view = ok_view(3, f"# Memory\n{listed}--- freeze: 22bd8439e8a3720e\n")
    before = ok_injected(view)
    fact = usual_fact(view)
    texts = {path: text for path, text in save(view, Store(STORE), fact).texts.items() if text is not None}
    assert texts[f"{STORE}/{fact.name}.md"] == render_fact(fact)
    after = ok_injected(DictView(dict(view.files) | texts, projects=("/srv/api",), folders=("/srv/api",)))
    shown = [line for line in before.text.split("\n") if line.startswith("- [")]
    lost = {line for line in shown if line not in after.text}
    foretold = of_kind(before.forecasts, ForecastKind.CUT)
    assert {out.name for forecast in foretold for out in forecast.next_out} == lost
    assert bool(lost) == (lines == 31)


def test_a_second_line_for_a_fact_that_is_still_shown_is_not_said_to_be_cut_off() -> None:
    lines = [f"- [fact-{n:02}](fact-{n:02}.md) — hook {n}\n" for n in range(26)]
    index = "# Memory\n" + "".join([*lines, "- [fact-03](fact-03.md) — said once more\n"])
    assert not of_kind(ok_injected(ok_view(3, index)).forecasts, ForecastKind.CUT)


def test_a_line_of_another_form_is_said_to_be_cut_off_as_well() -> None:
    lines = [f"- [fact-{n:02}](fact-{n:02}.md) — hook {n}\n" for n in range(30)]
    index = "# Memory\n" + "".join([*lines, "* see [the last one](zebra.md)\n"])
    (forecast,) = of_kind(ok_injected(ok_view(3, index)).forecasts, ForecastKind.CUT)
    assert [out.name for out in forecast.next_out] == ["* see [the last one](zebra.md)", lines[-1].strip()]


class FromTheFuture(DictView):
    """Whose facts were changed tomorrow, as far as their clock says."""

    def info(self, path: str) -> FileInfo:
        return super().info(path)._replace(modified=(NOW + timedelta(days=1)).timestamp())


def test_facts_from_the_future_are_said_to_go_where_ok_deletes_more_than_the_new_one() -> None:
    files = {f"{STORE}/fact-{number:02}.md": "---\n---\n" for number in range(84)}
    view = FromTheFuture(files, projects=("/srv/api",), folders=("/srv/api",))
    (forecast,) = of_kind(ok_injected(view).forecasts, ForecastKind.EVICTED)
    assert [out.name for out in forecast.next_out] == [f"fact-{number:02}.md" for number in range(4)]
    assert forecast.with_one_more == 4


@pytest.mark.parametrize("facts", [80, 84])
def test_the_check_of_a_full_store_names_what_its_forecast_names(facts: int) -> None:
    files = {f"{STORE}/fact-{number:02}.md": "---\n---\n" for number in range(facts)} | {
        f"{STORE}/MEMORY.md": ""
    }
    for kind in (DictView, FromTheFuture):
        view = kind(files, projects=("/srv/api",), folders=("/srv/api",))
        (full,) = [problem.message for problem in OK.checks(view, OK_ROOT) if problem.rule == "full"]
        named = [
            out.name
            for forecast in of_kind(ok_injected(view).forecasts, ForecastKind.EVICTED)
            for out in forecast.next_out[: forecast.with_one_more]
        ]
        assert full.endswith(", ".join(named) or "OK deletes the new one (all others bear a later date)")


@pytest.mark.parametrize("notes", [27, 30, 33])
def test_the_notes_that_ok_is_said_to_drop_are_those_a_note_drops(notes: int) -> None:
    text = "# api\n\n## Notes\n\n" + "".join(f"- note {number} here\n" for number in range(notes))
    (forecast,) = of_kind(ok_injected(ok_view(1, notes=text)).forecasts, ForecastKind.EVICTED)
    after = append_note(text, "one more")
    gone = [line for line in text.split("\n") if line.startswith("- ") and line not in after.split("\n")]
    assert [out.name for out in forecast.next_out[: forecast.with_one_more]] == gone
    assert len(gone) == max(0, notes + 1 - MEASURED.notes)
    assert all(out.span and out.span.of(text) == out.name for out in forecast.next_out)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("notes", [28, 30, 33])
def test_the_other_lines_among_the_notes_are_said_to_go_with_the_first_note(
    notes: int, line_end: str
) -> None:
    listed = [f"- note {number} here" for number in range(notes)]
    lines = ["# api", "", "## Notes", "", *listed[:20], "  a line that goes on", *listed[20:], "* a star", ""]
    text = line_end.join(lines)
    (forecast,) = of_kind(ok_injected(ok_view(1, notes=text)).forecasts, ForecastKind.EVICTED)
    after, gone = text, list[str]()
    for number in range(1, 4):
        after = append_note(after, f"one more, number {number}")
        stays = [line.strip() for line in after.split("\n")]
        gone += [
            line.strip()
            for line in lines
            if line.strip() and line.strip() not in stays and line.strip() not in gone
        ]
        if number == 1:
            assert [out.name for out in forecast.next_out[: forecast.with_one_more]] == gone
    named = [out.name for out in forecast.next_out]
    assert gone[: len(named)] == named[: len(gone)]
    assert {"a line that goes on", "* a star"} <= set(named)
    assert all(out.span and out.span.of(text) == out.name for out in forecast.next_out)


def test_no_note_is_said_to_be_dropped_of_a_document_that_gets_no_notes() -> None:
    text = "## Notes\n\n" + "".join(f"- note {number} here\n" for number in range(30))
    files = {f"/srv/{name}": text for name in ("AGENTS.md", "api/AGENTS.md", "api/CLAUDE.md")}
    files |= {"/srv/.git/HEAD": "", f"{STORE}/fact.md": ""}
    view = DictView(files, projects=("/srv/api",), folders=("/srv/api",))
    (forecast,) = of_kind(ok_injected(view).forecasts, ForecastKind.EVICTED)
    assert {out.path for out in forecast.next_out} == {"/srv/api/AGENTS.md"}


# evva


@pytest.mark.parametrize("size", [60_000, 65_500, 65_536, 66_000])
def test_what_evva_is_said_to_cut_off_next_is_cut_off_by_one_more_fact(size: int) -> None:
    lines = "".join(f"- what was learned, number {number}\n" for number in range(3000))
    text = f"## Preferences\n{lines}"[: size - 1] + "\n"
    path = f"{HOME}/.evva/USER_PROFILE.md"
    (forecast,) = evva_forecasts({path: text})
    longer = text.replace("\n", "\n" + "x" * (usual_bytes(text) - 1) + "\n", 1)
    view = DictView({path: longer})
    (cut,) = [cut.text for cut in EVVA.injected(view, f"{HOME}/.evva", EVVA_YOU).cut] or [""]
    for out in forecast.next_out[: forecast.with_one_more]:
        assert out.name[-5:] in cut
    untouched = forecast.next_out[forecast.with_one_more :]
    assert not any(f"\n{out.name}" in f"\n{cut}" for out in untouched)
    assert bool(forecast.with_one_more) == (size + usual_bytes(text) > 65_536)


def test_the_bytes_of_a_character_that_the_cap_splits_are_counted() -> None:
    text = "a\n" * 49 + "記"
    (forecast,) = foretold_of_evva(PATH, text, cap_bytes=100)
    after, _ = cut_at_bytes(f"n\n{text}", 100)
    assert after == "n\n" + "a\n" * 49
    assert forecast.with_one_more == 0


@pytest.mark.parametrize("cap", [70, 78, 79, 80, 100])
def test_one_long_fact_is_too_much_for_a_file_with_room_to_spare(cap: int) -> None:
    text = "".join(f"{letter * 19}\n" for letter in "abc")
    after, _ = cut_at_bytes("x" * 19 + "\n" + text, cap)
    is_pushed = "c" * 19 not in after
    assert is_pushed == (cap < 79)
    found = foretold_of_evva(PATH, text, cap_bytes=cap)
    assert [(one.with_one_more, one.next_out[0].name) for one in found] == [(1, "c" * 19)] * is_pushed


EVVA_YOU = Scope(ScopeKind.YOU, "", "You")


def evva_forecasts(files: dict[str, str]) -> tuple[Forecast, ...]:
    return EVVA.injected(DictView(files), f"{HOME}/.evva", EVVA_YOU).forecasts


# Those that let nothing go that is there


def test_of_an_index_both_the_lines_and_the_bytes_that_are_left_are_said() -> None:
    root, context = f"{HOME}/.claude", Scope(ScopeKind.PROJECT, "-srv-api", "api", "/srv/api")
    path = f"{root}/projects/-srv-api/memory/MEMORY.md"
    lines = [f"- [Fact {number}](fact-{number}.md) — hook\n".rjust(240, "x") for number in range(100)]

    def injected(text: str) -> Injected:
        view = DictView({path: text}, projects=("/srv/api",), folders=("/srv/api",))
        return CLAUDE_CODE.injected(view, root, context)

    (forecast,) = injected("".join(lines)).forecasts
    room = next(
        meter for meter in injected("".join(lines)).meters if meter.unit == "characters" and meter.cap
    )
    assert room.cap
    assert f"room for 100 more lines, of {room.cap - room.used:,} characters at most" in forecast.rule
    assert not injected("".join([*lines, "x" * (room.cap - room.used - 1)])).cut
    assert injected("".join([*lines, "x" * (room.cap - room.used + 1)])).cut


def test_a_newer_evva_is_said_to_cut_what_is_added_too() -> None:
    root = f"{HOME}/.evva/memory"
    index = "".join(f"- [Fact {number}](fact-{number}.md) — hook\n" for number in range(199))
    files = {f"{root}/MEMORY.md": index, "/srv/api/EVVA.md": "- a line\n" * 7000}
    view = DictView(files, projects=("/srv/api",), folders=("/srv/api",))
    context = next(scope for scope in EVVA.contexts(view, root) if scope.folder == "/srv/api")
    rules, facts = EVVA.injected(view, root, context).forecasts
    assert "EVVA.md" in rules.rule
    assert "room for 1 more line," in facts.rule
    assert "what evva keeps after that" in facts.rule


def test_claude_code_cuts_what_it_adds_and_nothing_that_is_there() -> None:
    lines = [f"- [Fact {number}](fact-{number}.md) — hook\n" for number in range(200)]
    root, context = f"{HOME}/.claude", Scope(ScopeKind.PROJECT, "-srv-api", "api", "/srv/api")
    path = f"{root}/projects/-srv-api/memory/MEMORY.md"

    def injected(text: str) -> Injected:
        files = {path: text}
        return CLAUDE_CODE.injected(
            DictView(files, projects=("/srv/api",), folders=("/srv/api",)), root, context
        )

    before = injected("".join(lines))
    (forecast,) = before.forecasts
    assert (forecast.next_out, forecast.with_one_more) == ((), 0)
    after = injected("".join([*lines, "- [New](new.md) — hook\n"]))
    assert [cut.key for cut in after.cut] == ["new"]
    assert after.text.startswith(before.text)


@given(st.text("aé記🎉\n", max_size=40), st.sampled_from((-3, 0, 1, 60)) | st.integers(0, 130))
def test_foresthub_takes_what_there_is_said_to_be_room_for_and_no_byte_more(content: str, cap: int) -> None:
    record = json.dumps({"id": "u1", "label": "notes", "content": content, "maxSizeBytes": cap})
    view = DictView({"/var/forest/memory/u1.json": record})
    root = "/var/forest/memory"
    forecasts = FORESTHUB.injected(view, root, FORESTHUB.contexts(view, root)[0]).forecasts
    room = cap - len(content.encode())
    assert len(forecasts) == (room <= 0 or len(content.encode()) >= 0.9 * cap)
    for forecast in forecasts:
        assert forecast.next_out == ()
        assert f"room for {max(0, room)} more" in forecast.rule
    engine = next_run(view, root).engine
    if room >= 0:
        engine.append("u1", "x" * room)
    with pytest.raises(EngineError):
        engine.append("u1", "x")
