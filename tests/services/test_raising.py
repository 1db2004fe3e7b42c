"""Moving what an agent does not get above its cut: what is proposed is what then happens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.layouts.contract import ChangeKind, Cut
from memdesk.services.preview.raising import Raise
from tests.services.sample_desks import SampleDesk


@pytest.fixture
def samples(tmp_path: Path) -> Iterator[SampleDesk]:
    samples = SampleDesk(tmp_path)
    yield samples
    samples.desk.close()


def found(samples: SampleDesk, agent: str, title: str, cut: Cut, position: int | None = None) -> Raise:
    session = samples.open(cut.path)
    at = cut.span.start if position is None else position
    root, context = samples.root(agent).path, samples.context(agent, title)
    return samples.previewer.prepare_raise(root, context, session.document, at)()


MOST_OF_A_CONTEXT = 6
CASES = [
    ("ub", "api", "A 502 right after a deploy", ChangeKind.MOVE),
    ("ok", "bakery", "Yeast is counted in blocks", ChangeKind.MOVE),
    ("ok", "greenhouse", "Watering logs are kept", ChangeKind.MOVE),
    ("evva", "api", "Start everything with", ChangeKind.SET_BODY),
    ("evva", "shop-frontend", "Brand “Nordlicht”", ChangeKind.SET_BODY),
]


@pytest.mark.parametrize(("agent", "title", "words", "kind"), CASES)
def test_what_is_proposed_brings_the_line_in_and_names_all_that_falls_out(
    samples: SampleDesk, agent: str, title: str, words: str, kind: ChangeKind
) -> None:
    cut = samples.cut(agent, title, words)
    root, context = samples.root(agent).path, samples.context(agent, title)
    before = samples.previewer.preview(root, context).injected
    proposed = found(samples, agent, title, cut)
    assert proposed.change is not None, proposed.why_not
    assert proposed.change.kind is kind
    session = samples.open(cut.path)
    on_disk = session.text.text
    session.change(proposed.change, samples.desk.workspace.view)
    after = samples.previewer.preview(root, context).injected
    assert words not in before.text
    assert words in after.text
    for line in proposed.falls_out:
        probe = line.removeprefix("- ")[:30]
        assert before.text.count(probe) > after.text.count(probe)
    session.text.undo()
    assert session.text.text == on_disk


def test_where_nothing_falls_out_nothing_is_named(samples: SampleDesk) -> None:
    cut = samples.cut("ok", "greenhouse", "Watering logs are kept")
    assert found(samples, "ok", "greenhouse", cut).falls_out == ()


def test_an_agent_that_sorts_undoes_it_and_that_is_said(samples: SampleDesk) -> None:
    cut = samples.cut("ok", "bakery", "Yeast is counted in blocks")
    assert "sort these lines by file name" in found(samples, "ok", "bakery", cut).until


def test_a_change_of_the_line_itself_is_said(samples: SampleDesk) -> None:
    cut = samples.cut("ub", "api", "A 502 right after a deploy")
    assert "(2026-04-05T11:13:05Z)*” in it becomes “*(" in found(samples, "ub", "api", cut).how


def test_the_one_that_it_goes_above_is_named_without_a_part_of_its_secret(samples: SampleDesk) -> None:
    cut = samples.cut("ub", "api", "A 502 right after a deploy")
    file, said = Path(cut.path), f"The robot that hangs uses ghp_{'a1B2c3D4e' * 4}"
    text = file.read_text()
    start = text.index("TestWorkerDrain hangs")
    file.write_text(text[:start] + said + text[start + len(said) :])
    samples.desk.workspace.relist()
    how = found(samples, "ub", "api", cut).how
    assert "above “The robot that hangs uses ghp_•" in how
    assert "a1B2" not in how


@pytest.mark.parametrize(
    ("agent", "title", "words", "remedy"),
    [
        ("everos", "nora", "I corrected the date below", "Put it into an entry"),
        ("everos", "nora", "ep_20260511_00000001", "deprecated_entries"),
        ("foresthub", "", "Sensors that lie, and how", "The card holds names and descriptions alone"),
        ("ub", "field-notes", "A line is read like this", "Make it an entry of its own"),
    ],
)
def test_where_moving_does_not_help_it_is_said_what_would(
    samples: SampleDesk, agent: str, title: str, words: str, remedy: str
) -> None:
    proposed = found(samples, agent, title, samples.cut(agent, title, words))
    assert proposed.change is None
    assert proposed.why_not.startswith("Moving it does not help: ")
    assert remedy in proposed.why_not


def test_the_rest_of_a_long_first_line_cannot_be_moved(samples: SampleDesk) -> None:
    proposed = found(samples, "evva", "field-notes", samples.cut("evva", "field-notes", "monthly report."))
    assert proposed.change is None
    assert "the first line of each section, 80 bytes of it at most" in proposed.why_not


def test_a_read_only_document_is_left_alone(samples: SampleDesk) -> None:
    cut = samples.cut("ub", "api", "A 502 right after a deploy")
    document = samples.open(cut.path).document._replace(why_read_only="Locked by hand")
    root, context = samples.root("ub").path, samples.context("ub", "api")
    proposed = samples.previewer.prepare_raise(root, context, document, cut.span.start)()
    assert (proposed.change, proposed.why_not) == (None, "Locked by hand.")


def test_what_is_sent_need_not_be_moved(samples: SampleDesk) -> None:
    cut = samples.cut("ub", "api", "A 502 right after a deploy")
    proposed = found(samples, "ub", "api", cut, position=0)
    assert proposed.why_not == "ub gets this line already."


def test_every_lost_line_of_every_sample_gets_an_answer(samples: SampleDesk) -> None:
    answered = 0
    for root in samples.desk.workspace.roots:
        for context in samples.previewer.contexts(root.path):
            injected = samples.previewer.preview(root.path, context).injected
            for cut in injected.cut[:MOST_OF_A_CONTEXT]:
                known = samples.desk.workspace.find_document(cut.path)
                if known is None:
                    continue
                find = samples.previewer.prepare_raise(root.path, context, known[1], cut.span.start)
                proposed = find()
                assert bool(proposed.why_not) != bool(proposed.change)
                assert proposed.line
                assert proposed.change is None or proposed.how.endswith(".")
                answered += 1
    assert answered > 50
