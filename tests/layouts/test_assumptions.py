"""What layouts assume of their agents: told with a source, and everything goes by what the user set instead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memdesk.layouts.assumptions import SET_BY_USER, Assumption
from memdesk.layouts.claude_code import LAYOUT as CLAUDE_CODE
from memdesk.layouts.contract import NO_OP, Layout
from memdesk.layouts.optional import Assuming
from memdesk.layouts.ub import LAYOUT as UB
from memdesk.layouts.view import View
from tests.conformance.folders import DiskView
from tests.layouts.dict_view import HOME, DictView
from tests.layouts.samples import AGENTS, FOUND, copied, named, view_of

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
AGENTS_THAT_ASSUME = [layout for layout in AGENTS if isinstance(layout, Assuming)]
_WRITTEN = 12
"""So many documents of a root are asked what the next write makes of them."""
SHOWN_ELSEWHERE = {("claude_code", "active_minutes"), ("ub", "budget_bytes")}
"""What the samples cannot show: no session runs there, and ub's sample names its budget."""


@dataclass
class AtNoon(DiskView):
    """The disk at one moment."""

    @property
    def now(self) -> datetime:
        return NOON


def assumed(layout: Layout) -> tuple[Assumption, ...]:
    assert isinstance(layout, Assuming)
    return tuple(layout.assumptions())


def answers(layout: Layout, view: View, roots: tuple[str, ...]) -> Iterator[object]:
    """What the layout says of all there is."""
    for root in roots:
        documents = list(layout.documents(view, root))
        yield documents
        yield from (layout.injected(view, root, context) for context in layout.contexts(view, root))
        yield list(layout.checks(view, root))
        for document in documents[:_WRITTEN]:
            operations = (NO_OP, *layout.usual_operations(document)) if document.exists else ()
            yield from (layout.next_write(view, document, operation) for operation in operations)


def test_only_layouts_without_numbers_of_their_own_assume_none() -> None:
    assert {layout.name for layout in FOUND} - set(map(named, AGENTS_THAT_ASSUME)) == {"foresthub", "plain"}


@pytest.mark.parametrize("layout", AGENTS_THAT_ASSUME, ids=named)
def test_each_is_told_with_bounds_and_a_source(layout: Layout) -> None:
    told = assumed(layout)
    assert len({one.name for one in told}) == len({one.label for one in told}) == len(told)
    for one in told:
        assert one.agent == layout.name
        assert one.least <= one.value <= one.most
        assert one.source.endswith(".")
        assert one.unit


@pytest.mark.parametrize(("said", "held"), [(None, 10), (7, 7), (2, 3), (99, 20)])
def test_what_is_out_of_bounds_counts_as_the_nearest(said: int | None, held: int) -> None:
    one = Assumption("a", "n", "Lines", 10, "lines", 3, 20, "Its page.")
    view = DictView(overrides={} if said is None else {("a", "n"): said})
    assert one.of(view) == held
    assert one.why(view) == (SET_BY_USER if said is not None else "")


@pytest.mark.parametrize("layout", AGENTS_THAT_ASSUME, ids=named)
def test_answers_go_by_each_of_them(layout: Layout, tmp_path: Path) -> None:
    copy = copied(layout, tmp_path)
    roots, seen = (copy.root, *copy.others), view_of(copy)
    view = AtNoon(seen.projects, seen.home)
    as_assumed = list(answers(layout, view, roots))
    told = {(one.agent, one.name): one for one in assumed(layout)}
    same = replace(view, overrides={name: one.value for name, one in told.items()})
    assert list(answers(layout, same, roots)) == as_assumed
    for name in told.keys() - SHOWN_ELSEWHERE:
        other = replace(view, overrides={name: told[name].least})
        told_otherwise = zip(as_assumed, answers(layout, other, roots), strict=False)
        assert any(before != after for before, after in told_otherwise), name


ROOT = f"{HOME}/.local/state/ub/memory"


@pytest.mark.parametrize(
    ("config", "cap", "who"),
    [("", 900, SET_BY_USER), ("memory:\n  max_chars: 700\n", 700, "memory.max_chars in ")],
    ids=["unsaid", "configured"],
)
def test_what_ubs_own_configuration_says_wins(config: str, cap: int, who: str) -> None:
    files = {f"{HOME}/.config/ub/config.yaml": config, f"{HOME}/.config/ub/instructions.md": "# Rules\n"}
    view = DictView(files, folders=[ROOT], overrides={("ub", "budget_bytes"): 900})
    total = UB.injected(view, ROOT, UB.contexts(view, ROOT)[0]).meters[0]
    assert total.cap == cap
    assert total.why.startswith(who)


def test_a_session_of_claude_code_seems_to_run_for_as_long_as_the_user_says() -> None:
    root = f"{HOME}/.claude"
    files = {
        f"{root}/projects/-srv-api/a.jsonl": "{}\n",
        f"{root}/projects/-srv-api/memory/MEMORY.md": "- x\n",
    }
    view = DictView(files)
    minutes = (view.now.timestamp() - view.info(next(iter(files))).modified) / timedelta(
        minutes=1
    ).total_seconds()
    for said, runs in ((int(minutes), False), (int(minutes) + 1, True)):
        seen = replace(view, overrides={("claude_code", "active_minutes"): said})
        [scope] = [scope for scope in CLAUDE_CODE.contexts(seen, root) if scope.key]
        warnings = CLAUDE_CODE.injected(seen, root, scope).warnings
        assert any("seems to be running" in warning for warning in warnings) == runs
