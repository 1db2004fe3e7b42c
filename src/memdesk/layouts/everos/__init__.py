"""EverOS: a memory-root with daily logs, profiles, skills and knowledge of many users and agents, and an index of it.

`ids`, `kinds`, `entries`, `header`, `schemas`, `writing` and `index` are EverOS's own program, as published and as
measured on 1.0.2 and 1.5.1. `reading` with `entry_nodes`, `header_nodes` and `settings_nodes`, `changes` with
`log_changes`, `field_changes` and `profile_rows` are ours. `home`, `files`, `preview`, `survival`, `checks` with
`log_checks` and `index_checks`, `guards`, `references`, `index_states` and `index_rows` answer the questions of the
contract with both. They are imported where they are needed.

Facts of nodes, by which a window draws them, are told in `entry_nodes` and `header_nodes`. Everywhere `locked` ("yes")
means that a change needs `unlocked`, and `known` ("no") that EverOS drops the key when it builds the file anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from memdesk.text.sentence import say

if TYPE_CHECKING:
    from memdesk.layouts.assumptions import Assumption
    from memdesk.layouts.contract import Change, Injected, Operation, Outcome, Plan, Problem
    from memdesk.layouts.documents import Document, Place, Scope
    from memdesk.layouts.optional import Addition, IndexState, IndexStates, Reference, SwitchedOff
    from memdesk.layouts.view import View
    from memdesk.text.outline import Outline


class EverOS:
    """The layout of EverOS 1.0 to 1.5. What lies below `.index` is read in copies alone, and never written."""

    name = "everos"
    title = "EverOS"
    monogram = "EO"

    def places(self, view: View) -> Sequence[Place]:
        """The default root, and those that `EVEROS_ROOT` and `EVEROS_MEMORY__ROOT` name."""
        from memdesk.layouts.everos.home import find_places

        return tuple(find_places(view))

    def score(self, view: View, root: str) -> float:
        """1 for a folder with a file at a place where EverOS keeps memory."""
        from memdesk.layouts.everos.home import score_root

        return score_root(view, root)

    def project_key(self, view: View, folder: str) -> str:  # noqa: ARG002 - the contract's question
        """None: EverOS's projects are names that programs give, not folders."""
        return ""

    def documents(self, view: View, root: str) -> Iterator[Document]:
        """Profile and logs of each user, cases and skills of each agent, knowledge, then the settings."""
        from memdesk.layouts.everos.files import documents_of

        return documents_of(view, root)

    def outline(self, document: Document, text: str) -> Outline:
        """Header, entries with their sections, and the text between; of other files header and sections."""
        from memdesk.layouts.everos.reading import outline_of

        return outline_of(document, text)

    def compose(self, view: View, change: Change) -> Plan:
        """The edits of one file; those of a file that is not there yet are edits of the empty text."""
        from memdesk.layouts.contract import Plan
        from memdesk.layouts.everos.changes import changes_of
        from memdesk.layouts.everos.home import time_in
        from memdesk.layouts.shapes.files import text_to_change

        document = change.document
        text = text_to_change(view, document.path)
        return Plan({document.path: changes_of(text, change, time_in(view, document.root))})

    def adding(self, view: View, document: Document, addition: Addition) -> Change:
        """An entry of a log or a section of one, a row of a profile, an item more in a section of other files."""
        from memdesk.layouts.everos.changes import change_that_adds
        from memdesk.layouts.shapes.files import text_to_change

        return change_that_adds(text_to_change(view, document.path), document, addition)

    def contexts(self, view: View, root: str) -> Sequence[Scope]:
        """Every user and agent, and the knowledge of each app and project."""
        from memdesk.layouts.everos.files import contexts_of

        return contexts_of(view, root)

    def injected(self, view: View, root: str, context: Scope) -> Injected:
        """The rows that a search can find, and what of the files is in none."""
        from memdesk.layouts.everos.preview import injected_into

        return injected_into(view, root, context)

    def assumptions(self) -> Sequence[Assumption]:
        """How often it looks for changes; all else that counts is in its files or built in."""
        from memdesk.layouts.everos.assumptions import ALL

        return ALL

    def next_write(self, view: View, document: Document, operation: Operation) -> Outcome:
        """What one of EverOS's writers makes of a file, in the version that last opened the root."""
        from memdesk.layouts.contract import Outcome
        from memdesk.layouts.everos.home import time_in, version_of
        from memdesk.layouts.everos.survival import outcome_of
        from memdesk.text.document import decode

        try:
            text = decode(view.read(document.path))
        except FileNotFoundError:
            return Outcome(document.path, ("",))
        except OSError as error:
            return Outcome(
                document.path, ("",), error=say("EverOS cannot read it: {strerror}", strerror=error.strerror)
            )
        now, version = time_in(view, document.root), version_of(view, document.root)
        return outcome_of(document, text, operation, now, version)

    def usual_operations(self, document: Document) -> Sequence[Operation]:
        """An append to a daily log. Profiles and skills are rebuilt, which is what the rewrite says already."""
        from memdesk.layouts.contract import Operation
        from memdesk.layouts.everos.reading import kind_of
        from memdesk.layouts.everos.survival import APPEND

        kind = kind_of(document)
        return (Operation(APPEND, "", "…"),) if kind and kind.is_daily_log else ()

    def switched_off(self, view: View, root: str) -> Sequence[SwitchedOff]:
        """The strategies that `ome.toml` switches off; what they made before is still handed out."""
        from memdesk.layouts.everos.home import switched_off
        from memdesk.layouts.optional import SwitchedOff

        return tuple(SwitchedOff(f"{said}.", whole=False) for said in switched_off(view, root))

    def checks(self, view: View, root: str) -> Iterator[Problem]:
        """Problems of settings, headers, entries, profiles and skills, and references to what is not there."""
        from memdesk.layouts.everos.checks import find_problems

        return find_problems(view, root)

    def document_checks(self, view: View, root: str, document: Document) -> Iterator[Problem]:
        """Problems of one document, but for references to what is not there."""
        from memdesk.layouts.everos.checks import document_problems

        return document_problems(view, root, document)

    def index_states(self, view: View, root: str) -> IndexStates:
        """The state of each file by EverOS's own state database."""
        from memdesk.layouts.everos.index_states import index_states_of

        return index_states_of(view, root)

    def entry_states(self, view: View, document: Document) -> Mapping[str, IndexState]:
        """What the rows of EverOS's tables say of the entries of a daily log."""
        from memdesk.layouts.everos.index_rows import entry_states_of

        return entry_states_of(view, document)

    def references(self, view: View, document: Document, key: str) -> Sequence[Reference]:
        """What of the same owner names an entry: its facts, what it replaced, skills that were made of a case."""
        from memdesk.layouts.everos.references import references_to

        return references_to(view, document, key)

    def guards(self, document: Document, before: str, after: str) -> Sequence[Problem]:
        """What EverOS would reject, misread or not notice of a change."""
        from memdesk.layouts.everos.guards import guards_of

        return tuple(guards_of(document, before, after))

    def is_temporary(self, name: str) -> bool:
        """Whether EverOS fills a file of this name before it renames it, or keeps its index or staged files there."""
        from memdesk.layouts.everos.home import INDEX_FOLDER, STAGING_FOLDER
        from memdesk.layouts.everos.writing import is_temporary

        return name in (INDEX_FOLDER, STAGING_FOLDER) or is_temporary(name)


LAYOUT = EverOS()
