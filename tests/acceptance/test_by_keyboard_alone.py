"""An afternoon of somebody who works by keyboard alone, in the real window of `memdesk --demo`, while agents write.

Thirty changes are reviewed, two pinned, five forgotten, twenty entries pruned, three duplicates merged, a fact moved
from ub to OK and one mistake restored. Every key comes from outside, every answer from the disk or from a shell.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import pytest

from memdesk.store.folders import StateFolders
from memdesk.store.marks import MarkKind
from memdesk.store.settings_file import SettingsFile
from tests.acceptance.demonstration import Copy, copies_in, more_agents
from tests.acceptance.own_changes import OwnChange, own_changes
from tests.acceptance.person import Person
from tests.acceptance.shell import Change, Member, Shell
from tests.patience import wait_until
from tests.window.display import Display
from tests.window.real import RealProgram

REVIEWED, PINNED, FORGOTTEN, PRUNED, MERGED = 30, 2, 5, 20, 3
AGENTS = 6
EVERY_S = 0.15
AT_REST_S = 0.08
_ROWS_AT_ONCE, _GLANCE_S = 8, 0.3
"""The agents leave no file half-written for longer."""
MOST_MB = 400
"""More than twice what the window needs on these samples after an hour."""

PICTURES = os.environ.get("MEMDESK_TEST_PICTURES", "")
"""The folder for a picture of the screen after each step, if somebody wants them."""

BY_ENTRY = ("claude_code", "everos", "ok", "ub")
"""Agents that learn entry by entry; evva writes the same sections again and again."""

TWINS = ("gauge_hours", "gauge_times")
TWIN = "The gauge at the old mole is read at seven and at nineteen o'clock."
# What the formats themselves write beside an entry: marks, headings, its owner and its time around it, counts and
# times in the head.
_SCAFFOLD = re.compile(
    r"<!-- /?entry:\S+ -->|#+ .*|\*\*(owner_id|timestamp)\*\*: .*"
    r"|(entry_count|last_appended_at|updated_at|file_id)\b.*|---"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the demonstration puts its copies."""
    folder = tmp_path / "copies"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def let_the_shell_know(copies: Sequence[Copy]) -> None:
    """Tell a shell of the projects that the window knows by their samples: their instructions are memory too."""
    found = [project for copy in copies for project in copy.projects]
    searched = {"home": os.path.expanduser("~"), "when": time.time(), "found": found}
    SettingsFile(StateFolders.of_this_user().projects_file).write(searched)


class Afternoon:
    """The work, step by step; `asked` is every text that the user let go or took in."""

    def __init__(self, person: Person, copies: Sequence[Copy]) -> None:
        self.person = person
        self.shell = person.shell
        self.copies = {copy.agent: copy for copy in copies}
        self.asked: list[str] = []
        self.gone: list[tuple[Path, str]] = []
        self.pins: set[tuple[str, str, int]] = set()

    def wait_for_changes(self, count: int) -> None:
        """Let more agents write until there is enough to review; one of them learns the same twice, and links to it."""
        memory = self.copies["claude_code"].find("projects/*tide-tables/memory")
        for name in TWINS:
            learn(memory, name, TWIN)
        learn(memory, "gauge_reader", f"Who reads the gauge also looks after the lamp; see [[{TWINS[1]}]].")
        with more_agents(list(self.copies.values()), EVERY_S):
            wait_until(lambda: len(self.shell.inbox()) >= count, what=f"{count} changes")
        self.person.note(f"{count} changes to review")

    # Inbox

    def review(self) -> None:
        """Forget, pin and move in one order of the cards, then keep what comes."""
        person = self.person
        cards = person.enter_inbox()
        learned = [card for card in cards if card.agent in BY_ENTRY and is_new(card)]
        moved = next(card for card in learned if card.agent == "ub" and not self._is_known_to_ok(card))
        twins = [card for card in learned if Path(card.path).stem.startswith("gauge")]
        free = [card for card in learned if card not in (moved, *twins)]
        for card in of_many_agents(free)[:FORGOTTEN]:
            cards = self._forget(cards, card)
        for card in [card for card in free if card in cards][-PINNED:]:
            cards = self._pin(person.go_to_card(cards, card), card)
        cards = self._move(person.go_to_card(cards, moved), moved)
        self._keep(cards)

    def _is_known_to_ok(self, card: Change) -> bool:
        files = Path(self.copies["ok"].roots[0]).rglob("*.md")
        return any((card.after or "") in read(file) for file in files)

    def _forget(self, cards: list[Change], card: Change) -> list[Change]:
        evidence, person = evidence_of(card), self.person

        def forget() -> None:
            person.go_to_card(cards, card)
            person.press("Delete")

        person.repeat(forget, lambda: is_gone(*evidence), f"forget {card.after}")
        self._note_gone(evidence, card.after or "")
        self.person.note(f"forgot {card.agent} {Path(card.path).name}")
        return [one for one in cards if one is not card]

    def _note_gone(self, evidence: tuple[Path, str], *texts: str) -> None:
        self.gone.append(evidence)
        self.asked += [line for text in texts for line in text.split("\n") if line.strip()]
        self.asked.append(evidence[0].name)

    def _pin(self, cards: list[Change], card: Change) -> list[Change]:
        self.pins.add(card.address)
        self.person.press("p")
        wait_until(lambda: self.person.marked(MarkKind.PINNED) == self.pins, what="the pin")
        self.person.note(f"pinned {card.agent} {Path(card.path).name}")
        return cards

    def _move(self, cards: list[Change], card: Change) -> list[Change]:
        words, evidence = card.after or "", evidence_of(card)
        folder = self.copies["ok"].find("projects/*greenhouse/memory")
        self.person.move("ok greenhouse")
        wait_until(lambda: is_gone(*evidence), what="the fact to leave ub")
        facts = [file for file in folder.glob("*.md") if words in read(file) and file.name != "MEMORY.md"]
        assert len(facts) == 1, facts
        assert facts[0].name in read(folder / "MEMORY.md"), "the index has no line for it"
        self._note_gone(evidence, words)
        self.asked += [words, facts[0].name, *read(facts[0]).split("\n")]
        self.person.note("moved from ub to OK")
        return [one for one in cards if one is not card]

    def _keep(self, cards: list[Change]) -> None:
        """Keep the first thirty that are left, by Enter alone."""
        with self.person.reading():
            said = {change.address: change.key for change in self.shell.inbox()}
            kept = list(self.person.still_there(cards))[:REVIEWED]
            assert len(kept) == REVIEWED
            self.person.press("Home", *["Return"] * REVIEWED)
        keys = {said.get(card.address, card.key) for card in kept if card.kind != "moved"}

        def reviewed() -> set[str]:
            return {key for _, key, _ in self.person.marked(MarkKind.REVIEWED)}

        wait_until(lambda: len(reviewed()) >= REVIEWED, what=f"{REVIEWED} to be reviewed")
        assert len(keys - reviewed()) <= 1, "others were kept than those that stood first"
        assert not {change.key for change in self.shell.inbox()} & keys & reviewed()
        self.person.note(f"kept {REVIEWED}")

    # Prune

    def prune(self) -> tuple[str, str]:
        """Let twenty-one go, one of them by mistake: path and text of that one."""
        person, before = self.person, self._trash()
        person.press("ctrl+3")
        person.wait_for_title("Prune, ")
        with person.reading():
            # While agents write, what they just changed is proposed in other words.
            proposed = self.shell.candidates()
            person.press(*["space", "Down"] * PRUNED, "space")
        # A file that an agent writes between the look and the key is left alone: its ticks stay, to be let go next.
        person.repeat(
            lambda: person.press("Delete"), lambda: len(self._let_go(before, proposed)) > PRUNED, "prune"
        )
        went = self._let_go(before, proposed)
        assert len(went) == PRUNED + 1, went
        lines = self._trash() - before - went.keys()
        assert all(is_led_to(line, went) for line in lines), "what went had not been proposed"
        for path, text in (*went, *lines):
            self._note_gone((Path(path), text.strip("\n")), text)
        person.note(f"pruned {PRUNED + 1}")
        return next(one for one in sorted(went) if went[one] == 1)

    def _let_go(self, before: set[tuple[str, str]], proposed: Sequence[Member]) -> dict[tuple[str, str], int]:
        """What is in the trash since `before` and had been proposed, and for how many reasons."""
        reasons = {one: sum(is_in(each, *one) for each in proposed) for one in self._trash() - before}
        return {one: count for one, count in reasons.items() if count}

    def _trash(self) -> set[tuple[str, str]]:
        return {(one.path, one.text) for one in self.shell.removed() if one.by == "you"}

    def restore(self, mistake: tuple[str, str]) -> None:
        """Bring the mistake back from the trash."""
        person = self.person
        lost = Path(mistake[0]), mistake[1].strip("\n")
        person.open_trash()

        with person.reading():
            removed = self.shell.removed()
            row = next(n for n, one in enumerate(removed) if (one.path, one.text) == mistake)
            person.press("Home")
            for some in range(
                0, row, _ROWS_AT_ONCE
            ):  # more of the trash is read when its end comes into view
                person.press(*["Down"] * min(_ROWS_AT_ONCE, row - some))
                time.sleep(_GLANCE_S)
            person.press("Return", "Return")
            wait_until(lambda: not is_gone(*lost), what="the mistake to be back")
        self.gone.remove(lost)
        person.note("restored the mistake")

    # Duplicates

    def merge(self) -> None:
        """Let the first of each pair stay: two that the samples have, and the twins; a link names one of these."""
        person = self.person
        person.open_merging()
        planted = ["config/flags.yaml", "failing test first", TWIN]
        for words in planted:
            members = self._go_to_group(words)
            stays, goes = members[0], members[1:]
            evidence = [(Path(one.path), the_lines_of(one)) for one in goes]
            # What an agent writes between the look and the key is told, and the key is pressed once more.
            person.repeat(
                partial(self._merge_group, words), partial(are_gone, evidence), f"{words} to be merged"
            )
            assert stays.text.split("\n")[0] in read(Path(stays.path))
            for one, each in zip(goes, evidence, strict=True):
                self._note_gone(each, one.text)
            person.note(f"merged {words}")
        person.close_merging()
        assert len(planted) == MERGED

    def _merge_group(self, words: str) -> None:
        if self._go_to_group(words):
            self.person.press("1", "ctrl+Return")

    def _go_to_group(self, words: str) -> list[Member]:
        """Choose the group that says so, where there is one; returns what is in it."""
        with self.person.reading():
            groups = self.shell.groups()
            self.person.wait_for_groups(len(groups))
            rows = [n for n, group in enumerate(groups) if any(words in one.text for one in group)]
            if not rows:
                return []
            self.person.press("Home", *["Down"] * rows[0])
            return groups[rows[0]]

    # At the end

    def look_at_disk(self) -> None:
        """What was let go is gone, unless an agent wrote it again, which the history would tell."""
        for path, text in self.gone:
            if not is_gone(path, text):
                versions = self.shell.versions(path)
                assert came_again(versions), f"{text} is in {path}, of which the history has {versions}"
        assert self.pins <= self.person.marked(MarkKind.PINNED)
        memory = self.copies["claude_code"].find("projects/*tide-tables/memory")
        there = [name for name in TWINS if (memory / f"{name}.md").exists()]
        assert len(there) == 1
        assert f"[[{there[0]}]]" in read(memory / "gauge_reader.md"), "the link leads nowhere"
        assert [name for name in TWINS if f"({name}.md)" in read(memory / "MEMORY.md")] == there
        self.asked += [f"({name}.md)" for name in TWINS] + [f"[[{name}]]" for name in TWINS]


def came_again(versions: Sequence[Mapping[str, object]]) -> bool:
    """Whether another than the user wrote after the user's last version."""
    own = [n for n, version in enumerate(versions) if version["by"] == "you"]
    later = versions[: own[0]] if own else []
    return any(version["by"] != "you" and not version["removed"] for version in later)


def learn(memory: Path, name: str, words: str) -> None:
    """As the agent does: a fact of its own, and a line in the index."""
    head = f"---\nname: {name}\ndescription: {words[:40]}\nmetadata:\n  type: project\n---\n\n"
    (memory / f"{name}.md").write_text(f"{head}{words}\n")
    with (memory / "MEMORY.md").open("a") as index:
        index.write(f"- [{name}]({name}.md) — {words[:40]}\n")


def read(path: Path) -> str:
    """What stands there while nobody is in the middle of writing it; nothing where there is no file."""
    text, before = _read_now(path), ""
    while text != before:
        time.sleep(AT_REST_S)
        text, before = _read_now(path), text
    return text


def _read_now(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        return ""


def evidence_of(card: Change) -> tuple[Path, str]:
    """Where something stands, and words that only it has: its id, its line with the stamp; none for a file."""
    path = Path(card.path)
    if card.agent == "everos":
        return path, f"<!-- entry:{card.entry} -->"
    if not card.entry:
        return path, ""
    return path, line_with(path, card.after or "")


def the_lines_of(member: Member) -> str:
    """The line of an entry as it stands in its file; nothing for a file of its own."""
    path = Path(member.path)
    return "" if path.stem in TWINS else line_with(path, member.text)


def line_with(path: Path, words: str) -> str:
    """The whole line that begins what is said, so that nothing else looks like it."""
    return next(line for line in read(path).split("\n") if words.partition("\n")[0] in line)


def is_gone(path: Path, words: str) -> bool:
    """Whether the file has no such words any more; without words, whether there is no file."""
    text = read(path)
    return words not in text if words else not text


def are_gone(evidence: Sequence[tuple[Path, str]]) -> bool:
    """Whether all of it is gone."""
    return all(is_gone(*each) for each in evidence)


def is_in(member: Member, path: str, text: str) -> bool:
    """Whether a candidate is what went there."""
    return member.path == path and member.text.strip().split("\n")[0] in text


def is_led_to(line: tuple[str, str], files: Iterable[tuple[str, str]]) -> bool:
    """Whether a line of an index leads to one of the files, and goes with it."""
    path, text = line
    return any(f"({Path(file).name})" in text and Path(file).parent == Path(path).parent for file, _ in files)


def is_new(card: Change) -> bool:
    """Whether all of it was learned."""
    return card.kind == "learned" and card.before is None


def of_many_agents(cards: Sequence[Change]) -> list[Change]:
    """The cards in another order: one of each agent first, then the second of each."""

    def turns() -> Iterator[Change]:
        left = list(cards)
        while left:
            agents: dict[str, Change] = {}
            for card in left:
                agents.setdefault(card.agent, card)
            yield from agents.values()
            left = [card for card in left if card not in agents.values()]

    return list(turns())


def most_memory_mb(process: int) -> float:
    """The most that the process ever had in memory."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def strays(changes: Sequence[OwnChange], asked: Sequence[str]) -> list[tuple[str, str]]:
    """Lines that a change of the user took out or put in and nobody asked for, and files that went so."""
    found = [(one.why, one.path) for one in changes if one.file_went and Path(one.path).name not in asked]
    for change in changes:
        lines = (*change.removed, *change.added) if not change.file_went else ()
        found += [(change.why, line) for line in lines if not is_asked(line, asked)]
    return found


def is_asked(line: str, asked: Sequence[str]) -> bool:
    """Whether a line holds something that was asked for, or a part of it; marks and counts come with it."""
    said = line.strip("\r- ")
    is_scaffold = bool(_SCAFFOLD.fullmatch(line.strip("\r")))
    return is_scaffold or any(words in line or said in words for words in asked if words)


def test_an_afternoon_by_keyboard_alone(display: Display, folder: Path, tmp_path: Path) -> None:
    with RealProgram(display, tmp_path, "--demo") as program:
        program.wait_for_title(" – Memdesk")
        copies = copies_in(folder)
        assert len(copies) == AGENTS
        shell = Shell([root for copy in copies for root in copy.roots])
        shell.inbox()
        person = Person(program, shell, Path(PICTURES) if PICTURES else None)
        afternoon = Afternoon(person, copies)
        afternoon.wait_for_changes(REVIEWED + FORGOTTEN + PINNED + 3)
        afternoon.review()
        mistake = afternoon.prune()
        afternoon.restore(mistake)
        let_the_shell_know(copies)
        afternoon.merge()
        afternoon.look_at_disk()
        memory_mb = most_memory_mb(program.pid)
        paths = {str(file) for copy in copies for file in copy.folder.rglob("*") if file.is_file()}
        # With the copies their history goes too.
        changes = own_changes(paths | {str(path) for path, _ in afternoon.gone})
    assert len(changes) > FORGOTTEN + MERGED
    assert not strays(changes, afternoon.asked)
    assert memory_mb < MOST_MB
    sys.stdout.write(f"{len(changes)} changes of files by the user; {memory_mb:.0f} MB of memory at most\n")
