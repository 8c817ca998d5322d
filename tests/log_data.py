# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""Packed blocks and arguments of events, for read_log.py, by its page alone."""

import ctypes
import struct

KINDS = {
    "u8": "B", "u16": "H", "u32": "I", "u64": "Q",
    "i8": "b", "i16": "h", "i32": "i", "i64": "q",
    "x8": "B", "x16": "H", "x32": "I", "x64": "Q",
    "f32": "f", "f64": "d", "bool": "?", "char": "c", "ptr": "Q"}


def unpack_zstd(frame, size):
    """Python has nothing for it of its own."""
    out = ctypes.create_string_buffer(size)
    n = ctypes.CDLL("libzstd.so.1").ZSTD_decompress(
        out, ctypes.c_size_t(size), frame, ctypes.c_size_t(len(frame)))
    return out.raw if n == size else None


def arguments(description, order, raw):
    """The arguments in the data of an event, or None."""
    values = {}
    for word in description.split():
        if word == "...":
            return values
        name, kind = word.split(":")
        if kind == "str":
            value, zero, raw = raw.partition(b"\0")
            if not zero:
                return None
            values[name] = value.decode("utf-8", "replace")
            continue
        if kind == "mem":
            size, = struct.unpack(order + "H", raw[:2].ljust(2, b"\0"))
            value, raw = raw[2:2 + size], raw[2 + size:]
            if len(value) < size:
                return None
            values[name] = value.hex()
            continue
        layout = order + KINDS[kind]
        size = struct.calcsize(layout)
        if len(raw) < size:
            return None
        value, = struct.unpack(layout, raw[:size])
        raw = raw[size:]
        if kind == "char":
            value = value.decode("utf-8", "replace")
        elif kind == "ptr":
            value = "0x%x" % value
        values[name] = value
    return values if values and not raw else None
