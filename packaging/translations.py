"""Bring the catalogues of the translations up to date with the source: `python3 packaging/dev.py translations`.

Reads every string of the source that a person sees, writes `resources/translations/memdesk.pot`, merges it into the
`.po` file of each language and compiles that to the `.mo` file which Memdesk reads. With `--check` nothing is written.
Either way everything that is wrong is said, and makes the exit code 1: a string without a translation, one whose fields
differ, a plural form too few, an ellipsis or a mnemonic that got lost, a file that is not up to date.

The `.mo` files are part of the source: a checkout, a wheel and a bundle all read the same ones, and no build step of
its own can be forgotten.
"""

from __future__ import annotations

import ast
import re
import string
import struct
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
SOURCE = CHECKOUT / "src" / "memdesk"
FOLDER = CHECKOUT / "resources" / "translations"
TEMPLATE = "memdesk.pot"
LANGUAGES: Mapping[str, str] = {
    "de": "nplurals=2; plural=(n != 1);",
    "zh_CN": "nplurals=1; plural=0;",
}
"""The languages there are, each with the rule that tells which plural form a number takes."""

SINGLE, PLURAL = ("tr", "say", "marked"), ("trn", "says")
"""The functions whose first argument, or whose first two, are strings that a person reads."""

CARRIERS: Mapping[str, tuple[str, ...]] = {
    "ActionSpec": ("text", "menu"),
    "Deed": ("title", "about", "asks", "caution"),
    "Declined": ("template", "hint", "clause"),
    "Detail": ("title", "template"),
    "_Meaning": ("template", "hint", "clause"),
}
"""Values that carry strings to where they are shown, with the fields that hold these."""

ERRORS = "MemdeskError"
"""Errors carry a `template`, their first argument, and a `hint`."""

ENGLISH_ONLY = ("memdesk.cli", "memdesk.demo")
"""The shell speaks English, so that programs can read it."""

Key = tuple[str, str]
"""What a string is found by: itself, and its English plural, which is empty where it has none."""


@dataclass
class Message:
    """A string of the source with its translations, one per plural form; none of an empty one."""

    key: Key
    places: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    notes: list[str] = field(default_factory=list)


# The source


class Module:
    """One module of the source; most need not be parsed."""

    def __init__(self, path: Path, root: Path) -> None:
        self.place = path.relative_to(root.parent).as_posix()
        self.name = ".".join(path.relative_to(root.parent).with_suffix("").parts).removesuffix(".__init__")
        self.code = path.read_bytes().decode()

    @cached_property
    def syntax(self) -> Syntax:
        """What stands in it."""
        return Syntax(self.code)


class Syntax:
    """The calls and classes of a module, where its names come from, and the values that they may have."""

    def __init__(self, code: str) -> None:
        self.values: dict[str, list[ast.expr]] = defaultdict(list)
        self.imports: dict[str, str] = {}
        self.classes: dict[str, ast.ClassDef] = {}
        self.calls: list[ast.Call] = []
        for node in ast.walk(ast.parse(code)):
            self._take(node)

    def _take(self, node: ast.AST) -> None:
        if isinstance(node, ast.Call):
            self.calls.append(node)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                self.imports[alias.asname or alias.name] = f"{node.module}.{alias.name}"
        elif isinstance(node, ast.ClassDef):
            self.classes[node.name] = node
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                self._assign(target, node.value)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            self._assign(node.target, node.value)
        elif isinstance(node, (ast.For, ast.comprehension)):
            self._assign(node.target, node.iter)

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self.values[target.id].append(value)
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for one, its_value in zip(target.elts, value.elts, strict=False):
                self._assign(one, its_value)


class Source:
    """Every module below `root`, a package; `messages` are its strings, `complaints` what cannot be translated."""

    def __init__(self, root: Path) -> None:
        self._modules = {m.name: m for m in (Module(path, root) for path in sorted(root.rglob("*.py")))}
        self._places: dict[Key, set[str]] = defaultdict(set)
        self.complaints: list[str] = []
        self._errors = self._find_errors()
        self._fields = self._find_fields()
        called = re.compile(rf"\b({'|'.join((*SINGLE, *PLURAL, *CARRIERS, *self._errors))})\(")
        for module in self._modules.values():
            if not module.name.startswith(ENGLISH_ONLY) and called.search(module.code):
                self._read(module)

    @property
    def messages(self) -> list[Message]:
        """The strings in the order of their first places."""
        found = [Message(key, tuple(sorted(places))) for key, places in self._places.items()]
        return sorted(found, key=lambda message: (message.places[0], message.key))

    def _find_errors(self) -> set[str]:
        """The family of errors by their names."""
        heads = [head for module in self._modules.values() for head in _CLASS.findall(module.code)]
        found, before = {ERRORS}, 0
        while len(found) > before:
            before = len(found)
            found |= {name for name, base in heads if base in found}
        return found

    def _find_fields(self) -> dict[str, list[str]]:
        """The fields of each carrier, in order."""
        found: dict[str, list[str]] = {}
        for module in self._modules.values():
            for name in CARRIERS:
                if f"\nclass {name}" in module.code and name in module.syntax.classes:
                    body = module.syntax.classes[name].body
                    # An enumeration of the same name has none.
                    found[name] = [field for item in body for field in _field_names(item)] or found.get(
                        name, []
                    )
        return found

    def _read(self, module: Module) -> None:
        raised = [node for name, node in module.syntax.classes.items() if name in self._errors]
        inside = {id(node) for one in raised for node in ast.walk(one)}
        for node in module.syntax.calls:
            if isinstance(node.func, ast.Name):
                self._take_call(module, node, node.func.id)
            elif isinstance(node.func, ast.Attribute) and node.func.attr == "__init__" and id(node) in inside:
                self._take_fields(module, node, ("template", "hint"), ("template",))

    def _take_call(self, module: Module, call: ast.Call, name: str) -> None:
        if name in SINGLE and call.args:
            self._take(module, call.args[0])
        elif name in PLURAL and len(call.args) > 1:
            # With fewer it is another function of the same name.
            self._take_plural(module, call)
        elif name in self._errors:
            self._take_fields(module, call, ("template", "hint"), ("template",))
        elif name in CARRIERS and name in self._fields:
            self._take_fields(module, call, CARRIERS[name], self._fields[name])

    def _take_fields(
        self, module: Module, call: ast.Call, wanted: Sequence[str], order: Sequence[str]
    ) -> None:
        for name, value in zip(order, call.args, strict=False):
            if name in wanted:
                self._take(module, value)
        for keyword in call.keywords:
            if keyword.arg in wanted:
                self._take(module, keyword.value)

    def _take(self, module: Module, node: ast.expr) -> None:
        for text in self._literals(module, node):
            # A menu's name begins with the sign of the separator above it.
            self._add((text.removeprefix("|"), ""), module)

    def _take_plural(self, module: Module, call: ast.Call) -> None:
        ones, manys = (list(self._literals(module, node)) for node in call.args[:2])
        if len(ones) != len(manys):
            self._complain(module, call, "has not as many plurals as singulars")
        for key in zip(ones, manys, strict=False):
            self._add(key, module)

    def _add(self, key: Key, module: Module) -> None:
        # Between fields a mark alone is the language's own: “{title}: {value}” has another colon in Chinese.
        if re.sub(r"\{[^}]*\}", "", key[0]):
            self._places[key].add(module.place)

    def _complain(self, module: Module, node: ast.AST, what: str) -> None:
        self.complaints.append(
            f"{module.place}:{getattr(node, 'lineno', 0)} {what}: {ast.unparse(node)[:90]}"
        )

    def _literals(self, module: Module, node: ast.expr, depth: int = 0) -> Iterator[str]:
        """The strings an expression may be, in order, as far as they stand in the source."""
        if depth > _DEEPEST:
            return
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            self._complain(module, node, "is put together before it is translated")
        elif isinstance(node, (ast.Name, ast.Attribute)):
            yield from self._literals_of_name(module, node, depth)
        for part in _parts_of(node):
            yield from self._literals(module, part, depth + 1)

    def _literals_of_name(self, module: Module, node: ast.Name | ast.Attribute, depth: int) -> Iterator[str]:
        owner, name = module, ""
        if isinstance(node, ast.Name):
            name = node.id
            whole = module.syntax.imports.get(name)
            if whole is not None:
                folder, _, name = whole.rpartition(".")
                owner = self._modules.get(folder, module)
        elif isinstance(node.value, ast.Name):
            owner, name = self._modules.get(module.syntax.imports.get(node.value.id, ""), module), node.attr
            if owner is module:
                return
        for value in owner.syntax.values.get(name, ()):
            yield from self._literals(owner, value, depth + 1)


_DEEPEST = 8
_CLASS = re.compile(r"^class (\w+)\((\w+)", re.MULTILINE)


def _parts_of(node: ast.expr) -> Sequence[ast.expr]:
    """The expressions whose values one may have, or hold."""
    match node:
        case ast.IfExp():
            return (node.body, node.orelse)
        case ast.BoolOp() | ast.Dict():
            return node.values
        case ast.Tuple() | ast.List() | ast.Set():
            return node.elts
        case ast.Subscript():
            return (node.value,)
        case ast.Call(func=ast.Attribute(attr="get", value=table)):
            return (table, *node.args[1:])
    return ()


def _field_names(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id


# Files of gettext's kinds


@dataclass
class Catalogue:
    """A `.po` file: the comment at its head, its header, and its messages; those out of use stand at its end."""

    head: str
    header: str
    messages: dict[Key, Message]

    def merged(self, found: Sequence[Message]) -> Catalogue:
        """With the messages of the source, what was translated kept, what the source lost put out of use."""
        merged = {}
        for message in found:
            old = self.messages.get(message.key, Message(message.key))
            merged[message.key] = Message(message.key, message.places, old.forms, old.notes)
        for key, old in self.messages.items():
            if key not in merged and any(old.forms):
                merged[key] = Message(key, (), old.forms, old.notes)
        return Catalogue(self.head, self.header, merged)

    @property
    def in_use(self) -> list[Message]:
        """The messages that the source has."""
        return [message for message in self.messages.values() if message.places]

    def text(self) -> str:
        """The file."""
        parts = [f'{self.head}msgid ""\nmsgstr ""\n{_lines(self.header)}']
        parts += [_entry(message) for message in self.in_use]
        parts += [_entry(message) for message in self.messages.values() if not message.places]
        return "\n".join(parts)


def _lines(header: str) -> str:
    return "".join(f"{_quoted(line)}\n" for line in header.splitlines(keepends=True))


def _entry(message: Message) -> str:
    one, many = message.key
    lines = [*message.notes, *(f"#: {place}" for place in message.places)]
    if "{" in one + many:
        lines.append("#, python-brace-format")
    forms = message.forms or ("",)
    strings = [f"msgid {_quoted(one)}"]
    if many:
        strings.append(f"msgid_plural {_quoted(many)}")
        strings += [f"msgstr[{number}] {_quoted(form)}" for number, form in enumerate(forms)]
    else:
        strings.append(f"msgstr {_quoted(forms[0])}")
    lines += strings if message.places else [f"#~ {line}" for line in strings]
    return "\n".join(lines) + "\n"


_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
_UNESCAPES = {value: key for key, value in _ESCAPES.items()}


def _quoted(text: str) -> str:
    return '"' + "".join(_ESCAPES.get(char, char) for char in text) + '"'


def _unquoted(text: str) -> str:
    return re.sub(r'\\[\\"nt]', lambda found: _UNESCAPES[found.group()], text.strip()[1:-1])


def parsed(text: str) -> Catalogue:
    """The catalogue that a `.po` file holds."""
    head = text[: text.index("msgid ")] if "msgid " in text else text
    messages: dict[Key, Message] = {}
    header = ""
    for block in re.split(r"\n{2,}", text[len(head) :]):
        message = _message_of(block)
        if message is not None and message.key[0]:
            messages[message.key] = message
        elif message is not None:
            header = message.forms[0] if message.forms else ""
    return Catalogue(head, header, messages)


def _message_of(block: str) -> Message | None:
    strings: dict[str, str] = {}
    places, notes, name = [], [], ""
    for line in block.split("\n"):
        if line.startswith("#:"):
            places.append(line[2:].strip())
        elif line.startswith("#") and not line.startswith(("#~", "#,")):
            notes.append(line)
        word, _, rest = line.removeprefix("#~").strip().partition(" ")
        if word.startswith("msg"):
            name, strings[word] = word, _unquoted(rest)
        elif word.startswith('"') and name:
            strings[name] += _unquoted(line.removeprefix("#~"))
    if "msgid" not in strings:
        return None
    forms = tuple(strings[name] for name in sorted(strings) if name.startswith("msgstr"))
    return Message((strings["msgid"], strings.get("msgid_plural", "")), tuple(places), forms, notes)


_MO_MAGIC, _MO_HEADER_BYTES = 0x950412DE, 28


def compiled(catalogue: Catalogue) -> bytes:
    """The `.mo` file of a catalogue: two sorted tables of lengths and offsets, then the strings with a zero each."""
    pairs = {"": catalogue.header}
    for message in catalogue.in_use:
        if all(message.forms) and message.forms:
            pairs["\0".join(filter(None, message.key))] = "\0".join(message.forms)
    encoded = sorted((key.encode(), value.encode()) for key, value in pairs.items())
    texts = [text for number in (0, 1) for text in (pair[number] for pair in encoded)]
    start = _MO_HEADER_BYTES + len(texts) * 8
    table, data = bytearray(), bytearray()
    for text in texts:
        table += struct.pack("<II", len(text), start + len(data))
        data += text + b"\0"
    second = _MO_HEADER_BYTES + len(encoded) * 8
    header = struct.pack("<7I", _MO_MAGIC, 0, len(encoded), _MO_HEADER_BYTES, second, 0, start)
    return header + bytes(table) + bytes(data)


# What is wrong


def faults(message: Message, forms_wanted: int) -> Iterator[str]:
    """What is wrong with the translation of one message."""
    one, many = message.key
    if not message.forms or not all(message.forms):
        yield "is not translated"
        return
    if many and len(message.forms) != forms_wanted:
        yield f"has {len(message.forms)} plural forms instead of {forms_wanted}"
    originals = (one, many or one)
    for number, form in enumerate(message.forms):
        # A language with one form says all numbers by it.
        original = originals[-1] if forms_wanted == 1 else originals[min(number, 1)]
        yield from _differences(original, form, is_plural=bool(many))


def _differences(original: str, form: str, *, is_plural: bool) -> Iterator[str]:
    try:
        wanted, got = fields_of(original), fields_of(form)
    except ValueError as error:
        yield f"cannot be filled in: {error}"
        return
    # “one entry” need not show its number, and may where the original does not.
    if (wanted ^ got) - ({"n"} if is_plural else set()):
        yield f"has the fields {sorted(got)} instead of {sorted(wanted)}"
    if original.endswith("…") != form.endswith(("…", "……")):
        yield "lost or gained an ellipsis"
    if original.count("&") != form.count("&"):
        yield "lost or gained an “&”"
    if re.search(r"\w", original) and _margins(original) != _margins(form):
        yield "has other white space around it"
    if original.endswith((".", ":")) and not form.endswith((".", ":", "。", "：", ".“", "”")):
        yield "does not end as a sentence"


def fields_of(text: str) -> set[str]:
    """The fields of a template, each with how it is to be formatted. Raises `ValueError` for a stray brace."""
    return {
        f"{name}:{spec}" if spec else name
        for _, name, spec, _ in string.Formatter().parse(text)
        if name is not None
    }


def _margins(text: str) -> tuple[bool, bool]:
    return text[:1].isspace(), text[-1:].isspace()


# The tool


def main(arguments: Sequence[str]) -> int:
    """Write what is not up to date, or only say so with `--check`; 1 where anything is wrong."""
    is_check = list(arguments) == ["--check"]
    if arguments and not is_check:
        tell("translations takes --check and no more: python3 packaging/dev.py translations [--check]")
        return 2
    wrong = list(everything_wrong(SOURCE, FOLDER, writes=not is_check))
    for line in wrong:
        tell(line)
    tell(f"{len(wrong)} to mend." if wrong else "All translations are complete and up to date.")
    return int(bool(wrong))


def everything_wrong(root: Path, folder: Path, *, writes: bool) -> Iterator[str]:
    """Bring the files in `folder` up to date with the package `root`, or only look; what is wrong, line by line."""
    source = Source(root)
    yield from source.complaints
    found = source.messages
    files = {TEMPLATE: Catalogue(_HEAD, _HEADER, {message.key: message for message in found}).text().encode()}
    for language, plural_rule in LANGUAGES.items():
        path = folder / f"{language}.po"
        old = parsed(path.read_bytes().decode()) if path.exists() else _empty(language, plural_rule)
        catalogue = old.merged(found)
        files[path.name] = catalogue.text().encode()
        files[f"{language}.mo"] = compiled(catalogue)
        wanted = int(plural_rule[len("nplurals=")])
        for message in catalogue.in_use:
            for fault in faults(message, wanted):
                yield f"{path.name}: {message.key[0]!r} {fault} ({message.places[0]})"
    yield from _put(folder, files, writes=writes)


def _put(folder: Path, files: Mapping[str, bytes], *, writes: bool) -> Iterator[str]:
    for name, data in files.items():
        path = folder / name
        if path.exists() and path.read_bytes() == data:
            continue
        if not writes:
            yield f"{name} is not up to date: run python3 packaging/dev.py translations"
            continue
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


_HEAD = "# The strings of Memdesk.\n"
_HEADER = "Content-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\n"


def _empty(language: str, plural_rule: str) -> Catalogue:
    return Catalogue(_HEAD, f"Language: {language}\n{_HEADER}Plural-Forms: {plural_rule}\n", {})


def tell(line: str) -> None:
    """Tell the person at the terminal."""
    sys.stderr.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
