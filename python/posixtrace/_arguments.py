# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""The data of events as values, by the description of their type."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from typing import Any

from ._text import text_of

__all__ = ["Decoder"]

# A number's letter for `struct`.
_NUMBERS = {
    "u8": "B", "u16": "H", "u32": "I", "u64": "Q",
    "i8": "b", "i16": "h", "i32": "i", "i64": "q",
    "x8": "B", "x16": "H", "x32": "I", "x64": "Q",
    "f32": "f", "f64": "d", "bool": "B", "char": "B", "ptr": "Q",
}
_IDENTIFIER = re.compile("[A-Za-z0-9_]+")


def _as_is(value: Any) -> Any:
    return value


_VALUES: dict[str, Callable[[Any], Any]] = {
    "bool": bool,
    "char": lambda value: text_of(bytes((value,))),
}


class Decoder:
    """Takes the arguments "n:u32 path:str" from data."""

    def __init__(self, text: str, is_big_endian: bool) -> None:
        self._made_of = text, is_big_endian
        words = text.split()
        self.is_open = words[-1:] == ["..."]
        if self.is_open:
            words.pop()
        self.arguments: list[tuple[str, str]] = []
        for word in words:
            name, _, kind = word.rpartition(":")
            if not _IDENTIFIER.fullmatch(name) or (
                    kind not in _NUMBERS and kind not in ("str", "mem")):
                raise ValueError(f"{word}: no argument")
            self.arguments.append((name, kind))
        order = ">" if is_big_endian else "<"
        self._numbers = {kind: struct.Struct(order + letter)
                         for kind, letter in _NUMBERS.items()}
        self._length = struct.Struct(order + "H")
        # Nothing but numbers is taken at once.
        self._whole = None
        if all(kind in _NUMBERS for _, kind in self.arguments):
            self._whole = struct.Struct(order + "".join(
                _NUMBERS[kind] for _, kind in self.arguments))
        self._names = [name for name, _ in self.arguments]
        self._converts = [_VALUES.get(kind, _as_is)
                          for _, kind in self.arguments]
        self._is_plain = all(one is _as_is for one in self._converts)

    def __reduce__(self) -> tuple[object, ...]:
        return Decoder, self._made_of

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Decoder) and self._made_of == other._made_of

    def __hash__(self) -> int:
        return hash(self._made_of)

    def decode(self, data: bytes, is_cut: bool) -> dict[str, Any]:
        """The values by name; empty: the data is none of this type.  Of cut
        data those that are there."""
        whole = self._whole
        if whole and whole.size == len(data):
            values = whole.unpack(data)
            if not self._is_plain:
                values = tuple(convert(value) for convert, value in
                               zip(self._converts, values))
            return dict(zip(self._names, values))
        return self._take(data, is_cut)

    def _take(self, data: bytes, is_cut: bool) -> dict[str, Any]:
        values: dict[str, Any] = {}
        at = 0
        for (name, kind), convert in zip(self.arguments, self._converts):
            taken = self._one(data, at, kind, is_cut)
            if taken is None:
                return values if is_cut else {}
            value, at = taken
            # As in JSON the first one of a name is what counts last.
            values[name] = convert(value)
        return values if at == len(data) or self.is_open or is_cut else {}

    def _one(self, data: bytes, at: int, kind: str,
             is_cut: bool) -> tuple[Any, int] | None:
        if kind == "str":
            end = data.find(0, at)
            if end < 0:
                if not is_cut or at == len(data):
                    return None
                return text_of(data[at:]), len(data)
            return text_of(data[at:end]), end + 1
        if kind == "mem":
            if at + 2 > len(data):
                return None
            size = self._length.unpack_from(data, at)[0]
            end = at + 2 + size
            if end > len(data) and not is_cut:
                return None
            return data[at + 2:end], min(end, len(data))
        number = self._numbers[kind]
        if at + number.size > len(data):
            return None
        return number.unpack_from(data, at)[0], at + number.size
