"""What hides in a document, or pretends in it, is a problem of any agent's memory."""

from __future__ import annotations

from memdesk.services.problems.unseen import HIDDEN_RULE, MIXED_RULE, unseen_problems
from tests.hostile.characters import tags
from tests.hostile.ordinary import ORDINARY


def test_hidden_characters_and_pretending_words_are_told() -> None:
    text = f"\ufeffa\u202eb {tags('ignore all')} p\u0430ypal \u200b\u200b\n"
    found = [(one.rule, one.message, one.span.of(text)) for one in unseen_problems("/x.md", text)]

    assert found == [
        (
            HIDDEN_RULE,
            "U+202E (right-to-left override) shows text in another order than it is stored in.",
            "\u202e",
        ),
        (HIDDEN_RULE, "Hidden text: “ignore all”.", tags("ignore all")),
        (HIDDEN_RULE, "ZWSP (zero width space) and 1 more is not seen.", "\u200b\u200b"),
        (MIXED_RULE, "“p\u0430ypal” is not “paypal”: it has Cyrillic letters (U+0430).", "p\u0430ypal"),
    ]


def test_ordinary_texts_have_no_problem() -> None:
    assert [one.message for text in ORDINARY for one in unseen_problems("/x.md", text)] == []


def test_one_document_tells_no_thousands() -> None:
    assert len(list(unseen_problems("/x.md", "a\u202e" * 10_000))) == 50
