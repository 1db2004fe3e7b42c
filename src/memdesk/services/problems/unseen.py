"""What a reader of any document does not see, as problems: hidden characters, and words that pretend."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from memdesk.layouts.contract import Problem, Severity
from memdesk.text.hidden import Hidden, HiddenKind, find_hidden
from memdesk.text.mixed_scripts import MixedWord, find_mixed_words
from memdesk.text.sentence import say

HIDDEN_RULE, MIXED_RULE = "hidden-characters", "mixed-script"
MOST_OF_A_RULE = 50
"""So many of one rule are told of one document; who has more has seen enough."""


def unseen_problems(path: str, text: str) -> Iterator[Problem]:
    """The problems of `text`, rule by rule, each in order."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return
    yield from (_hidden(path, hidden) for hidden in islice(find_hidden(text), MOST_OF_A_RULE))
    yield from (_mixed(path, text, word) for word in islice(find_mixed_words(text), MOST_OF_A_RULE))


def _hidden(path: str, hidden: Hidden) -> Problem:
    count = len(range(*hidden.span))
    times = f" and {count - 1} more" if count > 1 else ""
    message = f"{hidden.label} ({hidden.name.lower()}){times} {_deed(hidden.kind)}."
    why = say("A model reads it as it is stored, a person does not see it.")
    if hidden.spelled:
        message = say("Hidden text: “{spelled}”.", spelled=hidden.spelled)
        why = say("{count} characters of which nothing is seen spell it. {why}", count=count, why=why)
    return Problem(Severity.WARNING, HIDDEN_RULE, path, hidden.span, message, why)


def _deed(kind: HiddenKind) -> str:
    if kind is HiddenKind.BIDI:
        return say("shows text in another order than it is stored in")
    return say("is a control character") if kind is HiddenKind.CONTROL else say("is not seen")


def _mixed(path: str, text: str, word: MixedWord) -> Problem:
    said = say("“{of}” is not “{reads_as}”", of=word.span.of(text), reads_as=word.reads_as)
    letters = " ".join(f"U+{ord(text[at]):04X}" for at in word.letters[:3])
    return Problem(
        Severity.WARNING,
        MIXED_RULE,
        path,
        word.span,
        say(
            "{said}: it has {script} letters ({letters}).",
            said=said,
            script=say(word.script),
            letters=letters,
        ),
        say("It looks like a word that it is not, to a person and not to a model."),
    )
