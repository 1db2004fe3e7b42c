"""The calls of macOS and Windows, as far as they can be tried elsewhere.

The real modules are loaded as on their system, over a stand-in for the one library that is not here. It checks every
argument as that library declares it, and does on real files what that library is documented to do.
"""

from __future__ import annotations

import ctypes
import errno
import importlib.util
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from memdesk.store import macos_calls, open_folder, windows_calls
from memdesk.store.open_folder import OpenFolder

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux stands in for the other systems")

NEW = ".memdesk-0123456789ab.tmp~"
OLD = ".memdesk-0123456789ab.old.tmp~"
C_INT, TEXT, WIDE = ctypes.c_int, ctypes.c_char_p, ctypes.c_wchar_p


def loaded_as(module: ModuleType, system: str, monkeypatch: pytest.MonkeyPatch, name: str = "") -> ModuleType:
    """The module as it is on another system."""
    assert module.__file__ is not None
    monkeypatch.setattr(sys, "platform", system)
    spec = importlib.util.spec_from_file_location(name or f"{module.__name__}_{system}", module.__file__)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@pytest.fixture
def files(tmp_path: Path) -> Iterator[OpenFolder]:
    (tmp_path / "a.md").write_bytes(b"old\n")
    (tmp_path / NEW).write_bytes(b"new\n")
    with OpenFolder.at(str(tmp_path)) as folder:
        yield folder


def contents(folder: OpenFolder) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path(folder.path).iterdir()}


class Darwin:
    """`libSystem`: renameatx_np(2) by what Linux has, fcopyfile(3) as it was asked for."""

    def __init__(self, errors: list[int]) -> None:
        self._errors = errors
        self.copied: list[tuple[int, int, int]] = []
        rename = ctypes.CFUNCTYPE(C_INT, C_INT, TEXT, C_INT, TEXT, ctypes.c_uint, use_errno=True)
        copy = ctypes.CFUNCTYPE(C_INT, C_INT, C_INT, ctypes.c_void_p, ctypes.c_uint32, use_errno=True)
        self.renameatx_np = rename(self._rename)
        self.fcopyfile = copy(self._copy)

    def _rename(self, one_in: int, one: bytes, other_in: int, other: bytes, flags: int) -> int:
        if self._errors:
            ctypes.set_errno(self._errors.pop(0))
            return -1
        libc = ctypes.CDLL(None, use_errno=True)
        # sys/stdio.h: RENAME_SWAP 2, RENAME_EXCL 4; linux/fs.h: RENAME_EXCHANGE 2, RENAME_NOREPLACE 1.
        return int(libc.renameat2(one_in, one, other_in, other, {2: 2, 4: 1}[flags]))

    def _copy(self, source: int, target: int, state: int | None, flags: int) -> int:
        assert state is None
        self.copied.append((source, target, flags))
        return 0


@pytest.fixture
def darwin(monkeypatch: pytest.MonkeyPatch) -> tuple[ModuleType, Darwin, list[int]]:
    errors: list[int] = []
    library = Darwin(errors)
    monkeypatch.setattr(ctypes, "CDLL", lambda _name, **_options: library, raising=True)
    module = loaded_as(macos_calls, "darwin", monkeypatch)
    monkeypatch.undo()
    return module, library, errors


def test_macos_lets_two_names_change_places(
    darwin: tuple[ModuleType, Darwin, list[int]], files: OpenFolder
) -> None:
    calls, _, _ = darwin
    calls.exchange(files.required_descriptor, NEW, "a.md")
    assert contents(files) == {"a.md": b"new\n", NEW: b"old\n"}
    with pytest.raises(FileNotFoundError):
        calls.exchange(files.required_descriptor, NEW, "none.md")


def test_macos_renames_to_a_free_name_alone(
    darwin: tuple[ModuleType, Darwin, list[int]], files: OpenFolder
) -> None:
    calls, _, _ = darwin
    with pytest.raises(FileExistsError):
        calls.rename_to_free_name(files.required_descriptor, NEW, "a.md")
    calls.rename_to_free_name(files.required_descriptor, NEW, "b.md")
    assert contents(files) == {"a.md": b"old\n", "b.md": b"new\n"}


def test_macos_goes_on_after_a_signal_and_tells_what_it_cannot(
    darwin: tuple[ModuleType, Darwin, list[int]], files: OpenFolder
) -> None:
    calls, _, errors = darwin
    errors += [errno.EINTR, errno.EINTR]
    calls.exchange(files.required_descriptor, NEW, "a.md")
    assert contents(files)["a.md"] == b"new\n"
    errors += [errno.ENOTSUP]
    with pytest.raises(OSError, match="not supported") as raised:
        calls.exchange(files.required_descriptor, NEW, "a.md")
    assert raised.value.errno == errno.ENOTSUP


def test_macos_copies_what_hangs_on_a_file_and_never_its_times(
    darwin: tuple[ModuleType, Darwin, list[int]],
) -> None:
    calls, library, _ = darwin
    calls.copy_attributes(3, 4)
    assert library.copied == [(3, 4, 1 << 0 | 1 << 2)]  # copyfile.h: COPYFILE_ACL, COPYFILE_XATTR


class Windows:
    """`kernel32`: ReplaceFileW by renames, after the refusals of `errors`."""

    def __init__(self, errors: list[int], last: list[int]) -> None:
        replace = ctypes.CFUNCTYPE(C_INT, WIDE, WIDE, WIDE, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_void_p)
        self._errors, self._last = errors, last
        self.ReplaceFileW = replace(self._replace)

    def _replace(self, path: str, new: str, kept: str, flags: int, one: None, two: None) -> int:
        assert (flags, one, two) == (0, None, None)
        if self._errors:
            self._last[:] = [self._errors.pop(0)]
            return 0
        if not os.path.exists(path):
            self._last[:] = [2]  # winerror.h: ERROR_FILE_NOT_FOUND
            return 0
        os.rename(path, kept)
        os.rename(new, path)
        return 1


def win_error(number: int) -> OSError:
    """As `ctypes.WinError` makes it: with the number of the C library."""
    codes = {2: errno.ENOENT, 5: errno.EACCES, 32: errno.EACCES, 112: errno.ENOSPC}
    return OSError(codes[number], os.strerror(codes[number]))


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> tuple[ModuleType, list[int]]:
    errors: list[int] = []
    last: list[int] = []
    library = Windows(errors, last)
    with monkeypatch.context() as patched:
        patched.setattr(ctypes, "WinDLL", lambda _name, **_options: library, raising=False)
        module = loaded_as(windows_calls, "win32", patched)
    for name, stand_in in (("get_last_error", lambda: last[0]), ("WinError", win_error)):
        monkeypatch.setattr(ctypes, name, stand_in, raising=False)
    monkeypatch.setattr(module, "_PAUSE_S", 0)
    return module, errors


def test_windows_replaces_and_keeps_the_old_file(
    windows: tuple[ModuleType, list[int]], files: OpenFolder
) -> None:
    calls, _ = windows
    paths = [os.path.join(files.path, name) for name in ("a.md", NEW, OLD)]
    calls.replace_keeping(*paths)
    assert contents(files) == {"a.md": b"new\n", OLD: b"old\n"}


@pytest.mark.parametrize("number", [5, 32])
def test_windows_tries_a_passing_refusal_again_but_not_forever(
    windows: tuple[ModuleType, list[int]], files: OpenFolder, number: int
) -> None:
    calls, errors = windows
    paths = [os.path.join(files.path, name) for name in ("a.md", NEW, OLD)]
    errors += [number] * 19
    calls.replace_keeping(*paths)
    assert contents(files)["a.md"] == b"new\n"
    errors += [number] * 100
    with pytest.raises(PermissionError):
        calls.replace_keeping(*paths)
    assert len(errors) == 80


def test_windows_tells_at_once_what_does_not_pass(
    windows: tuple[ModuleType, list[int]], files: OpenFolder
) -> None:
    calls, errors = windows
    errors += [112]
    with pytest.raises(OSError, match="No space left"):
        calls.replace_keeping(*(os.path.join(files.path, name) for name in ("a.md", NEW, OLD)))
    assert not errors
    assert contents(files) == {"a.md": b"old\n", NEW: b"new\n"}


def test_the_swap_of_windows_goes_by_names(
    windows: tuple[ModuleType, list[int]], files: OpenFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    from memdesk.store import swap, ways

    calls, _ = windows
    with monkeypatch.context() as patched:
        patched.setitem(sys.modules, "memdesk.store.windows_calls", calls)
        there = loaded_as(swap, "win32", patched)
        by_name = OpenFolder(files.path, None)
        assert there.swap(by_name, NEW, "a.md") == OLD
        assert contents(files) == {"a.md": b"new\n", OLD: b"old\n"}
        there.write_like(by_name, "b.md", b"x", "a.md", durable=True)
        assert contents(files)["b.md"] == b"x"
        told = loaded_as(ways, "win32", patched)
        assert told.way_of(OLD, NEW) is told.Way.REPLACED


def test_without_descriptors_calls_go_by_names(files: OpenFolder) -> None:
    """As on Windows: nothing but what a path can do."""
    folder = OpenFolder(files.path, None)
    assert folder.status("a.md").st_size == 4
    folder.link("a.md", "b.md")
    folder.rename_over(NEW, "b.md")
    folder.force_to_disk()
    assert contents(files) == {"a.md": b"old\n", "b.md": b"new\n"}
    with pytest.raises(ValueError, match="is not open"):
        _ = folder.required_descriptor
    assert open_folder.HAS_DESCRIPTORS


def test_every_call_declares_what_it_takes(
    darwin: tuple[ModuleType, Darwin, list[int]], windows: tuple[ModuleType, list[int]]
) -> None:
    """A number where a pointer belongs would be cut to 32 bits on a 64-bit system, and nobody would say so."""
    _, library, _ = darwin
    assert library.renameatx_np.argtypes == (C_INT, TEXT, C_INT, TEXT, ctypes.c_uint)
    assert library.fcopyfile.argtypes == (C_INT, C_INT, ctypes.c_void_p, ctypes.c_uint32)
    calls, _ = windows
    pointers = (ctypes.c_void_p, ctypes.c_void_p)
    assert calls._kernel32.ReplaceFileW.argtypes == (WIDE, WIDE, WIDE, ctypes.c_uint32, *pointers)
