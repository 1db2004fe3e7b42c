"""What is said of how well the disk is watched: in the status bar, and as news when that changes."""

from __future__ import annotations

import os
from typing import NamedTuple

from memdesk.ui import format as shown
from memdesk.ui.i18n import listed, sentences, tr, trn
from memdesk.ui.messages import Message, Tone
from memdesk.ui.theme.tokens import ColorRole
from memdesk.watch.state import Absence, AwayRoot, Cause, WatchMode, WatchState

SUBJECT = "watching"

_CAUSES = {
    Cause.NO_ROOM: "too many files for the system",
    Cause.NO_EVENTS: "the system reports no changes",
    Cause.UNREPORTED: "the system does not report every change",
}
_ABSENCES = {
    Absence.GONE: "{folder} is gone",
    Absence.NO_FOLDER: "{folder} is no folder now",
    Absence.UNREADABLE: "{folder} cannot be read",
    Absence.UNMOUNTED: "{folder} is not mounted",
}
_AWAY_TIPS = {
    Absence.GONE: "{path} was removed, renamed or unmounted. It is looked for every second.",
    Absence.NO_FOLDER: "There is a file where the folder {path} was. The folder is looked for every second.",
    Absence.UNREADABLE: "The system does not let Memdesk look into {path}. It is tried every second.",
    Absence.UNMOUNTED: "{path} is empty: what was mounted there is not any more. It is looked for every second.",
}


class WatchWords(NamedTuple):
    """What the part of the status bar shows."""

    text: str
    icon: str = "circle"
    role: ColorRole = "text2"
    tip: str = ""


def watch_words(state: WatchState | None, files: int, *, is_all_paused: bool = False) -> WatchWords:
    """What to say of `state`, None before watching began, where so many `files` are shown of watched folders.

    `is_all_paused` where the settings pause each folder.
    """
    mode = state.mode if state is not None else WatchMode.STARTING
    if state is not None and mode is WatchMode.STOPPED:
        return WatchWords(tr("Not watching"), "triangle-alert", "warn", state.reason)
    if state is None or mode is WatchMode.STARTING:
        nothing = WatchWords(tr("Not watching yet"), tip=tr("Nothing is open."))
        return WatchWords(tr("Starting to watch")) if files else nothing
    if mode is WatchMode.PAUSED:
        tip = sentences(_paused(), tr("Click to resume."))
        return WatchWords(tr("Watching is paused"), "circle-pause", "warn", tip)
    if is_all_paused:
        tip = tr("Watching is paused for each folder, in the settings under Folders.")
        return WatchWords(tr("No folder is watched"), "circle-pause", "warn", tip)
    if state.away:
        return WatchWords(_away_text(state, files), "triangle-alert", "warn", _tip(state))
    if mode is WatchMode.POLLING:
        text = tr("Checking every {seconds} s", seconds=_seconds(state))
        return WatchWords(text, "clock", "warn", sentences(polling_sentence(state), _tip(state)))
    text = trn("Watching {n} file", "Watching {n} files", files, n=shown.number(files))
    return WatchWords(text if files else tr("Watching, no file yet"), "circle-dot", "live", _tip(state))


def watch_news(before: WatchState | None, now: WatchState) -> Message | None:
    """What to tell when one state follows another; None where nothing is worse or better than it was.

    It stands beside the words of the state, and does not say them again.
    """
    was = before.mode if before is not None else WatchMode.STARTING
    if now.mode is WatchMode.STOPPED:
        return Message(now.reason, Tone.ERROR, SUBJECT)
    if now.mode is WatchMode.PAUSED:
        return Message(_paused(), subject=SUBJECT)
    away = before.away if before is not None else ()
    if now.away != away and (news := _news_of_roots(away, now.away)) is not None:
        return news
    if now.mode is WatchMode.POLLING and was is not WatchMode.POLLING:
        return Message(polling_sentence(now), Tone.WARNING, SUBJECT, now.reason)
    if now.mode is WatchMode.WATCHING and was in (WatchMode.POLLING, WatchMode.PAUSED, WatchMode.STOPPED):
        return Message(tr("Watching again."), subject=SUBJECT)
    return None


def polling_sentence(state: WatchState) -> str:
    """Why nothing is reported, and what is done instead."""
    return tr(
        "Not watching: {cause}. Checking every {seconds} s instead.",
        cause=tr(_CAUSES[state.cause or Cause.NO_EVENTS]),
        seconds=_seconds(state),
    )


def _news_of_roots(before: tuple[AwayRoot, ...], now: tuple[AwayRoot, ...]) -> Message | None:
    fresh = [away for away in now if away not in before]
    kept = tr("What is unsaved is kept.")
    if fresh and len(now) == 1:
        return Message(kept, Tone.WARNING, SUBJECT, _away_tip(fresh[0]))
    if fresh:
        # Of several, the state says only how many they are.
        lead = listed(_absence(away) for away in fresh[:2])
        more = len(fresh) - 2
        if more > 0:
            lead = trn("{lead}, and {n} folder more", "{lead}, and {n} folders more", more, lead=lead)
        return Message(
            tr("{lead}. {advice}", lead=lead, advice=kept), Tone.WARNING, SUBJECT, _away_tip(fresh[0])
        )
    still = {away.path for away in now}
    back = [away.path for away in before if away.path not in still]
    if not back:
        return None
    if len(back) == 1:
        return Message(tr("{folder} is there again.", folder=_name(back[0])), subject=SUBJECT)
    return Message(
        trn("{n} folder is there again.", "{n} folders are there again.", len(back)), subject=SUBJECT
    )


def _away_text(state: WatchState, files: int) -> str:
    first = _absence(state.away[0])
    if len(state.away) > 1:
        count = len(state.away)
        first = trn("{n} folder cannot be seen", "{n} folders cannot be seen", count)
    if not files:
        return tr("Not watching: {why}", why=first)
    if state.mode is WatchMode.POLLING:
        return tr("Checking every {seconds} s; {why}", seconds=_seconds(state), why=first)
    return trn(
        "Watching {n} file; {why}", "Watching {n} files; {why}", files, n=shown.number(files), why=first
    )


def _tip(state: WatchState) -> str:
    parts = [_away_tip(away) for away in state.away[:3]]
    if state.mode is WatchMode.POLLING:
        parts.append(state.reason)
    else:
        parts.append(
            tr(
                "Changes by other programs show at once; what lies behind links is checked every {seconds} s.",
                seconds=_seconds(state),
            )
        )
    if state.unheard:
        one, many = (
            "{n} single file is checked every {seconds} s.",
            "{n} single files are checked every {seconds} s.",
        )
        parts.append(trn(one, many, state.unheard, seconds=_seconds(state)))
    if state.overflows:
        one, many = (
            "Once changes came too fast for the system, and everything was looked through.",
            "{n} times changes came too fast for the system, and everything was looked through.",
        )
        parts.append(trn(one, many, state.overflows))
    parts.append(tr("Click to pause."))
    return sentences(*parts)


def _paused() -> str:
    return tr("What others write is seen when you resume, or when you save.")


def _absence(away: AwayRoot) -> str:
    return tr(_ABSENCES[away.absence], folder=_name(away.path))


def _away_tip(away: AwayRoot) -> str:
    return tr(_AWAY_TIPS[away.absence], path=away.path)


def _name(path: str) -> str:
    return os.path.basename(path.rstrip(os.sep)) or path


def _seconds(state: WatchState) -> str:
    return f"{state.interval_s:g}"
