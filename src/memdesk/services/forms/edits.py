"""The edits that change one value of a form alone, in the grammar of its agent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from memdesk.errors import MemdeskError, Refused
from memdesk.layouts.contract import Change, ChangeKind, Plan
from memdesk.layouts.documents import Codec, Document
from memdesk.services.forms.fields import FieldKind, FormField
from memdesk.text.compare import common_prefix, edits_between
from memdesk.text.edits import Edit
from memdesk.text.front_matter import set_items
from memdesk.text.yaml_values import BadFrontMatter, read_block, value_like

Compose = Callable[[Change], Plan]
"""What a change makes of documents, those on screen as they are in their buffers. Raises `Refused`, `NotFound`."""

_LONGEST_SLID = 16
_TYPED = frozenset({FieldKind.NUMBER, FieldKind.DATE, FieldKind.SWITCH})


class FormEdits:
    """Makes edits of a document of `compose`'s agent. `unlocked` says that the user means to change a locked field."""

    def __init__(self, compose: Compose) -> None:
        self._compose = compose

    def of_value(
        self, document: Document, text: str, field: FormField, said: str, *, unlocked: bool = False
    ) -> tuple[Edit, ...]:
        """The smallest edits of `text` that make a field say `said`. Raises `Refused` with the reason, `NotFound`."""
        if said == field.text:
            return ()
        if field.kind in _TYPED and document.codec is not Codec.JSON_RECORD:
            value_like(_read(field.text), said)
        key, occurrence = field.node_id
        if field.kind is FieldKind.CHOICE:
            change = Change(ChangeKind.RETYPE, document, key, occurrence, title=said)
        else:
            change = Change(ChangeKind.SET_BODY, document, key, occurrence, body=said, unlocked=unlocked)
        return _narrowed(text, self._compose(change).edits.get(document.path, ()))

    def of_items(
        self, document: Document, text: str, field: FormField, items: Sequence[str], *, unlocked: bool = False
    ) -> tuple[Edit, ...]:
        """The edits of `text` that make a list hold `items`. Raises `Refused` with the reason, `NotFound`."""
        if field.why_locked and not unlocked:
            raise Refused("“{title}” is locked: {why}.", title=field.title, why=field.why_locked)
        try:
            return set_items(text, field.name, items, behind_mark=True)
        except BadFrontMatter as error:
            raise Refused(
                "The header of {name} is not YAML: {problem}.",
                hint="Correct it in its source first.",
                name=document.title,
                problem=str(error),
            ) from error

    def renaming(self, document: Document, said: str) -> Change:
        """The change that gives the document another name, and its file with it. Raises `Refused` with the reason."""
        change = Change(ChangeKind.RENAME, document, "", title=said)
        self._compose(change)
        return change

    def removal(self, document: Document) -> Change | None:
        """The change that takes the document away with all that names it; None where it is not one fact."""
        change = Change(ChangeKind.REMOVE, document, "")
        try:
            return change if self._compose(change).deletes else None
        except MemdeskError:
            return None


def _read(raw: str) -> object:
    try:
        return read_block(raw)
    except BadFrontMatter:
        return raw


def _narrowed(text: str, edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """`edits` of `text` without what they put back as it was: undo then goes by what was typed, not by whole values."""
    narrow = tuple(inner for edit in edits for inner in _differing(edit))
    return (_slid(text, narrow[0]),) if len(narrow) == 1 else narrow


def _differing(edit: Edit) -> Iterator[Edit]:
    ahead = common_prefix(edit.old, edit.new)
    for inner in edits_between(edit.old[ahead:], edit.new[ahead:]):
        yield inner._replace(start=edit.start + ahead + inner.start)


def _slid(text: str, edit: Edit) -> Edit:
    """The same insertion as far behind as it can stand: most typing is done at the end of something."""
    start, new = edit.start, edit.new
    while not edit.old and 0 < len(new) <= _LONGEST_SLID and text.startswith(new[0], start):
        start, new = start + 1, new[1:] + new[0]
    return Edit(start, edit.old, new)
