"""Changes to review in words: what became of it, who wrote it, and the sentence a screen reader says."""

from __future__ import annotations

from memdesk.services.inbox.items import InboxItem, InboxState
from memdesk.services.inbox.review_changes import ReviewKind
from memdesk.services.remembered.past_documents import Past
from memdesk.services.remembered.units import Unit
from memdesk.text.document import LineEnds, line_ends, trim
from memdesk.text.labelled import labelled
from memdesk.text.outline import PREAMBLE_KEY
from memdesk.text.shortening import in_short
from memdesk.ui import format as shown
from memdesk.ui.history.words import who_wrote
from memdesk.ui.i18n import listed, sentences, told, tr, trn
from memdesk.ui.theme.masks import SecretMasks
from memdesk.ui.widgets.paint import Tone

_BOM = "\ufeff"
_SHORT_NAME_CHARS = 40
ICONS = {
    ReviewKind.LEARNED: "plus",
    ReviewKind.CHANGED: "pencil",
    ReviewKind.REMOVED: "minus",
    ReviewKind.MOVED: "corner-down-right",
}
TONES: dict[ReviewKind, Tone] = {
    ReviewKind.LEARNED: "add",
    ReviewKind.CHANGED: "accent",
    ReviewKind.REMOVED: "rem",
    ReviewKind.MOVED: "neutral",
}


def kind_name(kind: ReviewKind) -> str:
    """What became of it, in one word."""
    return {
        ReviewKind.LEARNED: tr("Learned"),
        ReviewKind.CHANGED: tr("Changed"),
        ReviewKind.REMOVED: tr("Removed"),
        ReviewKind.MOVED: tr("Moved"),
    }[kind]


def place_name(past: Past) -> str:
    """Whose document it is: folder or agent, scope and title."""
    document = past.document
    parts = (told(past.whose), told(document.scope.title), document.title)
    return " · ".join(dict.fromkeys(part for part in parts if part))


def title_of(item: InboxItem, masks: SecretMasks) -> str:
    """What a card is called: where it stands; for a move from where to where. `masks` hide what an entry says."""
    if item.kind is ReviewKind.MOVED and item.then is not None and item.now is not None:
        old = item.then.section or (item.source.document.title if item.source is not None else "")
        new = item.now.section or item.past.document.title
        if old and new and old != new:
            return tr("{old} → {new}", old=old, new=new)
    return _name_of(item, masks)


def _name_of(item: InboxItem, masks: SecretMasks) -> str:
    unit = item.unit
    if unit.node[0] == PREAMBLE_KEY:
        return tr("Before the first heading")
    if unit.section and unit.title and unit.section != unit.title and len(unit.title) < len(trim(unit.text)):
        return f"{unit.section} · {_called(unit, masks)}"
    return unit.section or _called(unit, masks) or item.past.document.title


def _called(unit: Unit, masks: SecretMasks) -> str:
    """The title of a unit: a heading is one, but an entry is called by what it says."""
    return masks.shown_in(unit.title, unit.around) if unit.kind.is_called_by_text else unit.title


def shown_sides(item: InboxItem, masks: SecretMasks) -> tuple[str, str]:
    """What was said and what is, empty for nothing, without what `masks` hide."""
    units = item.then, item.now
    then, now = (
        masks.shown_in(trim(said), unit.around) if unit is not None and said is not None else ""
        for unit, said in zip(units, item.said, strict=True)
    )
    return then, now


def short_name(item: InboxItem, masks: SecretMasks) -> str:
    """A name for messages, menus and what a button is called. `masks` hide what an entry says."""
    return in_short(labelled(_called(item.unit, masks) or title_of(item, masks)), _SHORT_NAME_CHARS)


def forget_note(item: InboxItem) -> str:
    """What comes of it to forget a change."""
    if not item.is_forgotten_by_old_text:
        return tr("Forget goes to trash")
    if item.kind is ReviewKind.LEARNED:
        return tr("Forget removes it again")
    return tr("Forget puts the old text back")


def forgotten_words(item: InboxItem, masks: SecretMasks) -> str:
    """What came of it."""
    name = short_name(item, masks)
    if not item.is_forgotten_by_old_text:
        return tr("Forgot “{name}”.", name=name)
    if item.kind is ReviewKind.LEARNED:
        return tr("Removed the new text from “{name}”.", name=name)
    return tr("Put back “{name}”.", name=name)


def writer_of(item: InboxItem) -> str:
    """Who wrote it, as far as that is known."""
    return who_wrote(item.version, item.past.writer) if item.version.why != "first seen" else _finder(item)


def _finder(item: InboxItem) -> str:
    agent = item.past.writer
    return tr("{agent} or a program", agent=agent) if agent else tr("A program")


def facts_of(item: InboxItem) -> str:
    """What stands at the end of a card's head."""
    return f"{writer_of(item)} · {shown.ago(item.when)}"


def spoken(item: InboxItem, masks: SecretMasks) -> str:
    """A card in a sentence, without what `masks` hide."""
    words = [kind_name(item.kind), title_of(item, masks), form_words(item).rstrip(".。")]
    if item.is_pinned:
        words.append(tr("pinned by you"))
    said, says = shown_sides(item, masks)
    if item.then is not None and item.kind is not ReviewKind.MOVED:
        words.append(tr("removed: {text}", text=said))
    if item.now is not None:
        added = item.kind is not ReviewKind.MOVED
        words.append(tr("added: {text}", text=says) if added else says)
    return listed((*words, writer_of(item), shown.spoken_age(item.when)))


def form_words(item: InboxItem) -> str:
    """What changed where nothing that is said did: how lines end, what cannot be seen; empty where words changed."""
    if item.then is None or item.now is None or item.kind is ReviewKind.MOVED:
        return ""
    if item.then.beside.replace("\r", "") != item.now.beside.replace("\r", ""):
        return ""
    then, now = trim(item.then.text), trim(item.now.text)
    old, new = (text.replace("\r\n", "\n") for text in (then, now))
    if old == new:
        ends = {"old": _ends_of(then), "new": _ends_of(now)}
        return "" if then == now else tr("Only the line ends changed: {old} before, {new} now.", **ends)
    if old.removeprefix(_BOM) == new.removeprefix(_BOM):
        came = tr("Only a byte order mark was added at the beginning.")
        return came if new.startswith(_BOM) else tr("Only the byte order mark at the beginning was removed.")
    old, new = ("\n".join(line.rstrip(" \t") for line in text.split("\n")) for text in (old, new))
    if old == new:
        return tr("Only blank space at the ends of lines changed.")
    if [line for line in old.split("\n") if line] == [line for line in new.split("\n") if line]:
        return tr("Only blank lines changed.")
    return ""


def _ends_of(text: str) -> str:
    ends = line_ends(text)
    return tr("mixed line ends") if ends is LineEnds.MIXED else ends.value


def changes_words(count: int) -> str:
    """So many changes."""
    return trn("{n} change", "{n} changes", count, n=shown.number(count))


def empty_words(state: InboxState) -> tuple[str, str]:
    """What stands there where nothing is to be reviewed, as far as it could be read."""
    if any(not one.is_kept for one in state.unread):
        return tr("Not everything could be recorded."), _unread_words(state)
    if state.unread:
        return tr("Not everything could be read."), _unread_words(state)
    files = trn("{n} file", "{n} files", state.files, n=shown.number(state.files))
    places = trn("in {n} place", "in {n} places", state.roots, n=shown.number(state.roots))
    words = tr(
        "Unchanged since you looked: {files} {places}. New entries appear here as agents write them.",
        files=files,
        places=places,
    )
    return tr("Nothing new to review."), words


def foot_words(state: InboxState, looked_s: int) -> str:
    """What stands below the sources: when one looked last, in Unix seconds, and what is not recorded."""
    since = tr("Since you last looked: {when}.", when=shown.near_moment(looked_s)) if looked_s else ""
    never = sentences(_unread_words(state), since, tr("Reviewing never blocks an agent."))
    if not state.unrecorded:
        return never
    names = listed(dict.fromkeys(told(root.label) for root in state.unrecorded))
    return tr("Not recorded, so nothing of it stands here: {agents}.", agents=names) + f" {never}"


def _unread_words(state: InboxState) -> str:
    if not state.unread:
        return ""
    read, unkept = ([one for one in state.unread if one.is_kept is is_kept] for is_kept in (True, False))
    names, others = (listed(dict.fromkeys(one.title for one in each)) for each in (read, unkept))
    return sentences(
        tr("Not read, so its newest changes do not stand here: {names}.", names=names) if read else "",
        tr("Not recorded, so its newest changes do not stand here: {names}.", names=others) if unkept else "",
        *dict.fromkeys(told(one.why) for one in unkept),
    )
