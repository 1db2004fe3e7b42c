"""An agent whose memory is switched off: every layout says so, with the file or the variable that decided it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from memdesk.layouts.contract import Layout
from memdesk.layouts.optional import Switching
from memdesk.store.copies import SampleCopy
from tests.conformance.folders import DiskView
from tests.layouts.samples import AGENTS, copied, named, view_of


class Switch(NamedTuple):
    """One way to switch an agent's memory off: what to set, and what has to be named then."""

    agent: str
    name: str
    environment: dict[str, str]
    file: Callable[[SampleCopy], Path] | None = None
    text: str = ""


def in_root(name: str) -> Callable[[SampleCopy], Path]:
    return lambda copy: Path(copy.root, name)


SWITCHES = (
    Switch("evva", "EVVA_AUTO_MEMORY", {"EVVA_AUTO_MEMORY": "0"}),
    Switch("evva", ".env", {}, in_root(".env"), "EVVA_AUTO_MEMORY=0\n"),
    Switch("evva", "evva-config.yml", {}, in_root("config/evva-config.yml"), "enable_auto_memory: false\n"),
    Switch(
        "ub",
        "config.yaml",
        {},
        lambda copy: Path(copy.folder, "home/.config/ub/config.yaml"),
        "tools_disabled: [remember]\nmemory:\n  auto:\n    enabled: false\n",
    ),
    Switch(
        "everos", "ome.toml", {}, in_root("ome.toml"), "[strategies.extract_foresight]\nenabled = false\n"
    ),
    Switch("claude_code", "CLAUDE_CODE_DISABLE_AUTO_MEMORY", {"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1"}),
    Switch("claude_code", "settings.json", {}, in_root("settings.json"), '{"autoMemoryEnabled": false}\n'),
)
WITHOUT = {
    "foresthub": "its engine has no such switch: an agent without memory has no reference to a record",
    "ok": "only the environment decides, by leaving OK no user folder at all",
}


def test_every_layout_is_asked_how_its_memory_is_switched_off() -> None:
    assert {layout.name for layout in AGENTS} == {switch.agent for switch in SWITCHES} | set(WITHOUT)


@pytest.mark.parametrize("layout", [one for one in AGENTS if one.name not in WITHOUT], ids=named)
def test_nothing_is_switched_off_in_a_layout_that_says_nothing(layout: Layout, tmp_path: Path) -> None:
    copy = copied(layout, tmp_path)
    for switch in SWITCHES:
        if switch.agent == layout.name and switch.file:
            switch.file(copy).unlink(missing_ok=True)
    assert isinstance(layout, Switching)
    assert [off.message for off in layout.switched_off(view_of(copy), copy.root)] == []


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: f"{switch.agent}-{switch.name}")
def test_what_switched_memory_off_is_named(switch: Switch, tmp_path: Path) -> None:
    layout = next(layout for layout in AGENTS if layout.name == switch.agent)
    copy = copied(layout, tmp_path)
    if switch.file:
        path = switch.file(copy)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(switch.text.encode())
    view = view_of(copy)
    view.environment = switch.environment
    assert isinstance(layout, Switching)
    said = [off.message for off in layout.switched_off(view, copy.root)]
    assert said
    assert all(switch.name in message and message.endswith(".") for message in said)
    assert any(switch.name in problem.message for problem in layout.checks(view, copy.root))
    warnings = {
        warning
        for context in layout.contexts(view, copy.root)
        for warning in layout.injected(view, copy.root, context).warnings
    }
    assert any(switch.name in warning for warning in warnings)


def test_ok_without_a_user_folder_names_the_variable(tmp_path: Path) -> None:
    [ok] = [layout for layout in AGENTS if layout.name == "ok"]
    view = DiskView(home=str(tmp_path), environment={"XDG_CONFIG_HOME": "relative"})
    [place] = ok.places(view)
    assert not place.found
    assert "XDG_CONFIG_HOME=relative" in place.why
    assert isinstance(ok, Switching)
    [off] = ok.switched_off(view, place.path)
    assert off.whole
    assert "XDG_CONFIG_HOME=relative" in off.message
