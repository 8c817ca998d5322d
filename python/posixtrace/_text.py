# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""Bytes of a trace as text, as `posixtrace report --json` has them."""

from __future__ import annotations

import codecs

__all__ = ["text_of"]

_ERRORS = "posixtrace.bytes"


def _replace(error: UnicodeError) -> tuple[str, int]:
    """U+FFFD for each byte: "replace" has one for several of them."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return "\ufffd" * (error.end - error.start), error.end


codecs.register_error(_ERRORS, _replace)


def text_of(raw: bytes) -> str:
    """UTF-8, with U+FFFD for each byte that is none."""
    return raw.decode("utf-8", _ERRORS)
