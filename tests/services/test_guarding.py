"""Unsaved text is judged by what the agent would make of it, while it is typed."""

from __future__ import annotations

from memdesk.layouts import layout_named
from memdesk.layouts.contract import EffectKind
from memdesk.services.preview.guarding import READING, survey_unsaved
from memdesk.text.document import encode
from memdesk.text.edits import apply_all
from tests.layouts.dict_view import DictView
from tests.layouts.everos_texts import CANONICAL, LOG, document


def test_what_everos_would_not_notice_is_told_beside_its_own_losses() -> None:
    layout = layout_named("everos")
    assert layout is not None
    after = CANONICAL.replace("s1", "s9", 1).replace("entry_count: 2", "entry_count: 1 # mine")
    losses = survey_unsaved(layout, document(LOG), DictView({LOG: encode(after)}), CANONICAL)
    told = [(loss.kind, loss.line, loss.operation is READING) for loss in losses]
    assert told == [(EffectKind.LOST, 9, False), (EffectKind.LOST, 2, True), (EffectKind.LOST, 12, True)]
    assert losses[2].text.startswith("<!-- entry:ep_20260601_00000001 -->")
    assert "entry_count: 2 # mine" in apply_all(after, losses[1].repair)
    saved = survey_unsaved(layout, document(LOG), DictView({LOG: encode(after)}), after)
    assert [loss.operation is READING for loss in saved] == [False]


def test_an_agent_without_such_rules_is_surveyed_alone() -> None:
    layout = layout_named("evva")
    assert layout is not None
    assert survey_unsaved(layout, document(LOG), DictView({LOG: "x"}), "") == ()
