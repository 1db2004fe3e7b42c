"""What touches a stretch is found as a look at each thing finds it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.edits import Span
from memdesk.text.stretches import Stretches

SPANS = st.builds(lambda start, length: Span(start, start + length), st.integers(0, 60), st.integers(0, 40))


@given(st.lists(SPANS, max_size=40), SPANS)
def test_what_touches_is_found_in_order(spans: list[Span], asked: Span) -> None:
    stretches = Stretches((span, number) for number, span in enumerate(spans))
    expected = [
        number for number, span in enumerate(spans) if max(span.start, asked.start) < min(span.end, asked.end)
    ]
    assert stretches.touching(asked) == expected


def test_nothing_touches_nothing() -> None:
    assert Stretches[int](()).touching(Span(0, 9)) == []
    assert Stretches([(Span(0, 9), 1)]).touching(Span(4, 4)) == []
