"""What is said below an entry while it is edited."""

from __future__ import annotations

from memdesk.text.outline import Node
from memdesk.text.shortening import in_short
from memdesk.ui import format as shown
from memdesk.ui.entries.reading import time_of
from memdesk.ui.i18n import tr

_MOST_SHOWN_CHARS = 80


def stamp_words(node: Node | None, *, is_new: bool, has_stamps: bool) -> str:
    """What becomes of the stamp; empty where entries of this list have none."""
    time_s = time_of(node) if node is not None and not is_new else None
    if time_s is not None:
        return tr("Stamp is kept: {when}", when=shown.short_moment(time_s))
    return tr("A stamp is added") if has_stamps else ""


def changed_words(text: str) -> str:
    """That somebody else made this of the entry."""
    said = in_short(text, _MOST_SHOWN_CHARS)
    return tr("This entry was changed meanwhile to “{text}”. Enter keeps yours.", text=said)


def removed_words() -> str:
    """That somebody else took the entry out."""
    return tr("This entry was removed meanwhile. Enter adds it again, Esc lets it go.")


def sentence(reason: str) -> str:
    """A reason as a sentence."""
    return reason if reason.endswith(".") or not reason else f"{reason}."
