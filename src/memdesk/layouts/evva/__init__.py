"""evva: a profile and one memory per project, section files that its tools merge into, and rules in project folders.

`model` and `files` are the agent's own program as measured; `writing`, `rewrite`, `survival` and `white_space` say
what its writes do to a text; `home`, `projects`, `preview` and `checks` answer the questions of the contract with
them. `facts` is the newer generation. They are imported where they are needed: before its first paint the window asks
for an answer or two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memdesk.layouts.assumptions import Assumption
    from memdesk.layouts.contract import Change, Injected, Operation, Outcome, Plan, Problem
    from memdesk.layouts.documents import Document, Place, Scope
    from memdesk.layouts.optional import Addition, Reference, SwitchedOff
    from memdesk.layouts.view import View
    from memdesk.text.outline import Outline


class Evva:
    """The layout of evva at its revision of 29 May 2026, and that of its typed facts from the day after on."""

    name = "evva"
    title = "evva"
    monogram = "ev"

    def places(self, view: View) -> Sequence[Place]:
        """The default home, the one `EVVA_HOME` names, and those of programs built on evva."""
        from memdesk.layouts.evva.home import find_places

        return tuple(find_places(view))

    def score(self, view: View, root: str) -> float:
        """1 for a home with one of evva's headings in a file of its name, less for a folder of typed facts."""
        from memdesk.layouts.evva.home import newer_facts, score_home

        if newer_facts(view, root):
            from memdesk.layouts.evva import facts

            return max(score_home(view, root), facts.score_facts(view, root))
        return score_home(view, root)

    def project_key(self, view: View, folder: str) -> str:  # noqa: ARG002 - evva's key looks at the path alone
        """The folder name under `projects/`; empty for `/`."""
        from memdesk.layouts.evva.names import project_key

        return project_key(folder)

    def documents(self, view: View, root: str) -> Iterator[Document]:
        """The profile, then the rules and the memory of each project; of a newer home its facts and the rules."""
        from memdesk.layouts.evva.home import UNREAD, has_facts_folder, newer_facts
        from memdesk.layouts.evva.projects import documents_of

        if newer_facts(view, root):
            from memdesk.layouts.evva import facts

            return facts.documents_of(view, root)
        found = documents_of(view, root)
        if not has_facts_folder(view, root):
            return found
        return (document._replace(note=UNREAD) if document.headings else document for document in found)

    def outline(self, document: Document, text: str) -> Outline:
        """The sections by the document's contract (`## ` at column 0, outside code); of facts fields and lines.

        Rules are a free document.
        """
        from memdesk.text.sections import outline_of

        if _is_of_facts(document):
            from memdesk.layouts.evva import facts

            return facts.outline_of(document, text)
        return outline_of(text, document.headings)

    def adding(self, view: View, document: Document, addition: Addition) -> Change:
        """A section or an item of one; a fact for the index of the newer generation."""
        from memdesk.layouts.shapes.additions import section_addition
        from memdesk.layouts.shapes.files import text_to_change

        if _is_of_facts(document):
            from memdesk.layouts.evva import facts

            return facts.adding_to(view, document, addition)
        return section_addition(text_to_change(view, document.path), document, addition, self.title)

    def compose(self, view: View, change: Change) -> Plan:
        """The edits of one file, of an empty text where it is not there yet; of a fact also those of its index."""
        from memdesk.layouts.contract import Plan
        from memdesk.layouts.shapes.files import text_to_change
        from memdesk.layouts.shapes.section_file import section_changes

        if _is_of_facts(change.document):
            from memdesk.layouts.evva import facts

            return facts.compose_change(view, change)
        path = change.document.path
        return Plan({path: section_changes(text_to_change(view, path), change, self.title)})

    def references(self, view: View, document: Document, key: str) -> Sequence[Reference]:
        """What leads to a fact of the newer generation that is taken away."""
        if not _is_of_facts(document):
            return ()
        from memdesk.layouts.evva import facts

        return facts.references_to(view, document, key)

    def contexts(self, view: View, root: str) -> Sequence[Scope]:
        """Projects with memory or rules, a folder without any, then the other folders that are known."""
        from memdesk.layouts.evva.projects import contexts_of

        return contexts_of(view, root)

    def injected(self, view: View, root: str, context: Scope) -> Injected:
        """Rules and profile whole, the project memory as an index; of a newer home the rules and the written index."""
        from memdesk.layouts.evva.home import newer_facts
        from memdesk.layouts.evva.preview import injected_into

        if newer_facts(view, root):
            from memdesk.layouts.evva import facts

            return facts.injected_into(view, root, context)
        return injected_into(view, root, context)

    def assumptions(self) -> Sequence[Assumption]:
        """The caps of files, of the index that it makes, and of the one that the newer generation reads."""
        from memdesk.layouts.evva.assumptions import ALL

        return ALL

    def next_write(self, view: View, document: Document, operation: Operation) -> Outcome:
        """What one of evva's tools makes of a file; none of them writes the facts of the newer generation."""
        from memdesk.layouts.evva.writing import next_write

        if _is_of_facts(document):
            from memdesk.layouts.evva import facts

            return facts.unchanged(view, document)
        return next_write(view, document, operation)

    def usual_operations(self, document: Document) -> Sequence[Operation]:
        """An update of each heading. What it does to other text does not depend on the new text."""
        from memdesk.layouts.contract import Operation
        from memdesk.layouts.evva.writing import UPDATE

        return tuple(Operation(UPDATE, heading) for heading in document.headings if document.agent_rewrites)

    def switched_off(self, view: View, root: str) -> Sequence[SwitchedOff]:
        """Auto memory, by its variable or its configuration."""
        from memdesk.layouts.evva.home import switched_off

        return tuple(switched_off(view, root))

    def checks(self, view: View, root: str) -> Iterator[Problem]:
        """Problems of a home, or of a newer one's facts."""
        from memdesk.layouts.evva.checks import find_problems
        from memdesk.layouts.evva.home import newer_facts

        if newer_facts(view, root):
            from memdesk.layouts.evva import facts

            return facts.find_problems(view, root)
        return find_problems(view, root)

    def document_checks(self, view: View, root: str, document: Document) -> Iterator[Problem]:
        """Problems of one document; the index of a newer home speaks for its facts."""
        from memdesk.layouts.evva.checks import document_problems
        from memdesk.layouts.evva.home import newer_facts

        if newer_facts(view, root):
            from memdesk.layouts.evva import facts

            return facts.document_problems(view, root, document)
        return document_problems(view, root, document)

    def is_temporary(self, name: str) -> bool:
        """Whether a file of this name is one that evva fills before it renames it."""
        from memdesk.layouts.evva.files import is_temporary

        return is_temporary(name)


def _is_of_facts(document: Document) -> bool:
    """Whether a document is the index or a fact of the newer generation."""
    from memdesk.layouts.documents import DocumentKind

    return document.kind in (DocumentKind.LIST, DocumentKind.RECORD)


LAYOUT = Evva()
