"""Each reason by itself: what it finds, what its evidence names, and what it leaves alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import pytest

from memdesk.layouts.contract import ForecastKind, NextOut
from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.layouts.ub import LAYOUT
from memdesk.services.duplicates.duplicates import DuplicateGroup
from memdesk.services.preview.forecast import Foretold
from memdesk.services.prune.reasons import age, agent_rules, gone, hollow, repetition
from memdesk.services.prune.reasons.gone import Where
from memdesk.services.prune.reasons.reason import Reason, Rule
from memdesk.services.remembered.entries import Entry
from memdesk.services.remembered.moments import stamp_s
from memdesk.services.roots.roots import MemoryRoot
from memdesk.text.edits import Span
from memdesk.text.outline import NodeKind
from memdesk.text.similar import Similarity
from tests.layouts.dict_view import HOME, DictView

ROOT = MemoryRoot("/m", LAYOUT, "made")
API = Scope(ScopeKind.PROJECT, "api", "api", "/srv/api")
YOU = Scope(ScopeKind.YOU, "", "You")
VIEW = DictView(
    {
        "/srv/api/src/main.go": "",
        "/srv/api/package.json": '{"scripts": {"dev": "x"}}',
        "/srv/api/Makefile": "build test: src\n\tgo build\nOUT := x\n",
        "/srv/api/.gitignore": "*.log\n/users/\n# a comment\n",
        "/m/notes/here.md": "",
        f"{HOME}/notes/a.txt": "",
    }
)


def entry(
    text: str,
    *,
    key: str = "",
    scope: Scope = API,
    kind: NodeKind = NodeKind.ENTRY,
    facts: Mapping[str, str] | None = None,
    title: str = "",
    headings: tuple[str, ...] = (),
) -> Entry:
    document = Document(
        "/m/memory.md",
        "/m",
        "memory.md",
        scope,
        DocumentKind.LIST,
        modified=1_780_000_000.0,
        headings=headings,
    )
    return Entry(ROOT, document, (key or text, 0), title, text, facts or {}, Span(0, len(text)), kind)


def evidence(reason: Reason | None) -> str:
    return "" if reason is None else reason.evidence


# What holds no longer


@pytest.mark.parametrize(
    "text",
    [
        "~~Use tabs.~~",
        "[superseded by ep_2] Use tabs.",
        "**[OBSOLETE]** Use tabs.",
        "This is superseded by the rules.",
        "This note is no longer valid.\nUse tabs.",
        "This entry has been replaced by the rules.",
        "This fact is obsoleted by ep_2",
    ],
)
def test_an_entry_that_says_that_it_holds_no_longer_may_go(text: str) -> None:
    reason = repetition.says_so(entry(text))
    assert reason is not None
    assert not reason.is_guess


@pytest.mark.parametrize(
    "text",
    [
        "The old API is deprecated, use v2",
        "Deprecated: `run()`, call `start()`",
        "The v1 endpoint was replaced by /v2 in May.",
        "Tabs.\nThe old linter is no longer used.",
        "This is deprecated code: leave it alone",
        "Never use [deprecated] calls",
        "Warn when a function is obsolete",
        "The v1 endpoint is obsoleted by v2",
    ],
)
def test_an_entry_that_speaks_of_something_else_is_for_the_user_to_judge(text: str) -> None:
    reason = repetition.says_so(entry(text))
    assert reason is not None
    assert reason.is_guess


# Paths, commands, links


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("Seed data is in src/seed_v1.sql", "src/seed_v1.sql"),
        ("See `src/old/` for it", "src/old/"),
        ("See `src/old/run.go:12` for it", "src/old/run.go"),
        ("Mind @src/rules.md always", "src/rules.md"),
        ("Kept in /srv/api/src/base.txt", "/srv/api/src/base.txt"),
        ("설정은 `src/conf.yaml에서` 찾는다", "src/conf.yaml"),
        ("Das steht in src/alt/plan.md, siehe dort", "src/alt/plan.md"),
        ("见 `src/旧/计划.md`", "src/旧/计划.md"),
    ],
)
def test_a_path_that_is_gone_is_named(text: str, missing: str) -> None:
    assert f"There is no {missing} in /srv/api" in evidence(
        gone.paths_gone(entry(text), Where(VIEW, "/srv/api"))
    )


def test_a_path_is_looked_for_from_the_document_and_by_its_name_anywhere() -> None:
    files = {
        "pkg/core/state.py": "",
        "pkg/core/CLAUDE.md": "",
        "services/web/handlers/login.py": "",
        "src/app.ts": "",
    }
    view = DictView({f"/srv/api/{path}": text for path, text in files.items()})
    text = "`core/state.py`, `handlers/login.py`, `core/old.py`, `pkg/old/gone.py`, `src/app.js`, `pkg/core/gone/`"
    found = list(gone.gone_paths(view, text, "/srv/api", "/srv/api/pkg/core"))
    assert found == ["core/old.py", "pkg/old/gone.py", "pkg/core/gone/"]


def test_of_a_project_too_large_to_be_seen_nothing_is_said_to_be_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gone, "_MOST_NAMES", 2)
    assert gone.paths_gone(entry("In `src/seed.sql`"), Where(VIEW, "/srv/api")) is None


@pytest.mark.parametrize(
    "text",
    [
        "It starts in src/main.go",
        "Rows and/or columns, client/server, TCP/IP, 24/7",
        "The route /api/v1/users answers",
        "At https://example.org/docs/a.html and git@host.org:team/repo.git",
        "Any of src/*.ts or src/<name>/x.ts or src/{a,b}.ts",
        "`origin/main` and `feature/login` are branches",
        "Kept in ~/notes/a.txt",
        "[a link](docs/gone.md) is for another reason",
        "Kept in ~/notes/b.txt, logs are in /var/log/build/today.log",
        "Call `src/main.run` after boot, or `src/main.js` once it is built",
        "`main.go` is also `cmd/main.go` for short, and `api/src/main.go`",
        "설정은 `src에서` 찾는다, `src/main.go를` 본다",
        "The plan is `src docs/plan.md`, run `python src/old/seed.py --all`",
        "```sh\ncp src/a/old.go src/b/old.go\n```",
        "Tests are `src/path/to/test_file.go`, `src/foo.go`, `src/NNN_name.sql`, `src/YYYY-MM-DD-topic.md`",
        "`src/MyComponent.tsx`, `src/your-module/x.go`, `src/x.go` and `src/模块名.go` stand for others",
        "`vendored/lib.go` is of the other team, `other/lib/x.go` and `src/spec/hs/nonce.hs` too",
        "Output goes to src/report.json, `src/dist/app.js` and `src/debug.log` are built",
        "`src/legacy.go` was deleted in May; `src/旧.go` 已删除; `src/alt.go` wurde entfernt",
        "There is no src/config.go, and `src/later.go` is planned",
        "See `src/lib/x.go` in that repository",
        "POST `src/users/` and GET `src/v1/users` answer; application/json, text/html",
        "On 2026/05/01 or 24/7, either/or, `feat/login.page`",
    ],
)
def test_what_is_there_or_was_never_a_path_is_none(text: str) -> None:
    assert gone.paths_gone(entry(text), Where(VIEW, "/srv/api")) is None


def test_nothing_is_said_to_be_gone_where_the_project_is_not_known() -> None:
    assert gone.paths_gone(entry("In scripts/seed.sql"), Where(VIEW, "")) is None
    assert gone.paths_gone(entry("In scripts/seed.sql"), Where(VIEW, "/srv/missing")) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Run `npm run lint` first", "package.json in /srv/api has no `run lint`"),
        ("Run `make deploy` first", "Makefile in /srv/api has no `deploy`"),
        ("Run `npm run dev` or `make test`", ""),
        ("We make sure that `just` that is done; `make`", ""),
        (
            "Run `cd web && npm run lint`, `pnpm run --recursive build`, `npm run lint -w web`, `bun run seed.ts`",
            "",
        ),
    ],
)
def test_a_command_that_its_project_does_not_have_is_named(text: str, words: str) -> None:
    assert words in evidence(gone.commands_gone(entry(text), Where(VIEW, "/srv/api")))
    assert bool(words) == (gone.commands_gone(entry(text), Where(VIEW, "/srv/api")) is not None)


def test_scripts_that_nest_too_deep_name_no_command() -> None:
    view = DictView({"/srv/api/package.json": '{"scripts":' * 100_000})
    assert gone.commands_gone(entry("Run `npm run lint` first"), Where(view, "/srv/api")) is None


def test_a_link_that_leads_nowhere_is_named() -> None:
    where = Where(VIEW, "/srv/api", lambda: "; it was named 9 days ago")
    assert evidence(gone.links_gone(entry("See [x](notes/gone.md#a)"), where)) == (
        "It links to notes/gone.md, which is not in /m; it was named 9 days ago."
    )
    for text in ("[x](notes/here.md)", "[x](https://a.org/b)", "[x](#part)", "[x](src/main.go)"):
        assert gone.links_gone(entry(text), where) is None


def test_a_project_whose_folder_is_missing_is_named() -> None:
    there, missing = entry("x"), entry("x", scope=API._replace(folder="/srv/old"))
    assert gone.project_gone(there, VIEW) is None
    assert gone.project_gone(entry("x", scope=YOU), VIEW) is None
    assert "/srv/old" in evidence(gone.project_gone(missing, VIEW))


# Age


def test_the_own_stamp_of_an_entry_counts_before_history_and_file() -> None:
    now = datetime(2026, 6, 1, tzinfo=UTC).timestamp()
    stamped = entry("a fact", facts={"time": "2025-11-13T00:00:00Z"})
    seen = age.SeenBefore("has a fact in it", now - 300 * 86_400)
    assert age.age_of(stamped, seen).days(now) == 200
    assert "from its file" not in age.age_of(entry("a fact"), seen).how
    assert age.age_of(entry("a fact"), seen).days(now) == 300
    assert age.age_of(entry("another"), seen).how == "its file has not changed since then"
    reason = age.old(age.age_of(stamped, None), now, 180)
    assert reason is not None
    assert reason.evidence == "From 2025-11-13, 200 days ago: by its own time."
    assert reason.days == 200
    assert age.old(age.age_of(stamped, None), now, 201) is None


@pytest.mark.parametrize(
    ("stamp", "day"),
    [
        ("0000-02-29T12:00:00Z", "0000-02-29"),
        ("0001-01-01T00:00:00+05:00", "0000-12-31"),
        ("0000-01-01T00:00:00+05:00", "-0001-12-31"),
        ("2026-01-02T00:00:00+24:00", "2026-01-01"),
        ("2026-01-02T9:00:00Z", "2026-01-02"),
    ],
)
def test_a_stamp_that_no_calendar_of_python_reaches_counts(stamp: str, day: str) -> None:
    found = age.age_of(entry("x", facts={"time": stamp}), None)
    assert f"From {day}, " in evidence(age.old(found, VIEW.now.timestamp(), 30))


@pytest.mark.parametrize(
    "stamp", ["2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-06-01T00:00:00+99:99", "10000-01-01"]
)
def test_a_stamp_of_no_day_is_none(stamp: str) -> None:
    assert stamp_s({"time": stamp}) is None


def test_what_is_yet_to_come_is_not_old() -> None:
    found = age.age_of(entry("x", facts={"time": "9999-12-31T23:59:59-05:00"}), None)
    assert age.old(found, VIEW.now.timestamp(), 30) is None


def test_a_stamp_that_is_none_is_passed_over() -> None:
    odd = entry("a", facts={"time": "yesterday", "created": "2026-03-02"})
    assert stamp_s(odd.facts) == datetime(2026, 3, 2, tzinfo=UTC).timestamp()
    assert stamp_s({"time": "soon"}) is None


# Hollow


@pytest.mark.parametrize(
    "text", ["TODO", "- tbd.", "(none yet)", "N/A", "Add your notes here", "…", "_empty_"]
)
def test_what_only_holds_a_place_is_found(text: str) -> None:
    assert hollow.boilerplate(entry(text)) is not None


@pytest.mark.parametrize(
    "text", ["TODO: rename the flag", "None of the tests may sleep", "Nothing blocks here"]
)
def test_what_says_something_is_no_placeholder(text: str) -> None:
    assert hollow.boilerplate(entry(text)) is None


@pytest.mark.parametrize(
    ("title", "text"),
    [("port", "Port"), ("api-port", "API port"), ("端口", "端口")],
    ids=["one", "two", "han"],
)
def test_a_fact_that_says_its_name_alone_is_found(title: str, text: str) -> None:
    found = hollow.boilerplate(entry(text, title=title, facts={"name": title}))
    assert "its name once more" in evidence(found)


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("the-api-listens-on-port-8080", "The API listens on port 8080."),
        ("回答必须使用中文", "回答必须使用中文"),
    ],
    ids=["words", "han"],
)
def test_a_fact_whose_name_is_all_that_it_says_is_no_placeholder(title: str, text: str) -> None:
    assert hollow.boilerplate(entry(text, title=title, facts={"name": title})) is None


def test_an_empty_section_counts_unless_its_agent_prescribes_it() -> None:
    empty = entry("", kind=NodeKind.SECTION, title="Old plans", key="Old plans")
    assert "“Old plans” holds no text" in evidence(hollow.empty(empty))
    prescribed = entry("", kind=NodeKind.SECTION, title="Decisions", headings=("Decisions",))
    assert hollow.empty(prescribed) is None
    assert hollow.empty(entry("words")) is None


# Repetition


def repeated(*entries: Entry, since: Mapping[str, float] | None = None) -> dict[str, Reason]:
    return {one.text: reason for one, reason in _repeated(entries, since or {})}


def _repeated(entries: Sequence[Entry], ages: Mapping[str, float]) -> list[tuple[Entry, Reason]]:
    similarity = Similarity()
    groups = [
        DuplicateGroup(
            found.kind,
            tuple(entries[number] for number in found.members),
            found.score,
            found,
            tuple(range(len(found.members))),
        )
        for found in similarity.find([one.text for one in entries])
    ]
    return list(
        repetition.repeated(
            groups,
            {one.address: one for one in entries},
            lambda one, other: similarity.compare(one.text, other.text),
            lambda one: ages.get(one.text, 0.0),
        )
    )


def test_the_older_of_two_that_say_the_same_goes() -> None:
    one, other = "Staging is reset every Monday at six", "staging is reset, every Monday at six!"
    found = repeated(entry(one), entry(other), since={one: 1.0, other: 2.0})
    assert list(found) == [one]
    stays = found[one].stays
    assert stays is not None
    assert stays.text == other


@pytest.mark.parametrize(
    "other",
    [
        "Every Monday at six staging is reset by the job",
        "Stagign is reset by the job every Monday at six",
        "Staging is reset by the task every Monday at six",
    ],
)
def test_only_the_same_words_in_the_same_order_are_called_the_same(other: str) -> None:
    one = "Staging is reset by the job every Monday at six"
    (guessed,) = repeated(entry(one), entry(other), since={other: 1.0}).values()
    assert guessed.is_guess
    assert "of the words are those of" in guessed.evidence
    (same,) = repeated(entry(one), entry(f"{one}!"), since={one: 1.0}).values()
    assert not same.is_guess
    assert same.evidence.startswith("The same stands in")


def test_of_two_alike_the_one_for_all_projects_stays() -> None:
    text = "Answer first, reasons after that"
    found = _repeated([entry(text, scope=YOU, key="a"), entry(text, key="b")], {})
    assert [one.node_id[0] for one, _ in found] == ["b"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Tests may use the network in the nightly run", "Tests may not use the network in the nightly run"),
        ("Deploys go out on Mondays after the stand-up", "Reviews are done on Fridays before the demo"),
        ("Use tabs", "Use tabs here"),
    ],
)
def test_near_misses_are_no_duplicates(one: str, other: str) -> None:
    assert repeated(entry(one), entry(other)) == {}


def test_entries_that_no_agent_gets_together_are_not_compared() -> None:
    text = "Staging is reset every Monday at six"
    other = API._replace(key="shop", title="shop")
    assert repeated(entry(text), entry(text, scope=other)) == {}


def test_two_values_of_the_same_day_supersede_nothing() -> None:
    old, new = "The database listens on port 5433", "The database listens on port 5434"
    assert repeated(entry(old), entry(new), since={old: 10.0, new: 20.0}) == {}
    found = repeated(entry(old), entry(new), since={old: 0.0, new: 3 * 86_400.0})
    assert found[old].rule is Rule.SUPERSEDED
    assert (
        found[old].evidence
        == "“The database listens on port 5434” says 5434 instead of 5433, and is 3 days newer."
    )


def test_what_says_itself_that_it_is_over_is_found() -> None:
    assert "“replaced by the new queue" in evidence(
        repetition.says_so(entry("The cron job was replaced by the new queue in May"))
    )
    assert repetition.says_so(entry("~~Use Redis for limits~~")) is not None
    assert repetition.says_so(entry("Use Redis for limits")) is None


@pytest.mark.parametrize(
    ("days", "words"),
    [
        (0.2, "Due since 2026-06-01, less than a day ago. It drops old ones."),
        (1.2, "Due since 2026-05-31, 1 day ago. It drops old ones."),
        (3.2, "Due since 2026-05-29, 3 days ago. It drops old ones."),
    ],
)
def test_how_long_ago_it_expired_is_said_in_words_that_fit(days: float, words: str) -> None:
    now = datetime(2026, 6, 1, 12, tzinfo=UTC)
    out = NextOut("/m/memory.md", "a fact", due_s=now.timestamp() - days * 86_400)
    foretold = Foretold("ub", ForecastKind.EXPIRED, "It drops old ones.", out, 1, is_next=True)
    reason = agent_rules.expired([foretold], now)
    assert reason is not None
    assert reason.evidence == words
