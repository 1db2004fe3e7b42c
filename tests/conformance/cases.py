"""One vector, replayed: its scratch folder made, the adapter's function asked, the answer compared."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from memdesk.layouts.view import View
from tests.conformance.encodings import Fields, Json, Scratch, Vector, as_fields, as_list
from tests.conformance.folders import DiskView, lay_out_listed, make_all_removable


@dataclass(frozen=True)
class Case:
    """A vector with its scratch folder laid out."""

    vector: Vector
    root: Path
    scratch: Scratch

    @property
    def view(self) -> View:
        """The disk as it is now, seen from `here`."""
        return DiskView(here=self.here)

    @property
    def here(self) -> str:
        """The folder that the program is started in: what `cwd` names, else the scratch folder itself."""
        return os.path.join(self.root, self.text("cwd"))

    def text(self, key: str) -> str:
        """The input text under `key`; empty where there is none."""
        return self.scratch.text(self.vector.input, key) or ""

    def flag(self, key: str) -> bool:
        """The input truth value under `key`."""
        return self.vector.input[key] is True

    def number(self, key: str) -> int:
        """The input number under `key`."""
        return int(str(self.vector.input[key]))

    def names(self, key: str) -> list[str]:
        """The input list of texts under `key`."""
        return [str(name) for name in as_list(self.vector.input[key])]

    def texts(self, key: str) -> dict[str, str]:
        """The input map of texts under `key`."""
        fields = as_fields(self.vector.input[key])
        names = dict.fromkeys(name.removesuffix("_b64").removesuffix("_parts") for name in fields)
        return {name: self.scratch.text(fields, name) or "" for name in names}


Answers = Sequence[Mapping[str, Json]]
"""Every answer that may come, more than one where the program's is random."""


@dataclass(frozen=True)
class Adapter:
    """How the functions of one agent's vector files are called here.

    `model` answers as the agent's program; `edit` says what is wrong with our own answer, or nothing. `names` makes
    what stands for the scratch folder in other forms; `error_kind` tells errors apart whatever their wording;
    `lay_out` makes the files of an input in the scratch folder; `key_of` is what `$KEY(path)` stands for.
    `skips` names the functions that are not replayed, with the reason; `why_skipped` says why a vector is not.
    """

    agent: str
    model: Mapping[str, Callable[[Case], Answers]]
    edit: Mapping[str, Callable[[Case], str]]
    names: Callable[[str], Mapping[str, str]]
    error_kind: Callable[[str], str]
    lay_out: Callable[[Fields, str, Scratch], None] = lay_out_listed
    key_of: Callable[[str], str] | None = None
    skips: Mapping[str, str] = field(default_factory=dict)
    why_skipped: Callable[[Vector], str] = lambda _vector: ""

    def knows(self, vector: Vector) -> bool:
        """Whether it has a function for this vector, or a reason to skip it."""
        return vector.fn in self.model or vector.fn in self.skips


@dataclass(frozen=True)
class Result:
    """How one vector went in one kind of replay; `problem` is empty where it passed."""

    kind: str
    fn: str
    name: str
    problem: str = ""


def replay_case(adapter: Adapter, vector: Vector) -> Iterator[Result]:
    """Replay one vector as model and, where the document specifies an edit, as edit."""
    if not adapter.knows(vector):
        yield Result("model", vector.fn, vector.name, f"unknown function {vector.fn}")
        return
    yield Result("model", vector.fn, vector.name, _problem(adapter, vector, partial(_model_problem, adapter)))
    if edit := adapter.edit.get(vector.fn):
        yield Result("edit", vector.fn, vector.name, _problem(adapter, vector, edit))


def _problem(adapter: Adapter, vector: Vector, judge: Callable[[Case], str]) -> str:
    try:
        with laid_out(adapter, vector) as case:
            return judge(case)
    except Exception as error:  # noqa: BLE001 - whatever a layout raises fails this vector, and only this one
        return f"{type(error).__name__}: {error}"


@contextlib.contextmanager
def laid_out(adapter: Adapter, vector: Vector) -> Iterator[Case]:
    """The vector's files in a scratch folder of their own, gone afterwards."""
    root = Path(tempfile.mkdtemp(prefix="vector-")).resolve()
    scratch = Scratch({"$ROOT": str(root), **adapter.names(str(root))}, adapter.key_of)
    try:
        adapter.lay_out(vector.input, str(root), scratch)
        yield Case(vector, root, scratch)
    finally:
        make_all_removable(str(root))
        shutil.rmtree(root)


def _model_problem(adapter: Adapter, case: Case) -> str:
    answers = adapter.model[case.vector.fn](case)
    wanted = [case.vector.expected, *map(as_fields, as_list(case.vector.fields.get("expected_any", [])))]
    for expected in wanted:
        if not any(_agrees(adapter, case.scratch, expected, answer) for answer in answers):
            return f"expected {expected!r:.400} but the model says {list(answers)!r:.400}"
    return ""


def _agrees(adapter: Adapter, scratch: Scratch, expected: Fields, answer: Mapping[str, Json]) -> bool:
    wanted, given = dict(as_fields(scratch.filled(dict(expected)))), dict(answer)
    for fields in (wanted, given):
        if isinstance(fields.get("error"), str):
            fields["error"] = adapter.error_kind(scratch.fill(str(fields["error"])))
    if "files" in wanted:
        wanted["files"] = sorted(as_list(wanted["files"]), key=_path_of)
    return scratch.agrees(wanted, given)


def _path_of(item: Json) -> str:
    """The path of a listed file, which may be all that is listed of it."""
    return str(item["path"] if isinstance(item, dict) else item)
