"""What there is to say beside what a session of OK gets: imports left out, documents and facts that it never sees."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence

from memdesk.layouts.documents import Scope
from memdesk.layouts.ok.docs import Candidate, Skip, loaded_twice, read_document
from memdesk.layouts.ok.grammar import OWN_INDEX, links_in
from memdesk.layouts.ok.prompt import Loaded
from memdesk.layouts.ok.unreached import unreached
from memdesk.layouts.shapes.gathering import unlisted
from memdesk.layouts.shapes.instruction_chain import Fate
from memdesk.layouts.shapes.instruction_files import title_below
from memdesk.layouts.view import View
from memdesk.text.sentence import say

_FATES = {
    Fate.REFUSED: say("OK refuses to import it: it lies outside the folder of the document"),
    Fate.UNREADABLE: say("OK cannot read it, so the line stays as it is"),
    Fate.SEEN: say("OK has imported it before and skips it here"),
    Fate.TOO_DEEP: say("OK imports five levels deep and no further"),
}


def remarks_on(
    view: View, root: str, context: Scope, places: Sequence[Candidate], loaded: Loaded
) -> Iterator[str]:
    """A sentence for each thing that a session in `context` does not get, or gets otherwise than it looks."""
    if context.key and not context.folder:
        yield say("The folder of this project is not known, so its instruction documents are not shown.")
    for doc in loaded.docs:
        for met in doc.expansion.imports:
            if met.fate in _FATES:
                name = posixpath.basename(met.source)
                yield say(
                    "@{target} in {name}: {what}.",
                    target=met.directive.target,
                    name=name,
                    what=_FATES[met.fate],
                )
    for path in loaded_twice(loaded.docs):
        yield say("{path} is loaded twice.", path=path)
    for store, index in ((loaded.store, loaded.index), (loaded.shared, loaded.shared_index)):
        yield from unlisted("OK", links_in(view, store), index, OWN_INDEX)
    yield from _not_loaded(view, root, context, places)


def _not_loaded(view: View, root: str, context: Scope, places: Sequence[Candidate]) -> Iterator[str]:
    """What stands where OK looks, or near it, and is not loaded; what is too large is told as left out."""
    for place in places:
        why = read_document(view, place.absolute)
        if isinstance(why, Skip) and why is not Skip.TOO_LARGE:
            yield say(
                "{absolute} is not loaded: {value}.",
                absolute=title_below(place.absolute, context.folder),
                value=say(why.value),
            )
    for place, why_not in unreached(view, context.folder, root) if context.folder else ():
        yield say(
            "{absolute} is not loaded: {why_not}.",
            absolute=title_below(place.absolute, context.folder),
            why_not=why_not,
        )
