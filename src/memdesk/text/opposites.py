"""Words that turn a statement round, in the languages that memories are mostly written in."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from types import MappingProxyType

_NO = (
    "not never no nor neither cannot without avoid stop refuse none nothing forbidden "
    "dont doesnt didnt isnt arent wasnt werent cant couldnt wont wouldnt shouldnt mustnt hasnt havent hadnt "
    "nicht kein keine keinen keinem keiner nie niemals ohne vermeiden "
    "pas jamais sans aucun aucune éviter nunca sin tampoco jamás evitar mai senza não sem "
    "не нет никогда без нельзя запрещено ні ніколи nie nigdy bez inte aldrig utan niet nooit geen zonder değil asla "
    "δεν δε μην μη όχι ποτέ χωρίς नहीं मत बिना لا ولا لم لن ليس ليست بدون ممنوع أبدا לא אין בלי אסור "
    "안 못"
)
NEGATIONS = frozenset(_NO.split(" "))
"""Words that say no."""

_UNSPACED_NO = re.compile(r"不|没|沒|别|別|勿|无|無|未|禁|避免|ない|せん|ず$|ไม")
"""In two neighbouring signs, which stand for a word there: no more of ません and ไม่ is seen at once."""
_KOREAN_NO = re.compile(r"않|없|금지|마세요|마십시오")
"""At the end of a verb, which is one word with it."""

_PAIRS = (
    "always never|yes no|on off|true false|enable disable|enabled disabled|enables disables|allow forbid|"
    "allowed forbidden|allow deny|allows denies|with without|include exclude|includes excludes|"
    "included excluded|before after|prefer avoid|prefers avoids|use avoid|uses avoids|likes dislikes|"
    "like dislike|wants refuses|required optional|must may|public private|light dark|tabs spaces|start stop|"
    "first last|more less|above below|max min|maximum minimum|daily weekly|nightly weekly|weekly monthly|"
    "daily monthly|nightly daily|open closed|sync async|synchronous asynchronous|increase decrease|"
    "increases decreases|increased decreased|"
    "ein kein|eine keine|einen keinen|einem keinem|einer keiner|"
    "immer nie|ja nein|an aus|ein aus|wahr falsch|mit ohne|hell dunkel|vor nach|toujours jamais|oui non|"
    "avec sans|avant après|vrai faux|siempre nunca|sí no|con sin|antes después|verdadero falso|sempre mai|"
    "да нет|всегда никогда"
)
OPPOSITES = MappingProxyType(
    {
        one: other
        for pair in _PAIRS.split("|")
        for left, right in (pair.split(" "),)
        for one, other in ((left, right), (right, left))
    }
)
"""Words of which one says the contrary of the other; each by one that it is mostly set against."""
_OPPOSITES_OF: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        word: (OPPOSITES[word], *(one for one, other in OPPOSITES.items() if other == word))
        for word in OPPOSITES
    }
)

_BESIDE = (
    "input output", "inputs outputs", "import export", "imports exports", "imported exported",
    "upload download", "uploads downloads", "uploaded downloaded", "inbound outbound", "incoming outgoing",
    "client server frontend backend", "clients servers", "request response", "requests responses",
    "sender receiver recipient", "source target destination sink", "reader writer", "producer consumer",
    "publisher subscriber", "caller callee", "parent child", "parents children", "ancestor descendant",
    "master replica slave", "primary secondary tertiary", "leader follower",
    "debug release nightly beta alpha stable", "internal external", "local remote", "upstream downstream",
    "global local", "horizontal vertical", "width height depth", "row column", "rows columns", "key value",
    "head tail", "push pull", "pushes pulls", "encode decode", "encoder decoder", "encoding decoding",
    "encrypt decrypt", "encryption decryption", "compress decompress extract", "serialize deserialize",
    "lock unlock", "mount unmount", "install uninstall", "attach detach", "connect disconnect",
    "create delete edit update read view list rename move archive restore export import publish approve",
    "creates deletes edits updates reads views lists renames moves archives restores publishes approves",
    "created deleted edited updated renamed moved archived restored published approved",
    "add remove", "adds removes", "added removed", "insert delete", "reads writes", "read write",
    "buy sell", "buys sells", "borrow lend", "sends receives", "send receive", "accept reject",
    "accepts rejects", "accepted rejected", "success failure", "pass fail", "opens closes", "begin end",
    "start end", "starts ends", "earliest latest", "oldest newest", "older younger", "elder younger", "old new",
    "oldest youngest", "big small", "large small", "long short", "fast slow", "high low", "higher lower",
    "hot cold", "early late", "rising falling", "even odd", "brother sister", "brothers sisters",
    "mother father", "son daughter", "sons daughters", "husband wife", "uncle aunt", "nephew niece",
    "grandmother grandfather", "boy girl", "man woman", "boss assistant", "teacher student",
    "doctor patient", "buyer seller", "vendor customer supplier", "customers suppliers", "tenant landlord",
    "admins users guests owners members editors viewers", "admin user guest owner member editor viewer",
    "spring summer autumn fall winter", "breakfast lunch dinner", "debit credit", "income expenses",
    "front back", "top bottom", "inner outer", "upper lower", "odd even", "minor major patch",
    "unit integration", "mobile desktop", "android ios", "soft hard", "hardware software",
    "eingabe ausgabe", "eingang ausgang", "eingänge ausgänge", "sender empfänger", "quelle ziel",
    "hochladen herunterladen", "lesen schreiben", "erstellen löschen bearbeiten ändern anlegen",
    "öffnen schliessen", "anfang ende", "kunde lieferant", "kunden lieferanten", "käufer verkäufer",
    "bruder schwester", "mutter vater", "sohn tochter", "onkel tante", "mann frau", "ältere jüngere",
    "älterer jüngerer", "alte neue", "alter neuer", "grosse kleine", "intern extern", "interne externe",
    "lokal entfernt", "einnahmen ausgaben", "frühling sommer herbst winter",
    "输入 输出", "导入 导出", "上传 下载", "客户 服务", "前端 后端", "请求 响应", "源代 目标", "父级 子级",
    "创建 删除 编辑 更新 查看 修改 读取 写入", "增加 减少", "发送 接收", "加密 解密", "编码 解码", "内部 外部",
    "本地 远程", "公开 私有", "打开 关闭", "启用 禁用", "哥哥 弟弟 姐姐 妹妹", "父亲 母亲", "儿子 女儿",
    "丈夫 妻子", "调试 发布 测试 开发 生产", "早上 中午 下午 晚上", "春天 夏天 秋天 冬天", "成功 失败",
)  # fmt: skip


def _places_of_words(lines: Sequence[str]) -> Mapping[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for number, line in enumerate(lines):
        for word in line.split(" "):
            found.setdefault(word, set()).add(number)
    return MappingProxyType({word: frozenset(numbers) for word, numbers in found.items()})


_BESIDE_OF = _places_of_words(_BESIDE)
_WITH_COUNTERPARTS = frozenset(_BESIDE_OF)

_PREFIXES = ("un", "in", "im", "non", "dis", "ir", "de")
_PREFIX_BEGINS = frozenset(prefix[:2] for prefix in _PREFIXES)

_SIDED = "over than before after instead from to into not versus vs above below"
TURNING = frozenset(_SIDED.split(" "))
"""Words whose two sides cannot be exchanged: what stands before one is not what stands behind it."""


def is_negation(form: str) -> bool:
    """Whether a word, by its normal form, says no."""
    if form.isascii():
        return form in NEGATIONS
    return form in NEGATIONS or bool(_UNSPACED_NO.search(form) or _KOREAN_NO.search(form))


def negations_among(words: Iterable[str]) -> tuple[str, ...]:
    """The words of some that say no."""
    return tuple([word for word in words if word in NEGATIONS or (not word.isascii() and is_negation(word))])


def are_opposite(one: str, other: str) -> bool:
    """Whether one word says the contrary of the other."""
    if OPPOSITES.get(one) == other or OPPOSITES.get(other) == one:
        return True
    short, long = (one, other) if len(one) < len(other) else (other, one)
    return len(short) >= 4 and long.endswith(short) and long[: -len(short)] in _PREFIXES


def are_counterparts(one: str, other: str) -> bool:
    """Whether the words name two things beside each other: what is true of one tells nothing of the other."""
    return one != other and not _BESIDE_OF.get(one, _NONE).isdisjoint(_BESIDE_OF.get(other, _NONE))


_NONE: frozenset[int] = frozenset()


def with_opposites(words: Collection[str]) -> frozenset[str]:
    """Those of some words that are opposites of others of them but for a prefix."""
    pairs = [
        (short, word)
        for word in words
        for short in _without_prefix(word)
        if short in words and are_opposite(short, word)
    ]
    return frozenset(chain.from_iterable(pairs))


def first_opposites(mine: Iterable[str], theirs: Iterable[str]) -> tuple[str, str] | None:
    """The first words of two texts of which one says the contrary of the other."""
    mine, theirs = tuple(mine), tuple(theirs)
    may_have_one = [word for word in mine if word in _OPPOSITES_OF or word[:2] in _PREFIX_BEGINS]
    with_prefix = [other for other in theirs if other[:2] in _PREFIX_BEGINS]
    if not (may_have_one or with_prefix):
        return None
    here, there = frozenset(mine), frozenset(theirs)
    for word in may_have_one:
        contrary = (*_OPPOSITES_OF.get(word, ()), *_without_prefix(word))
        twin = next((other for other in contrary if other in there and are_opposite(word, other)), None)
        if twin is not None:
            return word, twin
    pairs = ((word, other) for other in with_prefix for word in _without_prefix(other) if word in here)
    return next((pair for pair in pairs if are_opposite(*pair)), None)


def _without_prefix(word: str) -> Sequence[str]:
    """What is left of a word that may begin with a prefix that says no."""
    if word[:2] not in _PREFIX_BEGINS:
        return ()
    return [word[len(prefix) :] for prefix in _PREFIXES if word.startswith(prefix)]


def first_counterparts(mine: Iterable[str], theirs: Iterable[str]) -> tuple[str, str] | None:
    """The first words of two texts that name two things beside each other."""
    mine, theirs = tuple(mine), tuple(theirs)
    if _WITH_COUNTERPARTS.isdisjoint(mine) or _WITH_COUNTERPARTS.isdisjoint(theirs):
        return None
    ours, there = (dict.fromkeys(filter(_BESIDE_OF.__contains__, side)) for side in (mine, theirs))
    return next(((one, other) for one in ours for other in there if are_counterparts(one, other)), None)
