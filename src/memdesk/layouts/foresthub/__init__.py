"""ForestHub: one JSON record per memory file in a flat folder, read when its engine starts and written by its tools.

`record`, `folder`, `engine` and `references` are the agent's own program as measured; `fields` and `editing` are what
people see and change; `workflow` is what a workflow file opened beside the records says of them, and `run` the next
start of the engine. `records`, `origins` and `preview`, `rewrite` and `survival`, `checks` and `places` answer the
questions of the contract with these. All are imported where they are needed: before its first paint the window asks for
a place or two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from memdesk.layouts.documents import Document, Place, Scope

if TYPE_CHECKING:
    from memdesk.layouts.contract import Change, Injected, Operation, Outcome, Plan, Problem
    from memdesk.layouts.optional import Addition, Deed
    from memdesk.layouts.view import View
    from memdesk.text.edits import Edit
    from memdesk.text.outline import Outline


class ForestHub:
    """The layout of ForestHub's engine (edge-agents go/v1.0.2); the rules for records are those of later ones too."""

    name = "foresthub"
    title = "ForestHub"
    monogram = "FH"

    def places(self, view: View) -> Sequence[Place]:
        """The folder that the environment names, and the defaults of its generations."""
        from memdesk.layouts.foresthub.places import find_places

        return tuple(find_places(view))

    def score(self, view: View, root: str) -> float:
        """1 for a folder with a record that says it is one."""
        from memdesk.layouts.foresthub.places import score_folder

        return score_folder(view, root)

    def attachments(self) -> Mapping[str, str]:
        """The workflow file, which says what is declared and which agents have it."""
        return {"workflow": "Workflow"}

    def project_key(self, view: View, folder: str) -> str:  # noqa: ARG002 - the contract's question
        """None: its memory belongs to a device."""
        return ""

    def documents(self, view: View, root: str) -> Iterator[Document]:
        """The records, broken ones and copies too; with a workflow also those that it declares and nobody wrote yet."""
        from memdesk.layouts.foresthub.records import documents_of

        return documents_of(view, root)

    def outline(self, document: Document, text: str) -> Outline:  # noqa: ARG002 - all records are read alike
        """The fields of a record; what is none is loose."""
        from memdesk.layouts.foresthub.fields import outline

        return outline(text)

    def compose(self, view: View, change: Change) -> Plan:
        """The edits of one record; those of a file that is not there yet are edits of the empty text."""
        from memdesk.layouts.contract import Plan
        from memdesk.layouts.foresthub.editing import edits_of
        from memdesk.layouts.shapes.files import text_to_change

        path = change.document.path
        return Plan({path: edits_of(view, text_to_change(view, path), change)})

    def adding(self, view: View, document: Document, addition: Addition) -> Change:  # noqa: ARG002 - the text's question
        """Lines more of the content, or a field that is not there yet."""
        from memdesk.layouts.contract import Change, ChangeKind
        from memdesk.layouts.shapes.additions import check_words

        check_words(addition, self.title, "section")
        return Change(ChangeKind.ADD, document, addition.section, body=addition.text)

    def contexts(self, view: View, root: str) -> Sequence[Scope]:
        """The agents of the workflow opened beside the records; without one, an agent that has all of them."""
        from memdesk.layouts.foresthub.preview import contexts_of

        return contexts_of(view, root)

    def injected(self, view: View, root: str, context: Scope) -> Injected:
        """The index card; contents are only fetched by a tool."""
        from memdesk.layouts.foresthub.preview import injected_into

        return injected_into(view, root, context)

    def next_write(self, view: View, document: Document, operation: Operation) -> Outcome:
        """What the engine's start makes of a record, and after it an agent's append."""
        from memdesk.layouts.foresthub.survival import outcome_of

        return outcome_of(view, document, operation)

    def usual_operations(self, document: Document) -> Sequence[Operation]:
        """An append to the content. What it does to other text does not depend on the new text."""
        from memdesk.layouts.contract import Operation
        from memdesk.layouts.foresthub.record import CONTENT
        from memdesk.layouts.foresthub.survival import APPEND

        return (Operation(APPEND, CONTENT),) if document.agent_rewrites else ()

    def deeds(self, view: View, document: Document) -> Sequence[Deed]:
        """Append and edit, the two tools by which an agent writes."""
        from memdesk.layouts.foresthub.deeds import deeds_of

        return tuple(deeds_of(view, document))

    def act(self, view: View, document: Document, deed: str, words: Sequence[str]) -> tuple[Edit, ...]:
        """What the tool makes of the content, refused as the engine refuses it."""
        from memdesk.layouts.foresthub.deeds import act

        return act(view, document, deed, words)

    def checks(self, view: View, root: str) -> Iterator[Problem]:
        """Problems of the folder, of the workflow opened beside it, and of each record."""
        from memdesk.layouts.foresthub.checks import find_problems

        return find_problems(view, root)

    def is_temporary(self, name: str) -> bool:  # noqa: ARG002 - the contract's question
        """None: the engine writes its records in place, so a write that is cut short leaves a broken one."""
        return False


LAYOUT = ForestHub()
