"""The survival check of every agent: each loss can be shown, explained and repaired."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.layouts.contract import NO_OP, EffectKind
from memdesk.layouts.documents import Document
from memdesk.services.machine.laid_over import LaidOverView
from memdesk.services.preview.survival import Loss, survey
from memdesk.services.roots.roots import MemoryRoot
from memdesk.text.document import decode, encode
from memdesk.text.edits import apply_all
from tests.services.sample_desks import SampleDesk

HAND_WRITTEN = (
    b"\xef\xbb\xbfText before everything.\r\n\r\n## Mine\r\n* a star\r\n- no time\r\n  and more\r\n\r\n"
    b"```\n## inside\n- [x](x.md) - y\n--- freeze: 1\n```\n\xff\n<!-- entry:ep_1 -->\n- [a](a.md)\n- [a](a.md)\n"
)
"""Something of everything that people write and agents do not."""


@pytest.fixture
def samples(tmp_path: Path) -> Iterator[SampleDesk]:
    samples = SampleDesk(tmp_path)
    yield samples
    samples.desk.close()


def documents(samples: SampleDesk) -> Iterator[tuple[MemoryRoot, Document]]:
    for root in samples.desk.workspace.roots:
        for document in root.layout.documents(samples.desk.workspace.view, root.path):
            if document.exists:
                yield root, document


def told(loss: Loss) -> tuple[EffectKind, str, str]:
    """By what a loss is known again, wherever it stands then."""
    return loss.kind, loss.message, loss.text


def check(loss: Loss, text: str) -> None:
    assert loss.message
    assert not loss.message.endswith(".")
    assert loss.why.endswith(".")
    assert loss.span.of(text) == loss.text
    assert 1 <= loss.line <= text.count("\n") + 1


def test_every_loss_of_the_samples_can_be_shown_and_explained(samples: SampleDesk) -> None:
    view = samples.desk.workspace.view
    found = 0
    for root, document in documents(samples):
        for loss in survey(root.layout, document, view):
            check(loss, decode(view.read(document.path)))
            found += 1
    assert found > 20


def test_so_can_those_of_a_text_that_was_written_by_hand(samples: SampleDesk) -> None:
    for root, document in documents(samples):
        view = LaidOverView(samples.desk.workspace.view, {document.path: HAND_WRITTEN})
        for loss in survey(root.layout, document, view):
            check(loss, decode(HAND_WRITTEN))


def test_a_repair_avoids_what_it_is_for(samples: SampleDesk) -> None:
    view = samples.desk.workspace.view
    repaired = 0
    for root, document in documents(samples):
        text = decode(view.read(document.path))
        losses = survey(root.layout, document, view)
        for loss in losses:
            if loss.repair:
                after = LaidOverView(view, {document.path: encode(apply_all(text, loss.repair))})
                left = survey(root.layout, document, after)
                same = [other for other in left if told(other) == told(loss)]
                before = [other for other in losses if told(other) == told(loss)]
                assert len(same) < len(before), (document.path, loss.message)
                repaired += 1
    assert repaired > 5


def test_the_usual_operation_of_each_agent_is_asked_too(samples: SampleDesk) -> None:
    operations = {
        root.layout.name: {operation.name for operation in root.layout.usual_operations(document)}
        for root, document in documents(samples)
    }
    for root, document in documents(samples):
        operations[root.layout.name] |= {
            operation.name for operation in root.layout.usual_operations(document)
        }
    assert all(names - {NO_OP.name} for names in operations.values()), operations
