"""The catalogues hold every string of the source, and what the tool finds wrong with them is wrong."""

from __future__ import annotations

import ast
import gettext
import importlib.util
import io
import re
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtCore import QLocale

from memdesk.layouts import discover
from memdesk.layouts.contract import Injected, Meter
from memdesk.layouts.evva.home import NEWER_GENERATION
from memdesk.layouts.ok import LAYOUT as OK
from memdesk.layouts.shapes.fact_folder import IndexGrammar
from memdesk.layouts.shapes.fact_links import FactLinks
from memdesk.layouts.shapes.gathering import unlisted
from memdesk.layouts.ub.config import Settings
from memdesk.services.inbox.checks import CheckKind, seen_at_once
from memdesk.services.inbox.items import InboxState
from memdesk.services.prune.reasons.reason import quoted
from memdesk.services.remembered.units import Unit
from memdesk.services.roots.roots import MemoryRoot
from memdesk.text.mixed_scripts import find_mixed_words
from memdesk.text.outline import NodeKind
from memdesk.text.sentence import as_sentences, in_quotes, joined, joined_by_and, say, says
from memdesk.ui.i18n import install_language, told, tr, trn
from memdesk.ui.inbox.words import empty_words
from memdesk.ui.preview.caps import caps_of
from tests.layouts.dict_view import HOME, DictView

CHECKOUT = Path(__file__).resolve().parents[1]
SCRIPT = CHECKOUT / "packaging/translations.py"


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


tool = load("translations_tool")


@pytest.fixture
def german() -> Iterator[None]:
    install_language(CHECKOUT / "resources" / "translations", ["de"])
    yield
    install_language(CHECKOUT, ["en"])


def test_every_string_of_the_source_is_translated_and_compiled() -> None:
    wrong = list(tool.everything_wrong(tool.SOURCE, tool.FOLDER, writes=False))
    assert not wrong, "run python3 packaging/dev.py translations"


def test_what_fills_a_sentence_of_the_window_goes_through_its_translation() -> None:
    """There what hides in a name is said, and blanks are closed up where the language has none."""
    found = [
        f"{path.name}:{call.lineno}"
        for path in (tool.SOURCE / "ui").rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "format"
        and call.keywords
    ]
    assert not found


TYPED_APOSTROPHE = re.compile(r"[\w})]'(s|t|re|ll|ve|d|m)?\b|s' ")


def test_what_people_read_has_the_apostrophe_of_print() -> None:
    for path in tool.SOURCE.rglob("*.py"):
        tree = ast.parse(path.read_bytes())
        documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            text = node.value if isinstance(node, ast.Constant) else None
            if isinstance(text, str) and id(node) not in documentation:
                assert not TYPED_APOSTROPHE.search(text), f"{path.name}: {text}"


@pytest.mark.parametrize("language", tool.LANGUAGES)
def test_translations_have_no_mark_of_a_typewriter(language: str) -> None:
    catalogue = tool.parsed((tool.FOLDER / f"{language}.po").read_bytes().decode())
    for message in catalogue.in_use:
        for text in (*message.key, *message.forms):
            assert not set(text) & {"'", '"'}, text
            assert "..." not in text


CODE = """
from shop.errors import Gone
TABLE = {1: "one of a table", 2: "two of a table"}
def f(n, x):
    tr("plain {x}", x=x)
    trn("{n} file", "{n} files", n)
    tr(TABLE[n])
    tr("yes" if n else "no")
    say("found {what}", what=x)
    raise Gone("{path} is gone.", hint="Look again.", path=x)
"""


def source_of(folder: Path, code: str = CODE) -> Path:
    root = folder / "shop"
    root.mkdir()
    (root / "errors.py").write_bytes(b"class MemdeskError(Exception): ...\nclass Gone(MemdeskError): ...\n")
    (root / "work.py").write_bytes(code.encode())
    return root


def test_strings_are_found_at_calls_in_tables_and_in_errors(tmp_path: Path) -> None:
    source = tool.Source(source_of(tmp_path))
    assert {message.key for message in source.messages} == {
        ("plain {x}", ""),
        ("{n} file", "{n} files"),
        ("one of a table", ""),
        ("two of a table", ""),
        ("yes", ""),
        ("no", ""),
        ("found {what}", ""),
        ("{path} is gone.", ""),
        ("Look again.", ""),
    }
    assert source.complaints == []


def test_a_string_put_together_is_complained_of(tmp_path: Path) -> None:
    source = tool.Source(source_of(tmp_path, 'tr(f"{x} is there")'))
    assert [complaint.split(":")[0] for complaint in source.complaints] == ["shop/work.py"]


def test_a_translation_survives_its_string_and_comes_back_with_it(tmp_path: Path) -> None:
    folder, root = tmp_path / "translations", source_of(tmp_path, 'tr("Keep")\ntr("Save “{x}”\\n")')
    list(tool.everything_wrong(root, folder, writes=True))
    path = folder / "de.po"
    text = path.read_bytes().decode().replace('msgid "Keep"\nmsgstr ""', 'msgid "Keep"\nmsgstr "Behalten"')
    path.write_bytes(text.encode())
    (root / "work.py").write_bytes(b'tr("Other")')
    list(tool.everything_wrong(root, folder, writes=True))
    assert '#~ msgid "Keep"\n#~ msgstr "Behalten"\n' in path.read_bytes().decode()
    (root / "work.py").write_bytes(b'tr("Keep")')
    wrong = list(tool.everything_wrong(root, folder, writes=True))
    assert not [line for line in wrong if line.startswith("de.po")]
    assert 'msgid "Keep"\nmsgstr "Behalten"\n' in path.read_bytes().decode()
    assert list(tool.everything_wrong(root, folder, writes=False)) == wrong


@pytest.mark.parametrize(
    ("key", "forms", "words"),
    [
        (("Keep", ""), (), "not translated"),
        (("Keep", ""), ("",), "not translated"),
        (("Keep {n}", ""), ("Behalten",), "fields"),
        (("Keep {n:,}", ""), ("{n} behalten",), "fields"),
        (("Keep {n}", ""), ("{n behalten",), "filled in"),
        (("Look…", ""), ("Suchen",), "ellipsis"),
        (("&Look", ""), ("Suchen",), "&"),
        ((" more", ""), ("mehr",), "white space"),
        (("Gone.", ""), ("Fort",), "sentence"),
        (("{n} file", "{n} files"), ("{n} Datei",), "plural"),
    ],
)
def test_what_is_wrong_is_named(key: tuple[str, str], forms: tuple[str, ...], words: str) -> None:
    assert any(words in fault for fault in tool.faults(tool.Message(key, ("a.py",), forms), 2))


def test_good_translations_have_no_fault() -> None:
    for key, forms in (
        (("{n} file", "{n} files"), ("eine Datei", "{n} Dateien")),
        (("Look {x}…", ""), ("{x} suchen…",)),
        (("It is “{x}”.", ""), ("Es ist „{x}“.",)),
    ):
        assert not list(tool.faults(tool.Message(key, ("a.py",), forms), 2))


def test_gettext_reads_what_is_compiled() -> None:
    messages = {
        ("Keep", ""): tool.Message(("Keep", ""), ("a.py",), ("Behalten",)),
        ("{n} file", "{n} files"): tool.Message(("{n} file", "{n} files"), ("a.py",), ("{n} 份",)),
        ("New", ""): tool.Message(("New", ""), ("a.py",), ("",)),
    }
    header = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=1; plural=0;\n"
    read = gettext.GNUTranslations(io.BytesIO(tool.compiled(tool.Catalogue("", header, messages))))
    assert read.gettext("Keep") == "Behalten"
    assert read.ngettext("{n} file", "{n} files", 1) == "{n} 份"
    assert read.gettext("New") == "New"


# What the window says


@pytest.mark.usefixtures("german")
def test_plurals_and_fields_are_filled_in() -> None:
    assert trn("{n} file", "{n} files", 1) == "1 Datei"
    assert trn("{n} file", "{n} files", 2) == "2 Dateien"
    assert (
        tr("{path} was not saved: {reason}.", path="a.md", reason="zu") == "a.md wurde nicht gespeichert: zu."
    )
    assert tr("") == ""


@pytest.mark.usefixtures("german")
def test_sentences_are_translated_where_they_are_shown_and_names_are_not() -> None:
    found = say("auto memory is off: {why}", why=say("the environment"))
    assert found == "auto memory is off: the environment"
    assert told(found) == "automatisches Gedächtnis ist aus: die Umgebung"
    assert told(says("this line", "these {n} lines", 3)) == "diese 3 Zeilen"
    assert told("Settings") == "Settings"
    assert told(joined_by_and((joined(("a", say("the environment"))), "b"))) == "a, die Umgebung und b"
    assert told(as_sentences(("", say("This folder is not there."), "c"))) == "Dieser Ordner ist nicht da. c."


@pytest.mark.usefixtures("german")
def test_what_stands_in_a_row_is_translated_part_by_part() -> None:
    token = f"ghp_{'a1B2c3D4e' * 4}"
    unit = Unit(("", "x", 0), ("x", 0), NodeKind.ENTRY, "x", "", f"{token} and AKIAABCDEFGHIJKLMNOP")
    secret = next(check for check in seen_at_once(unit) if check.kind is CheckKind.SECRET)
    assert secret.evidence == "a GitHub token, an AWS access key"
    assert told(secret.evidence) == "ein GitHub-Token, ein AWS-Zugangsschlüssel"

    default = Settings(read=("/a", "/b"), missing=("/c",)).budget_from
    assert default == "ub’s default; no memory.max_chars in /a and /b; no config found at /c"
    assert told(default) == (
        "Vorgabe von ub; kein memory.max_chars in /a und /b; keine Konfiguration gefunden bei /c"
    )

    (unlisted_ones,) = unlisted("OK", FactLinks("", "abcde"), "", IndexGrammar("# Memory"))
    assert told(unlisted_ones).endswith("a.md, b.md, c.md und 2 weitere.")
    assert joined(()) == ""


@pytest.mark.usefixtures("german")
def test_what_is_counted_in_a_sentence_of_an_agent_is_translated_with_it() -> None:
    index = f"{HOME}/.config/ok/shared/memory/MEMORY.md"
    view = DictView({index: "# Memory\n\n--- freeze: 0123\n- [b](b.md) — two\n- [c](c.md) — three\n"})
    [document] = [one for one in OK.documents(view, f"{HOME}/.config/ok") if one.path == index]
    [deed] = OK.deeds(view, document)
    assert told(deed.about).startswith("Setzt die 2 Zeilen")


RETIRED = {
    "de": ("Rücknahme", "Fassung", "Zurückgenommen: "),
    "zh_CN": ("代理", "历史记录", "小节", "遗忘", "电脑", "得不到", "获取任何"),
}
"""Other words for what the glossary at the head of a catalogue has one word for."""


@pytest.mark.parametrize("language", RETIRED)
def test_an_idea_has_one_word(language: str) -> None:
    catalogue = tool.parsed((tool.FOLDER / f"{language}.po").read_bytes().decode())
    said = [form for message in catalogue.in_use for form in message.forms]
    assert not [form for form in said for word in RETIRED[language] if word in form]


def test_what_is_counted_in_chinese_has_its_counter() -> None:
    install_language(CHECKOUT / "resources" / "translations", ["zh_CN"])
    meter = Meter("MEMORY.md", 24, 80, "facts", "/MEMORY.md")
    [fact] = caps_of(Injected((), (), meters=(meter,)), frozenset({"/MEMORY.md"}))[0]
    install_language(CHECKOUT, ["en"])
    assert "80 条事实" in fact.words


@pytest.mark.usefixtures("german")
def test_quotation_marks_are_those_of_the_language() -> None:
    headings = joined(in_quotes(name) for name in ("Facts", "Notes"))
    assert headings == "“Facts”, “Notes”"
    assert told(say("when it next writes {headings}", headings=headings)) == (
        "beim nächsten Schreiben von „Facts“, „Notes“"
    )
    assert told(quoted("Use npm")) == "„Use npm“"


@pytest.mark.usefixtures("german")
def test_where_memory_lies_is_no_place_in_a_text() -> None:
    assert "148 Dateien an 7 Orten" in empty_words(InboxState(files=148, roots=7))[1]


@pytest.mark.usefixtures("german")
def test_what_the_settings_kept_of_an_agent_is_translated_too() -> None:
    (evva,) = (layout for layout in discover(installed=False) if layout.name == "evva")
    kept = MemoryRoot("/home/ada/.evva", evva, "", generation=str(NEWER_GENERATION))
    assert told(kept.title) == "evva (ab v1.4)"
    assert told(kept._replace(generation="{n} of mine").title) == "evva ({n} of mine)"


@pytest.mark.usefixtures("german")
def test_a_day_is_written_as_the_language_writes_it() -> None:
    one, many = "Due since {date}, {n} day ago. {rule}", "Due since {date}, {n:,} days ago. {rule}"
    due = says(one, many, 9, date=date(2026, 11, 13), rule="Rule.")
    assert due == "Due since 2026-11-13, 9 days ago. Rule."
    before = QLocale()
    QLocale.setDefault(QLocale("de_DE"))
    try:
        assert told(due) == "Fällig seit 13. Nov. 2026, vor 9 Tagen. Rule."
    finally:
        QLocale.setDefault(before)


@pytest.mark.usefixtures("german")
def test_scripts_have_names_in_the_language_of_the_user() -> None:
    (found,) = find_mixed_words("p\u0430ypal")
    assert tr(found.script) == "Kyrillisch"


@pytest.mark.parametrize(
    ("languages", "name"),
    [
        (["de_Latn_DE", "de_DE", "de"], "de"),
        (["de_AT"], "de"),
        (["zh_Hans_SG", "zh_SG", "zh_Hans", "zh"], "zh_CN"),
        (["zh_Hant_TW", "zh_TW", "zh_Hant", "zh"], "en"),
        (["en_GB", "de_DE"], "en"),
        (["fr_FR", "fr", "de_DE", "de"], "de"),
        ([], "en"),
    ],
)
def test_the_first_language_there_is_a_catalogue_for_is_spoken(languages: list[str], name: str) -> None:
    try:
        assert install_language(CHECKOUT / "resources" / "translations", languages) == name
    finally:
        install_language(CHECKOUT, ["en"])
