"""Names and sentences never show a secret, whatever they are made from."""

from __future__ import annotations

import pytest

from memdesk.ui.i18n import tr
from memdesk.ui.plain import plain, plain_name, plain_names
from memdesk.ui.widgets.tips import plain_tip

TOKEN = "gh" + "p_" + "a1B2" * 9
MASKED = "gh" + "p_" + "\N{BULLET}" * 36


@pytest.mark.parametrize("show", [plain, plain_name, plain_tip])
def test_secrets_are_masked_in_passing(show: object) -> None:
    assert callable(show)
    assert show(f"the token is {TOKEN}") == f"the token is {MASKED}"
    assert show("the token is in the vault") == "the token is in the vault"
    assert show(f"{TOKEN}\u202e.md") == f"{MASKED}" + show("\u202e.md")


def test_so_are_those_among_many_names() -> None:
    many = [f"name {number}" for number in range(40)] + [f"the token is {TOKEN}", "a\nb", "caf\u00e9"]
    assert plain_names(many) == [plain_name(name) for name in many]
    assert plain_names(many)[40] == f"the token is {MASKED}"
    assert plain_names([]) == []


def test_so_are_those_in_the_facts_of_a_sentence() -> None:
    assert tr("Restored {name}.", name=TOKEN) == f"Restored {MASKED}."
