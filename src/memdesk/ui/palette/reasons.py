"""Why a command cannot run now, in a few words."""

from __future__ import annotations

from memdesk.ui.actions import ON_MEMORY
from memdesk.ui.i18n import tr


def elsewhere(screens: frozenset[str]) -> str:
    """Why an action that is for `screens` alone cannot be done on the screen in front."""
    return (
        tr("only on the memory screen") if screens == ON_MEMORY else tr("nothing to be done on this screen")
    )


def reason_of(action_id: str) -> str:
    """Why the action, which is disabled, cannot be done now."""
    own = {
        "edit.undo": tr("nothing to undo"),
        "edit.redo": tr("nothing to redo"),
        "edit.remove_file": tr("no file is chosen in the tree"),
        "file.leave_sample": tr("no sample is open"),
        "file.save": tr("nothing is unsaved"),
        "file.save_all": tr("nothing is unsaved"),
        "go.back": tr("nowhere to go back to"),
        "go.forward": tr("nowhere to go forward to"),
        "go.next_problem": tr("no problem here"),
        "go.previous_problem": tr("no problem here"),
        "go.next_difference": tr("nothing is compared"),
        "go.previous_difference": tr("nothing is compared"),
        "memory.use_result": tr("nothing is compared"),
        "memory.repair": tr("nothing to fix here"),
        "memory.why": tr("nothing to fix here"),
        "memory.keep_mine": tr("no conflict here"),
        "memory.take_theirs": tr("no conflict here"),
        "memory.keep_both": tr("no conflict here"),
        "memory.detach": tr("no workflow is open"),
        "memory.deeds": tr("this agent has none for this document"),
        "memory.convert": tr("it is UTF-8 already"),
    }
    area = action_id.partition(".")[0]
    rest = {"edit": tr("no section or entry is chosen"), "memory": tr("not for this document")}
    return own.get(action_id) or rest.get(area) or tr("not possible here")
