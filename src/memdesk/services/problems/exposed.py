"""Secrets in memory, as problems: what an agent remembers goes to a model with every prompt."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from memdesk.layouts.contract import Problem, Severity
from memdesk.text.secrets import find_secrets
from memdesk.text.sentence import say

SECRET_RULE = "secret"
MOST_SECRETS = 50
"""So many are told of one document; who has more has seen enough."""

_WHY = say(
    "What an agent remembers is sent to its model again and again, and lies here as plain text. "
    "Have it replaced where it is used, then remove it here."
)


def secret_problems(path: str, text: str) -> Iterator[Problem]:
    """The secrets of `text`, in order; the secret itself is in no message."""
    for secret in islice(find_secrets(text), MOST_SECRETS):
        message = say("This looks like {what}.", what=secret.what)
        yield Problem(Severity.WARNING, SECRET_RULE, path, secret.span, message, _WHY)
