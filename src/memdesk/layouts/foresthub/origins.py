"""Where in the records the words stand that the engine says of a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from memdesk.layouts.contract import Cut, Generated, Piece, Source
from memdesk.layouts.foresthub.folder import RecordFile, record_path
from memdesk.layouts.foresthub.record import CONTENT, fields_of
from memdesk.layouts.foresthub.run import Run
from memdesk.text.document import line_content, split_lines, trim
from memdesk.text.edits import Span
from memdesk.text.json_field import NotRecord, read_record
from memdesk.text.json_string import JsonString, read_string
from memdesk.text.sentence import say

_ON_DEMAND = say("fetched with read_memory only")
_ON_THE_CARD = say("The card holds names and descriptions alone; a description stands in the workflow.")
_DECLARED = say("the workflow declares it, and the engine takes this of a record from there")
_NO_UTF8 = say("bytes that are not UTF-8 are U+FFFD to the engine")


@dataclass(frozen=True, slots=True)
class Origin:
    """The record of one file, and the one whose content counts; `part` is the file's in a preview."""

    part: str
    path: str
    own: RecordFile | None
    winner: RecordFile | None
    is_declared: bool

    @classmethod
    def of(cls, run: Run, uid: str) -> Origin:
        """Those of one id; where no file has it, the engine makes its record at the path."""
        files = run.folder.by_id.get(uid, ())
        own = next((file for file in files if file.uid == uid), files[-1] if files else None)
        path = own.path if own is not None else record_path(run.folder.path, uid)
        return cls(f"file {uid}", path, own, files[-1] if files else None, run.workflow is not None)

    def pieces(self, name: str, text: str) -> Iterator[Piece]:
        """`text`, sourced in the field `name` of the record where that says the same."""
        found = _string_of(self.own, name)
        if found is None or found[1].text != text:
            if text:
                yield Piece(text, Generated(_DECLARED if self.is_declared else _NO_UTF8), self.part)
            return
        start, string = found
        for run in string.runs():
            written = run.raw.of(string.raw)
            span = Span(start + run.raw.start, start + run.raw.end)
            origin = (
                Generated(say("the record has it as {written}", written=written))
                if run.is_escape
                else Source(self.path, span)
            )
            yield Piece(run.text, origin, self.part)

    def unread(self) -> Iterator[Cut]:
        """The lines of the content, which the agent has to ask for."""
        found = _string_of(self.winner, CONTENT)
        if found is None or self.winner is None:
            return
        (start, string), at = found, 0
        for line in split_lines(string.text):
            span = Span(start + string.raw_at(at), start + string.raw_at(at + len(line_content(line))))
            at += len(line)
            if trim(line):
                yield Cut(
                    self.winner.path, span, CONTENT, span.of(self.winner.text or ""), _ON_DEMAND, _ON_THE_CARD
                )


def _string_of(file: RecordFile | None, name: str) -> tuple[int, JsonString] | None:
    """Where the string of a field starts in a record, and the string."""
    if file is None or file.text is None:
        return None
    try:
        record = read_record(file.text)
    except NotRecord:
        return None
    for said in fields_of(record):
        if said.name == name and said.is_read and record.is_text(said.member):
            inside = record.inside(said.member)
            return inside.start, read_string(inside.of(file.text))
    return None
