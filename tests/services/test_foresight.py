"""Preview and survival over unsaved text."""

from __future__ import annotations

from pathlib import Path

from memdesk.layouts.contract import EffectKind
from memdesk.services.desk import Desk
from memdesk.services.documents.session import DocumentSession
from memdesk.services.preview.preview import Previewer, context_for
from memdesk.services.preview.survival import survey
from memdesk.text.edits import Edit


def test_a_preview_shows_what_is_not_saved_yet(desk: Desk, root: Path, profile: DocumentSession) -> None:
    previewer = Previewer(desk.workspace)
    context = context_for(previewer.contexts(str(root)), profile.document)
    clean = previewer.preview(str(root), context)
    assert clean.saved is None
    assert clean.tokens_estimate > 0
    profile.text.edit([Edit(0, "", "unsaved\n")])
    preview = previewer.preview(str(root), context)
    assert preview.injected.text.startswith("unsaved\n## Alpha")
    assert preview.saved == clean.injected
    desk.workspace.save(profile.path)
    assert previewer.preview(str(root), context).saved is None


def test_losses_are_named_once_with_their_line(desk: Desk, root: Path, profile: DocumentSession) -> None:
    assert survey(profile.layout, profile.document, desk.workspace.view) == ()
    profile.text.edit([Edit(len("## Alpha\n"), "", "lose me\n")])
    losses = survey(profile.layout, profile.document, desk.workspace.view)
    assert [(loss.kind, loss.line, loss.text, loss.operation.name) for loss in losses] == [
        (EffectKind.LOST, 2, "lose me", "rewrite")
    ]
