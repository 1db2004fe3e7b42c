"""A field that is called a secret shows none of it, though nothing in the value says what it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtGui import QImage

from memdesk.text.editable import EditableText
from memdesk.ui.editor.shown_text import ShownText
from memdesk.ui.form.field_body import FieldBody
from memdesk.ui.theme.manager import ThemeManager
from tests.ui.conftest import Show

FIRST, SECOND = "zebra" + "1234" * 4, "zebra" + "4321" * 4
"""Digits are equally wide, so that only what is read can differ."""

Picture = Callable[[str, str], QImage]


@pytest.fixture
def picture(themes: ThemeManager, show: Show) -> Picture:
    """What is painted for a field of this name and text, the caret elsewhere."""

    def of(name: str, text: str) -> QImage:
        body = FieldBody(themes, ShownText(EditableText(text)), name, one_line=True)
        body.resize(400, 40)
        show(body)
        body.clearFocus()
        return body.grab().toImage()

    return of


@pytest.mark.parametrize("name", ["api_key", "metadata.password", "Token"])
def test_a_field_that_is_called_a_secret_is_masked(picture: Picture, name: str) -> None:
    assert picture(name, FIRST) == picture(name, SECOND)


def test_other_fields_are_read_as_they_are(picture: Picture, themes: ThemeManager) -> None:
    assert picture("description", FIRST) != picture("description", SECOND)
    themes.masks.set_on(False)
    assert picture("api_key", FIRST) != picture("api_key", SECOND)


def test_what_is_looked_at_is_shown(themes: ThemeManager, show: Show) -> None:
    body = FieldBody(themes, ShownText(EditableText(FIRST)), "api_key", one_line=True)
    show(body)
    assert body.secrets.turn_secrets()
    assert themes.masks.is_revealed(FIRST)
