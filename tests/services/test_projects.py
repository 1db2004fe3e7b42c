"""Project folders below a real home."""

from __future__ import annotations

from pathlib import Path

from memdesk.services.roots import projects
from memdesk.services.roots.projects import KnownProjects, find_projects
from memdesk.store.settings_file import SettingsFile


def make(home: Path, *folders: str) -> None:
    for folder in folders:
        (home / folder).mkdir(parents=True)


def test_projects_are_found_to_a_bounded_depth(home: Path) -> None:
    make(
        home, "code/api/.git", "code/api/vendor/lib/.git", "a/b/c/d/.git", "a/b/c/d/e/.git", ".hidden/x/.git"
    )
    make(home, "notes", "huge", "node_modules/x/.git")
    (home / "notes" / "EVVA.md").touch()
    for number in range(projects.MAX_NAMES + 1):
        (home / "huge" / str(number)).touch()
    make(home, "huge/x/.git")
    (home / "up").symlink_to(home)
    assert sorted(find_projects(str(home))) == [
        str(home / "a/b/c/d"),
        str(home / "code/api"),
        str(home / "notes"),
    ]


def known(home: Path, cache: Path, now: float = 1000.0) -> KnownProjects:
    return KnownProjects(str(home), SettingsFile(str(cache)), lambda: ["/added"], clock=lambda: now)


def test_a_search_is_kept_for_the_next_start(home: Path, tmp_path: Path) -> None:
    make(home, "api/.git")
    cache = tmp_path / "cache" / "projects.json"
    first = known(home, cache)
    assert first.folders() == ["/added"]
    assert first.age_s == float("inf")
    assert first.take(first.search())
    assert not first.take(first.search())
    second = known(home, cache, now=1060)
    assert second.folders() == ["/added", str(home / "api")]
    assert second.age_s == 60
    (home / "api" / ".git").rmdir()
    (home / "api").rmdir()
    assert known(home, cache).folders() == ["/added"]


def test_the_cache_of_another_home_or_of_nonsense_is_not_used(home: Path, tmp_path: Path) -> None:
    for text in (b'{"home": "/other", "when": 1, "found": ["/tmp"]}', b'{"found": 3}', b"["):
        (tmp_path / "cache.json").write_bytes(text)
        assert known(home, tmp_path / "cache.json").folders() == ["/added"]
