"""Versions of files: what identifies them, and from when on a reading can be relied on."""

from __future__ import annotations

import os
import time
from hashlib import blake2b
from typing import NamedTuple

from memdesk.watch.files import Signature, read_regular

MAX_HASHED_BYTES = 16 * 1024 * 1024
"""Larger files are compared by signature alone."""

_COARSE_CLOCK_NS = 2_000_000_000
"""The coarsest time stamp in use (FAT): a file younger than this may change again without a new signature."""

_QUIET_NS = 30_000_000
"""A file written this recently may be half written: it is looked at again before its bytes are believed."""

_PATIENCE_NS = 500_000_000
"""How long a file that never rests is waited for."""

Digest = bytes


def digest_of(data: bytes) -> Digest:
    """What identifies a version of a file."""
    return blake2b(data, digest_size=16).digest()


class Version(NamedTuple):
    """A version of a file. Not settled while a further change could leave the signature as it is."""

    signature: Signature
    digest: Digest | None = None
    settled: bool = False


def read_version(path: str, signature: Signature) -> Version:
    """The version that a file of this signature has; without a digest where it is too large or cannot be read."""
    digest = None
    if signature.size_bytes <= MAX_HASHED_BYTES:
        try:
            digest = digest_of(read_regular(path, MAX_HASHED_BYTES + 1))
        except OSError:
            digest = None
    now_ns = time.time_ns()
    age_ns = min(abs(now_ns - signature.modified_ns), abs(now_ns - signature.changed_ns))
    return Version(signature, digest, settled=age_ns > _COARSE_CLOCK_NS)


def present_signature(path: str) -> Signature | None:
    """The signature of the file now, None where there is none."""
    try:
        return Signature.of(os.stat(path))
    except OSError:
        return None


def differs(before: Version | None, now: Version) -> bool:
    """Whether the bytes differ; where they were never read, whether the signatures do."""
    if before is None:
        return True
    if before.digest is None or now.digest is None:
        return before.signature != now.signature
    return before.digest != now.digest


class Patience:
    """Which files are left for a moment, because somebody may be in the middle of writing them."""

    def __init__(self) -> None:
        self._since_ns: dict[str, int] = {}

    def is_restless(self, path: str, signature: Signature) -> bool:
        """Whether the file was written a moment ago, and has not been restless for too long already."""
        now_ns = time.time_ns()
        if 0 <= now_ns - signature.modified_ns < _QUIET_NS:
            since_ns = self._since_ns.setdefault(path, now_ns)
            if now_ns - since_ns < _PATIENCE_NS:
                return True
        self._since_ns.pop(path, None)
        return False

    def forget(self, path: str) -> None:
        """The file is gone."""
        self._since_ns.pop(path, None)
