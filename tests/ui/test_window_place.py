"""How large the window is at first: no larger than its screen."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from memdesk.services.settings.settings import Settings
from memdesk.ui.window import LEAST_SIZE, MainWindow


@pytest.mark.parametrize("too_much", [(-40, -40), (0, -40), (-40, 0), (400, 300)])
def test_a_window_without_room_covers_the_screen(qapp: QApplication, too_much: tuple[int, int]) -> None:
    room = qapp.primaryScreen().availableGeometry()
    width, height = (side + more for side, more in zip((room.width(), room.height()), too_much, strict=True))
    window = MainWindow()
    window.resize(width, height)
    has_room = max(too_much) < 0
    assert window.fit_screen() == has_room
    if has_room:
        assert (window.width(), window.height()) == (width, height)
    else:
        assert LEAST_SIZE[0] <= window.width() < room.width()
        assert LEAST_SIZE[1] <= window.height() < room.height()
    window.show_placed(Settings(), fits=has_room)
    assert window.isMaximized() != has_room
    window.close()


def test_a_window_is_no_larger_than_a_screen_with_less_room_than_it_likes(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = qapp.primaryScreen().availableGeometry()
    monkeypatch.setattr("memdesk.ui.window.LEAST_SIZE", (LEAST_SIZE[0], room.height() + 30))
    window = MainWindow()
    assert not window.fit_screen()
    window.show_placed(Settings(), fits=False)
    assert window.height() <= room.height()
    window.close()
