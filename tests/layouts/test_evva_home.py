"""Where evva's homes are found, which generation lives there, and whether auto memory is on."""

from __future__ import annotations

import pytest

from memdesk.layouts.evva import LAYOUT
from memdesk.layouts.evva.home import auto_memory
from tests.layouts.dict_view import HOME, DictView

ROOT = f"{HOME}/.evva"
PROFILE = f"{ROOT}/USER_PROFILE.md"
CONFIG = f"{ROOT}/config/evva-config.yml"


def test_the_default_home_is_looked_for_and_said_to_be_missing() -> None:
    [place] = LAYOUT.places(DictView())
    assert (place.path, place.found, place.why) == (ROOT, False, "evva’s default home")


def test_a_home_with_nothing_but_a_configuration_is_found() -> None:
    [place] = LAYOUT.places(DictView({CONFIG: "max_iterations: 30\n"}))
    assert place.found
    assert place.supported


def test_the_home_of_windows_is_that_of_the_user_profile() -> None:
    view = DictView(platform="win32", environment={"USERPROFILE": r"C:\Users\Ada"}, home="C:/elsewhere")
    [place] = LAYOUT.places(view)
    assert place.path == "C:/Users/Ada/.evva"
    assert "%USERPROFILE%" in place.why


def test_the_variable_that_evva_does_not_read_is_shown_for_what_it_is() -> None:
    view = DictView(
        {"/opt/evva/USER_PROFILE.md": "## Preferences\n"}, environment={"EVVA_HOME": "/opt/evva/"}
    )
    _, named = LAYOUT.places(view)
    assert (named.path, named.found) == ("/opt/evva", True)
    assert "does not read that variable" in named.why


def test_a_program_built_on_evva_is_known_by_its_configuration() -> None:
    files = {
        f"{HOME}/.friday/config/friday-config.yml": "enable_auto_memory: false\n",
        f"{HOME}/.friday/USER_PROFILE.md": "## Preferences\nx\n",
        f"{HOME}/.other/config/friday-config.yml": "",
        f"{HOME}/.bare/config/bare-config.yml": "",
    }
    view = DictView(files)
    assert [place.path for place in LAYOUT.places(view)] == [ROOT, f"{HOME}/.friday"]
    assert not auto_memory(view, f"{HOME}/.friday").is_on


def test_a_newer_home_is_labelled() -> None:
    view = DictView(
        {f"{ROOT}/memory/MEMORY.md": "- [Ports](ports.md)\n", f"{ROOT}/memory/ports.md": "---\n---\n"}
    )
    older, newer = LAYOUT.places(view)
    assert (older.path, older.found) == (ROOT, False)
    assert (newer.path, newer.found, newer.supported) == (f"{ROOT}/memory", True, True)
    assert newer.generation == "v1.4 and later"
    assert LAYOUT.score(view, f"{ROOT}/memory") == 1


def test_a_home_may_hold_both_generations() -> None:
    view = DictView({PROFILE: "## Preferences\n", f"{ROOT}/memory/MEMORY.md": ""})
    older, newer = LAYOUT.places(view)
    assert (older.found, older.supported, older.generation) == (True, True, "before v1.4")
    assert (newer.found, newer.supported) == (True, True)
    assert next(problem.rule for problem in LAYOUT.checks(view, ROOT)) == "older-generation"
    [profile] = [document for document in LAYOUT.documents(view, ROOT) if document.path == PROFILE]
    assert "does not read this" in profile.note
    [context] = LAYOUT.contexts(view, ROOT)
    assert "before v1.4" in LAYOUT.injected(view, ROOT, context).warnings[0]


@pytest.mark.parametrize(
    ("files", "score"),
    [
        ({PROFILE: "## Preferences\nx\n"}, 1.0),
        ({f"{ROOT}/projects/-srv-api/MEMORY.md": "x\n\n## Decisions\n"}, 1.0),
        ({CONFIG: ""}, 0.8),
        ({PROFILE: "# About me\n"}, 0.4),
        ({f"{ROOT}/projects/-srv-api/notes.md": "## Decisions\n"}, 0.0),
        ({}, 0.0),
    ],
)
def test_the_score_comes_from_content(files: dict[str, str], score: float) -> None:
    assert LAYOUT.score(DictView(files), ROOT) == score


@pytest.mark.parametrize(
    ("environment", "env_file", "config", "is_on", "why"),
    [
        ({}, None, None, True, ""),
        ({"EVVA_AUTO_MEMORY": "0"}, None, "enable_auto_memory: true\n", False, "=0 in the environment"),
        ({"EVVA_AUTO_MEMORY": "YES"}, None, "enable_auto_memory: false\n", True, "=YES in the environment"),
        ({"EVVA_AUTO_MEMORY": "Off"}, None, None, True, ""),
        ({"EVVA_AUTO_MEMORY": ""}, "EVVA_AUTO_MEMORY=0\n", None, True, ""),
        ({"EVVA_AUTO_MEMORY": "1"}, "EVVA_AUTO_MEMORY=0\n", None, True, "=1 in the environment"),
        ({}, "# x\nexport EVVA_AUTO_MEMORY='off' # now\n", None, False, f"=off in {ROOT}/.env"),
        ({}, "EVVA_AUTO_MEMORY=no # for now\n", None, False, f"=no in {ROOT}/.env"),
        ({}, "EVVA_AUTO_MEMORY=0\t# for now\n", None, False, f"=0 in {ROOT}/.env"),
        ({}, "EVVA_AUTO_MEMORY=\n", "enable_auto_memory: false\n", False, f"false in {CONFIG}"),
        ({}, None, "a: 1\nenable_auto_memory: No  # off\n", False, f"no in {CONFIG}"),
        ({}, None, "# enable_auto_memory: false\n  enable_auto_memory: false\n", True, ""),
        ({}, None, "enable_auto_memory: perhaps\n", True, "neither true nor false"),
    ],
)
def test_what_decides_about_auto_memory_is_named(
    environment: dict[str, str], env_file: str | None, config: str | None, is_on: bool, why: str
) -> None:
    given = {f"{ROOT}/.env": env_file, CONFIG: config}
    view = DictView({path: text for path, text in given.items() if text is not None}, environment=environment)
    switch = auto_memory(view, ROOT)
    assert switch.is_on == is_on
    assert why in switch.why
    assert bool(why) == bool(switch.why)
