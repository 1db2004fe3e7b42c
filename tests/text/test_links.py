"""What can be followed, and what is said of it before."""

from __future__ import annotations

import pytest

from memdesk.text.links import Doubt, address_of, is_followable


@pytest.mark.parametrize("url", ["http://a.org", "HTTPS://a.org/x?y#z", "mailto:a@b.org", "http://[::1]/"])
def test_what_a_browser_may_get(url: str) -> None:
    assert is_followable(url)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "a.md",
        "#x",
        "//host/x",
        "\\\\host\\x",
        "file:///x",
        "javascript:x",
        "data:,x",
        "http:",
        "http://",
        "http:x",
        "ht tp://a",
        "http://a\n.org",
        "http://[",
        "https:\\\\a.org",
        " http://a.org",
    ],
)
def test_what_it_may_not_get(url: str) -> None:
    assert not is_followable(url)


@pytest.mark.parametrize(
    ("url", "words", "doubts"),
    [
        ("https://example.org/x", "the docs", ()),
        ("https://example.org/x", "www.example.org", ()),
        ("https://example.org/x", "https://example.org/y", ()),
        ("https://evil.example/x", "example.org", (Doubt.ELSEWHERE,)),
        ("https://example.org@evil.example/", "x", (Doubt.ACCOUNT,)),
        ("https://p\u0430ypal.com", "x", (Doubt.MIXED, Doubt.FOREIGN)),
        ("https://xn--pypal-4ve.com", "x", (Doubt.MIXED, Doubt.PUNYCODE)),
        ("https://xn--bcher-kva.example", "x", (Doubt.PUNYCODE,)),
        ("https://bücher.example", "x", (Doubt.FOREIGN,)),
        ("https://example.org/\u202egpj", "x", (Doubt.HIDDEN,)),
    ],
)
def test_what_is_doubtful_is_said(url: str, words: str, doubts: tuple[Doubt, ...]) -> None:
    assert address_of(url, words).doubts == doubts


def test_punycode_is_read() -> None:
    assert address_of("https://xn--bcher-kva.example/x").reads_as == "bücher.example"
    assert address_of("https://xn--.example/").reads_as in ("", ".example")
