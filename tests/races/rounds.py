"""Rounds of a race: a new file each time, agents, a user, a judge, and the way back for what was written over."""

from __future__ import annotations

import io
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from memdesk.cli import main as memdesk
from tests.races.acts import Act
from tests.races.cast import working
from tests.races.diary import keep_evidence
from tests.races.forms import FIRST, Form, tags_of
from tests.races.judge import Overwritten, Verdict, judge
from tests.races.user import User

SEEN_WITHIN_S = 2.0
"""An entry of an agent that another one writes over sooner may be gone before anybody could look."""
BETWEEN_SAVES_S = (0.0, 0.08)

Restore = Callable[[Path, int, str], bool]


@dataclass(frozen=True)
class Round:
    """Who works on one file, how entries look in it, and for how long."""

    kinds: Sequence[str]
    form: Form
    lasts_s: float


@dataclass
class Figures:
    """What all rounds together came to; times in milliseconds."""

    user_saves: int = 0
    agent_writes: Counter[str] = field(default_factory=Counter)
    entries: int = 0
    lost: list[str] = field(default_factory=list)
    duplicated: list[str] = field(default_factory=list)
    reverts_made: int = 0
    reverts_noticed: int = 0
    reverts_reapplied: int = 0
    reverts_asked: int = 0
    reverts_unnoticed: list[str] = field(default_factory=list)
    reverts_that_were_none: list[str] = field(default_factory=list)
    overwritten: int = 0
    restored: int = 0
    not_restorable: list[str] = field(default_factory=list)
    gone_before_anybody_looked: int = 0
    save_ms: list[float] = field(default_factory=list)

    @property
    def is_well(self) -> bool:
        """Whether every promise was kept."""
        broken = (self.lost, self.duplicated, self.reverts_unnoticed, self.reverts_that_were_none)
        return not (any(broken) or self.not_restorable)

    def lines(self) -> Iterator[str]:
        """Figures for people."""
        for name, value in vars(self).items():
            if name == "save_ms":
                yield f"save p50: {_share(value, 0.5):.1f} ms, p95: {_share(value, 0.95):.1f} ms"
            elif isinstance(value, list):
                yield f"{name}: {len(value)} {', '.join(value[:5])}".rstrip()
            else:
                yield f"{name}: {dict(value) if isinstance(value, dict) else value}"


def run_round(
    root: Path,
    number: int,
    round_: Round,
    seed: int,
    figures: Figures,
    most_restored: int,
    evidence: Path | None = None,
) -> None:
    """Let everybody work on a new file of the agent's `root`, and add what came of it to `figures`.

    Where a promise broke, all that is known of the round is left in a folder of its own below `evidence`.
    """
    path = root / "projects" / f"-race-{seed}-{number}" / "MEMORY.md"
    path.parent.mkdir(parents=True)
    path.write_bytes(FIRST)
    chance = random.Random(f"{seed} {number}")
    user = User(root, path, round_.form, chance)
    try:
        with working(path, round_.kinds, round_.form, seed + number) as acts:
            end = time.monotonic() + round_.lasts_s
            while time.monotonic() < end:
                user.tend(chance.uniform(*BETWEEN_SAVES_S))
                user.add_and_save()
        user.end()
        folder = None if evidence is None else evidence / f"{seed}-{number}"
        verdict = settle_round(user, acts, figures, folder)
        for one in verdict.overwritten[:most_restored]:
            _restore(user, path, one, round_.form, figures)
    finally:
        user.close()


def settle_round(user: User, acts: Sequence[Act], figures: Figures, evidence: Path | None) -> Verdict:
    """Judge what came of a round that is over, add it to `figures`, and leave `evidence` where a promise broke."""
    path = Path(user.path)
    verdict = judge(acts, user.saves, path.read_bytes(), user.answers)
    broken = list(_broken(verdict, user))
    if broken and evidence is not None:
        keep_evidence(evidence, broken, acts, user.diary, user.desk.history, path)
    _add(figures, user, acts, verdict)
    return verdict


def _broken(verdict: Verdict, user: User) -> Iterator[str]:
    """What was promised and not kept."""
    yield from (f"lost: {tag}" for tag in verdict.lost)
    yield from (f"twice: {tag}" for tag in verdict.duplicated)
    yield from (
        f"unnoticed: {one.tag}, by {one.by.tag}, which began at {one.by.began:.3f}"
        for one in _unnoticed(verdict)
    )
    yield from (f"no old copy: at {when:.3f}" for when in user.reverts.false_at)


def _unnoticed(verdict: Verdict) -> list[Overwritten]:
    return [one for one in verdict.overwritten if one.tag.startswith("user.") and one.is_stale]


def _add(figures: Figures, user: User, acts: Sequence[Act], verdict: Verdict) -> None:
    figures.user_saves += len(user.saves)
    figures.agent_writes.update(act.kind for act in acts)
    figures.entries += verdict.entries
    figures.lost += verdict.lost
    figures.duplicated += verdict.duplicated
    figures.overwritten += len(verdict.overwritten)
    figures.reverts_made += verdict.reverts_made
    figures.reverts_noticed += user.reverts.noticed
    figures.reverts_reapplied += user.reverts.reapplied
    figures.reverts_asked += user.reverts.asked
    figures.reverts_unnoticed += [one.tag for one in _unnoticed(verdict)]
    figures.reverts_that_were_none += [f"at {when:.3f}" for when in user.reverts.false_at]
    figures.save_ms += [1000 * (save.ended - save.began) for save in user.saves]


def _restore(user: User, path: Path, one: Overwritten, form: Form, figures: Figures) -> None:
    """Bring an entry that was written over back by the command, and compare it with what the history has."""
    versions = user.versions_with(one.tag)
    if not versions:
        if one.tag.startswith("user.") or one.stood_s > SEEN_WITHIN_S:
            figures.not_restorable.append(f"{one.tag} (no version)")
        else:
            figures.gone_before_anybody_looked += 1
        return
    version = versions[0]
    words = ["restore", str(path), "--version", str(version)]
    if form is Form.SECTIONS:
        words += ["--section", f"[{one.tag}]"]
    with _silence() as said:
        code = memdesk(words)
    wanted, found = user.desk.history.data(version), path.read_bytes()
    same = found == wanted if form is Form.LINES else _section(found, one.tag) == _section(wanted, one.tag)
    if code == 0 and same and one.tag in tags_of(found):
        figures.restored += 1
    else:
        figures.not_restorable.append(f"{one.tag} ({code}: {said.getvalue().decode(errors='replace')})")


def _section(text: bytes, tag: str) -> bytes:
    """The section of an entry, without blank lines below."""
    return text.partition(f"## [{tag}]".encode())[2].partition(b"\n## ")[0].strip()


@contextmanager
def _silence() -> Iterator[io.BytesIO]:
    """What the command says, in place of the standard streams."""
    streams, said = (sys.stdout, sys.stderr), io.BytesIO()
    sys.stdout = sys.stderr = instead = io.TextIOWrapper(said)
    try:
        yield said
    finally:
        sys.stdout, sys.stderr = streams
        instead.detach()


def _share(values: Sequence[float], share: float) -> float:
    """The value below which so great a share lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0
