"""The rules of the house, each readable by itself, and each shown to bite on code that breaks it.

The same floors stand as import contracts in pyproject.toml, which also see imports through a third module; the rules
here cover what contracts cannot: which calls a floor may make, what a fresh process loads, what every layout brings.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[1]
SOURCE = CHECKOUT / "src"

FLOORS = (
    ("__main__",),
    ("ui", "cli"),
    ("demo",),
    ("services",),
    ("store", "watch", "bundled"),
    ("layouts",),
    ("text",),
    ("errors", "paths"),
)
LEVEL = {name: level for level, names in enumerate(FLOORS) for name in names}


@dataclass(frozen=True)
class Module:
    """One module of the package, parsed."""

    name: str
    code: str

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """Every node of the syntax tree."""
        return list(ast.walk(ast.parse(self.code)))

    @property
    def floor(self) -> str:
        """`text` for `memdesk.text.edits`; empty for the package itself."""
        return self.name.partition(".")[2].partition(".")[0]

    @cached_property
    def imports(self) -> list[tuple[str, str, int]]:
        """Each imported name, what it stands for, its line; imports inside functions and for typing count too."""
        found = []
        for node in self.nodes:
            if isinstance(node, ast.Import):
                found += [(alias.asname or alias.name, alias.name, node.lineno) for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [(alias.asname or alias.name, f"{node.module}.{alias.name}") for alias in node.names]
                found += [(name, target, node.lineno) for name, target in names]
        return found

    @cached_property
    def _aliases(self) -> dict[str, str]:
        return {name: target for name, target, _ in self.imports}

    def full_name(self, node: ast.AST) -> str:
        """The dotted name an expression stands for, imports resolved; `?.unlink` where its object is computed."""
        if isinstance(node, ast.Attribute):
            return f"{self.full_name(node.value)}.{node.attr}"
        if isinstance(node, ast.Name):
            return self._aliases.get(node.id, node.id)
        return "?"

    @cached_property
    def mentions(self) -> list[tuple[str, int]]:
        """Every name used, called or only passed on, and its line."""
        named = [node for node in self.nodes if isinstance(node, ast.Attribute | ast.Name)]
        return [(self.full_name(node), node.lineno) for node in named]

    @cached_property
    def calls(self) -> list[tuple[str, ast.Call]]:
        """Every call, by the full name of what is called."""
        return [(self.full_name(node.func), node) for node in self.nodes if isinstance(node, ast.Call)]


def source_modules() -> Iterator[Module]:
    """Every module under src."""
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        yield Module(name, path.read_bytes().decode())


Finding = tuple[int, str]
Check = Callable[[Module], Iterable[Finding]]


def floors(module: Module) -> Iterator[Finding]:
    """A floor imports itself and what is below it; floors side by side do not know each other."""
    if module.floor and module.floor not in LEVEL:
        yield 1, f"{module.floor} stands on no floor"
        return
    for _, target, line in module.imports:
        package, _, rest = target.partition(".")
        floor = rest.partition(".")[0]
        if package != "memdesk" or floor in ("", module.floor, "__version__"):
            continue
        if LEVEL.get(floor, -1) <= LEVEL.get(module.floor, len(FLOORS)):
            yield line, f"imports {target}"


def qt_in_ui(module: Module) -> Iterator[Finding]:
    """Only ui imports PySide6."""
    if module.floor != "ui":
        yield from _imports_of(module, {"PySide6", "shiboken6"})


def watchdog_in_watch(module: Module) -> Iterator[Finding]:
    """Only watch imports watchdog."""
    if module.floor != "watch":
        yield from _imports_of(module, {"watchdog"})


def layouts_apart(module: Module) -> Iterator[Finding]:
    """A new agent is one new file: layouts never import each other, and nothing shared names one of them."""
    if module.floor != "layouts":
        return
    own = module.name.split(".")[2:3]
    for _, target, line in module.imports:
        other = target.split(".")[2:3]
        if target.startswith("memdesk.layouts.") and other not in (
            own,
            ["assumptions"],
            ["contract"],
            ["documents"],
            ["optional"],
            ["shapes"],
            ["view"],
        ):
            yield line, f"imports {target}"


AGENTS_HAND = "memdesk.demo.manners"
# str.replace takes two arguments, those of dataclasses and datetime take names: one alone is a path.
METHODS_OF_ONE_PATH = {"replace", "rename"}
WRITING = re.compile(
    r"""os\.( replace | renames? | unlink | remove | removedirs | rmdir | mkdir | makedirs | mknod | mkfifo
        | p?writev? | f?truncate | link | symlink | f?chmod | [fl]?chown | utime | (set|remove)xattr
        | sendfile | copy_file_range | O_(WRONLY|RDWR|CREAT|TRUNC|APPEND) )
    | shutil\.(?!which|get_terminal_size|disk_usage)\w+
    | tempfile\.(?!gettempdir)\w+
    | sqlite3\.connect
    | (?!self\.\w+$).+\.( write_text | write_bytes | unlink | mkdir | rmdir | touch | symlink_to | hardlink_to )
    | .*\b( QSaveFile | QSettings | QTemporaryFile | QTemporaryDir | QLockFile )""",
    re.VERBOSE,
)


def one_door(module: Module) -> Iterator[Finding]:
    """Only store writes: no other floor opens for writing, creates, moves or removes a file.

    The agents of a demonstration write as real ones do, in copies that are thrown away.
    """
    if module.floor == "store" or module.name == AGENTS_HAND:
        return
    for name, line in module.mentions:
        if WRITING.fullmatch(name):
            yield line, name
    for name, call in module.calls:
        method = name.rpartition(".")[2]
        if "." in name and method in METHODS_OF_ONE_PATH and len(call.args) == 1 and not call.keywords:
            yield call.lineno, name
        mode = _open_mode(name, call)
        if mode is not None and not re.fullmatch("[rbtU]+", mode):
            yield call.lineno, f"{name} with mode {mode}"


def lines_end_at_lf(module: Module) -> Iterator[Finding]:
    """Lines end at LF only: nothing splits at, or translates, another character."""
    for name, line in module.mentions:
        if name.rpartition(".")[2] in {"splitlines", "read_text", "write_text", "universal_newlines"}:
            yield line, name
        if re.match(r"sys\.stdin\.(?!buffer|isatty|fileno)", name):
            yield line, f"{name} decodes and translates line ends: read sys.stdin.buffer"
    for name, call in module.calls:
        keywords = {keyword.arg: ast.unparse(keyword.value) for keyword in call.keywords}
        mode = _open_mode(name, call)
        if mode is not None and "b" not in mode and keywords.get("newline") not in ("''", "'\\n'"):
            yield call.lineno, f"{name} in text mode"
        if {"True"} & {keywords.get("text"), keywords.get("universal_newlines")} and name.startswith(
            "subprocess."
        ):
            yield call.lineno, f"{name} in text mode"


IMPURE = {
    "os",
    "io",
    "glob",
    "shutil",
    "subprocess",
    "socket",
    "time",
    "random",
    "sqlite3",
    "tempfile",
    "platformdirs",
}
# The system's words for an error, and the default of a clock that a constructor takes: neither finds out a fact.
PURE_AFTER_ALL = {"os.strerror", "time.monotonic"}


def layouts_are_pure(module: Module) -> Iterator[Finding]:
    """Layouts and text answer from their arguments: no file, clock, environment or chance beside the view."""
    if module.floor not in ("layouts", "text"):
        return
    imported = {target.partition(".")[0] for _, target, _ in module.imports} & IMPURE
    for name, line in module.mentions:
        package, dot, _ = name.partition(".")
        if dot and package in imported and name not in PURE_AFTER_ALL:
            yield line, name
        if re.fullmatch(r"datetime\.\w+\.(now|today|utcnow)", name) or re.match(r"pathlib\.(?!Pure)", name):
            yield line, name
    yield from ((call.lineno, name) for name, call in module.calls if name == "open")


# Typing is grouped by words as people see them, whatever an agent calls white space.
OF_PEOPLE = {"memdesk.text.undo"}


def white_space_is_named(module: Module) -> Iterator[Finding]:
    """Text and layouts say which white space they mean: Python's own differs from the agents'."""
    if module.floor not in ("layouts", "text") or module.name in OF_PEOPLE:
        return
    for name, call in module.calls:
        method = name.rpartition(".")[2]
        if method == "isspace" or (
            method in {"strip", "lstrip", "rstrip", "split"} and not call.args + call.keywords
        ):
            yield call.lineno, f"{name}()"


def painters_end(module: Module) -> Iterator[Finding]:
    """Every painter is ended by the block it paints in, also after an error.

    The traceback of an error keeps the frame, and so the painter: still active at the next paint, it ends the process.
    """
    blocks = [node for node in module.nodes if isinstance(node, ast.With)]
    ended = [item.context_expr for block in blocks for item in block.items]
    for name, call in module.calls:
        if re.fullmatch(r"(.+\.)?Q(Style)?Painter", name) and call not in ended:
            yield call.lineno, f"{name} outside a with"


def tips_are_plain(module: Module) -> Iterator[Finding]:
    """Every tool tip is plain text in the language of the user: Qt would take names of files for markup."""
    for name, call in module.calls:
        if name.rpartition(".")[2] == "setToolTip" and not _is_plain_tip(call):
            yield call.lineno, "a tool tip that is no plain_tip"


def _is_plain_tip(call: ast.Call) -> bool:
    [text] = call.args
    parts = (text.body, text.orelse) if isinstance(text, ast.IfExp) else (text,)
    return all(
        (isinstance(part, ast.Constant) and part.value == "")
        or (isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id == "plain_tip")
        for part in parts
    )


def qt_keeps_its_items(module: Module) -> Iterator[Finding]:
    """Nobody asks a layout of Qt for its items: see `memdesk.ui.widgets.placed`."""
    if module.floor == "ui":
        for name, line in module.mentions:
            if name.rpartition(".")[2] in {"itemAt", "itemAtPosition", "replaceWidget"} and "." in name:
                yield line, name


def names_say_something(module: Module) -> Iterator[Finding]:
    """No module is a drawer for what found no home."""
    drawers = set(module.name.split(".")) & {
        "misc",
        "util",
        "utils",
        "helper",
        "helpers",
        "common",
        "tools",
        "base",
    }
    yield from ((1, f"is called {drawer}") for drawer in drawers)


def _imports_of(module: Module, packages: set[str]) -> Iterator[Finding]:
    for _, target, line in module.imports:
        if target.partition(".")[0] in packages:
            yield line, f"imports {target}"


def _open_mode(name: str, call: ast.Call) -> str | None:
    """The mode of a call that opens a file, `?` where it is computed; None for any other call."""
    given = {keyword.arg: keyword.value for keyword in call.keywords}.get("mode")
    if name in ("open", "io.open", "os.fdopen"):
        mode = given or (call.args[1] if len(call.args) > 1 else ast.Constant("r"))
    elif name.endswith(".open") and name != "os.open":
        mode = given or (call.args[0] if call.args else ast.Constant(None))
    else:
        return None
    value = mode.value if isinstance(mode, ast.Constant) else "?"
    if name.endswith(".open") and name != "io.open" and not re.fullmatch(r"[rwaxbtU+]{1,4}", str(value)):
        return None  # a dialog, a browser or a URL is opened
    return str(value)


@dataclass(frozen=True)
class Rule:
    """A check, and code of a module that breaks it or is fine by it."""

    check: Check
    broken_by: tuple[tuple[str, str], ...]
    fine: tuple[tuple[str, str], ...] = ()


RULES = (
    Rule(
        floors,
        broken_by=(
            ("memdesk.text.edits", "from memdesk.layouts import contract"),
            ("memdesk.store.save", "import memdesk.watch"),
            ("memdesk.cli.show", "def f():\n    from memdesk.ui.app import run"),
            ("memdesk.errors", "from memdesk.text.edits import Edit"),
            ("memdesk.layouts.evva", "from memdesk import bundled"),
            ("memdesk.attic", "import json"),
            ("memdesk.services.editing", "from memdesk.attic import dust"),
        ),
        fine=(
            ("memdesk.ui.app", "from memdesk import __version__\nfrom memdesk.text.edits import Edit"),
            (
                "memdesk.services.editing",
                "from memdesk.services.workspace.workspace import Workspace\nimport memdesk.errors",
            ),
            ("memdesk", "__version__ = '1'"),
        ),
    ),
    Rule(
        qt_in_ui,
        broken_by=(("memdesk.services.preview.preview", "from PySide6.QtCore import QTimer"),),
        fine=(("memdesk.ui.app", "import PySide6.QtWidgets"),),
    ),
    Rule(
        watchdog_in_watch,
        broken_by=(("memdesk.services.workspace.workspace", "import watchdog.observers"),),
        fine=(("memdesk.watch.observer", "from watchdog.observers import Observer"),),
    ),
    Rule(
        layouts_apart,
        broken_by=(
            ("memdesk.layouts.ub", "from memdesk.layouts.evva import outline"),
            ("memdesk.layouts.shapes.sections", "from memdesk.layouts import evva"),
            ("memdesk.layouts", "from memdesk.layouts.evva import Evva"),
        ),
        fine=(
            (
                "memdesk.layouts.evva.model",
                "from memdesk.layouts.evva.places import a\nimport memdesk.layouts.contract",
            ),
            ("memdesk.layouts.ub", "from memdesk.layouts.shapes.sections import b"),
        ),
    ),
    Rule(
        one_door,
        broken_by=(
            ("memdesk.services.settings.settings", "open(path, 'w', newline='')"),
            ("memdesk.services.settings.settings", "open(path, mode=mode)"),
            ("memdesk.services.settings.settings", "path.open('ab')"),
            ("memdesk.services.settings.settings", "import os as system\nsystem.replace(a, b)"),
            ("memdesk.services.settings.settings", "from os import unlink\nlist(map(unlink, paths))"),
            ("memdesk.services.settings.settings", "import os\nos.open(path, os.O_RDONLY | os.O_CREAT)"),
            ("memdesk.services.settings.settings", "from pathlib import Path\nPath(name).write_bytes(data)"),
            ("memdesk.services.settings.settings", "Path(a).rename(b)"),
            ("memdesk.services.settings.settings", "self.folder.mkdir()"),
            ("memdesk.services.sample", "import shutil\nshutil.copytree(a, b)"),
            ("memdesk.cli.set", "from tempfile import NamedTemporaryFile\nNamedTemporaryFile()"),
            ("memdesk.watch.cache", "import sqlite3\nsqlite3.connect(path)"),
            ("memdesk.ui.window", "from PySide6.QtCore import QSettings\nQSettings('a', 'b')"),
        ),
        fine=(
            ("memdesk.store.save", "import os\nos.replace(a, b)"),
            (
                "memdesk.services.settings.settings",
                "open(path, 'rb')\npath.open('rb')\n'a'.replace('a', 'b')",
            ),
            ("memdesk.services.settings.settings", "from dataclasses import replace\nreplace(node, key='a')"),
            ("memdesk.services.settings.settings", "import shutil\nshutil.which('rg')"),
            ("memdesk.ui.window", "dialog.open()\nwebbrowser.open(url)\nstore.rename(a, b)\nself.touch(row)"),
        ),
    ),
    Rule(
        lines_end_at_lf,
        broken_by=(
            ("memdesk.text.document", "text.splitlines()"),
            ("memdesk.text.document", "map(str.splitlines, texts)"),
            ("memdesk.store.read", "open(path)"),
            ("memdesk.store.read", "open(path, 'r', encoding='utf-8')"),
            ("memdesk.store.read", "path.open('w')"),
            ("memdesk.services.settings.settings", "path.read_text()"),
            ("memdesk.cli.set", "import sys\nsys.stdin.read()"),
            ("memdesk.services.git", "import subprocess\nsubprocess.run(['git'], text=True)"),
        ),
        fine=(
            ("memdesk.store.read", "open(path, 'rb')\nopen(path, encoding='utf-8', newline='')"),
            ("memdesk.cli.set", "import sys\nsys.stdin.buffer.read()\nsys.stdin.isatty()"),
        ),
    ),
    Rule(
        layouts_are_pure,
        broken_by=(
            ("memdesk.layouts.evva", "import os\nos.listdir(path)"),
            ("memdesk.layouts.evva", "from os import environ\nenviron['HOME']"),
            ("memdesk.layouts.evva", "from pathlib import Path\nPath(path)"),
            ("memdesk.layouts.evva", "import pathlib\npathlib.Path(path)"),
            ("memdesk.layouts.evva", "open(path, 'rb')"),
            ("memdesk.layouts.ub", "from datetime import datetime\ndatetime.now()"),
            ("memdesk.text.merge", "import random\nrandom.random()"),
        ),
        fine=(
            ("memdesk.layouts.evva", "from pathlib import PurePosixPath\nPurePosixPath(path)"),
            ("memdesk.layouts.evva", "import os\nos.strerror(number)\nnode.open = time.is_known"),
            ("memdesk.layouts.ub", "from datetime import datetime\nview.now()\ndatetime.fromisoformat(text)"),
            ("memdesk.store.read", "import os"),
        ),
    ),
    Rule(
        white_space_is_named,
        broken_by=(
            ("memdesk.layouts.evva", "line.strip()"),
            ("memdesk.text.sections", "line.split()"),
            ("memdesk.text.sections", "any(character.isspace() for character in line)"),
        ),
        fine=(
            ("memdesk.layouts.evva", "line.strip(' ')\ntext.split('\\n')"),
            ("memdesk.ui.filter", "line.strip()"),
        ),
    ),
    Rule(
        painters_end,
        broken_by=(
            (
                "memdesk.ui.chips",
                "from PySide6.QtGui import QPainter\npainter = QPainter(self)\npainter.end()",
            ),
            ("memdesk.ui.chips", "from PySide6.QtGui import QPainter as P\nP(self).fillRect(area, brush)"),
            ("memdesk.ui.chips", "from PySide6 import QtGui\ndraw(QtGui.QPainter(self), area)"),
            ("memdesk.ui.chips", "from PySide6.QtWidgets import QStylePainter\nQStylePainter(self)"),
            ("memdesk.ui.chips", "with held(QPainter(self)) as painter:\n    pass"),
        ),
        fine=(
            (
                "memdesk.ui.chips",
                "from PySide6.QtGui import QPainter\nwith QPainter(self) as painter:\n    draw(painter)",
            ),
            ("memdesk.ui.chips", "with held(), QPainter(self.viewport()) as painter:\n    pass"),
            ("memdesk.ui.chips", "RowPainter(themes)\npath = QPainterPath()\nQPainter.RenderHint(1)"),
        ),
    ),
    Rule(
        tips_are_plain,
        broken_by=(
            ("memdesk.ui.chips", "self.setToolTip(document.why_read_only)"),
            ("memdesk.ui.chips", 'box.setToolTip(plain_tip(why) if why else "<b>")'),
        ),
        fine=(
            ("memdesk.ui.chips", "box.setToolTip(plain_tip(why))"),
            ("memdesk.ui.chips", 'box.setToolTip("")'),
            ("memdesk.ui.chips", 'box.setToolTip(plain_tip(why) if why else "")'),
        ),
    ),
    Rule(
        qt_keeps_its_items,
        broken_by=(("memdesk.ui.chips", "widget = self._row.itemAt(0).widget()"),),
        fine=(
            ("memdesk.ui.chips", "at = self._row.indexOf(chip)"),
            ("memdesk.ui.chips", "item = self._row.takeAt(0)"),
            ("memdesk.ui.wrapping", "class Row(QLayout):\n    def itemAt(self, index): ..."),
        ),
    ),
    Rule(
        names_say_something, broken_by=(("memdesk.services.utils", ""),), fine=(("memdesk.text.edits", ""),)
    ),
)
BY_NAME = {rule.check.__name__: rule for rule in RULES}
BROKEN = [(name, *case) for name, rule in BY_NAME.items() for case in rule.broken_by]
FINE = [(name, *case) for name, rule in BY_NAME.items() for case in rule.fine]


@pytest.fixture(scope="module")
def findings() -> Mapping[str, Sequence[str]]:
    """What each rule finds in the source. A module is parsed once for all of them, and let go before the next."""
    found: dict[str, list[str]] = {name: [] for name in BY_NAME}
    for module in source_modules():
        for name, rule in BY_NAME.items():
            found[name] += [f"{module.name}:{line}: {what}" for line, what in rule.check(module)]
    return found


@pytest.mark.parametrize("rule", BY_NAME)
def test_the_source_keeps_the_rule(rule: str, findings: Mapping[str, Sequence[str]]) -> None:
    assert findings[rule] == [], BY_NAME[rule].check.__doc__


@pytest.mark.parametrize(("rule", "name", "code"), BROKEN)
def test_the_rule_bites(rule: str, name: str, code: str) -> None:
    assert list(BY_NAME[rule].check(Module(name, code)))


@pytest.mark.parametrize(("rule", "name", "code"), FINE)
def test_the_rule_spares_what_is_fine(rule: str, name: str, code: str) -> None:
    assert list(BY_NAME[rule].check(Module(name, code))) == []


def loaded_by(*arguments: str) -> set[str]:
    """The top-level packages that a fresh interpreter loads."""
    command = [sys.executable, "-X", "importtime", *arguments]
    ran = subprocess.run(command, check=False, capture_output=True, stdin=subprocess.DEVNULL)
    report = ran.stderr.decode(errors="replace")
    assert "Traceback" not in report, report
    names = re.findall(r"^import time:\s+\d+ \|\s+\d+ \|\s+([\w.]+)$", report, re.MULTILINE)
    assert names, "the interpreter told nothing about its imports"
    return {name.partition(".")[0] for name in names}


def test_the_check_of_a_fresh_process_sees_qt() -> None:
    assert "PySide6" in loaded_by("-c", "import PySide6.QtCore")


@pytest.mark.skipif(find_spec("memdesk.cli.__main__") is None, reason="there is no command line yet")
def test_the_command_line_never_loads_qt() -> None:
    loaded = loaded_by("-m", "memdesk.cli", "roots", "--json")
    assert "memdesk" in loaded
    assert not loaded & {"PySide6", "shiboken6"}


def test_the_entry_point_loads_nothing_before_it_knows_what_is_asked() -> None:
    assert not loaded_by("-c", "import memdesk.__main__") & {
        "PySide6",
        "pydantic",
        "markdown_it",
        "watchdog",
        "yaml",
    }


@pytest.mark.skipif(find_spec("memdesk.ui.app") is None, reason="there is no window yet")
def test_the_window_loads_only_qt_before_its_first_paint() -> None:
    assert not loaded_by("-c", "import memdesk.ui.app") & {"pydantic", "markdown_it", "watchdog", "yaml"}


def agents_with_a_layout() -> list[str]:
    """The agents whose module or package has a `LAYOUT`; plain Markdown is no agent's."""
    folder = SOURCE / "memdesk/layouts"
    modules = {path.stem: path for path in folder.glob("*.py")}
    modules |= {path.parent.name: path for path in folder.glob("*/__init__.py")}
    found = {name for name, path in modules.items() if b"\nLAYOUT" in path.read_bytes()}
    assert "evva" in found
    return sorted(found - {"plain"})


def test_every_layout_ships_a_sample() -> None:
    samples = CHECKOUT / "resources/samples"
    assert [
        agent
        for agent in agents_with_a_layout()
        if not any(path.is_file() for path in (samples / agent).rglob("*"))
    ] == []


FOREIGN_WORDS = re.compile(
    r"pypi[.]org|pythonhosted[.]org|crates[.]io|npmjs[.]|golang[.]org|(?<![\w.*-])/(work|root)/(main|shared|\.\w)"
)
PROSE = ("src", "tests", "packaging", "docs", "resources", ".ci")
TEXT_SUFFIXES = {"", ".py", ".md", ".toml", ".json", ".in", ".svg", ".ini", ".desktop", ".xml"}


def project_texts() -> Iterator[Path]:
    """Every text of the project that is written by hand."""
    yield from (path for path in CHECKOUT.iterdir() if path.suffix in {".md", ".toml"})
    for folder in PROSE:
        for path in (CHECKOUT / folder).rglob("*"):
            if path.is_file() and path.suffix in TEXT_SUFFIXES and "__pycache__" not in path.parts:
                yield path


def test_no_text_names_a_package_host_or_a_folder_of_one_machine() -> None:
    found = [
        str(path)
        for path in project_texts()
        if FOREIGN_WORDS.search(path.read_bytes().decode(errors="replace"))
    ]
    assert found == []


def test_packaging_hides_no_package_of_that_name() -> None:
    assert (CHECKOUT / "packaging/dev.py").is_file()
    assert not (CHECKOUT / "packaging/__init__.py").exists()
