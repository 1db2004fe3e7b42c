"""Claude Code's own writes: Write and Edit of one file, and what a header loses when it is written anew."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from memdesk.layouts.claude_code.grammar import OWN_KEYS, RULES, is_instructions, rules_in
from memdesk.layouts.claude_code.headers import HEADER, PLAIN_KEYS, plain_texts, read_header, said
from memdesk.layouts.claude_code.headers import Header as ReadHeader
from memdesk.layouts.claude_code.writes import (
    ANY_SESSION,
    EDIT,
    WRITE,
    Notice,
    Stamps,
    index_notice,
    rewritten,
    tool_writes,
)
from memdesk.layouts.contract import NO_OP, Effect, EffectKind, Operation, Outcome
from memdesk.layouts.documents import Document, DocumentKind
from memdesk.layouts.shapes.core_yaml import comments_in, read_spelled
from memdesk.layouts.shapes.fact_file import Field, Header, moved_into, parse_header
from memdesk.layouts.shapes.fact_folder import TEXT_KEY, index_outline
from memdesk.layouts.shapes.fact_store import kebab
from memdesk.layouts.shapes.files import text_at
from memdesk.layouts.shapes.yaml_fields import written
from memdesk.layouts.view import View
from memdesk.text.document import first_invalid_byte, trim
from memdesk.text.edits import Edit, Span, replace
from memdesk.text.sentence import say
from memdesk.text.yaml_values import BadFrontMatter

_COMPACT = "compact"
_LINK = "it is a link: the program writes to its target only by the target’s own path"
_ENDING = "asks for permission: only *.md may be written there without"
_USUAL = re.compile(
    r"(?:(?:name|description):[ ]+[^\s\"'|>].*\n|(?:  )?type: [a-z]+\n|metadata: ?\n|  node_type: memory\n"
    r"|  originSessionId: [0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\n|  modified: [-0-9]{10}T[0-9:.]+Z\n)*"
)
"""Headers of the program's own keys, whose values it writes again as they are, but for the name."""
_NOT_BARE = re.compile(r"^[|>\[{&*!]|[\"'#\n\\]")


def operations_of(document: Document) -> tuple[Operation, ...]:
    """An index that is too long is written anew: the agent is told to come back well below the cap."""
    return (Operation(_COMPACT),) if document.kind is DocumentKind.LIST else ()


def write_of(view: View, document: Document, operation: Operation) -> Outcome:
    """What `operation` makes of the file: its own Write or Edit, a shorter index, or the same text again."""
    text = text_at(view, document.path)
    if operation.name in (WRITE, EDIT):
        return _by_tool(view, document, operation, text)
    if document.kind is DocumentKind.LIST and operation.name == _COMPACT:
        lost = tuple(_lost_by_compacting(view, text or ""))
        return Outcome(document.path, () if lost else (text or "",), lost)
    if operation != NO_OP or is_instructions(document) or not text or first_invalid_byte(text) is not None:
        return Outcome(document.path, (text or "",))
    return Outcome(document.path, (rewritten(text),), tuple(header_effects(document, text)))


def _by_tool(view: View, document: Document, operation: Operation, text: str | None) -> Outcome:
    is_memory, path = not is_instructions(document), document.path
    if text is not None and view.info(path).is_link:
        return Outcome(path, (), error=_LINK)
    if is_memory and not path.endswith(".md"):
        return Outcome(path, (), error=_ENDING)
    stamps = Stamps(ANY_SESSION, time_stamp(view.now))
    made = tool_writes(text, operation, stamps if is_memory else None)
    return Outcome(path, () if made.text is None else (made.text,), error=made.error)


def time_stamp(when: datetime) -> str:
    """A time as the program writes it, to the millisecond."""
    return f"{when.astimezone(UTC).isoformat(timespec='milliseconds').removesuffix('+00:00')}Z"


def told_of_index(view: View, text: str) -> Notice | None:
    """What the model is told after it has written an index of this text, by the caps in force."""
    caps = rules_in(view).caps
    return index_notice(text, caps.most_lines, caps.most_size)


def _lost_by_compacting(view: View, text: str) -> Iterator[Effect]:
    """Text between the lines of an index past its cap: the agent is told to shorten the file, and writes it anew."""
    notice = told_of_index(view, text)
    if notice is None or not notice.is_over:
        return
    for node in index_outline(text, RULES.index).nodes:
        if node.key == TEXT_KEY and trim(node.body.of(text)):
            message = say("Claude Code may drop this text when it shortens the index, which is past its cap")
            why = say("After a write past the cap it is told to come below {goal}.", goal=notice.goal)
            yield Effect(EffectKind.LOST, node.body, message, why)


# A header that is written anew


def header_effects(document: Document, text: str) -> Iterator[Effect]:
    """What of a header is lost, moved or said otherwise as it is written anew; its mere style is no matter.

    What is named here follows from the two texts, so that nothing is lost that is not told: each value is looked for
    in what the program writes.
    """
    header, found = parse_header(text), HEADER.match(text)
    if header is None or found is None or first_invalid_byte(text) is not None:
        return
    if document.kind is DocumentKind.LIST:
        message = say(
            "Claude Code would write this header anew, as that of a fact, when it next writes the index"
        )
        yield Effect(EffectKind.ADDED, header.span, message, say("It does so to every file of its memory."))
    if _is_usual(found[1]):
        yield from _name_effects(text, header)
        return
    read = read_header(found[1])
    if read.block is None or (not read and trim(found[1])):
        message = say(
            "Claude Code would drop what it cannot read of this header when it next writes this file"
        )
        yield Effect(EffectKind.LOST, header.inner, message, say("It keeps name and description at most."))
        return
    yield from _name_effects(text, header)
    after = HEADER.match(rewritten(text))
    yield from _Fields(text, header, read, _spelled(after[1] if after else "")).effects()
    yield from _comment_effects(text, header.inner)


def _is_usual(block: str) -> bool:
    if not _USUAL.fullmatch(block):
        return False
    keys = [line.partition(":")[0].strip(" ") for line in block.split("\n")]
    return len(keys) == len(set(keys))


def _name_effects(text: str, header: Header) -> Iterator[Effect]:
    field = _last(header, "name")
    called = said(field.value.of(text), field.key) if field else ""
    slug = kebab(called)
    if field is None or (slug == called and (called or not header.opens_group(field))):
        return
    why = say("It makes a slug of the name; [[links]] find facts by their name.")
    if slug:
        message = say(
            "Claude Code would write “{kebab}” for the name when it next writes this fact", kebab=slug
        )
    else:
        message = say("Claude Code would write an empty name when it next writes this fact")
        why = say("{why} Letters from a to z and digits are all that it takes.", why=why)
    repair = (replace(text, field.value, written(slug)),) if slug else ()
    yield Effect(EffectKind.TRIMMED, field.value if called else field.span, message, why, repair)


def _last(header: Header, key: str) -> Field | None:
    return next((field for field in reversed(header.fields) if field.key == key), None)


def _spelled(block: str | None) -> Mapping[str, object]:
    """The keys of a header with their values as they are spelled."""
    try:
        read = read_spelled(block or "")
    except BadFrontMatter:
        return {}
    return read if isinstance(read, dict) else {}


class _Fields:
    """The fields of a header beside what the program makes of them."""

    def __init__(self, text: str, header: Header, read: ReadHeader, after: Mapping[str, object]) -> None:
        self._text, self._header, self._read = text, header, read
        self._before = _spelled(read.block)
        self._after_below, self._below = _mapping(after.get("metadata")), _mapping(read.get("metadata"))

    def effects(self) -> Iterator[Effect]:
        """What becomes of each field, in their order."""
        fields = [field for field in self._header.fields if field.group in ("", "metadata")]
        for at, field in enumerate(fields):
            name = field.key.removeprefix("metadata.") if field.group else field.key
            if any(other.key == field.key for other in fields[at + 1 :]):
                yield self._lost(
                    field, say("It takes the last of several “{key}”.", key=name), EffectKind.TRIMMED
                )
            elif field.key == "metadata":
                if (
                    not isinstance(self._read.get("metadata"), dict)
                    and self._read.get("metadata") is not None
                ):
                    yield self._lost(field, say("It keeps fields below metadata, and no text."))
            elif not field.group and name in self._below and name not in PLAIN_KEYS:
                yield self._lost(field, say("It takes the “{key}” below metadata.", key=name))
            elif field.group or name not in PLAIN_KEYS:
                yield from self._of_value(field, name)

    def _of_value(self, field: Field, name: str) -> Iterator[Effect]:
        read = self._below if field.group else self._read
        spelled = _mapping(self._before.get("metadata")) if field.group else self._before
        if read.get(name) is None:
            if name not in OWN_KEYS:
                yield self._lost(field, say("A field without a value goes."), EffectKind.TRIMMED)
            return
        after = self._after_below.get(name)
        if after is None:
            yield self._lost(field, say("It does not keep it."))
        elif not _says_the_same(spelled.get(name), after):
            yield self._respelled(field, after)
        if self._is_moved(field):
            yield self._moved(field)

    def _is_moved(self, field: Field) -> bool:
        return not field.group and field.key not in (*OWN_KEYS, "metadata", "modified", "node_type")

    def _whole(self, field: Field) -> Span:
        below = [other.span.end for other in self._header.fields if other.group == field.key]
        whole = (
            self._text[field.span.start : max(field.span.end, *below)] if below else field.span.of(self._text)
        )
        return Span(field.span.start, field.span.start + len(whole.rstrip("\r\n")))

    def _lost(self, field: Field, why: str, kind: EffectKind = EffectKind.LOST) -> Effect:
        message = say("Claude Code would drop “{key}” when it next writes this fact", key=field.key)
        return Effect(kind, self._whole(field), message, why)

    def _respelled(self, field: Field, after: object) -> Effect:
        value = field.value.of(self._text)
        why = say("It reads the value as YAML does, and writes it in its own way. In quotes it stays.")
        is_bare = isinstance(after, str) and not _NOT_BARE.search(value)
        repair = (replace(self._text, field.value, f'"{value}"'),) if is_bare else ()
        if isinstance(after, str):
            message = say(
                "Claude Code would write {after} for {value} when it next writes this fact",
                after=after,
                value=value,
            )
        else:
            message = say(
                "Claude Code would write “{key}” in another way when it next writes this fact", key=field.key
            )
        return Effect(EffectKind.TRIMMED, field.value if value else self._whole(field), message, why, repair)

    def _moved(self, field: Field) -> Effect:
        message = say(
            "Claude Code would move “{key}” under metadata when it next writes this fact", key=field.key
        )
        why = say("It keeps keys that it does not know there.")
        return Effect(EffectKind.MOVED, self._whole(field), message, why, self._edits_that_move(field))

    def _edits_that_move(self, field: Field) -> tuple[Edit, ...]:
        """What puts a field under metadata; where that is to be made, all such fields go with the first."""
        header, opened = self._header, self._header.find("metadata")
        keys = Counter(field.key for field in header.fields)
        alone = [each for each in header.fields if self._is_moved(each) and not header.opens_group(each)]
        alone = [each for each in alone if keys[each.key] == 1]
        if field not in alone or (opened and not header.opens_group(opened)):
            return ()
        if opened:
            return moved_into(self._text, header, field, "metadata")
        moved = alone if field is alone[0] else ()
        each_of = (moved_into(self._text, header, each, "metadata", opens=each is field) for each in moved)
        return tuple(edit for edits in each_of for edit in edits)


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _says_the_same(before: object, after: object) -> bool:
    if isinstance(before, str) and isinstance(after, str):
        return before == after or (before.lower() == after and after in ("true", "false"))
    return before == after


def _comment_effects(text: str, inner: Span) -> Iterator[Effect]:
    plain = plain_texts(inner.of(text))
    for start, end in comments_in(inner.of(text)):
        line = text[text.rfind("\n", 0, inner.start + start) + 1 : inner.start + start]
        if line.partition(":")[0] not in plain:
            message = say("Claude Code would drop this comment when it next writes this fact")
            why = say("It writes the header anew, and no comments in it.")
            yield Effect(EffectKind.TRIMMED, Span(inner.start + start, inner.start + end), message, why)
