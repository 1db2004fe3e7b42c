"""Words that turn a statement round, in the languages that memories are mostly written in."""

from __future__ import annotations

import re
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

_UNSPACED_NO = re.compile(r"不|没|沒|别|別|勿|无|無|未|禁|避免|ない|ません|ず$|ไม่|ห้าม|อย่า")
_KOREAN_NO = re.compile(r"않|없|금지|마세요|마십시오")
"""At the end of a verb, which is one word with it."""

_PAIRS = (
    "always never|yes no|on off|true false|enable disable|enabled disabled|enables disables|allow forbid|"
    "allowed forbidden|allow deny|allows denies|with without|include exclude|includes excludes|"
    "included excluded|before after|prefer avoid|prefers avoids|use avoid|uses avoids|likes dislikes|"
    "like dislike|wants refuses|required optional|must may|public private|light dark|tabs spaces|start stop|"
    "first last|more less|above below|max min|maximum minimum|daily weekly|nightly weekly|weekly monthly|"
    "daily monthly|nightly daily|open closed|sync async|synchronous asynchronous|"
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

_SETS = (
    "monday tuesday wednesday thursday friday saturday sunday",
    "montag dienstag mittwoch donnerstag freitag samstag sonntag",
    "january february march april may june july august september october november december",
    "daily nightly hourly weekly biweekly monthly quarterly yearly annually",
    "one two three four five six seven eight nine ten eleven twelve",
    "english german french spanish italian portuguese dutch polish russian ukrainian chinese japanese korean arabic",
    "deutsch englisch französisch spanisch italienisch chinesisch japanisch",
    "npm pnpm yarn bun deno pip poetry uv conda cargo",
    "postgres postgresql mysql mariadb sqlite mongodb redis oracle",
    "python ruby rust go golang java kotlin swift typescript javascript php perl elixir scala haskell",
    "vim neovim emacs nano vscode helix",
    "linux macos windows debian ubuntu fedora arch freebsd",
    "red green blue yellow black white orange purple grey gray",
    "on off", "true false", "yes no", "light dark", "tabs spaces",
    "staging production development testing dev prod",
    "mit apache gpl bsd proprietary",
    "north south east west", "left right", "morning afternoon evening night",
)  # fmt: skip
_SET_OF = MappingProxyType({word: number for number, words in enumerate(_SETS) for word in words.split(" ")})

_UNITS = (
    "ns nanosecond nanoseconds|us µs microsecond microseconds|ms millisecond milliseconds millisekunden|"
    "s sec secs second seconds sekunde sekunden|min mins minute minutes minuten|h hr hrs hour hours stunde stunden|"
    "day days tage tagen|week weeks woche wochen|month months monat monate monaten|year years jahr jahre jahren|"
    "byte bytes|kb|mb|gb|tb|kib|mib|gib|tib|px|rem|mm|cm|km|kg|eur euro euros|usd dollar dollars|gbp pound pounds|chf"
)
_UNIT_OF = MappingProxyType(
    {word: number for number, words in enumerate(_UNITS.split("|")) for word in words.split(" ")}
)

_PREFIXES = ("un", "in", "im", "non", "dis", "ir", "de")

_SIDED = "over than before after instead from to into not versus vs above below"
TURNING = frozenset(_SIDED.split(" "))
"""Words whose two sides cannot be exchanged: what stands before one is not what stands behind it."""


def is_negation(form: str) -> bool:
    """Whether a word, by its normal form, says no."""
    if form.isascii():
        return form in NEGATIONS
    return form in NEGATIONS or bool(_UNSPACED_NO.search(form) or _KOREAN_NO.search(form))


def are_opposite(one: str, other: str) -> bool:
    """Whether one word says the contrary of the other."""
    if OPPOSITES.get(one) == other or OPPOSITES.get(other) == one:
        return True
    short, long = (one, other) if len(one) < len(other) else (other, one)
    return len(short) >= 4 and long.endswith(short) and long[: -len(short)] in _PREFIXES


def are_rivals(one: str, other: str) -> bool:
    """Whether both are of one kind of which mostly one holds: days, languages, package managers."""
    number = _SET_OF.get(one)
    return number is not None and one != other and number == _SET_OF.get(other)


def is_unit(form: str) -> bool:
    """Whether a word can say what a number before it counts."""
    return form in _UNIT_OF


def are_one_unit(one: str, other: str) -> bool:
    """Whether two words name the same unit: `s` and `seconds`."""
    return one in _UNIT_OF and _UNIT_OF[one] == _UNIT_OF.get(other)


def is_of_a_kind(form: str) -> bool:
    """Whether a word is one of a kind of which mostly one holds."""
    return form in _SET_OF or form in OPPOSITES or form in _UNIT_OF
