"""What is said of how well the disk is watched."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.bundled import bundled_path
from memdesk.text.sentence import say
from memdesk.ui.i18n import ENGLISH, install_language
from memdesk.ui.memory.watch_words import watch_news, watch_words
from memdesk.watch.state import Absence, AwayRoot, Cause, WatchMode, WatchState

WHY = "The system hands out no more file watches: raise fs.inotify.max_user_watches."


@pytest.fixture
def german() -> Iterator[None]:
    folder = Path(bundled_path("translations"))
    install_language(folder, ["de"])
    yield
    install_language(folder, [ENGLISH])


@pytest.mark.parametrize("mode", [WatchMode.PAUSED, WatchMode.STOPPED])
def test_news_does_not_say_again_what_the_state_beside_it_says(mode: WatchMode) -> None:
    now = WatchState(mode, say("Watching has stopped ({error}).", error="no memory"))
    news = watch_news(WatchState(WatchMode.WATCHING), now)
    assert news is not None
    assert watch_words(now, 2).text not in news.said


def test_the_news_of_a_folder_that_is_away_leaves_its_name_to_the_state() -> None:
    homes = tuple(AwayRoot(f"/home/ada/{name}", Absence.GONE) for name in (".evva", ".ub"))
    one = WatchState(WatchMode.WATCHING, away=homes[:1])
    first = watch_news(WatchState(WatchMode.WATCHING), one)
    assert first is not None
    assert ".evva is gone" in watch_words(one, 2).text
    assert first.text == "What is unsaved is kept."
    assert "/home/ada/.evva" in first.advice

    both = WatchState(WatchMode.WATCHING, away=homes)
    second = watch_news(one, both)
    assert second is not None
    assert ".ub" not in watch_words(both, 2).text
    assert second.text == ".ub is gone. What is unsaved is kept."


def test_why_nothing_is_reported_is_said_in_the_users_language(german: None) -> None:
    state = WatchState(WatchMode.POLLING, say(WHY), Cause.NO_ROOM, 2.0)
    assert "fs.inotify.max_user_watches" in watch_words(state, 2).tip
    assert "The system" not in watch_words(state, 2).tip
