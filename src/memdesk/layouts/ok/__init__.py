"""OK: instruction documents with imports, and two stores of facts, each with an index.

`model`, `docs`, `store` and `prompt` are the agent's own program as measured; `grammar` is our own reading and writing,
by its published page; `home`, `files`, `preview`, `survival` and `checks` answer the questions of the contract with
them. They are imported where they are needed: before its first paint the window asks for an answer or two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memdesk.layouts.assumptions import Assumption
    from memdesk.layouts.contract import Change, Injected, Operation, Outcome, Plan, Problem
    from memdesk.layouts.documents import Document, Place, Scope
    from memdesk.layouts.optional import Addition, Deed, NewFact, Reference, SwitchedOff
    from memdesk.layouts.view import View
    from memdesk.text.edits import Edit
    from memdesk.text.outline import Outline


class Ok:
    """The layout of OK v1.0.0."""

    name = "ok"
    title = "OK"
    monogram = "OK"

    def places(self, view: View) -> Sequence[Place]:
        """OK's user folder, and what keeps it from having one."""
        from memdesk.layouts.ok.home import find_places

        return tuple(find_places(view))

    def score(self, view: View, root: str) -> float:
        """1 for a freeze line in the index of a store."""
        from memdesk.layouts.ok.home import score_home

        return score_home(view, root)

    def project_key(self, view: View, folder: str) -> str:  # noqa: ARG002 - OK's key looks at the path alone
        """The folder name under `projects/`, made of the folder where OK is started, not of its repository."""
        from memdesk.layouts.ok.model import path_slug
        from memdesk.layouts.shapes.go import clean_path

        return path_slug(clean_path(folder))

    def documents(self, view: View, root: str) -> Iterator[Document]:
        """Your documents, the shared facts, then each project's documents and facts."""
        from memdesk.layouts.ok.files import documents_of

        return documents_of(view, root)

    def outline(self, document: Document, text: str) -> Outline:
        """Sections of a document, fields and body of a fact, lines of an index."""
        from memdesk.layouts.ok.grammar import outline_of

        return outline_of(document, text)

    def compose(self, view: View, change: Change) -> Plan:
        """The edits of a document, a fact or an index; a fact added to an index gets its file."""
        from memdesk.layouts.ok.grammar import compose_change

        return compose_change(view, change)

    def adding(self, view: View, document: Document, addition: Addition) -> Change:
        """A fact for an index, an item more for the body of a fact or a section of a document."""
        from memdesk.layouts.ok.grammar import change_that_adds

        return change_that_adds(view, document, addition)

    def contexts(self, view: View, root: str) -> Sequence[Scope]:
        """Projects with facts or documents, a folder without any, then the other folders that are known."""
        from memdesk.layouts.ok.files import contexts_of

        return contexts_of(view, root)

    def injected(self, view: View, root: str, context: Scope) -> Injected:
        """The memory block: documents with their imports, then the visible part of both indexes."""
        from memdesk.layouts.ok.preview import injected_into

        return injected_into(view, root, context)

    def next_write(self, view: View, document: Document, operation: Operation) -> Outcome:
        """What a save makes of a fact or an index, and a quick note of a document."""
        from memdesk.layouts.ok.survival import write_of

        return write_of(view, document, operation)

    def usual_operations(self, document: Document) -> Sequence[Operation]:
        """A quick note to a document; for a fact, that OK keeps another one."""
        from memdesk.layouts.ok.survival import operations_of

        return operations_of(document)

    def references(self, view: View, document: Document, key: str) -> Sequence[Reference]:
        """The links to a fact in lines of the index that stay when it is taken away."""
        from memdesk.layouts.ok.grammar import links_to

        return () if key else tuple(links_to(view, document))

    def keep_fact(self, view: View, document: Document, fact: NewFact) -> Mapping[str, str | None]:
        """What OK's `remember` writes: the fact, the index; then it deletes the oldest facts past the cap."""
        from memdesk.layouts.ok.files import store_of
        from memdesk.layouts.ok.limits import limits_of
        from memdesk.layouts.ok.model import Fact
        from memdesk.layouts.ok.store import save

        kept = Fact(fact.name, fact.description, fact.type, fact.body)
        done = save(view, store_of(document, limits_of(view)), kept)
        return {} if done.error else done.texts

    def assumptions(self) -> Sequence[Assumption]:
        """How much it keeps, reads and shows."""
        from memdesk.layouts.ok.limits import ASSUMPTIONS

        return ASSUMPTIONS

    def deeds(self, view: View, document: Document) -> Sequence[Deed]:
        """A quick note; for an index with lines below its freeze line, lifting that."""
        from memdesk.layouts.ok.deeds import deeds_of

        return tuple(deeds_of(view, document))

    def act(self, view: View, document: Document, deed: str, words: Sequence[str]) -> tuple[Edit, ...]:
        """The same lines as OK adds or moves, without what it drops beside them."""
        from memdesk.layouts.ok.deeds import act

        return act(view, document, deed, words)

    def switched_off(self, view: View, root: str) -> Sequence[SwitchedOff]:
        """All of OK's own memory, where the environment leaves it no user folder."""
        from memdesk.layouts.ok.home import user_folder, why_no_user_folder
        from memdesk.layouts.optional import SwitchedOff

        why = why_no_user_folder(view) if root == user_folder(view)[0] else ""
        return (SwitchedOff(f"{why}."),) if why else ()

    def checks(self, view: View, root: str) -> Iterator[Problem]:
        """Problems of a root: full stores, index lines without files, headers that OK reads otherwise."""
        from memdesk.layouts.ok.checks import find_problems

        return find_problems(view, root)

    def document_checks(self, view: View, root: str, document: Document) -> Iterator[Problem]:
        """Problems of one document; an index speaks for its facts."""
        from memdesk.layouts.ok.checks import document_problems

        return document_problems(view, root, document)

    def is_temporary(self, name: str) -> bool:
        """Whether a file of this name is one that OK fills before it renames it."""
        from memdesk.layouts.ok.store import is_temporary

        return is_temporary(name)


LAYOUT = Ok()
