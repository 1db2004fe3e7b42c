"""What can be followed from a text, and what of an address misleads."""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple
from urllib.parse import urlsplit

from memdesk.text.labelled import find_labels
from memdesk.text.mixed_scripts import find_mixed_words

_SCHEMES = frozenset({"http", "https", "mailto"})
_HOST_IN_WORDS = re.compile(r"(?:https?://)?((?:[\w-]+\.)+[A-Za-z]{2,})(?:[/:?#]\S*)?", re.ASCII)


class Doubt(Enum):
    """Why an address may not be what it looks like."""

    HIDDEN = "it holds characters that are not seen"
    MIXED = "its host is spelled with letters of another script"
    PUNYCODE = "its host is written in punycode"
    FOREIGN = "its host has letters outside ASCII"
    ACCOUNT = "what stands before the @ is not the host"
    ELSEWHERE = "the words name another host"


class WebAddress(NamedTuple):
    """A full address, its host as it is spelled, how punycode in it reads, and what to think of it."""

    url: str
    host: str
    reads_as: str
    doubts: tuple[Doubt, ...]


def is_followable(url: str) -> bool:
    """Whether `url` is one that may be handed to a browser: `http`, `https` with a host, `mailto`."""
    if any(character <= " " or character == "\\" for character in url):
        return False
    scheme, colon, rest = url.partition(":")
    if not colon or scheme.lower() not in _SCHEMES or not rest:
        return False
    return scheme.lower() == "mailto" or (rest.startswith("//") and bool(_host_of(url)))


def address_of(url: str, words: str = "") -> WebAddress:
    """What is to be known before `url` is followed; `words` are those of the link."""
    host = _host_of(url)
    reads_as = _decoded(host)
    doubts = []
    if any(find_labels(url)):
        doubts.append(Doubt.HIDDEN)
    if any(find_mixed_words(host)) or any(find_mixed_words(reads_as)):
        doubts.append(Doubt.MIXED)
    if reads_as != host:
        doubts.append(Doubt.PUNYCODE)
    elif not host.isascii():
        doubts.append(Doubt.FOREIGN)
    if "@" in _netloc_of(url):
        doubts.append(Doubt.ACCOUNT)
    named = _HOST_IN_WORDS.fullmatch(words)
    if named and host and named[1].lower().removeprefix("www.") != host.lower().removeprefix("www."):
        doubts.append(Doubt.ELSEWHERE)
    return WebAddress(url, host, reads_as if reads_as != host else "", tuple(doubts))


def _netloc_of(url: str) -> str:
    try:
        return urlsplit(url).netloc
    except ValueError:
        return ""


def _host_of(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _decoded(host: str) -> str:
    """`host` with punycode read, where it can be."""
    return ".".join(_decoded_label(label) for label in host.split("."))


def _decoded_label(label: str) -> str:
    if not label.startswith("xn--"):
        return label
    try:
        return label[4:].encode("ascii").decode("punycode")
    except UnicodeError:
        return label
