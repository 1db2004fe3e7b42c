"""A store of typed facts with an index, as several agents keep one: its documents, its outline and its changes.

What differs between the agents is `StoreRules`. Reading and writing are our own; what an agent gets of a store, and
what is wrong with one, is told in `gathering` and `fact_store_checks`.
"""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as replaced
from functools import lru_cache

from memdesk.errors import NotFound, Refused
from memdesk.layouts.contract import Change, ChangeKind, Plan
from memdesk.layouts.documents import Document, DocumentKind, FileKind, Scope
from memdesk.layouts.optional import Addition, NewFact
from memdesk.layouts.shapes.additions import fact_addition, new_fact
from memdesk.layouts.shapes.fact_file import (
    BARE,
    Notation,
    fact_changes,
    fact_outline,
    one_line_value,
    parse_header,
)
from memdesk.layouts.shapes.fact_folder import (
    IndexGrammar,
    Meant,
    added_line,
    checked_hook,
    index_changes,
    index_lines,
    index_outline,
    lines_of,
    retargeted,
    targets_of,
    without_fact,
)
from memdesk.layouts.shapes.fact_links import FactLinks
from memdesk.layouts.shapes.files import document_at, kind_of, text_at, text_to_change
from memdesk.layouts.shapes.index_cut import IndexCaps, shown_index
from memdesk.layouts.view import View
from memdesk.text.document import trim
from memdesk.text.edits import Edit, replace
from memdesk.text.outline import Outline
from memdesk.text.sentence import joined, say

_SUFFIX = ".md"
_LINE_END = re.compile(r"[ \t]*\r?\n[ \t\r\n]*")
_LETTERS = str.maketrans({"ø": "o", "đ": "d", "ł": "l", "ı": "i", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"})
_UNREAD = re.compile(r"<!--|```|~~~|^(?: {4}|\t)", re.MULTILINE)
"""What may begin a comment or code, in which no link is one."""
_NO_SLUG = re.compile("[^a-z0-9]+")


def file_stem(name: str) -> str:
    """`name` as we call its file: a slug that keeps the letters whose accents go."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_LETTERS))
    return kebab("".join(sign for sign in plain if not unicodedata.combining(sign)))


def kebab(name: str) -> str:
    """`name` in lower case, every run of what is no letter from a to z and no digit made one dash."""
    return _NO_SLUG.sub("-", name.lower()).strip("-")


@dataclass(frozen=True, slots=True)
class StoreRules:
    """How an agent keeps facts.

    `agent` is its name for people. `type_keys` are the fields that can name the type, the one for a new fact first, and
    `known_keys` all that the agent itself writes. `render` makes the text of a new fact, `slug` the stem of its file;
    facts are looked for `levels` folders deep. `finds_unlisted` tells that the agent also looks through the headers of
    all facts, whether they have a line or not; `passes_over_indexes` that a file of the index's name in a sub-folder is
    no fact to it, `makes_index` that it makes an index of its own where none is.
    No more than `cap_bytes` are read of the index; facts are read whole.
    """

    agent: str
    index: IndexGrammar
    caps: IndexCaps
    render: Callable[[NewFact], str]
    types: tuple[str, ...] = ("user", "feedback", "project", "reference")
    type_keys: tuple[str, ...] = ("metadata.type", "type")
    known_keys: tuple[str, ...] = ()
    notation: Notation = BARE
    slug: Callable[[str], str] = file_stem
    index_file: str = "MEMORY.md"
    levels: int = 1
    finds_unlisted: bool = False
    passes_over_indexes: bool = False
    makes_index: bool = False
    cap_bytes: int | None = None
    reach: str = say("next session")


# What is there


def store_documents(
    view: View, folder: str, root: str, scope: Scope, rules: StoreRules, *, narrow: bool = False
) -> Iterator[Document]:
    """The index of the store in `folder`, where there is one or any fact, then its facts.

    With `narrow` each file is a root of its own: the folder around it is not the agent's alone.
    """

    def described(name: str, kind: DocumentKind) -> Document:
        path = f"{folder}/{name}"
        own_root = posixpath.dirname(path) if narrow else root
        document = document_at(view, path, own_root, scope, kind, title=name)
        cap_bytes = rules.cap_bytes if kind is DocumentKind.LIST else None
        return document._replace(narrow=narrow, agent_rewrites=True, reach=rules.reach, cap_bytes=cap_bytes)

    index = described(rules.index_file, DocumentKind.LIST)
    names = fact_names(view, folder, rules)
    if index.exists or names:
        yield index
    states = _line_states(view, index.path, names, rules) if names else {}
    for name in names:
        note = states.get(name.removesuffix(_SUFFIX), "Without a line in the index")
        yield described(name, DocumentKind.RECORD)._replace(types=rules.types, note=note)


def fact_names(view: View, folder: str, rules: StoreRules) -> list[str]:
    """The facts of a store as paths from its folder, those of its sub-folders behind the others."""
    return [name for name in _names(view, folder, "", rules.levels) if not _is_of_index(name, rules)]


def passed_over(view: View, folder: str, rules: StoreRules) -> list[str]:
    """The files of a store's sub-folders that are called as its index, where the agent takes them for nothing."""
    names = _names(view, folder, "", rules.levels) if rules.passes_over_indexes else ()
    return [name for name in names if "/" in name and _is_of_index(name, rules)]


def _is_of_index(name: str, rules: StoreRules) -> bool:
    return (posixpath.basename(name) if rules.passes_over_indexes else name) == rules.index_file


def _names(view: View, folder: str, within: str, levels: int) -> Iterator[str]:
    try:
        entries = view.entries(f"{folder}/{within}".rstrip("/"))
    except OSError:
        return
    shown = [entry for entry in entries if not entry.name.startswith(".")]
    for entry in shown:
        if entry.kind is FileKind.FILE and entry.name.endswith(_SUFFIX):
            yield f"{within}{entry.name}"
    for entry in shown:
        # A link to a folder may lead out of the store, or in a circle.
        if entry.kind is FileKind.FOLDER and not entry.is_link and levels > 1:
            yield from _names(view, folder, f"{within}{entry.name}/", levels - 1)


def stems_of(names: Iterable[str]) -> list[str]:
    """Facts by file name, as links to them say it."""
    return [name.removesuffix(_SUFFIX) for name in names]


def _line_states(view: View, index_path: str, names: Sequence[str], rules: StoreRules) -> dict[str, str]:
    """What is special about the index line of each fact that has one; empty where the agent gets the line."""
    text = text_at(view, index_path) or ""
    shown = shown_index(text, rules.caps)
    if not (rules.index.marker or _UNREAD.search(text)):
        places = [text.find(f"]({name})") for name in names]
        if all(any(span.contains(place) for span in shown.shown) for place in places):
            # So it is with nearly every store, and there are hundreds.
            return dict.fromkeys(stems_of(names), "")
    links = FactLinks(posixpath.dirname(index_path), stems_of(names), view.home)
    states: dict[str, str] = {}
    for line in index_lines(text, rules.index):
        is_shown = any(span.contains(line.title.start) for span in shown.shown)
        note = "" if is_shown else say("Its line in the index is {why}", why=shown.why or "not shown")
        for target in targets_of(text, line, rules.index):
            stem = links.stem(target.of(text))
            states[stem] = note if states.get(stem, note) else ""
    return states


def is_index(document: Document) -> bool:
    """Whether a document is the index of a store."""
    return document.kind is DocumentKind.LIST


def is_fact(document: Document) -> bool:
    """Whether a document is a fact of a store."""
    return document.kind is DocumentKind.RECORD


def store_folder(document: Document) -> str:
    """The folder of the store that an index or a fact belongs to."""
    return document.path.removesuffix(f"/{document.title}")


# Outline and changes


def store_outline(document: Document, text: str, rules: StoreRules) -> Outline:
    """The nodes of an index or of a fact."""
    if is_index(document):
        return index_outline(text, rules.index)
    return fact_outline(text, rules.known_keys, rules.notation)


def store_adding(view: View, document: Document, addition: Addition, rules: StoreRules) -> Change:
    """The change that adds a fact to the store of an index, or an item to a fact. Raises `Refused`."""
    if is_index(document):
        return new_fact(document, addition, rules.agent)
    return fact_addition(text_to_change(view, document.path), document, addition, rules.agent)


def store_changes(view: View, change: Change, rules: StoreRules) -> Plan:
    """The edits of an index or a fact, and of what belongs to it: a fact has a file and a line in the index.

    An index line is one line: taking it away, or changing it, leaves the fact as it is. Raises `Refused` with the
    reason, `NotFound` for what is not there.
    """
    text = text_to_change(view, change.document.path)
    if is_index(change.document):
        return _index_plan(view, text, change, rules)
    if change.kind is ChangeKind.RETYPE:
        change = _as_field_change(text, change, rules)
    if not change.key:
        return _whole_fact(view, text, change, rules)
    _check_field(change, rules)
    edits = fact_changes(text, change, rules.agent, rules.notation)
    plan = {change.document.path: edits}
    if change.key == "description" and change.kind is ChangeKind.SET_BODY and edits:
        plan |= _with_index_line(view, text, change, rules)
    return Plan(plan)


def _index_plan(view: View, text: str, change: Change, rules: StoreRules) -> Plan:
    """Edits of an index; what is added to it is a fact with its file, where there is no such file yet."""
    path = change.document.path
    if change.kind is not ChangeKind.ADD:
        return Plan({path: index_changes(text, change, rules.index)})
    stem = _checked_stem(change.key, rules)
    there = text_at(view, f"{store_folder(change.document)}/{stem}{_SUFFIX}")
    is_listed = bool(lines_of(text, stem, rules.index))
    if there is not None and (is_listed or trim(change.body)):
        raise Refused("There is already a fact “{name}”.", hint="Choose another name.", name=stem)
    _check_type(change.type, rules)
    hook = checked_hook(one_line_value(change.title or _description(there or "", rules)), rules.index)
    title = re.sub(r"[\[\]]", "", change.key)
    edits = {} if is_listed else {path: (added_line(text, stem, title, hook, rules.index),)}
    fact = NewFact(stem, hook, change.type, change.body)
    creates = (
        {} if there is not None else {f"{store_folder(change.document)}/{stem}{_SUFFIX}": rules.render(fact)}
    )
    return Plan(edits, creates)


def kept_fact(view: View, document: Document, fact: NewFact, rules: StoreRules) -> dict[str, str | None]:
    """What an agent writes that keeps a fact by itself: the file, then a line at the end of the index."""
    folder, stem = store_folder(document), rules.slug(fact.name)
    path = f"{folder}/{rules.index_file}"
    if not stem:
        return {}
    texts: dict[str, str | None] = {f"{folder}/{stem}{_SUFFIX}": rules.render(replaced(fact, name=stem))}
    text = text_at(view, path) or ""
    if not lines_of(text, stem, rules.index):
        opening = "" if text.endswith("\n") or not text else "\n"
        texts[path] = f"{text}{opening}{rules.index.line(fact.name, stem, fact.description)}\n"
    return texts


def _checked_stem(name: str, rules: StoreRules) -> str:
    stem = rules.slug(name)
    if not stem:
        raise Refused(
            "No file name can be made of “{name}”.", hint="Use letters from a to z or digits.", name=name
        )
    if stem.lower() == rules.index_file.removesuffix(_SUFFIX).lower():
        raise Refused("“{name}” is the name of the index.", hint="Choose another name.", name=stem)
    return stem


def _description(text: str, rules: StoreRules) -> str:
    return fields_said(text, rules.notation).get("description", "")


def fields_said(text: str, notation: Notation) -> Mapping[str, str]:
    """What the fields of a fact say, each in one line; of equal ones that which counts."""
    header = parse_header(text)
    return _said_in(text[: header.span.end], notation) if header else {}


@lru_cache(maxsize=4096)
def _said_in(head: str, notation: Notation) -> Mapping[str, str]:
    """As above, of a header alone; remembered, since a listing and several checks ask for it."""
    header = parse_header(head)
    said: dict[str, str] = {}
    for field in header.fields if header else ():
        value = notation.says(field.value.of(head), field.key)
        if notation.is_yaml:
            value = _LINE_END.sub(" ", trim(value))
            said.pop(field.key, None)
        if "\n" not in value and "\r" not in value:
            said.setdefault(field.key, value)
    return said


def _as_field_change(text: str, change: Change, rules: StoreRules) -> Change:
    """Another type is another value of the field that names it, or a field more."""
    header = parse_header(text)
    for key in rules.type_keys:
        if header and header.find(key):
            return Change(ChangeKind.SET_BODY, change.document, key, body=change.title)
    return Change(ChangeKind.ADD, change.document, rules.type_keys[0], body=change.title)


def _check_field(change: Change, rules: StoreRules) -> None:
    if change.kind not in (ChangeKind.SET_BODY, ChangeKind.ADD):
        return
    if change.key in rules.type_keys:
        _check_type(change.body.strip(" \t"), rules)


def _check_type(name: str, rules: StoreRules) -> None:
    if name and name not in rules.types:
        raise Refused("{agent} knows the types {types} alone.", agent=rules.agent, types=joined(rules.types))


def _with_index_line(view: View, text: str, change: Change, rules: StoreRules) -> dict[str, tuple[Edit, ...]]:
    """A description changes in the index too, in each of its lines that says the same as the fact did."""
    path, index, stem, meant = _index_of(view, change.document, rules)
    said = _description(text, rules)
    lines = [line for line in lines_of(index, stem, rules.index, meant) if line.hook.of(index) == said]
    hook = checked_hook(change.body, rules.index) if lines else ""
    return {path: tuple(replace(index, line.hook, hook) for line in lines)} if lines else {}


def _index_of(view: View, document: Document, rules: StoreRules) -> tuple[str, str, str, Meant]:
    """The index that a fact belongs to: its path, its text, the fact's stem there, and what its targets mean."""
    folder = store_folder(document)
    path = f"{folder}/{rules.index_file}"
    meant = FactLinks(folder, stems_of(fact_names(view, folder, rules)), view.home).stem
    return path, text_to_change(view, path), document.title.removesuffix(_SUFFIX), meant


def _whole_fact(view: View, text: str, change: Change, rules: StoreRules) -> Plan:
    """A fact taken away, or given another name: its file and its lines in the index."""
    document = change.document
    if kind_of(view, document.path) is None:
        raise NotFound("There is no file {name}.", name=document.title)
    path, index, old, meant = _index_of(view, document, rules)
    if change.kind is ChangeKind.REMOVE:
        edits = without_fact(index, old, rules.index, meant)
        return Plan({path: edits} if edits else {}, deletes=(document.path,))
    if change.kind is not ChangeKind.RENAME:
        raise Refused("A fact is changed, renamed or removed as a whole.")
    name = _checked_stem(change.title, rules)
    stem = posixpath.join(posixpath.dirname(document.title), name)
    there = f"{store_folder(document)}/{stem}{_SUFFIX}"
    if text_at(view, there) is not None:
        raise Refused("There is already a fact “{name}”.", hint="Choose another name.", name=stem)
    header = parse_header(text)
    field = header.counting("name", rules.notation) if header else None
    renamed = text
    if field is not None:
        written = rules.notation.written(name, "", field.key)
        renamed = replace(text, field.value, written).apply(text)
    edits = retargeted(index, old, stem, rules.index, meant)
    return Plan({path: edits} if edits else {}, {there: renamed}, (document.path,))
