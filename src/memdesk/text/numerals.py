"""Numbers that are written as words: they say the same as their digits."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# As `words_of` gives words: without capitals, with ss for the sharp s. Left out is what mostly means something else
# in another language, as the Spanish "once" and the French "neuf", and one, which is an article or a pronoun too.
_BY_NUMBER = (
    "2 two zwei deux dos dois duas два две двух двумя два اثنان اثنين اثنتان δύο dwa",
    "3 three drei trois tres três три трёх трех тремя ثلاثة ثلاث τρία trzy drie tre",
    "4 four vier quatre cuatro quatro quattro четыре четырёх четырех أربعة أربع cztery",
    "5 five fünf cinq cinco cinque пять пяти خمسة خمس pięć vijf fem",
    "6 six sechs seis шесть шести ستة ست sześć zes",
    "7 seven sieben siete sete sette семь семи سبعة سبع siedem zeven sju",
    "8 eight acht huit ocho oito восемь восьми ثمانية ثماني ثمان osiem",
    "9 nine neun nueve nove девять девяти تسعة تسع dziewięć negen",
    "10 ten zehn dix diez dez dieci десять десяти عشرة عشر dziesięć tien tio",
    "11 eleven elf onze undici одиннадцать одиннадцати",
    "12 twelve zwölf douze doce doze dodici двенадцать двенадцати",
    "13 thirteen dreizehn treize",
    "14 fourteen vierzehn quatorze",
    "15 fifteen fünfzehn quinze quince пятнадцать пятнадцати",
    "16 sixteen sechzehn seize",
    "17 seventeen siebzehn",
    "18 eighteen achtzehn",
    "19 nineteen neunzehn",
    "20 twenty zwanzig vingt veinte vinte venti двадцать двадцати عشرون عشرين",
    "30 thirty dreissig trente treinta trinta trenta тридцать тридцати ثلاثون ثلاثين",
    "40 forty vierzig quarante cuarenta quarenta сорок сорока",
    "50 fifty fünfzig cinquante cincuenta cinquenta пятьдесят пятидесяти",
    "60 sixty sechzig soixante sesenta sessenta шестьдесят шестидесяти",
    "70 seventy siebzig",
    "80 eighty achtzig",
    "90 ninety neunzig девяносто",
    "100 hundred hundert cien cem cento сто ста مئة مائة",
)
NUMBER_OF: Mapping[str, str] = MappingProxyType(
    {word: line.split(" ")[0] for line in _BY_NUMBER for word in line.split(" ")[1:]}
)
"""The digits of a number by its word."""

_ONE = "one ein eine einen einem einer eins un une una uno um uma один одна одно одного одной واحد واحدة"
_ONES = frozenset(_ONE.split(" "))
MAYBE_ONE = _ONES | {"1"}
"""What may stand for the number one, where another text has a number."""

_DIGITS = "二三四五六七八九"
HAN_NUMERAL = r"(?<![周期拜])[二两兩三四五六七八九十百][一二三四五六七八九十百]{0,4}+"
"""A number below 1,000: of five signs at most, so that a long row is not gone through from each of its signs."""
HAN_COUNTED = (
    "毫?秒|分[钟鐘]|小[时時]|天(?!气|氣)|周|星期|[个個]|"
    "次|年|月|日|名|位|台|份|倍|[岁歲]|元|[条條]|行|[页頁]|章|[层層]|版|[种種]|[张張]"
)
"""What stands behind a number of a script without blanks, so that its signs are no part of another word."""


def han_number(written: str) -> str:
    """The digits of a number below 1,000 in Chinese signs; the signs where they are no such number."""
    total, digit = 0, 0
    for sign in written.replace("两", "二").replace("兩", "二"):
        if sign in "十百":
            total += (digit or 1) * (10 if sign == "十" else 100)
            digit = 0
        elif digit:
            return written
        else:
            digit = "一二三四五六七八九".index(sign) + 1
    return str(total + digit)


def are_one(word: str, other: str) -> bool:
    """Whether one is the word and the other the digit for the number one."""
    return (word == "1" and other in _ONES) or (other == "1" and word in _ONES)


def may_be_one(word: str) -> bool:
    """Whether a word stands for the number one, where another text has a number."""
    return word in MAYBE_ONE
