"""A change carried out on the disk, in every file that it touches, and taken back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from memdesk.layouts.contract import Plan
from memdesk.services.desk import Desk
from memdesk.services.steps.step import Status
from memdesk.text.document import decode, encode
from memdesk.text.edits import apply_all
from tests.edit_law.laws import Made

Files = Mapping[Path, bytes]


def differs_on_disk(desk: Desk, folder: Path, made: Made) -> Iterator[str]:
    """Carry a change out as one step: the files are as planned, all others as they were, and undo restores all."""
    path = Path(made.document.path)
    original = path.read_bytes() if path.exists() else None
    if made.before or original is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(encode(made.before))
    desk.workspace.note_change(str(path))
    before = _files(folder)
    try:
        step = desk.steps.carry_out(made.document, made.request.change)
        # In a project folder only the files named are open: no other is made there, and then nothing changes at all.
        is_outside = step.status is Status.REFUSED and made.document.narrow
        if not is_outside and step.status not in (Status.SAVED, Status.UNCHANGED, Status.DURABILITY_UNKNOWN):
            yield f"the step ended as {step.status.value}: {step.message}"
        wanted = before if is_outside else _planned(made.plan, before)
        yield from _differences("after the step", wanted, _files(folder))
        desk.steps.undo(step)
        yield from _differences("after undo", before, _files(folder))
    finally:
        _restore(folder, before)
        if original is None:
            path.unlink(missing_ok=True)
        else:
            path.write_bytes(original)
        desk.workspace.note_change(str(path))


def _files(folder: Path) -> Files:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _planned(plan: Plan, before: Files) -> Files:
    after = dict(before)
    for name, edits in plan.edits.items():
        path = Path(name)
        text = apply_all(decode(before.get(path, b"")), edits)
        if path in before or text:
            after[path] = encode(text)
    after |= {Path(name): encode(text) for name, text in plan.creates.items()}
    return {path: data for path, data in after.items() if str(path) not in plan.deletes}


def _differences(when: str, wanted: Files, found: Files) -> Iterator[str]:
    for path in sorted(wanted.keys() | found.keys()):
        if wanted.get(path) != found.get(path):
            yield f"{when} {path.name} is {found.get(path)!r}, not {wanted.get(path)!r}"


def _restore(folder: Path, before: Files) -> None:
    for path in _files(folder).keys() - before.keys():
        path.unlink()
    for path, data in before.items():
        if not path.exists() or path.read_bytes() != data:
            path.write_bytes(data)
