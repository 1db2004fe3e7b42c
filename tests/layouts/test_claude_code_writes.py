"""Claude Code's own Write and Edit, and whether the survival check foretells all that its header loses by them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
import yaml

from memdesk.layouts.claude_code import LAYOUT
from memdesk.layouts.claude_code.headers import HEADER
from memdesk.layouts.claude_code.writes import EDIT, WRITE, Stamps, index_notice, rewritten, tool_writes
from memdesk.layouts.contract import NO_OP, Change, ChangeKind, Effect, EffectKind, Operation
from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.layouts.shapes.core_yaml import comments_in, dumped, read_core
from memdesk.text.edits import apply_all
from tests.layouts.dict_view import HOME, DictView

ROOT = f"{HOME}/.claude"
STORE = f"{ROOT}/projects/-srv-api/memory"
PATH = f"{STORE}/a.md"


def document(name: str = "a.md", kind: DocumentKind = DocumentKind.RECORD) -> Document:
    return Document(f"{STORE}/{name}", ROOT, name, Scope(ScopeKind.PROJECT, "-srv-api", "api"), kind)


def effects(text: str, one: Document | None = None) -> tuple[Effect, ...]:
    one = one or document()
    return LAYOUT.next_write(DictView({one.path: text}), one, NO_OP).effects


def told(header: str) -> list[tuple[str, str]]:
    text = f"---\n{header}\n---\n\nBody.\n"
    return [(effect.kind.value, effect.span.of(text)) for effect in effects(text)]


# YAML as the program writes and reads it


@pytest.mark.parametrize(
    ("value", "line"),
    [
        *(
            (text, text)
            for text in (
                "plain text",
                "a:b",
                "a :b",
                "~a",
                "=",
                "1.2.3",
                "2026-01-01",
                "10:00",
                "0x",
                "C:\\x",
            )
        ),
        *(
            (text, text)
            for text in ("none", "yES", "5 apples", "a---b", "wait.. what", "3%", "é日本😀", "+", "11-22-33")
        ),
        *(
            (text, f'"{text}"')
            for text in ("", "a: b", "a:", "a #b", "a#", "a, b", "don't", "[x", "-x", "!x", "*", "@x")
        ),
        *(
            (text, f'"{text}"')
            for text in ("yes", "No", "ON", "y", "null", "~", "12", "012", "1.", "1e3", "0x1f", ".5")
        ),
        *(
            (text, f'"{text}"')
            for text in ("1-2", " a", "a ", "etc...", "a --- b", ".inf", "+.INF", ".NaN", "<<", "`x`")
        ),
        ("one\ntwo\n", r'"one\ntwo\n"'),
        ('\t"\\\x01\u00a0', r'"\t\"\\\x01\_"'),
        (True, "true"),
        (None, "null"),
        (12, "12"),
        (1.5, "1.5"),
        (3.0, "3"),
        ([], "[]"),
        ({}, "{}"),
    ],
)
def test_a_value_is_written_as_the_program_writes_it(value: object, line: str) -> None:
    assert dumped({"k": value}) == f"k: {line}\n"


def test_lists_and_mappings_stand_in_block_style() -> None:
    value = {"a": [[1, 2], {"b": ["x", {"c": 4}]}, []], "y": {"2": 1, "1": {"k": [1]}}}
    lines = (
        "a:\n  - - 1\n    - 2\n  - b:\n      - x\n      - c: 4\n  - []\n"
        '"y":\n  "1":\n    k:\n      - 1\n  "2": 1\n'
    )
    assert dumped(value) == lines
    assert read_core(lines) == value


def test_values_are_read_by_the_core_schema() -> None:
    block = (
        "a: no\nb: 2026-01-01\nc: 012\nd: 0x1F\ne: .5\nf: 1_0\ng: True\nh: ~\ni: !x t\nj: !!str 5\nk: 1e3\n"
    )
    read = {"a": "no", "b": "2026-01-01", "c": 12, "d": 31, "e": 0.5, "f": "1_0", "g": True, "h": None}
    assert read_core(block) == {**read, "i": "t", "j": "5", "k": 1000.0}


def test_comments_are_told_from_other_hashes() -> None:
    block = '# one\na: x#y "# no"\nb: "# no" # two\nc: |\n  # no\nd: e\n  # three\n'
    assert [block[start:end] for start, end in comments_in(block)] == ["# one", "# two", "# three"]
    assert list(comments_in("a: [b\n# one\n")) == [(6, 11)]


# Its tools


HEADER_OF = "---\nname: {name}\ndescription: {description}\nmetadata:\n  node_type: memory\n---\n\n"


@pytest.mark.parametrize(
    ("header", "name", "description"),
    [
        ("name: A B\ndescription: one  # two", "a-b", '"one  # two"'),
        ("name: ~\ndescription: don't", '""', '"don\'t"'),
        ("name: 'Ünï'\ndescription: 'it''s' # gone", '"n"', '"it\'s"'),
        ("name: 新聞\ndescription: >-\n  one\n  two", '""', "one two"),
        ("name: 5\ndescription: word\n  and more", '"5"', "word and more"),
        ("name: [x]\ndescription: [a, b]", "x", '"[a, b]"'),
        ("name: '5\ndescription: *x", '""', '"*x"'),
        ("\tname: X\n\tdescription: on", "x", '"on"'),
        ("name: a\nname: b\ndescription: x", "b", "x"),
    ],
)
def test_name_and_description_are_read_as_lines(header: str, name: str, description: str) -> None:
    text = f"---\n{header}\n---\nBody.\n"
    assert rewritten(text) == HEADER_OF.format(name=name, description=description) + "Body.\n"


def test_keys_go_under_metadata_where_the_inner_one_wins() -> None:
    text = "---\ntype: user\nmine: 1\nempty: ~\nmetadata:\n  mine: 2\n  own: x\n  modified: old\n---\n\n \n\nBody.\n"
    inner = "  node_type: memory\n  type: user\n  mine: 2\n  own: x\n  modified: NOW\n  originSessionId: ME\n"
    assert rewritten(text, Stamps("ME", "NOW")) == f'---\nname: ""\nmetadata:\n{inner}---\n\nBody.\n'


def test_write_and_edit_have_line_ends_of_their_own() -> None:
    crlf = "---\r\nname: A\r\n---\r\nBody.\r\nMore.\n"
    stamps = Stamps("ME", "NOW")
    made = tool_writes(crlf, Operation(EDIT, "Body", "Text"), stamps).text
    assert made is not None
    assert (made.count("\r\n"), made.count("\n")) == (10, 10)
    made = tool_writes(None, Operation(WRITE, body=crlf), stamps).text
    assert made is not None
    assert made.endswith("---\n\nBody.\r\nMore.\n")
    assert tool_writes("a\nb\r\n", Operation(EDIT, "b", "c"), stamps).text == "a\nc\n"
    assert tool_writes("\ufeffa\r\n", Operation(EDIT, "a", "c"), stamps).text == "\ufeffc\r\n"


@pytest.mark.parametrize(
    ("old", "why"), [("x", "more than once"), ("zz", "nowhere"), ("\udcff", "not valid UTF-8")]
)
def test_edit_refuses(old: str, why: str) -> None:
    text = "x x \udcff" if old == "\udcff" else "x x"
    assert why in tool_writes(text, Operation(EDIT, old, "y"), None).error


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("x\n" * 159, None),
        ("x\n" * 160, (False, "200-line", "140 lines")),
        ("x\n" * 201, (True, "200-line", "140 lines")),
        ("ä" * 20_000, None),
        ("ä" * 20_001, (False, "24.4KB", "17.1KB")),
        ("😀" * 12_501, (True, "24.4KB", "17.1KB")),
    ],
    ids=range(6),
)
def test_the_model_is_told_of_an_index_that_grows(lines: str, told: tuple[bool, str, str] | None) -> None:
    assert index_notice(lines, 200, 25_000) == told


# What is foretold


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("name: a-b\ndescription: one # two\ntype: user", []),
        ("name: a\ndescription: |\n  one\n  two\nmetadata:\n  type: user", []),
        ("name: A b", [("trimmed", "A b")]),
        ("name: 新聞", [("trimmed", "新聞")]),
        ("name: UI에", [("trimmed", "UI에")]),
        ("name: a\nmetadata: mine", [("lost", "metadata: mine")]),
        ("name: a\nmetadata:\n  x: ~\n  y: 1.50", [("trimmed", "x: ~"), ("trimmed", "1.50")]),
        ("name: a\nmine: 012", [("trimmed", "012"), ("moved", "mine: 012")]),
        ("name: a\nmine:\n  k: v\n  l: w\nown: x", [("moved", "mine:\n  k: v\n  l: w"), ("moved", "own: x")]),
        ("name: a\nflag: True", [("moved", "flag: True")]),
        (
            "name: a\ntype: user # c\nmetadata:\n  type: user",
            [("lost", "type: user # c"), ("trimmed", "# c")],
        ),
        ("# c\nname: b\nname: a", [("trimmed", "name: b"), ("trimmed", "# c")]),
        ("- a\n- b", [("lost", "- a\n- b\n")]),
        ("\tname: a\n\tmine: x", [("lost", "\tname: a\n\tmine: x\n")]),
        ("name: a\nmine: [b, 01", [("trimmed", "[b, 01"), ("moved", "mine: [b, 01")]),
    ],
    ids=range(15),
)
def test_what_a_header_loses_is_foretold(header: str, found: list[tuple[str, str]]) -> None:
    said = told(header)
    if header.endswith("01"):
        said = [one for one in said if one[0] == "moved"]
        found = found[1:]
    assert [(kind, span.removeprefix("  ")) for kind, span in said] == found


def test_a_header_of_the_index_is_foretold_to_become_one_of_a_fact() -> None:
    index = document("MEMORY.md", DocumentKind.LIST)
    [effect] = effects("---\nname: index\n---\n- [A](a.md)\n", index)
    assert effect.kind is EffectKind.ADDED
    assert effects("- [A](a.md)\n", index) == ()


def headers(seed: int, count: int) -> Iterator[str]:
    """Headers of all that people write."""
    chance = random.Random(seed)
    values = [
        "x",
        "A b",
        "012",
        "1.0",
        "~",
        "",
        "True",
        "'q' # c",
        '"q"',
        "a # c",
        "[a, b]",
        "{k: v}",
        "2026-01-01",
        "新聞",
    ]
    values += [
        "|\n  one\n  two",
        ">-\n  one\n  two",
        "one\n  two",
        "\n  - a\n  - b",
        "\n  k: 07\n  l: v",
        "a: b",
        "don't",
        "!t x",
    ]
    keys = ["name", "description", "type", "metadata", "mine", "tags", "originSessionId"]
    for _ in range(count):
        lines = [f"{key}: {chance.choice(values)}" for key in chance.choices(keys, k=chance.randint(1, 5))]
        comment = ["# said by hand"] if chance.random() < 0.2 else []
        yield "\n".join([*comment, *lines])


@pytest.mark.parametrize("header", tuple(headers(7, 150)), ids=range(150))
def test_each_value_is_kept_or_its_loss_is_foretold(header: str) -> None:
    text = f"---\n{header}\n---\n\nBody.\n"
    found = effects(text)
    after = HEADER.match(rewritten(text))
    assert after is not None
    kept = yaml.load(after[1], yaml.BaseLoader)
    try:
        before = yaml.load(f"{header}\n", yaml.BaseLoader)
    except yaml.YAMLError:
        return
    for key, value in before.items():
        now = kept.get(key) if key in ("name", "description") else kept["metadata"].get(key)
        is_said = any(effect.span.of(text) and effect.span.start >= text.find(key) for effect in found)
        is_own = key in ("description", "metadata") or (isinstance(value, str) and value.lower() == now)
        assert now == value or is_said or is_own or value in ("", "~"), (key, value, now)


@pytest.mark.parametrize("header", tuple(headers(8, 100)), ids=range(100))
def test_a_repair_mends_what_it_is_for_and_nothing_else(header: str) -> None:
    text = f"---\n{header}\n---\n\nBody.\n"
    for effect in effects(text):
        if not effect.repair:
            continue
        once = apply_all(text, effect.repair)
        left = [(other.kind, other.message) for other in effects(once)]
        assert left.count((effect.kind, effect.message)) < [
            (other.kind, other.message) for other in effects(text)
        ].count((effect.kind, effect.message))
        assert once.endswith("\n---\n\nBody.\n")


# Names and bytes


def test_any_title_may_stand_as_a_name_and_what_becomes_of_it_is_said() -> None:
    text = "---\nname: Reviewer likes\n---\n\nBody.\n"
    view, one = DictView({PATH: text}), document()
    for title in ("Reviewer likes short notes", "通过新规则", "Café öl"):
        plan = LAYOUT.compose(view, Change(ChangeKind.SET_BODY, one, "name", body=title))
        after = apply_all(text, plan.edits[PATH])
        assert f"name: {title}\n" in after
        assert [guard.rule for guard in LAYOUT.guards(one, text, after)] == ["next-write"]
    slug = apply_all(
        text, LAYOUT.compose(view, Change(ChangeKind.SET_BODY, one, "name", body="short")).edits[PATH]
    )
    assert LAYOUT.guards(one, text, slug) == ()


@pytest.mark.parametrize(
    ("title", "file"),
    [
        ("Café öl", "cafe-ol.md"),
        ("ÅNGSTRÖM naïve", "angstrom-naive.md"),
        ("Straße Łódź", "strasse-lodz.md"),
        ("Đà Nẵng", "da-nang.md"),
        ("Smørrebrød & Co.", "smorrebrod-co.md"),
    ],
)
def test_our_file_names_keep_letters_without_their_accents(title: str, file: str) -> None:
    index = document("MEMORY.md", DocumentKind.LIST)
    plan = LAYOUT.compose(DictView({}), Change(ChangeKind.ADD, index, title, body="Text.", title="d"))
    assert list(plan.creates) == [f"{STORE}/{file}"]


def test_a_header_with_a_byte_that_is_not_utf_8_is_called_that_and_not_repaired() -> None:
    text = "---\nname: a\ndescription: caf\udce9 rules: x\n---\nBody.\n"
    assert LAYOUT.guards(document(), "", text) == ()
    assert effects(text) == ()


@pytest.mark.parametrize(
    ("name", "is_temporary"),
    [
        ("a.md.tmp.4711.0123456789ab", True),
        ("MEMORY.md.tmp.1.ffffffffffff", True),
        (".MEMORY.md.backfill-4711-0123abcd.tmp", True),
        ("5a.jsonl", True),
        ("a.md.tmp.4711.0123456789", False),
        ("a.md.tmp", False),
        ("backfill-1-0123abcd.tmp.md", False),
    ],
)
def test_the_programs_temporary_files_are_no_memory(name: str, is_temporary: bool) -> None:
    assert LAYOUT.is_temporary(name) is is_temporary


# Headers as YAML has them


@pytest.mark.parametrize(
    ("header", "key", "said"),
    [
        ("description: >-\n  Folded over\n  two lines", "description", "Folded over two lines"),
        (
            "description: |\n  One: with a colon\n\n  # and another",
            "description",
            "One: with a colon\n\n# and another",
        ),
        (
            "description:\n  Begun on the next line\n  and gone on",
            "description",
            "Begun on the next line and gone on",
        ),
        ('description: "in quotes\n  over lines"', "description", "in quotes over lines"),
        ("description: 'it''s' # said by hand", "description", "it's"),
        ("description: d\ntype: bogus\ntype: user", "type", "user"),
        ("description: d\ntype: 'user'   # not feedback", "type", "user"),
        ("# by hand\ndescription: d\n\n# more\ntype: user", "type", "user"),
        ("description: d\nmetadata:\n  note: |\n    Key: x\n  type: user", "metadata.type", "user"),
        ("description: d\nmetadata: {type: user}", "metadata", "{type: user}"),
        ("description: d\ntags:\n- a\n- b\ntype: user # c", "type", "user"),
    ],
    ids=range(11),
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_valid_header_is_read_as_yaml_reads_it(header: str, key: str, said: str, line_end: str) -> None:
    text = f"---\nname: a\n{header}\n---\n\nBody.\n".replace("\n", line_end)
    view = DictView({PATH: text, f"{STORE}/MEMORY.md": "- [A](a.md)\n", f"{ROOT}/settings.json": "{}"})
    assert [problem.message for problem in LAYOUT.checks(view, ROOT) if problem.path == PATH] == []
    head = LAYOUT.outline(document(), text).nodes[0]
    assert head.facts[key].strip() == said


def test_the_comment_behind_a_value_stays_and_a_block_of_lines_stays_one() -> None:
    text = "---\nname: a\ndescription: |\n  one\n  two\ntype: user  # by hand\n---\n\nBody.\n"
    view, one = DictView({PATH: text}), document()
    plan = LAYOUT.compose(view, Change(ChangeKind.SET_BODY, one, "type", body="feedback"))
    assert apply_all(text, plan.edits[PATH]) == text.replace("user", "feedback")
    plan = LAYOUT.compose(view, Change(ChangeKind.SET_BODY, one, "description", body="one\nthree\n"))
    assert apply_all(text, plan.edits[PATH]) == text.replace("two", "three")
