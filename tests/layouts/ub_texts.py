"""Memory files of ub as it writes them, and as people leave them, for properties."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st

from memdesk.layouts.shapes.go_time import go_time
from memdesk.layouts.ub.model import CATEGORIES, Entry, Memory
from memdesk.text.document import trim

NOW = datetime(2026, 6, 1, 9, 30, tzinfo=UTC)

WORDS = (
    *(
        "use",
        "never",
        "v1.2",
        "café",
        "deploy",
        "**b**",
        "x²",
        "運行",
        "测试",
        "İstanbul",
        "`x`",
        "🎉",
        "a_b",
    ),
    *("*(n)*", "-", "#", "```", "\udcff", "\u00a0", "\u2028", "a\rb", "*", "(", "\x00", "it's", "main"),
)
TIMES = (
    *("2026-05-27T10:00:00Z", "2026-05-28T09:00:00Z", "2026-05-27T10:00:01Z", "2026-06-01T09:30:00Z"),
    *("2026-05-27T18:00:00+08:00", "2026-05-27T10:00:00.75Z", "2026-05-27T9:00:00Z", "2027-01-01T00:00:00Z"),
    *("0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2026-05-27T10:00:00-00:00"),
)
BAD_TIMES = ("yesterday", "2026-05-27", "2026-02-30T10:00:00Z", "2026-05-27t10:00:00z", "", "(n)")
HEADINGS = (
    *(f"## {category}" for category in CATEGORIES),
    *("## Deploy", "## Preference", "## project ##", "##  debug ", "  ## debug", "## ", "##", "### sub"),
)
MARKS = ("- ", "- ", "- ", "- ", "* ", "+ ", "1. ", "  - ", "\t- ", "-  ", "-\t", "-")
LOOSE = (
    *("keep me", "  more of it", "<!-- mine -->", "---", "# My notes", "```", "```md", "~~~", "    code"),
    *("| a | b |", "> quote", "text\u0085", "\x0c", "\u00a0", " ", "\r", "\ufeff", "\udc80\udcff"),
)

words = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join).map(trim).filter(bool)
"""Texts that an entry may have."""


@st.composite
def bullets(draw: st.DrawFn) -> str:
    """A bullet, mostly as ub writes it."""
    stamp = draw(st.sampled_from([*TIMES, *TIMES, *BAD_TIMES, None]))
    stamped = "" if stamp is None else draw(st.sampled_from([" ", " ", " ", "", "  "])) + f"*({stamp})*"
    tail = draw(
        st.sampled_from(["", "", "", "", "", " ", "  ", " later", " see *(x)*", " *(2026-05-20T10:00:00Z)*"])
    )
    return draw(st.sampled_from(MARKS)) + draw(words) + stamped + tail


@st.composite
def memory_files(draw: st.DrawFn, most_lines: int = 16) -> str:
    """A memory file with everything in it that is found in the wild, and worse."""
    line = st.one_of(
        bullets(),
        bullets(),
        bullets(),
        st.sampled_from(HEADINGS),
        st.sampled_from(LOOSE),
        st.just(""),
        st.just(""),
    )
    lines = draw(st.lists(line, max_size=most_lines))
    end = draw(st.sampled_from(["\n", "\n", "\n", "\r\n"]))
    text = "".join(line + end for line in lines)
    if draw(st.booleans()):
        text = text.removesuffix("\n")
    return draw(st.sampled_from(["", "", "", "\ufeff"])) + text


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    """An entry with a time of its own, most likely."""
    seconds = draw(st.integers(0, 10_000_000))
    return Entry(draw(st.sampled_from(CATEGORIES)), draw(words), go_time(NOW - timedelta(seconds=seconds)))


@st.composite
def written_files(draw: st.DrawFn) -> str:
    """A memory file as ub itself writes it."""
    [text, *_] = Memory(tuple(draw(st.lists(entries(), max_size=9)))).texts
    return text
