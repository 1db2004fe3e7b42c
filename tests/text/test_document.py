"""Document text keeps every byte, and its lines end at LF alone."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.document import (
    GO_WHITE_SPACE,
    Encoding,
    LineEnds,
    byte_length,
    canonical,
    decode,
    encode,
    first_invalid_byte,
    from_utf16,
    line_content,
    line_end_near,
    line_ends,
    readable,
    sniff_encoding,
    split_lines,
    trim,
    with_line_ends,
)

texts = st.binary().map(decode)
odd_characters = st.text("a \n\r\x0b\x0c\x1c\x85\u2028\u2029\ufeff\xa0", max_size=30)


@given(st.binary())
def test_every_byte_survives(data: bytes) -> None:
    assert encode(decode(data)) == data


@given(texts)
def test_the_size_on_disk_is_known_without_encoding(text: str) -> None:
    assert byte_length(text) == len(encode(text))


@given(st.lists(st.binary(max_size=4)))
def test_escapes_that_come_to_touch_are_what_a_reload_gives(pieces: list[bytes]) -> None:
    typed = "".join(map(decode, pieces))

    assert canonical(typed) == decode(b"".join(pieces))


@given(texts | odd_characters)
def test_lines_joined_are_the_text(text: str) -> None:
    lines = split_lines(text)

    assert "".join(lines) == text
    assert all(line.endswith("\n") for line in lines[:-1])
    assert all(line.count("\n") <= 1 and line for line in lines)


@given(odd_characters)
def test_a_line_is_its_content_and_its_line_end(text: str) -> None:
    for line in split_lines(text):
        assert line[len(line_content(line)) :] in ("", "\n", "\r\n")


def test_only_lf_ends_a_line() -> None:
    assert split_lines("a\x0bb\x0cc\rd\x1ce\x85f\u2028g\u2029h\n") == [
        "a\x0bb\x0cc\rd\x1ce\x85f\u2028g\u2029h\n"
    ]


def test_white_space_is_that_of_go() -> None:
    by_unicode = {
        chr(point) for point in range(0x110000) if unicodedata.category(chr(point)) in ("Zs", "Zl", "Zp")
    }

    assert set(GO_WHITE_SPACE) == by_unicode | set("\t\n\v\f\r\x85")
    assert trim("\x1c\xa0a\x85\u3000") == "\x1c\xa0a"
    assert trim("\u3000a\xa0\x1c") == "a\xa0\x1c"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", LineEnds.NONE),
        ("a\rb", LineEnds.NONE),
        ("a\nb\n", LineEnds.LF),
        ("a\r\nb\r\n", LineEnds.CRLF),
        ("a\r\nb\n", LineEnds.MIXED),
    ],
)
def test_line_ends_are_named(text: str, kind: LineEnds) -> None:
    assert line_ends(text) is kind


@pytest.mark.parametrize(
    ("text", "position", "line_end"),
    [
        ("", 0, "\n"),
        ("\n", 0, "\n"),
        ("a\r\nb\nc", 0, "\r\n"),
        ("a\r\nb\nc", 3, "\n"),
        ("a\nb\r\nc", 5, "\r\n"),
        ("a\nb\r\nc", 6, "\r\n"),
    ],
)
def test_a_new_line_ends_as_its_neighbour(text: str, position: int, line_end: str) -> None:
    assert line_end_near(text, position) == line_end


@given(odd_characters.filter(lambda text: "\r\r\n" not in text), st.sampled_from(["\n", "\r\n"]))
def test_line_ends_can_be_made_one_kind(text: str, line_end: str) -> None:
    changed = with_line_ends(text, line_end)

    assert line_ends(changed) in (LineEnds.NONE, LineEnds.LF if line_end == "\n" else LineEnds.CRLF)
    assert changed.count("\n") == text.count("\n")


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (b"", Encoding.UTF8),
        (b"a\xff", Encoding.UTF8),
        (b"\xef\xbb\xbfa", Encoding.UTF8_BOM),
        (b"\xff\xfea\0", Encoding.UTF16),
        (b"\xfe\xff\0a", Encoding.UTF16),
        (b"\0\0\0a", Encoding.BINARY),
        (b"one \0 among many others", Encoding.UTF8),
        ("## für \u200b日本\r\n".encode("utf-16-le"), Encoding.UTF16),
        ("## für \u200b日本\r\n".encode("utf-16-be"), Encoding.UTF16),
        (("a" * 2047 + "\U0001f98a and more").encode("utf-16-le"), Encoding.UTF16),
        ("## A\n".encode("utf-32-le"), Encoding.BINARY),
        (b"\x01\0\x02\0\x03\0\x04\0", Encoding.BINARY),
        (b"a\0\0\xd8a\0", Encoding.BINARY),
    ],
)
def test_the_encoding_is_guessed_from_the_first_bytes(data: bytes, encoding: Encoding) -> None:
    assert sniff_encoding(data) is encoding


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf16_is_read_with_a_mark_and_without(encoding: str) -> None:
    assert from_utf16("## für 日本 \U0001f98a\r\n".encode(encoding)) == "## für 日本 \U0001f98a\r\n"


@pytest.mark.parametrize(
    ("data", "byte"), [("## A\n".encode("utf-32"), 2), ("ab\0c".encode("utf-16-le"), 4), (b"\xff\xfea\0b", 4)]
)
def test_what_is_no_utf16_as_a_whole_is_not_read(data: bytes, byte: int) -> None:
    with pytest.raises(UnicodeDecodeError) as raised:
        from_utf16(data)
    assert raised.value.start == byte


@given(st.text(), st.binary(max_size=3))
def test_the_first_invalid_byte_is_found(before: str, rest: bytes) -> None:
    data = before.encode("utf-8", "replace") + rest
    found = first_invalid_byte(decode(data))

    data[:found].decode("utf-8")
    if found is not None:
        with pytest.raises(UnicodeDecodeError):
            data[: found + 4].decode("utf-8")


@given(texts)
def test_readable_text_can_be_encoded(text: str) -> None:
    assert len(readable(text)) == len(text)
    readable(text).encode("utf-8")
