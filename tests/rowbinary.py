# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""Compare what `convert --to clickhouse` wrote, on standard input, with the lines of
`report --json`: rowbinary.py LINES [TAG...]

RowBinary is read as ClickHouse's documentation describes it, by the columns of the
statement that `posixtrace schema clickhouse` has.
"""
import json
import struct
import sys


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, size):
        piece = self.data[self.at:self.at + size]
        if len(piece) != size:
            sys.exit(f"ends within a row, at byte {len(self.data)}")
        self.at += size
        return piece

    def number(self, form):
        return struct.unpack(form, self.take(struct.calcsize(form)))[0]

    def length(self):
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def text(self):
        return self.take(self.length())

    def nested(self, value):
        names = [self.text().decode() for _ in range(self.length())]
        n = self.length()
        if n != len(names):
            sys.exit(f"{len(names)} names and {n} values")
        return dict(zip(names, [value() for _ in names]))

    def row(self):
        row = {name: self.text() for name in ("host", "boot", "log")}
        row["row"] = self.number("<Q")
        for name in ("time_ns", "pid", "tid"):
            row[name] = self.number("<q")
        row["thread"] = self.text()
        row["id"] = self.number("<I")
        row["event"] = self.text().decode()
        row["lost"] = self.number("<Q")
        row["address"] = self.number("<Q")
        row["truncated"] = self.number("<B")
        for name in ("data", "symbol", "source"):
            row[name] = self.text()
        for name, form in (("ints", "<q"), ("uints", "<Q"), ("reals", "<d")):
            row[name] = self.nested(lambda form=form: self.number(form))
        row["texts"] = self.nested(self.text)
        row["tags"] = self.nested(self.text)
        return row


def same_value(row, name, value, is_memory=False):
    """A number may be text in JSON: as an address, in hexadecimal, or as its word."""
    number = next((row[group][name] for group in ("ints", "uints", "reals")
                   if name in row[group]), None)
    text = row["texts"].get(name)
    if isinstance(value, (bool, int, float)):
        return number == value
    if number is not None and text is None:
        return number == (float(value) if "." in value else int(value, 0)) \
            if value[:1] in "-0123456789" else str(number) == value
    return text is not None and (
        text.decode("utf-8", "replace") == value or text.hex() == value or
        "\ufffd" in value or "\\" in value)


def compare(row, line):
    expected = {
        "time_ns": int(line["time"].replace(".", "")),
        "pid": line["pid"], "tid": line["tid"], "id": line["id"],
        "event": line["event"], "lost": line.get("lost", 0),
        "address": int(line["addr"], 16), "truncated": line["truncated"],
        "data": bytes.fromhex(line["data"]),
    }
    for name, value in expected.items():
        if row[name] != value:
            return f"{name} is {row[name]!r}, not {value!r}"
    values = line.get("args") or line.get("values") or {}
    for name, value in values.items():
        if not same_value(row, name, value):
            return f"value {name} is not {value!r}: {row}"
    found = {name for group in ("ints", "uints", "reals", "texts")
             for name in row[group]}
    if found != set(values) and "words" not in line and "threadx_id" not in line:
        return f"values {sorted(found)}, not {sorted(values)}"
    return None


def main():
    lines = open(sys.argv[1], encoding="utf-8").read().splitlines()
    tags = dict(tag.split("=", 1) for tag in sys.argv[2:])
    reader = Reader(sys.stdin.buffer.read())
    for number, line in enumerate(lines, 1):
        row = reader.row()
        fault = compare(row, json.loads(line))
        if row["row"] != number:
            fault = f"row is {row['row']}"
        if {k: v.decode() for k, v in row["tags"].items()} != tags:
            fault = f"tags are {row['tags']}"
        if fault:
            sys.exit(f"row {number}: {fault}")
    if reader.at != len(reader.data):
        sys.exit(f"{len(reader.data) - reader.at} bytes behind the last row")
    print(len(lines), "rows")


main()
