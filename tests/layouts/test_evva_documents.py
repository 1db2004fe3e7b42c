"""The documents of a home, keys resolved back to project folders, and what cannot be edited."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.layouts.documents import DocumentKind, FileKind, ScopeKind
from memdesk.layouts.evva import LAYOUT
from memdesk.layouts.evva.names import project_key
from tests.layouts.dict_view import HOME, DictView

ROOT = f"{HOME}/.evva"
PROFILE = f"{ROOT}/USER_PROFILE.md"


def memory(key: str) -> str:
    return f"{ROOT}/projects/{key}/MEMORY.md"


def test_the_tree_is_the_profile_then_each_project_with_rules_first() -> None:
    view = DictView(
        {
            PROFILE: "## Preferences\n",
            memory("-srv-shop-frontend"): "x",
            memory("-srv-api"): "y",
            "/srv/api/EVVA.md": "rules",
            "/srv/docs/EVVA.md": "rules",
        },
        folders=("/srv/shop-frontend", "/srv/none"),
        projects=("/srv/api", "/srv/docs", "/srv/none", "/srv/shop-frontend"),
    )
    found = [(doc.scope.title, doc.title, doc.exists) for doc in LAYOUT.documents(view, ROOT)]
    assert found == [
        ("You", "USER_PROFILE.md", True),
        ("api", "EVVA.md", True),
        ("api", "MEMORY.md", True),
        ("docs", "EVVA.md", True),
        ("docs", "MEMORY.md", False),
        ("shop-frontend", "MEMORY.md", True),
    ]


def test_a_document_says_what_it_is() -> None:
    view = DictView({memory("-srv-api"): "y", "/srv/api/EVVA.md": "rules"}, projects=("/srv/api",))
    profile, rules, project = LAYOUT.documents(view, ROOT)
    assert not profile.exists
    assert (profile.headings[0], profile.scope.kind, profile.root) == ("Preferences", ScopeKind.YOU, ROOT)
    assert (rules.kind, rules.narrow, rules.root, rules.headings) == (
        DocumentKind.RULES,
        True,
        "/srv/api",
        (),
    )
    assert (project.kind, project.narrow, project.cap_bytes) == (DocumentKind.MEMORY, False, 65_536)
    assert project.headings == ("Project facts", "Decisions", "Open issues", "References")
    assert (project.size_bytes, project.reach, project.editable) == (1, "next session", True)
    assert project.agent_rewrites
    assert not rules.agent_rewrites


def test_projects_known_by_their_key_alone_come_last() -> None:
    view = DictView({memory("-a"): "", memory("-srv-api"): ""}, folders=("/srv/api",), projects=("/srv/api",))
    assert [document.scope.title for document in LAYOUT.documents(view, ROOT)] == ["You", "api", "-a"]


def test_a_key_that_no_known_folder_gives_is_shown_as_such() -> None:
    _, document = LAYOUT.documents(DictView({memory("-srv-gone"): "x"}), ROOT)
    assert document.scope.title == "-srv-gone"
    assert document.scope.folder is None
    assert document.scope.note == "No known folder gives this key; choose the one it is for"


def test_a_folder_that_is_gone_is_named() -> None:
    _, document = LAYOUT.documents(DictView({memory("-srv-gone"): "x"}, projects=("/srv/gone",)), ROOT)
    assert (document.scope.folder, document.scope.note) == ("/srv/gone", "The folder /srv/gone is gone")


def test_folders_that_share_a_key_are_candidates() -> None:
    view = DictView(
        {memory("-srv-a-b"): "x", "/srv/a-b/EVVA.md": "1", "/srv/a/b/EVVA.md": "2"},
        projects=("/srv/a-b", "/srv/a/b"),
    )
    _, *documents = LAYOUT.documents(view, ROOT)
    assert [document.title for document in documents] == ["a-b/EVVA.md", "b/EVVA.md", "MEMORY.md"]
    scope = documents[-1].scope
    assert (scope.folder, scope.candidates) == (None, ("/srv/a-b", "/srv/a/b"))
    assert scope.note == "2 folders share this key; choose the one it is for"
    assert [context.folder for context in LAYOUT.contexts(view, ROOT)[:2]] == ["/srv/a-b", "/srv/a/b"]


def test_a_folder_bound_by_hand_counts_before_all() -> None:
    view = DictView(
        {memory("-srv-a-b"): "x", "/srv/new/EVVA.md": "r"},
        projects=("/srv/a-b", "/srv/a/b"),
        bound={"-srv-a-b": "/srv/new"},
    )
    _, rules, document = LAYOUT.documents(view, ROOT)
    assert (rules.path, document.scope.title, document.scope.note) == ("/srv/new/EVVA.md", "new", "")


def test_projects_of_one_name_are_told_apart() -> None:
    view = DictView(
        {memory("-a-api"): "", memory("-b-api"): ""},
        folders=("/a/api", "/b/api"),
        projects=("/a/api", "/b/api"),
    )
    assert [doc.scope.title for doc in LAYOUT.documents(view, ROOT)][1:] == ["api (a)", "api (b)"]


@pytest.mark.parametrize(
    ("view", "why"),
    [
        (DictView({PROFILE: "x"}, read_only=frozenset({PROFILE})), "There is no permission to write it"),
        (DictView(kinds={PROFILE: FileKind.OTHER}), "This is not a regular file"),
        (DictView(kinds={PROFILE: FileKind.MISSING}), "This link leads nowhere"),
        (DictView(kinds={PROFILE: FileKind.FOLDER}), "There is a folder of this name"),
    ],
)
def test_what_cannot_be_edited_says_why_and_is_not_opened(view: DictView, why: str) -> None:
    [document] = LAYOUT.documents(view, ROOT)
    assert (document.why_read_only, document.editable) == (why, False)


def test_a_home_that_is_not_there_offers_a_profile() -> None:
    [document] = LAYOUT.documents(DictView(), "/nowhere")
    assert (document.exists, document.editable) == (False, True)


def test_the_first_of_many_projects_come_before_the_last_are_looked_at() -> None:
    view = DictView({memory(f"-srv-p{number:05}"): "" for number in range(10_000)})
    first = list(islice(LAYOUT.documents(view, ROOT), 100))
    assert first[-1].scope.title == "-srv-p00098"
    assert view.looks < 500


def test_where_evva_can_start() -> None:
    view = DictView(
        {memory("-srv-api"): "", "/srv/docs/EVVA.md": ""},
        folders=("/srv/api", "/srv/bare"),
        projects=("/srv/api", "/srv/bare", "/srv/docs", "/"),
    )
    assert [scope.title for scope in LAYOUT.contexts(view, ROOT)] == ["api", "docs", "You", "bare"]
    assert [scope.kind for scope in LAYOUT.contexts(DictView(), ROOT)] == [ScopeKind.YOU]


@given(st.lists(st.sampled_from(["a", "b-c", "-", "..", ".", "d--", "é", "x y", "e\\f"]), max_size=6))
def test_a_known_folder_is_found_by_its_key(parts: list[str]) -> None:
    folder = "/" + "/".join(parts)
    key = project_key(folder)
    view = DictView({memory(key): "x"} if key else {}, folders=(), projects=(folder,))
    scopes = [document.scope for document in LAYOUT.documents(view, ROOT)][1:]
    assert [project_key(scope.folder or "") for scope in scopes] == [key] * bool(key)
