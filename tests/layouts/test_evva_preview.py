"""What evva gets: each character stands in a file or is made for a reason, and what it does not get is told."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memdesk.layouts.contract import Cut, Generated, Injected, Source
from memdesk.layouts.documents import Scope, ScopeKind
from memdesk.layouts.evva import LAYOUT
from memdesk.layouts.evva.model import parse_like_evva
from memdesk.layouts.evva.names import CAP_BYTES
from memdesk.text.document import byte_length, decode, trim
from tests.agents.evva import index_like_evva, load_snapshot
from tests.layouts.dict_view import HOME, DictView
from tests.layouts.hostile import hostile_texts

ROOT = f"{HOME}/.evva"
PROFILE, MEMORY, RULES = f"{ROOT}/USER_PROFILE.md", f"{ROOT}/projects/-srv-api/MEMORY.md", "/srv/api/EVVA.md"
API = Scope(ScopeKind.PROJECT, "-srv-api", "api", "/srv/api")


def injected(memory: str | bytes = "", profile: str = "", rules: str = "", **environment: str) -> Injected:
    files = {path: text for path, text in ((MEMORY, memory), (PROFILE, profile), (RULES, rules)) if text}
    return LAYOUT.injected(DictView(files, environment=environment), ROOT, API)


@given(hostile_texts(), hostile_texts(), hostile_texts())
def test_the_parts_are_what_the_model_loads(memory: str, profile: str, rules: str) -> None:
    view = DictView({MEMORY: memory, PROFILE: profile, RULES: rules})
    snapshot = load_snapshot(view, "/srv/api", ROOT, load_project_memory=True)
    state = LAYOUT.injected(view, ROOT, API)
    assert state.text_of("rules") == snapshot.workdir_memory
    assert state.text_of("profile") == snapshot.user_profile
    assert state.text_of("index") == snapshot.project_memory_index
    assert state.text == snapshot.workdir_memory + snapshot.user_profile + snapshot.project_memory_index
    assert state.warnings == snapshot.warnings


@given(hostile_texts())
def test_every_character_is_sourced_or_made_for_a_reason(memory: str) -> None:
    text = decode(DictView({MEMORY: memory}).read(MEMORY))
    for piece in injected(memory).pieces:
        assert piece.text
        if isinstance(piece.origin, Source):
            assert piece.origin.span.of(text) == piece.text
        else:
            assert piece.origin.reason


@given(hostile_texts())
def test_what_is_not_shown_is_told_and_the_other_way_round(memory: str) -> None:
    state = injected(memory)
    spans = [piece.origin.span for piece in state.pieces if isinstance(piece.origin, Source)]
    cuts = [cut.span for cut in state.cut]
    for cut in state.cut:
        assert cut.text == cut.span.of(memory)
        assert trim(cut.text) == cut.text != ""
    assert all(span.end <= cut.start or cut.end <= span.start for span in spans for cut in cuts)
    heads = [section.head.line for section in parse_like_evva(memory).sections]
    told = {position for span in (*spans, *cuts, *heads) for position in range(*span)}
    assert trim("".join(character for at, character in enumerate(memory) if at not in told)) == ""


def test_the_index_names_its_pieces() -> None:
    text = "## Project facts\nGo 1.23\nmore\n\n##  Decisions\n"
    pieces = [
        (
            piece.text,
            piece.origin.reason if isinstance(piece.origin, Generated) else piece.origin.span.of(text),
        )
        for piece in injected(text).pieces
    ]
    assert pieces == [
        ("## Project facts", "## Project facts"),
        (" — ", "evva puts a dash between heading and first line"),
        ("Go 1.23", "Go 1.23"),
        ("\n", "evva puts a line feed between the lines of its index"),
        ("## ", "evva writes the heading marks anew"),
        ("Decisions", "Decisions"),
        (" — ", "evva puts a dash between heading and first line"),
        ("(empty)", "evva says so where a section has no text"),
    ]


def test_a_character_that_the_limit_splits_is_half_made() -> None:
    state = injected("## Decisions\nx" + "é" * 60 + "\n")
    *_, source, half, mark = state.pieces
    assert isinstance(source.origin, Source)
    assert byte_length(source.text) == 79
    assert half.text == "\udcc3"
    assert mark.text == "…"
    assert isinstance(half.origin, Generated)
    assert "splits a character" in half.origin.reason
    assert [cut.text for cut in state.cut] == ["é" * 21]


def test_what_follows_a_first_line_is_read_only_when_opened() -> None:
    state = injected("intro\n\n## Decisions\none\ntwo\n\n## Mine\nx\n\n## Decisions\nthree\n")
    why = "Read only when MEMORY.md is opened"
    assert [(cut.key, cut.text, cut.why) for cut in state.cut] == [
        ("", "intro", "evva’s index leaves out what stands before the first heading"),
        ("Decisions", "two", why),
        ("Decisions", "## Decisions\nthree", why),
    ]


def test_past_the_cap_everything_is_lost_and_evva_says_so() -> None:
    profile = "## Preferences\n" + "é" * 33_000 + "\n\n## Working style\ntail\n"
    state = injected(profile=profile)
    assert byte_length(state.text_of("profile")) == CAP_BYTES
    [split, tail] = [(cut.key, cut.why) for cut in state.cut]
    assert split == ("Preferences", "past the 65,536 bytes that evva reads of a file")
    assert tail == ("Working style", "past the 65,536 bytes that evva reads of a file")
    assert state.warnings == (f"memdir: {PROFILE} truncated to 65536 bytes (cap 65536)",)
    assert isinstance(state.pieces[-1].origin, Generated)
    [total, meter] = state.meters
    assert (total.cap, total.used) == (None, CAP_BYTES)
    assert (meter.used, meter.cap, meter.path) == (byte_length(profile), CAP_BYTES, PROFILE)


def lines_of(size: int) -> str:
    """So many letters, in few lines: what is read of each line takes its time."""
    whole, rest = divmod(size, 64)
    return ("x" * 63 + "\n") * whole + ("x" * (rest - 1) + "\n" if rest else "")


@given(st.integers(-90, 4), st.sampled_from(["é", "漢", "x", "\udcff"]))
def test_the_index_of_a_file_over_the_cap_is_sourced_too(offset: int, character: str) -> None:
    text = (
        "## Project facts\n"
        + lines_of((CAP_BYTES - 18 + offset) // 2 * 2)
        + "## Decisions\n"
        + character * 90
        + "\nz\n"
    )
    state = injected(text)
    seen = decode(DictView({MEMORY: text}).read(MEMORY)[:CAP_BYTES])
    assert state.text_of("index") == index_like_evva(seen)
    for piece in state.pieces:
        if isinstance(piece.origin, Source):
            assert piece.origin.span.of(text) == piece.text


def test_without_auto_memory_the_project_memory_is_not_read() -> None:
    state = injected("## Decisions\nx\n", profile="p", rules="r", EVVA_AUTO_MEMORY="off")
    assert [part.name for part in state.parts] == ["rules", "profile"]
    assert state.warnings == (
        "Auto memory is off (EVVA_AUTO_MEMORY=off in the environment): evva does not read MEMORY.md.",
    )
    why = "auto memory is off: EVVA_AUTO_MEMORY=off in the environment"
    assert state.cut == (Cut(MEMORY, state.cut[0].span, "", "## Decisions\nx", why),)


def test_missing_and_empty_files_are_no_parts() -> None:
    state = LAYOUT.injected(DictView({PROFILE: ""}), ROOT, API)
    assert (state.parts, state.pieces, state.warnings, state.cut) == ((), (), (), ())


def test_a_file_that_cannot_be_read_is_warned_of_in_evvas_words() -> None:
    view = DictView({PROFILE: "x"}, unreadable=frozenset({PROFILE}))
    state = LAYOUT.injected(view, ROOT, API)
    assert state.warnings == (f"memdir: cannot read {PROFILE}: open {PROFILE}: permission denied",)


def test_a_project_without_a_folder_has_no_rules_and_says_so() -> None:
    view = DictView({MEMORY: "## Decisions\nx\n"})
    state = LAYOUT.injected(view, ROOT, Scope(ScopeKind.PROJECT, "-srv-api", "-srv-api"))
    assert state.text == "## Decisions — x"
    assert state.warnings == ("The folder of this project is not known, so its EVVA.md is not shown.",)


def test_a_folder_names_its_memory_even_without_a_key() -> None:
    view = DictView({MEMORY: "## Decisions\nx\n"})
    assert (
        LAYOUT.injected(view, ROOT, Scope(ScopeKind.PROJECT, "", "api", "/srv/api")).text
        == "## Decisions — x"
    )


def test_a_file_without_sections_gives_an_empty_index() -> None:
    state = injected("prose\n")
    assert [part.name for part in state.parts] == ["index"]
    assert (state.text, [cut.text for cut in state.cut]) == ("", ["prose"])


def test_nothing_is_invented_around_the_parts() -> None:
    assert "no document tells" in injected("x").unknown
