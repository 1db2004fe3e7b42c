"""ub: one memory per workspace, categories of bullets with a time behind them, and instructions for all of them.

`model`, `similar`, `reading` and `files` are the agent's own program as measured; `blocks`, `outline`, `entries` and
`compose` are our own reading and writing; `rewrite`, `survival`, `repairs`, `stamps` and `white_space` say what its
next write does to a text; `home`, `config`, `projects`, `preview` and `checks` answer the questions of the contract
with them. They are imported where they are needed: before its first paint the window asks for an answer or two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from memdesk.layouts.documents import Document, DocumentKind, Place, Scope, ScopeKind

if TYPE_CHECKING:
    from memdesk.layouts.assumptions import Assumption
    from memdesk.layouts.contract import Change, Effect, Injected, Operation, Outcome, Plan, Problem
    from memdesk.layouts.optional import Addition, Recalled, SwitchedOff
    from memdesk.layouts.view import View
    from memdesk.text.outline import Outline

APPEND = "append"
"""Name of the operation by which ub's tool adds an entry: `key` is the category, `body` the text."""

_SOME_TEXT = "…"
"""Stands for whatever ub is told next: it has no words, so it is similar to nothing else."""


class Ub:
    """The layout of ub at v0.3.8; later versions keep the same files and drop more of them."""

    name = "ub"
    title = "ub"
    monogram = "ub"

    def places(self, view: View) -> Sequence[Place]:
        """The folder of its memory, as XDG has it."""
        from memdesk.layouts.ub.home import find_places

        return tuple(find_places(view))

    def score(self, view: View, root: str) -> float:
        """1 for a folder with a key for a name and one of ub's entries in its memory file."""
        from memdesk.layouts.ub.home import score_root

        return score_root(view, root)

    def project_key(self, view: View, folder: str) -> str:
        """16 digits of a hash of the folder that git marks, or of the folder itself; also of one that is gone."""
        from memdesk.layouts.ub.projects import likely_key

        return likely_key(view, folder)

    def documents(self, view: View, root: str) -> Iterator[Document]:
        """The instructions for all workspaces, then the rules and the memory of each that has any."""
        from memdesk.layouts.ub.projects import documents_of

        return documents_of(view, root)

    def outline(self, document: Document, text: str) -> Outline:
        """Categories and entries of a memory file; of instructions and rules the sections."""
        if document.kind is DocumentKind.LIST:
            from memdesk.layouts.ub.outline import memory_outline

            return memory_outline(text)
        from memdesk.text.sections import document_outline

        return document_outline(text)

    def compose(self, view: View, change: Change) -> Plan:
        """The edits of one file; those of a file that is not there yet are edits of the empty text."""
        from memdesk.layouts.contract import Plan
        from memdesk.layouts.shapes.files import text_to_change
        from memdesk.layouts.ub.compose import changed

        path = change.document.path
        return Plan({path: changed(text_to_change(view, path), change, view.now)})

    def removing(self, view: View, document: Document, changes: Sequence[Change]) -> Plan | None:
        """Entries of a memory file that stand apart from what is around them."""
        from memdesk.layouts.contract import Plan
        from memdesk.layouts.shapes.files import text_to_change
        from memdesk.layouts.ub.taking_out import taken_out

        if document.kind is not DocumentKind.LIST:
            return None
        edits = taken_out(text_to_change(view, document.path), changes)
        return None if edits is None else Plan({document.path: edits})

    def adding(self, view: View, document: Document, addition: Addition) -> Change:
        """An entry of a category, in instructions a dated section; an item more in a section of either."""
        from memdesk.layouts.shapes.files import text_to_change
        from memdesk.layouts.ub.adding import change_that_adds

        return change_that_adds(text_to_change(view, document.path), document, addition)

    def contexts(self, view: View, root: str) -> Sequence[Scope]:
        """Workspaces with memory, a ub without a workspace, then the other folders that are known."""
        from memdesk.layouts.ub.projects import contexts_of

        return contexts_of(view, root)

    def injected(self, view: View, root: str, context: Scope) -> Injected:
        """Rules whole, then instructions and memory within the budget that ub is configured for."""
        from memdesk.layouts.ub.preview import injected_into

        return injected_into(view, root, context)

    def injected_within(self, view: View, root: str, context: Scope, budget_bytes: int) -> Injected:
        """The same within another budget."""
        from memdesk.layouts.ub.preview import injected_into

        return injected_into(view, root, context, budget_bytes)

    def assumptions(self) -> Sequence[Assumption]:
        """Budgets that its configuration may name, and what later generations keep."""
        from memdesk.layouts.ub.assumptions import ALL

        return ALL

    def recall(
        self, view: View, root: str, context: Scope, query: str, category: str = ""
    ) -> Sequence[Recalled]:
        """The entries whose text holds the query, whatever the case; the query is not trimmed."""
        from memdesk.layouts.ub.preview import recalled_in

        return recalled_in(view, root, context, query, category)

    def next_write(self, view: View, document: Document, operation: Operation) -> Outcome:
        """What ub's tool makes of a file: the memory is parsed and written anew, instructions are only added to."""
        from memdesk.layouts.ub.writing import outcome_of

        return outcome_of(view, document, operation)

    def overwritten_by(self, view: View, document: Document, category: str, text: str) -> Effect | None:
        """The entry that ub, or else a later one, takes for the same as `text` and would replace when told that."""
        from memdesk.layouts.shapes.files import text_to_change
        from memdesk.layouts.ub.model import DEFAULT_CATEGORY
        from memdesk.layouts.ub.writing import merged_later, overwritten

        before, of = text_to_change(view, document.path), category or DEFAULT_CATEGORY
        return overwritten(before, of, text) or merged_later(before, of, text)

    def refused(self, document: Document, text: str) -> str:
        """That a later ub keeps no secrets; by what Memdesk takes for one, since ub does not say how it knows them."""
        from memdesk.layouts.ub.later import refused_as_secret

        # What it is told goes into a memory file, or as a rule of the user's into the instructions for all.
        is_told = document.kind is DocumentKind.LIST or document.scope.kind is ScopeKind.YOU
        return refused_as_secret(text) if is_told else ""

    def usual_operations(self, document: Document) -> Sequence[Operation]:
        """An append of some text. What it does to other entries does not depend on the text, but for a similar one."""
        from memdesk.layouts.contract import Operation
        from memdesk.layouts.ub.model import DEFAULT_CATEGORY

        return (Operation(APPEND, DEFAULT_CATEGORY, _SOME_TEXT),) if document.agent_rewrites else ()

    def switched_off(self, view: View, root: str) -> Sequence[SwitchedOff]:
        """What the user's own configuration switches off; a project's own may say otherwise."""
        from memdesk.layouts.ub.config import switched_off

        return tuple(switched_off(view, root, None))

    def checks(self, view: View, root: str) -> Iterator[Problem]:
        """Problems of a root."""
        from memdesk.layouts.ub.checks import find_problems

        return find_problems(view, root)

    def document_checks(self, view: View, root: str, document: Document) -> Iterator[Problem]:
        """Problems of one document."""
        from memdesk.layouts.ub.checks import document_problems

        return document_problems(view, root, document)

    def is_temporary(self, name: str) -> bool:  # noqa: ARG002 - ub writes its files in place
        """Never: it makes no temporary files."""
        return False


LAYOUT = Ub()
