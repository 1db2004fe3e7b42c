"""How Memdesk reads and edits OK's facts and their index, by its published page."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import replace as replaced

from memdesk.errors import Refused
from memdesk.layouts.contract import Change, ChangeKind, Plan
from memdesk.layouts.documents import Document
from memdesk.layouts.ok.files import is_fact, is_index, store_of
from memdesk.layouts.ok.model import (
    FREEZE_MARK,
    INDEX_HEADER,
    TYPES,
    Fact,
    fact_slug,
    normalized,
    read_fact,
    render_fact,
)
from memdesk.layouts.ok.store import INDEX_FILE, Store, fact_files
from memdesk.layouts.optional import Addition, Reference
from memdesk.layouts.shapes.additions import fact_addition, new_fact, section_addition
from memdesk.layouts.shapes.fact_file import BODY_KEY, fact_changes, fact_outline, parse_header
from memdesk.layouts.shapes.fact_folder import (
    IndexGrammar,
    added_line,
    index_changes,
    index_lines,
    index_outline,
    lines_of,
    retargeted,
    without_fact,
)
from memdesk.layouts.shapes.fact_links import FactLinks
from memdesk.layouts.shapes.fact_store import stems_of
from memdesk.layouts.shapes.fact_store_checks import links_of_index
from memdesk.layouts.shapes.files import text_at, text_to_change
from memdesk.layouts.shapes.section_file import section_changes
from memdesk.layouts.view import View
from memdesk.text.document import trim
from memdesk.text.edits import Edit, apply_all, replace
from memdesk.text.outline import Outline
from memdesk.text.sections import document_outline
from memdesk.text.sentence import joined

INDEX = IndexGrammar(INDEX_HEADER, marker=FREEZE_MARK, forbidden=(FREEZE_MARK,))
OWN_INDEX = replaced(INDEX, reads_all=True)
"""The index as OK reads it: a line in a comment or in code is one to it as well."""
GROUP_KEY = "metadata"
TYPE_KEYS = (f"{GROUP_KEY}.type", "type")
KNOWN_KEYS = ("name", "description", GROUP_KEY, *TYPE_KEYS)


def outline_of(document: Document, text: str) -> Outline:
    """The nodes of a fact, an index or an instruction document."""
    if is_index(document):
        return index_outline(text, INDEX)
    return fact_outline(text, KNOWN_KEYS) if is_fact(document) else document_outline(text)


def change_that_adds(view: View, document: Document, addition: Addition) -> Change:
    """The change that adds to a document, a fact or an index. Raises `Refused` with the reason."""
    if is_index(document):
        return new_fact(document, addition, "OK")
    adding = fact_addition if is_fact(document) else section_addition
    return adding(text_to_change(view, document.path), document, addition, "OK")


def compose_change(view: View, change: Change) -> Plan:
    """The edits that make `change`. Raises `Refused` with the reason, `NotFound` for what is not there."""
    path = change.document.path
    text = text_to_change(view, path)
    if is_index(change.document):
        return _index_plan(view, text, change)
    if not is_fact(change.document):
        return Plan({path: section_changes(text, change, "OK")})
    if change.kind is ChangeKind.RETYPE:
        change = _as_field_change(text, change)
    if not change.key:
        return _whole_fact(view, text, change)
    _check_field(change)
    edits = fact_changes(text, change, "OK")
    _check_reading(change, apply_all(text, edits))
    return _with_index_line(view, text, change, edits)


def _index_plan(view: View, text: str, change: Change) -> Plan:
    """Edits of an index; what is added to it is a fact with its file, where there is no such file yet."""
    path = change.document.path
    if change.kind is not ChangeKind.ADD:
        return Plan({path: index_changes(text, change, INDEX)})
    slug, store = checked_slug(change.key), store_of(change.document)
    there = text_at(view, store.path(slug))
    is_listed = any(line.stem == slug for line in index_lines(text, OWN_INDEX))
    if there is not None and (is_listed or trim(change.body)):
        raise Refused("There is already a fact “{slug}”.", hint="Choose another name.", slug=slug)
    if there is not None:
        hook = change.title or read_fact(there, slug).description
        return Plan({path: (added_line(text, slug, slug, hook, INDEX),)})
    _check_description(change.title)
    _check_type(change.type)
    fact = Fact(slug, change.title, change.type, change.body)
    edits = {} if is_listed else {path: (added_line(text, slug, slug, change.title, INDEX),)}
    return Plan(edits, {store.path(slug): render_fact(fact)})


def checked_slug(name: str) -> str:
    """The file stem that OK makes of a name. Raises `Refused` for one that OK cannot keep a fact under."""
    slug = fact_slug(name)
    if not slug:
        raise Refused(
            "OK cannot make a file name of “{name}”.", hint="Use letters from a to z or digits.", name=name
        )
    if slug == posixpath.splitext(INDEX_FILE)[0].lower():
        raise Refused("“{slug}” is the name of the index.", hint="Choose another name.", slug=slug)
    return slug


def _as_field_change(text: str, change: Change) -> Change:
    """Another type is another value of the field that names it, or a field more."""
    header = parse_header(text)
    fields = [field for field in header.fields if field.key in TYPE_KEYS] if header else []
    if not fields:
        return Change(ChangeKind.ADD, change.document, TYPE_KEYS[0], body=change.title)
    same = [field for field in fields if field.key == fields[-1].key]
    occurrence = len(same) - 1
    return Change(ChangeKind.SET_BODY, change.document, same[-1].key, occurrence, change.title)


def _check_field(change: Change) -> None:
    if change.kind not in (ChangeKind.SET_BODY, ChangeKind.ADD):
        return
    if change.key == "description":
        _check_description(change.body)
    elif change.key == GROUP_KEY:
        raise Refused("“{field}” only groups the fields below it.", field=change.key)
    elif change.key in TYPE_KEYS:
        _check_type(change.body.strip(" \t") or "\n")
    elif change.key == "name":
        stem = _stem(change.document.path)
        if checked_slug(change.body) != stem:
            raise Refused(
                "OK would keep a fact of this name in {file}, not here.",
                hint="Rename the fact instead.",
                file=f"{fact_slug(change.body)}.md",
            )
    elif change.kind is ChangeKind.ADD and change.key not in KNOWN_KEYS:
        raise Refused(
            "OK keeps no field “{field}”: it would drop it when it next writes {name}.",
            hint="Write it into the body.",
            field=change.key,
            name=change.document.title,
        )


def _check_type(name: str) -> None:
    if name and name not in TYPES:
        raise Refused("OK knows the types {types} alone.", types=joined(TYPES))


def _check_description(text: str) -> None:
    value = text.strip(" \t")
    if value.strip("\"'") != value:
        raise Refused("OK drops quotes at the ends of a description.", hint="Leave them out.")
    if FREEZE_MARK in value:
        raise Refused("“{mark}” in a description would end the index there.", mark=FREEZE_MARK)


def _check_reading(change: Change, after: str) -> None:
    """Refuse what OK would read otherwise than it is meant: a later line of that name, a header it ends elsewhere."""
    if change.kind not in (ChangeKind.SET_BODY, ChangeKind.ADD):
        return
    stem = _stem(change.document.path)
    fact = read_fact(after, stem)
    read = {"name": fact.name, "description": fact.description, BODY_KEY: fact.body}
    read |= dict.fromkeys(TYPE_KEYS, fact.type)
    value = trim(normalized(change.body)) if change.key == BODY_KEY else change.body.strip(" \t")
    if value and read.get(change.key, value) != value:
        raise Refused(
            "OK would not read this: what it takes for the header of {name} differs.",
            hint="Change the whole text instead.",
            name=change.document.title,
        )


def _with_index_line(view: View, text: str, change: Change, edits: tuple[Edit, ...]) -> Plan:
    """A description changes in the index too, in each of its lines that says the same as the fact did."""
    path, header = change.document.path, parse_header(text)
    field = header.find("description") if header else None
    plan = {path: edits}
    if change.key == "description" and change.kind is ChangeKind.SET_BODY and field:
        store = store_of(change.document)
        index, said = text_to_change(view, store.index_path), field.value.of(text)
        lines = [line for line in lines_of(index, _stem(path), INDEX) if line.hook.of(index) == said]
        edited = tuple(replace(index, line.hook, change.body.strip(" \t")) for line in lines)
        plan |= {store.index_path: edited} if edited else {}
    return Plan(plan)


def _stem(path: str) -> str:
    return posixpath.basename(path).removesuffix(".md")


def links_in(view: View, store: Store) -> FactLinks:
    """What the links of a store lead to."""
    return FactLinks(store.folder, stems_of(entry.name for entry in fact_files(view, store)), view.home)


def links_to(view: View, document: Document) -> Iterator[Reference]:
    """The links to a fact in lines of the index that stay when it goes."""
    if is_fact(document):
        store = store_of(document)
        yield from links_of_index(view, document, store.index_path, INDEX, links_in(view, store))


def _whole_fact(view: View, text: str, change: Change) -> Plan:
    """A fact taken away, or given another name: its file and its lines in the index."""
    path, store = change.document.path, store_of(change.document)
    index, meant = text_to_change(view, store.index_path), links_in(view, store).stem
    if change.kind is ChangeKind.REMOVE:
        edits = without_fact(index, _stem(path), INDEX, meant)
        return Plan({store.index_path: edits} if edits else {}, deletes=(path,))
    if change.kind is not ChangeKind.RENAME:
        raise Refused("A fact is changed, renamed or removed as a whole.")
    slug = checked_slug(change.title)
    if text_at(view, store.path(slug)) is not None:
        raise Refused("There is already a fact “{slug}”.", hint="Choose another name.", slug=slug)
    header = parse_header(text)
    field = header.find("name") if header else None
    renamed = replace(text, field.value, slug).apply(text) if field else text
    edits = retargeted(index, _stem(path), slug, INDEX, meant)
    return Plan({store.index_path: edits} if edits else {}, {store.path(slug): renamed}, (path,))
