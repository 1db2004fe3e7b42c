"""What of a moved entry is lost in its new place, in sentences."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass

from memdesk.layouts.contract import Layout, Plan
from memdesk.layouts.documents import Document
from memdesk.services.moving.carried import Carried
from memdesk.services.moving.fitting import Fitted, with_deeper_headings
from memdesk.services.remembered.moments import noted_at
from memdesk.text.compare import edits_between
from memdesk.text.document import byte_length, trim
from memdesk.text.outline import Node, NodeKind
from memdesk.text.sentence import joined, say
from memdesk.text.wording import plain_words

_NO_TYPE = "{agent} keeps no type here, so “{word}” is not kept."
_OTHER_TYPE = "Its type “{word}” is called “{other}” there."
_NO_NAME = "{agent} keeps no name here, so “{word}” is not kept."
_OTHER_NAME = "The name “{word}” is taken there, so it is called “{other}”."
_NO_HEADING = "It does not stand below “{word}” any more."
_NO_TIME = "{agent} keeps no time here, so {day}, {time} is not kept."
_NO_TIMES = "{agent} keeps no times here, so those of the entries are not kept."
_OTHER_ID = "{agent} gives it an id of its own in place of {word}."
_NO_ID = "{agent} keeps no id here, so {word} is not kept."
_NO_OTHERS = "{agent} has no place for {names}."
_JOINED = "Its lines are joined into one."
_DEEPER = "Its headings are deeper there."
_LINE_SAYS_MORE = "Its line in {name} says more, which does not come along: “{words}”."
_TOO_LONG = "{name} would have {size_bytes:,} bytes, and {agent} takes {cap_bytes:,}."


@dataclass(frozen=True, slots=True)
class Arrival:
    """What came of it in a document: `text` as it is written there, the nodes that are new, and caps that are passed.

    `too_long` tells of each what is too long, its size and the cap, in bytes.
    """

    text: str
    nodes: tuple[Node, ...]
    too_long: tuple[tuple[str, int, int], ...]


def arrival_of(layout: Layout, document: Document, before: str, fitted: Fitted) -> Arrival:
    """What came of it in `document`, which held `before`."""
    old, new = (layout.outline(document, text) for text in (before, fitted.after))
    known = {(node.key, node.occurrence) for node in old.walk()}
    came = tuple(node for node in new.walk() if (node.key, node.occurrence) not in known)
    sizes = [(document.title, byte_length(fitted.after), document.cap_bytes)]
    for node in new.nodes:
        size, cap = node.facts.get("bytes", ""), node.facts.get("cap", "")
        sizes.append((node.title, int(size or 0), int(cap) if cap else None))
    too_long = tuple((name, size, cap) for name, size, cap in sizes if cap is not None and size > cap)
    said = {
        (node.key, node.occurrence): node.body_text(before) for node in old.walk() if node.value is not None
    }
    return Arrival(_written(fitted, before, came, new.nodes, said), came, too_long)


def _written(
    fitted: Fitted,
    before: str,
    came: tuple[Node, ...],
    nodes: tuple[Node, ...],
    said: dict[tuple[str, int], str],
) -> str:
    """A new file, a new entry, what a value says more, or whatever is new in the text."""
    if fitted.plan.creates:
        return next(iter(fitted.plan.creates.values()))
    entries = [node.span.of(fitted.after) for node in came if node.kind is NodeKind.ENTRY]
    if entries:
        return "".join(entries).strip("\r\n")
    for node in nodes:
        old = said.get((node.key, node.occurrence), node.value)
        if node.value is not None and old is not None and old != node.value:
            return "".join(edit.new for edit in edits_between(old, node.value)).strip("\r\n")
    return "".join(edit.new for edit in edits_between(before, fitted.after)).strip("\r\n")


def losses(carried: Carried, fitted: Fitted, arrival: Arrival, agent: str) -> Iterator[str]:
    """What finds no place, a sentence each."""
    said, words = fitted.addition, set(plain_words(arrival.text))
    if carried.type and not said.type and carried.type != said.section:
        yield say(_NO_TYPE, agent=agent, word=carried.type)
    elif carried.type and said.type and said.type != carried.type:
        yield say(_OTHER_TYPE, word=carried.type, other=said.type)
    if carried.name and not said.name and not set(plain_words(carried.name)) <= words:
        yield say(_NO_NAME, agent=agent, word=carried.name)
    if carried.name and said.name not in ("", carried.name):
        yield say(_OTHER_NAME, word=carried.name, other=said.name)
    if carried.section and carried.section not in (said.section, said.type):
        yield say(_NO_HEADING, word=carried.section)
    yield from _lost_times(carried, arrival, agent)
    yield from _lost_marks(carried, arrival, agent)
    if "\n" in trim(carried.text) and "\n" not in trim(arrival.text):
        yield _JOINED
    deeper = with_deeper_headings(carried.text)
    if any(text != carried.text and text in said.text for text in deeper):
        yield _DEEPER
    for name, size_bytes, cap_bytes in arrival.too_long:
        yield say(_TOO_LONG, name=name, size_bytes=size_bytes, agent=agent, cap_bytes=cap_bytes)


def _lost_times(carried: Carried, arrival: Arrival, agent: str) -> Iterator[str]:
    kept = {noted_at(node.facts) for node in arrival.nodes}
    lost = {
        made for made in (carried.made, *(made for _, made in carried.items)) if made and made not in kept
    }
    if len(lost) == 1:
        yield say(_NO_TIME, agent=agent, day=min(lost).date(), time=f"{min(lost):%H:%M}")
    elif lost:
        yield say(_NO_TIMES, agent=agent)


def lost_beside(carried: Carried, arrival: Arrival, removing: Plan, source: Document) -> Iterator[str]:
    """What goes with it from other files, such as its line in an index, and says more than it does."""
    facts = (carried.name, carried.description, carried.removal.document.title, source.title)
    known = set(plain_words(" ".join((arrival.text, carried.text, *facts))))
    for path, edits in removing.edits.items():
        for edit in edits if path != carried.removal.document.path else ():
            if not set(plain_words(edit.old)) <= known | set(plain_words(edit.new)):
                yield say(_LINE_SAYS_MORE, name=posixpath.basename(path), words=trim(edit.old))


def _lost_marks(carried: Carried, arrival: Arrival, agent: str) -> Iterator[str]:
    """What an agent keeps of an entry beside its words."""
    if carried.id:
        gets_one = any(node.facts.get("id") for node in arrival.nodes)
        yield say(_OTHER_ID if gets_one else _NO_ID, agent=agent, word=carried.id)
    if carried.others:
        names = joined(f"{name} ({value})" for name, value in carried.others.items())
        yield say(_NO_OTHERS, agent=agent, names=names)
