"""OK's vectors, function by function. Only names are mapped here: what OK does stands in its layout."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from memdesk.layouts.ok import docs, model, prompt, store
from memdesk.layouts.shapes.go_text import one_line
from memdesk.text.document import encode
from tests.agents import ok as agent
from tests.conformance.cases import Adapter, Answers, Case
from tests.conformance.encodings import Json, as_fields, as_list
from tests.conformance.folders import DiskView, changes, contents, lay_out_mapped


def _view(case: Case) -> DiskView:
    home = case.root / "home"
    home.mkdir(exist_ok=True)
    return DiskView(home=str(home), environment={"HOME": str(home)}, here=_here(case))


def _here(case: Case) -> str:
    """The folder that the program was started in."""
    return os.path.normpath(os.path.join(case.root, case.text("chdir")))


def _on_text(answer: Callable[[str], Json]) -> Callable[[Case], Answers]:
    return lambda case: [{"result": answer(case.text("text"))}]


def _front_matter(read: Callable[[str], model.FrontMatter]) -> Callable[[Case], Answers]:
    def answer(case: Case) -> Answers:
        front = read(case.text("text"))
        return [{"meta": dict(front.keys), "body": front.body}]

    return answer


def _import_target(case: Case) -> Answers:
    target = docs.import_target(case.text("text"))
    return [{"ok": target is not None, "target": target or ""}]


def _render(case: Case) -> Answers:
    return [{"result": model.render_fact(_fact(case))}]


def _fact(case: Case) -> model.Fact:
    return model.Fact(**case.texts("memory"))


def _facts(case: Case) -> list[model.Fact]:
    """The facts to save, one after the other."""
    if "memories" not in case.vector.input:
        return [_fact(case)]
    given = map(as_fields, as_list(case.vector.input["memories"]))
    return [model.Fact(**{key: case.scratch.text(fields, key) or "" for key in fields}) for fields in given]


def _read_freeze(case: Case) -> Answers:
    index = model.split_index(case.text("text"))
    return [
        {
            "frozen": dict(index.frozen),
            "unfrozen": dict(index.unfrozen),
            "frozen_hash": model.freeze_hash(index.frozen),
        }
    ]


def _load(case: Case) -> Answers:
    loaded = prompt.load(_view(case), case.text("cwd"), case.text("user_dir"), _here(case))
    found: list[Json] = [
        {"path": doc.candidate.path, "scope": doc.candidate.reach.value, "body": doc.expansion.text}
        for doc in loaded.docs
    ]
    return [
        {
            "block": "".join(piece.text for piece in prompt.block(loaded)),
            "docs": found,
            "empty": loaded.is_empty,
            "index": model.visible_index(loaded.index),
            "store_dir": loaded.store.folder,
            "changed": {},
        }
    ]


def _compose(case: Case) -> Answers:
    loaded = prompt.load(_view(case), case.text("cwd"), case.text("user_dir"), _here(case))
    return [{"result": prompt.compose(case.text("base"), loaded), "changed": {}}]


def _doc_paths(case: Case) -> Answers:
    given = (_view(case), case.text("cwd"), case.text("user_dir"), _here(case))
    view, cwd, user_folder, here = given
    answer: dict[str, Json] = {
        reach.value: docs.write_target(view, reach, cwd, user_folder, here) for reach in docs.Reach
    }
    writable: list[Json] = [*sorted(agent.writable_paths(view, cwd, user_folder, here), key=encode)]
    return [{**answer, "writable": writable, "changed": {}}]


def _append_doc(case: Case) -> Answers:
    before = contents(str(case.root))
    error = _note(case, case.text("note"))
    return [{"error": error or None, "changed": changes(before, contents(str(case.root)))}]


def _append_docs(case: Case) -> Answers:
    before = contents(str(case.root))
    errors: list[Json] = [error for note in case.names("notes") if (error := _note(case, note))]
    answer: dict[str, Json] = {"error": errors[0]} if errors else {}
    return [{**answer, "changed": changes(before, contents(str(case.root)))}]


def _note(case: Case, note: str) -> str:
    """Write a note on the scratch folder, and give the error of it."""
    write = docs.append_doc(_view(case), case.text("path"), note)
    if write.text is not None:
        _put(os.path.join(_here(case), write.path), write.text, in_place=False)
    return write.error


def _write_doc(case: Case) -> Answers:
    path, body = case.text("path"), case.text("body")
    write = agent.write_doc(_view(case), path, body, case.text("cwd"), case.text("user_dir"), _here(case))
    changed = _done(case, {write.path: write.text} if write.text is not None else {}, in_place=True)
    return [{"error": write.error or None, "path": "" if write.error else write.path, "changed": changed}]


def _store(case: Case) -> store.Store:
    given = as_fields(case.scratch.filled(case.vector.input["store"]))
    user_folder = str(given.get("user_dir", ""))
    if given["kind"] == "shared":
        return store.shared_store(user_folder)
    if given["kind"] == "dir":
        return store.Store(str(given["dir"]))
    if given["kind"] == "disabled":
        return store.Store("")
    return store.project_store(user_folder, docs.absolute_path(str(given["cwd"]), _here(case)))


def _save(case: Case) -> Answers:
    before = contents(str(case.root))
    saves: list[Json] = []
    for fact in _facts(case):
        write = store.save(_view(case), _store(case), fact)
        _put_all(case, write.texts)
        saves.append({"error": _named(write.error) or None, "path": write.path})
    return [{"saves": saves, "changed": changes(before, contents(str(case.root)))}]


def _list(case: Case) -> Answers:
    memories: list[Json] = [
        {"name": fact.name, "description": fact.description, "type": fact.type, "body": fact.body}
        for fact in agent.list_facts(_view(case), _store(case))
    ]
    return [{"memories": memories, "changed": {}}]


def _index(case: Case) -> Answers:
    return [{"result": model.visible_index(store.index_text(_view(case), _store(case))), "changed": {}}]


def _path(case: Case) -> Answers:
    return [{"result": _store(case).path(case.text("text")), "changed": {}}]


def _unfreeze(case: Case) -> Answers:
    write = store.unfreeze(_view(case), _store(case))
    return [{"error": write.error or None, "changed": _done(case, write.texts)}]


def _compact(case: Case) -> Answers:
    return [{"changed": _done(case, agent.compact(_view(case), _store(case)).texts)}]


def _remember(case: Case) -> Answers:
    write = agent.remember(_view(case), _store(case), case.scratch.read(case.vector.input["args"]))
    return [{"error": write.error or None, "result": write.message, "changed": _done(case, write.texts)}]


def _done(case: Case, texts: Mapping[str, str | None], *, in_place: bool = False) -> Json:
    """Carry out on the scratch folder what the model says OK does, and tell what differs afterwards."""
    before = contents(str(case.root))
    _put_all(case, texts, in_place=in_place)
    return changes(before, contents(str(case.root)))


def _put_all(case: Case, texts: Mapping[str, str | None], *, in_place: bool = False) -> None:
    for path, text in texts.items():
        _put(os.path.join(_here(case), _named(path)), text, in_place)


def _named(text: str) -> str:
    """`text` with the vectors' name for the random digits of a temporary file."""
    return text.replace("*.tmp", "{RAND}.tmp")


def _put(path: str, text: str | None, in_place: bool) -> None:
    if text is None:
        Path(path).unlink(missing_ok=True)
        return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.islink(path) and not in_place:
        os.unlink(path)
    Path(path).write_bytes(encode(text))
    # The clock of the file system may stand still while several are written.
    os.utime(path, ns=(time.time_ns(), time.time_ns()))


def _names(root: str) -> dict[str, str]:
    return {"{ROOT}": root, "{ROOTSLUG}": model.path_slug(root)}


ADAPTER = Adapter(
    agent="ok",
    model={
        "slug": _on_text(model.fact_slug),
        "slugify": _on_text(model.path_slug),
        "normalize_type": _on_text(model.fact_type),
        "one_line": _on_text(one_line),
        "fm_load": _front_matter(lambda text: model.read_front_matter(model.normalized(text))),
        "fm_parse": _front_matter(model.read_front_matter),
        "fm_normalize": _on_text(model.normalized),
        "render": _render,
        "import_target": _import_target,
        "read_freeze": _read_freeze,
        "load": _load,
        "compose": _compose,
        "doc_paths": _doc_paths,
        "append_doc": _append_doc,
        "append_docs": _append_docs,
        "write_doc": _write_doc,
        "store_path": _path,
        "store_save": _save,
        "store_list": _list,
        "store_index": _index,
        "store_unfreeze": _unfreeze,
        "store_compact": _compact,
        "remember": _remember,
    },
    edit={},
    names=_names,
    error_kind=str,
    lay_out=lay_out_mapped,
)
