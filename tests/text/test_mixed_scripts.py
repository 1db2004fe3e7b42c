"""Words with lookalike letters are found, and ordinary texts in several languages are left alone."""

from __future__ import annotations

import pytest

from memdesk.text.mixed_scripts import find_mixed_words

PRETENDING = [
    ("p\u0430ypal", "Cyrillic", "paypal"),
    ("\u0441onfig", "Cyrillic", "config"),
    ("\u0410PI", "Cyrillic", "API"),
    ("g\u03bfogle", "Greek", "google"),
    ("\u039fpenAI", "Greek", "OpenAI"),
    ("m\u0585dule", "Armenian", "module"),
    ("парoль", "Latin", "пароль"),
]
ORDINARY = [
    "Pythonом",
    "Мы пишем на Python и Go; API-шлюз отвечает за 3G-сеть",
    "Δt, µs, π/2, λ-calculus, χ² and αβ pruning",
    "Η εφαρμογή γράφτηκε σε Python",
    "naïve café, Straße, Łódź",
    "テストは pytest で書く。APIキー",
    "Հայերեն text",
    "Пароль от Wi-Fi: guest",
    "email'ом и push-уведомления",
    "",
]


@pytest.mark.parametrize(("word", "script", "reads_as"), PRETENDING)
def test_a_word_that_pretends_is_found(word: str, script: str, reads_as: str) -> None:
    text = f"see {word}, please"
    (found,) = find_mixed_words(text)
    assert found.span.of(text) == word
    assert (found.script, found.reads_as) == (script, reads_as)
    assert all(not text[place].isascii() or script == "Latin" for place in found.letters)


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_texts_are_left_alone(text: str) -> None:
    assert list(find_mixed_words(text)) == []
