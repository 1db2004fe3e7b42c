"""The answers of a layout that has nothing to say: a new one says what it knows, and leaves the rest to these."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from memdesk.layouts.documents import Scope, ScopeKind

if TYPE_CHECKING:
    from memdesk.layouts.contract import Change, Operation, Outcome, Plan, Problem
    from memdesk.layouts.documents import Document, Place
    from memdesk.layouts.optional import Addition
    from memdesk.layouts.view import View
    from memdesk.text.outline import Outline


class Quiet:
    """Markdown with sections, one context, no projects; an agent that writes nothing, and has no temporary files."""

    name: str
    title: str
    monogram: str

    def places(self, view: View) -> Sequence[Place]:  # noqa: ARG002 - the contract's question, answered by no look
        """None: such folders are opened by hand."""
        return ()

    def score(self, view: View, root: str) -> float:  # noqa: ARG002 - the contract's question, answered by no look
        """Never a claim."""
        return 0.0

    def project_key(self, view: View, folder: str) -> str:  # noqa: ARG002 - the contract's question
        """None: the agent keeps no memory by projects."""
        return ""

    def outline(self, document: Document, text: str) -> Outline:
        """The sections of a free document, or below closed headings."""
        from memdesk.text.sections import outline_of

        return outline_of(text, document.headings)

    def adding(self, view: View, document: Document, addition: Addition) -> Change:
        """A section, or an item of one."""
        from memdesk.layouts.shapes.additions import section_addition
        from memdesk.layouts.shapes.files import text_to_change

        return section_addition(text_to_change(view, document.path), document, addition, self.title)

    def compose(self, view: View, change: Change) -> Plan:
        """The edits of one file; those of a file that is not there yet are edits of the empty text."""
        from memdesk.layouts.contract import Plan
        from memdesk.layouts.shapes.files import text_to_change
        from memdesk.layouts.shapes.section_file import section_changes

        path = change.document.path
        return Plan({path: section_changes(text_to_change(view, path), change, self.title)})

    def contexts(self, view: View, root: str) -> Sequence[Scope]:  # noqa: ARG002 - the same wherever one looks
        """The folder itself."""
        return (Scope(ScopeKind.LOCAL, "", posixpath.basename(root) or root, root),)

    def next_write(self, view: View, document: Document, operation: Operation) -> Outcome:  # noqa: ARG002 - nobody's
        """The text as it is: no program is known to write it."""
        from memdesk.layouts.contract import Outcome
        from memdesk.layouts.shapes.files import text_at

        return Outcome(document.path, (text_at(view, document.path) or "",))

    def usual_operations(self, document: Document) -> Sequence[Operation]:  # noqa: ARG002 - nobody is known to write
        """None."""
        return ()

    def checks(self, view: View, root: str) -> Iterator[Problem]:  # noqa: ARG002 - there is no rule to break
        """None."""
        return iter(())

    def is_temporary(self, name: str) -> bool:
        """Hidden files are nobody's memory."""
        return name.startswith(".")
