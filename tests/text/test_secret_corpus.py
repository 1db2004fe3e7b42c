"""Of all kinds of secrets nearly all are found, and hardly anything else is taken for one."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from memdesk.text.masking import MASK, hidden_parts, mask_in_place, masked
from memdesk.text.redaction import redacted
from memdesk.text.secrets import find_secrets, may_hold_secrets
from tests.text.secret_corpus import ordinary, secrets

SECRETS, ORDINARY = 600, 3000
LEAST_RECALL = 0.95
MOST_FALSE_ALARMS = 0.01
SEEDS = (1, 2)
_MOST_SHOWN = 4


def is_covered(text: str, secret: str) -> bool:
    """Whether what is shown of `text` tells no more of the secret than how it begins."""
    start = text.index(secret)
    hidden = sum(
        max(0, min(span.end, start + len(secret)) - max(span.start, start)) for _, span in hidden_parts(text)
    )
    shown = len(secret) - hidden
    if secret.startswith("-----BEGIN"):
        return shown <= len("-----BEGIN ENCRYPTED PRIVATE KEY-----")
    return shown <= _MOST_SHOWN + len("https://" if secret.startswith("https://") else "")


@pytest.mark.parametrize("seed", SEEDS)
def test_nearly_all_are_found_and_covered(seed: int) -> None:
    planted = list(secrets(random.Random(seed), SECRETS))
    assert len(planted) >= 400
    missed = [one.text for one in planted if not is_covered(*one)]
    assert len(missed) <= (1 - LEAST_RECALL) * len(planted), (len(missed), missed[:20])


@pytest.mark.parametrize("seed", SEEDS)
def test_hardly_anything_else_is_taken_for_one(seed: int) -> None:
    texts = ordinary(random.Random(seed), ORDINARY)
    assert len(texts) >= 2000
    alarms = [(text[:90], found.span.of(text)[:40]) for text in texts for found in find_secrets(text)]
    kinds = Counter(value[:3] for _, value in alarms)
    assert len(alarms) <= MOST_FALSE_ALARMS * len(texts), (len(alarms), kinds, alarms[:20])


def test_no_found_secret_gets_into_a_record() -> None:
    for text, secret in secrets(random.Random(3), SECRETS):
        if any(secret == found.span.of(text) for found in find_secrets(text)):
            assert secret not in redacted(text, "/home/ada")
            assert secret not in masked(text)


def test_masks_are_as_long_as_what_they_hide_and_lift_one_by_one() -> None:
    for text, _ in secrets(random.Random(4), SECRETS):
        shown = mask_in_place(text)
        assert len(shown) == len(text)
        assert all(here in (there, MASK) for here, there in zip(shown, text, strict=True))
        assert [line.count("") for line in shown.split("\n")] == [line.count("") for line in text.split("\n")]
        values = {found.span.of(text) for found in find_secrets(text)}
        assert mask_in_place(text, values) == text
        assert not values or may_hold_secrets(text)
