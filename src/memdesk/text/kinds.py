"""Sets of words of which a text mostly means one (days, languages, package managers), and words for what is counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

# As `words_of` gives words: without capitals, with ss for the sharp s. A slash joins what says the same.
_SETS = (
    "monday/mondays/mon tuesday/tuesdays/tue wednesday/wednesdays/wed thursday/thursdays/thu friday/fridays/fri "
    "saturday/saturdays sunday/sundays|montag/montags/montagen dienstag/dienstags mittwoch/mittwochs "
    "donnerstag/donnerstags freitag/freitags/freitagen samstag/samstags/sonnabend sonntag/sonntags/sonntagen|"
    "lundi/lundis mardi/mardis mercredi/mercredis jeudi/jeudis vendredi/vendredis samedi/samedis dimanche/dimanches|"
    "lunes martes miércoles jueves viernes sábado/sábados domingo/domingos|lunedì martedì mercoledì giovedì venerdì "
    "sabato domenica|понедельник/понедельника/понедельникам вторник/вторника/вторникам среду/среда/средам "
    "четверг/четверга/четвергам пятница/пятницу/пятницам суббота/субботу/субботам воскресенье/воскресеньям|"
    "الاثنين/الإثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد|월요일/월요일에/월요일마다 "
    "화요일/화요일에/화요일마다 수요일/수요일에/수요일마다 목요일/목요일에/목요일마다 금요일/금요일에/금요일마다 "
    "토요일/토요일에/토요일마다 일요일/일요일에/일요일마다|सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार|"
    "january/jan february/feb march april may june july august/aug september/sept october/oct november/nov "
    "december/dec|januar februar märz juni juli oktober dezember|janvier février mars avril mai juin juillet août "
    "septembre octobre novembre décembre|enero febrero marzo abril mayo junio julio agosto septiembre octubre "
    "noviembre diciembre|января/январе/январь февраля/феврале/февраль марта/марте апреля/апреле/апрель мая/мае "
    "июня/июне июля/июле августа/августе/август сентября/сентябре/сентябрь октября/октябре/октябрь "
    "ноября/ноябре/ноябрь декабря/декабре/декабрь|daily nightly hourly weekly biweekly monthly quarterly yearly "
    "annually|täglich wöchentlich monatlich jährlich stündlich|ежедневно еженедельно ежемесячно ежегодно ежечасно|"
    "english german french spanish italian portuguese dutch polish russian ukrainian chinese japanese korean arabic|"
    "deutsch/deutschen englisch/englischen französisch spanisch italienisch chinesisch japanisch russisch polnisch|"
    "английский/английском немецкий/немецком французский/французском русский/русском китайский/китайском|"
    "العربية الإنجليزية الفرنسية الألمانية الصينية|français anglais allemand espagnol|"
    "npm pnpm yarn bun deno pip poetry uv conda cargo|postgres/postgresql mysql mariadb sqlite mongodb redis oracle|"
    "python ruby rust go golang java kotlin swift typescript javascript php perl elixir scala haskell|"
    "vim neovim emacs nano vscode helix|linux macos windows debian ubuntu fedora arch freebsd|"
    "red green blue yellow black white orange purple grey gray|on off|true false|"
    "yes no|light dark|tabs spaces|staging production/prod development/dev testing|"
    "mit apache gpl bsd proprietary|main master develop trunk|north south east west|"
    "left right|morning afternoon evening night|周一/星期一 周二/星期二 周三/星期三 周四/星期四 周五/星期五 "
    "周六/星期六 周日/星期日|月曜 火曜 水曜 木曜 金曜 土曜 日曜|英文 中文 日文 德文 法文 韩文|"
    "英语 汉语 日语 德语 法语 韩语|制表符 空格|单引号 双引号|深色 浅色|每天 每周 每月 每年 毎日 毎週 毎月|"
    "红色 蓝色 绿色 黄色 黑色 白色"
)
_UNITS = (
    "ns/nanosecond/nanoseconds us/µs/microsecond/microseconds ms/millisecond/milliseconds/millisekunden/мс "
    "s/sec/secs/second/seconds/sekunde/sekunden/seconde/secondes/segundo/segundos/сек/секунда/секунды/секунд/секунду/"
    "ثانية/ثوان/ثواني min/mins/minute/minutes/minuten/minuto/minutos/мин/минута/минуты/минут/минуту/دقيقة/دقائق "
    "h/hr/hrs/hour/hours/stunde/stunden/heure/heures/hora/horas/час/часа/часов/ساعة/ساعات "
    "day/days/tag/tage/tagen/jour/jours/día/días/день/дня/дней/يوم/أيام "
    "week/weeks/woche/wochen/semaine/semaines/semana/semanas/неделя/недели/недель/неделю/أسبوع/أسابيع "
    "month/months/monat/monate/monaten/mois/mes/meses/месяц/месяца/месяцев/شهر/أشهر/شهور "
    "year/years/jahr/jahre/jahren/année/années/año/años/год/года/лет/سنة/سنوات "
    "byte/bytes/байт/байта kb/кб mb/мб gb/гб tb/тб kib mib gib tib px rem mm cm km/км kg/кг eur/euro/euros/евро "
    "usd/dollar/dollars gbp/pound/pounds chf rub/рубль/рубля/рублей"
)
_COUNTED = "秒 毫秒 分钟 分 小时 天 日 周 星期 月 个月 年 次 倍 字节 元 米 公里 公斤 人"
COUNTED_UNSPACED = frozenset(_COUNTED.split(" "))
"""What a number counts in a script without blanks."""


class _Place(NamedTuple):
    """Which of the sets a word is in, and which thing of it the word names."""

    kind: int
    thing: int


def _places(sets: Iterable[str]) -> Mapping[str, _Place]:
    return MappingProxyType(
        {
            word: _Place(kind, thing)
            for kind, words in enumerate(sets)
            for thing, names in enumerate(words.split(" "))
            for word in names.split("/")
        }
    )


_KIND_OF = _places(_SETS.split("|"))
_UNIT_OF = _places((_UNITS,))
_KINDS = frozenset(_KIND_OF)
OF_MANY_NAMES = _KINDS.union(_UNIT_OF)
"""The words of which each, a day or a unit, may go by other names."""


def are_rivals(one: str, other: str) -> bool:
    """Whether both are of one kind of which mostly one holds: days, languages, package managers."""
    mine, theirs = _KIND_OF.get(one), _KIND_OF.get(other)
    return mine is not None and theirs is not None and mine.kind == theirs.kind and mine.thing != theirs.thing


def is_unit(form: str) -> bool:
    """Whether a word can say what a number before it counts."""
    return form in _UNIT_OF


def has_names(form: str) -> bool:
    """Whether what a word names, a day or a unit, may go by other names."""
    return form in OF_MANY_NAMES


def are_one_thing(one: str, other: str) -> bool:
    """Whether two words name the same unit, day or the like: `s` and `seconds`, `tuesday` and `tuesdays`."""
    if one in _UNIT_OF:
        return _UNIT_OF[one] == _UNIT_OF.get(other)
    return one in _KIND_OF and _KIND_OF[one] == _KIND_OF.get(other)


def first_rivals(mine: Iterable[str], theirs: Iterable[str]) -> tuple[str, str] | None:
    """The first words of two texts that are rivals."""
    mine = tuple(mine)
    if _KINDS.isdisjoint(mine):
        return None
    by_kind: dict[int, list[str]] = {}
    for word in theirs:
        if word in _KIND_OF:
            by_kind.setdefault(_KIND_OF[word].kind, []).append(word)
    pairs = (
        (word, twin) for word in mine if word in _KIND_OF for twin in by_kind.get(_KIND_OF[word].kind, ())
    )
    return next((pair for pair in pairs if are_rivals(*pair)), None)
