"""The paths of files and folders that a text names."""

from __future__ import annotations

import re
from collections.abc import Iterator

_NAME = r"[\w.@+-]+"
_PATH = re.compile(
    # Behind a letter or a sign that belongs to it, a path would be the rest of one, of an address or of an account.
    rf"(?<![\w:/.~@+\\-])(?![\w.+-]+@)@?(?P<path>(?:(?:~|\.{{1,2}})/(?:{_NAME}/)*|/?(?:{_NAME}/)+)[\w.@+-]*\w)/?"
)
_ADDRESS = re.compile(r"\b[a-z][a-z0-9+.-]{0,30}://\S+")
_TEMPLATE = re.compile(r"[<>{}*$…?\[\]]")
_CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_LINK = re.compile(r"\]\([^)\n]*\)")
_FENCE = re.compile(r"[ \t>]*(?:[-*+][ \t]+)?(?:`{3}|~{3})")
_IN_PROJECT = re.compile(rf"@?(?P<path>(?:\.{{1,2}}/)*/?{_NAME}(?:/{_NAME})*)(?P<folder>/?)")
_SPOKEN = re.compile(r"(?<=[\w])-?[^\x00-\x7f]+$")
"""What a language glues to the end of a path: `src/app에서`."""
_PLACE = re.compile(r"(?::\d[\d:,-]*|::[\w:.]+(?:\(\))?|#[\w-]+)$")
"""What points into a file: `app.py:12`, `test_app.py::test_it`, `page.md#part`."""
_STAND_IN = re.compile(
    r"(?i)(?:^|[-_./])(?:foo|bar|baz|qux|foobar|x{2,}|n{2,}|y{4}\w*|placeholder|your|my|name|slug|topic|filename|path|some"
    r"|example|sample|template)(?=$|[-_./])|(?:^|/)(?:[a-z]|file|test_file|module|component|script)(?=\.\w+$)"
    r"|(?:^|/)(?-i:My|Your|Some)[A-Z]|文件名|模块名|名称|파일명|이름|名前|nombre|имя"
)
"""Names that stand for others, as `path/to/file.py` does."""
_FILE = re.compile(r"[^/.][^/]*\.[A-Za-z][A-Za-z0-9]{0,7}$")
_IS_SAID = re.compile(
    r"(?i)\b(?:no|not|never|without|until|only (?:while|if|when)|missing|gone|will be|e\.g|example|optional"
    r"|legacy|former\w*|(?:that|another|other|separate) (?:repo|project)\w*)\b|n['’]t\b"
    r"|\b(?:delet|remov|renam|moved|moving|replac|drop|retir|deprecat|obsolet|supersed|creat|plan|generat|writ|output|propos"
    r"|elimin|borr|crea|supprim|crée?|gelösch|entfern|umbenann|erzeug|удал|созда|переимен)"
    r"|[删移除]|废|退役|迁|重命名|新建|创建|生成|삭제|제거|생성|이동|대기|削除|作成|廃止|移動"
)
"""Words with which one says of a file that it is not there any more, or not yet, or elsewhere."""


def paths_in(text: str) -> Iterator[str]:
    """What looks like a path, each once: with a slash between its parts, or behind `~`, `.` and `..`.

    Addresses and patterns are none. The `@` with which agents take a file in, and a slash at the end, are left out.
    Words with a slash between them look the same: whether a path is meant, who knows the folders has to tell.
    """
    if "/" not in text:
        return
    without = _ADDRESS.sub(" ", text)
    yield from dict.fromkeys(
        found["path"]
        for found in _PATH.finditer(without)
        if not is_pattern(_with_its_neighbours(without, found))
    )


def files_in(text: str) -> Iterator[str]:
    """The paths that `text` says are files or folders, each once: a folder has a slash at its end, a file an ending.

    A code span is one path or none, whatever stands in it; what stands in a block of code is an example, a command or
    its output. Names that stand for others, patterns, addresses, the targets of links and what lies in the home are
    none; nor is what a line itself says to be gone, to be made or to be elsewhere.
    """
    if "/" in text:
        yield from dict.fromkeys(path for line in _lines(text) for path in _files_in_line(line))


def _lines(text: str) -> Iterator[str]:
    """The lines outside of blocks of code."""
    is_code = False
    for line in text.split("\n"):
        if _FENCE.match(line):
            is_code = not is_code
        elif not is_code and "/" in line:
            yield line


def _files_in_line(line: str) -> Iterator[str]:
    prose = _ADDRESS.sub(" ", _LINK.sub("] ", _CODE.sub(" ` ", line)))
    words = [found for found in _PATH.finditer(prose) if not is_pattern(_with_its_neighbours(prose, found))]
    if not _IS_SAID.search(_PATH.sub(" ", prose)):
        said = (*_CODE.findall(line), *(found[0] for found in words))
        yield from filter(None, (_file_of(word.strip(" \t")) for word in said))


def _with_its_neighbours(text: str, found: re.Match[str]) -> str:
    return text[max(0, found.start() - 1) : found.end() + 1]


def _file_of(word: str) -> str:
    """The path that a word is; empty where it is none, or stands for others."""
    found = _IN_PROJECT.fullmatch(_PLACE.sub("", word))
    if found is None or _STAND_IN.search(found["path"]):
        return ""
    path = found["path"]
    if found["folder"]:
        return f"{path}/"
    return path if "/" in path and _FILE.search(without_what_is_spoken(path)) else ""


def without_what_is_spoken(path: str) -> str:
    """`path` without the syllables that some languages glue to the end of a word."""
    return _SPOKEN.sub("", path)


def is_pattern(path: str) -> bool:
    """Whether it stands for several paths, or for one that is to be filled in."""
    return _TEMPLATE.search(path) is not None
