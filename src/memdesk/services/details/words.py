"""The sentences of `details`: one per rung, each with why it is not a better one."""

from __future__ import annotations

from memdesk.layouts.optional import LockKind
from memdesk.store.confine import Walk
from memdesk.store.footing import Because, Reading
from memdesk.store.ways import Way
from memdesk.text.outline import NodeKind
from memdesk.text.sentence import say
from memdesk.watch.state import WatchMode

WALKS = {
    Walk.ONE_CALL: "The system itself keeps the way down to the file inside {root}, by one call.",
    Walk.STEP_BY_STEP: "Each folder between {root} and the file is opened from the one above, and no link is followed.",
    Walk.BY_NAME: (
        "The path is compared with {root} before it is used, since this system has no better way: who swaps a folder "
        "for a link in just that moment is not kept out."
    ),
}
READINGS = {
    Reading.LEASE: "The system grants a read lease, so nothing half written is ever read or merged with.",
    Reading.BUSY: "Another program has the file open for writing just now; a read waits until it is done.",
    Reading.SETTLE_FOREIGN: "{settling}, because the system grants a read lease only to the owner of a file.",
    Reading.SETTLE_FILE_SYSTEM: "{settling}, because this file system ({kind}) grants no read lease.",
    Reading.SETTLE_SYSTEM: "{settling}, because this system has no read leases.",
}
SETTLING = "A text counts as whole once it stays the same for {ms} ms"
WAYS = {
    Way.EXCHANGED: (
        "New and old file change places in one step; what came out is compared, and put back if it was anything else."
    ),
    Way.REPLACED: (
        "The system puts the new file in place and keeps the old one, which is compared before it goes; a refusal that "
        "passes, as of a virus scanner, is tried again for one second."
    ),
    Way.LINKED_ASIDE: (
        "The old file gets a second name before the new one takes its place, and is compared before it goes, because "
        "this file system ({kind}) cannot exchange two names: a file that another program renames there between these "
        "two calls is lost."
    ),
    Way.UNSEEN: (
        "The new file is renamed over the old one, because this file system ({kind}) knows neither an exchange nor a "
        "second name: what another program writes in just that moment is lost."
    ),
}
HOW_KNOWN = {
    Because.LAST_SAVE: "{words} The last save on this file system did so.",
    Because.FILE_SYSTEM: "{words} Nothing was saved there yet; this kind of file system ({kind}) is known for it.",
}
IN_PLACE = "The text is written into the file itself, {why}. The history holds both texts before that."
WHY_IN_PLACE = {
    Because.HARD_LINKS: "because it has {names} names, and a new file would take only one of them",
    Because.FOREIGN_OWNER: "because no new file could be given its owner and group",
    Because.CLOSED_FOLDER: "because its folder takes no new file",
    Because.OWN_MOUNT: "because it is a mount of its own, as containers have it",
    Because.REFUSED: "because the system refused the last save a new file there ({refusal})",
}
UNTRIED = (
    "The first save here tries to let new and old file change places, then to give the old one a second name, then to "
    "rename over it: what this file system ({kind}) can do only shows then."
)
NEW_FILE = (
    "The first save makes it, whole or not at all, and never over a file that another program made meanwhile."
)
LOCKS = {
    LockKind.WHOLE_FILE: "flock",
    LockKind.RECORD: say("a record lock"),
    LockKind.PRESENCE: say("a file that is there as long as somebody writes"),
}
LOCK = (
    "{agent} keeps writers apart by {lock} ({kind}). A save takes it too, waits {seconds} s for it at most, never "
    "holds it while you are asked something, and says who has it when it gives up."
)
NO_LOCK = (
    "{agent} is not known to take a lock when it writes, so each save compares before and after it puts its text "
    "in place."
)
NO_AGENT = "No agent is known here, so no lock is either: each save compares before and after."
UNITS = {
    NodeKind.SECTION: say("section by section"),
    NodeKind.ENTRY: say("entry by entry"),
    NodeKind.INDEX_LINE: say("index line by index line"),
    NodeKind.FIELD: say("header field by field"),
}
MERGE = (
    "What was written meanwhile is merged {units}, then line by line; only what changed on both sides is asked about. "
    "A text that has lost most of what it held is read again, then asked about."
)
RECORDED = (
    "Every version that Memdesk sees is kept in the history, whoever wrote it; each save is recorded before "
    "it begins."
)
NOT_RECORDED = (
    "What other programs write here is not kept, as you chose for this folder; each save of yours is, before "
    "it begins."
)
REVERTS = (
    "For ten seconds after a save Memdesk looks whether a program that read before writes its old copy back, and puts "
    "your text in again where nothing contradicts it."
)
WATCHING = {
    WatchMode.WATCHING: (
        "The system reports changes, and every {seconds} seconds the folder is looked through, so that none is missed."
    ),
    WatchMode.POLLING: "The folder is looked through every {seconds} seconds. {reason}",
    WatchMode.PAUSED: "Watching is paused: what others write is seen when you resume, or when you save.",
    WatchMode.STOPPED: "{reason}",
    WatchMode.STARTING: "Watching has just begun.",
}
