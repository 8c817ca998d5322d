# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""Does babeltrace2 say of a trace what the report of the log says?

usage: ctf_rules.py DIR...

In each directory `report` is what `posixtrace report --json` printed, and
`text` what babeltrace2 printed with --clock-seconds --no-delta: of the log
itself, or of the CTF made of it.
"""
import json
import math
import re
import struct
import sys

REPLACEMENT = "\ufffd"
SYSTEM_TYPES = 64


class Text:
    """The fields of a line: "{ a = 1, b = [ [0] = 0x2 ] }, { }"."""

    def __init__(self, text):
        self.text, self.at = text, 0

    def take(self, token):
        assert self.text.startswith(token, self.at), (token, self.text[self.at:])
        self.at += len(token)

    def sees(self, token):
        return self.text.startswith(token, self.at)

    def match(self, pattern):
        found = re.compile(pattern).match(self.text, self.at)
        assert found, (pattern, self.text[self.at:])
        self.at = found.end()
        return found.group()

    def string(self):
        self.take('"')
        value = self.match(r'(?:[^"\\]|\\.)*')
        self.take('"')
        letters = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r",
                   "t": "\t", "v": "\v", "e": "\33"}
        value = re.sub(r"\\x([0-9a-fA-F]{2})|\\(.)",
                       lambda m: chr(int(m[1], 16)) if m[1] else
                       letters.get(m[2], m[2]), value)
        return value

    def value(self):
        if self.sees('"'):
            return self.string()
        if not self.sees("["):
            return self.match(r"[^ ,]+")
        self.take("[")
        elements = []
        while not self.sees(" ]"):
            self.match(r",? ")
            self.take("[%d] = " % len(elements))
            elements.append(int(self.match(r"0x[0-9A-F]+"), 16))
        self.take(" ]")
        return bytes(elements)

    def fields(self):
        self.take("{ ")
        fields = []
        while not self.sees("}"):
            if fields:
                self.take(", ")
            name = self.match(r"\w+")
            self.take(" = ")
            fields.append((name, self.value()))
            if self.sees(" }"):
                self.at += 1
        self.take("}")
        return fields

    def structures(self):
        found = [self.fields()]
        while self.sees(", "):
            self.at += 2
            found.append(self.fields())
        assert self.at == len(self.text), self.text[self.at:]
        return found


def is_control(c):
    return c < " " or "\x7f" <= c < "\xa0"


def without_lengths(fields):
    """What stands in front of an array."""
    kept = []
    for i, (name, value) in enumerate(fields):
        if i + 1 < len(fields) and isinstance(fields[i + 1][1], bytes) and \
                re.fullmatch("_%s_length(_\\d+)?" % fields[i + 1][0], name):
            assert int(value) == len(fields[i + 1][1]), fields
            continue
        kept.append((name, value))
    return kept


def unique(names):
    """As the plugin tells arguments of one name from each other."""
    seen = []
    for name in names:
        other, n = name, 1
        while other in seen:
            n += 1
            other = "%s_%d" % (name, n)
        seen.append(other)
    return seen


def is_same_number(told, value):
    if isinstance(value, bool):
        return told == str(int(value)) or told == str(value).lower()
    if isinstance(value, float):
        return told == "%g" % value or told == "%g" % struct.unpack(
            "f", struct.pack("f", value))[0]
    return int(told, 0) == value


def is_same(told, value):
    if isinstance(told, bytes):
        return told.hex() == value
    if isinstance(value, str):
        if told == value or told == value.split("\0")[0]:
            return True
        # A pointer, or a number that JSON cannot have.
        if re.fullmatch("0x[0-9a-f]+", value):
            return int(told, 16) == int(value, 16)
        return math.isnan(float(told)) or float(told) == float(value)
    return is_same_number(told, value)


def check_payload(event, fields):
    data = bytes.fromhex(event["data"])
    if "args" in event:
        arguments = event["args"]
        if event["truncated"] or (len(fields) > len(arguments) and
                                  fields[-1][0] == "more"):
            more = fields.pop()
            assert more[0] == "more" and data.endswith(more[1]), (event, fields)
        names = unique([name for name, _ in arguments])
        assert [name for name, _ in fields] == names, (event, fields)
        for (_, told), (_, value) in zip(fields, arguments):
            assert is_same(told, value), (event, told, value)
    elif event["id"] >= SYSTEM_TYPES:
        if not data:
            assert fields == [], (event, fields)
        elif fields[0][0] == "text":
            assert fields == [("text", data.decode().rstrip("\0"))], \
                (event, fields)
        else:
            assert fields == [("data", data)], (event, fields)
    elif data:
        assert fields, event


def check_event(event, line):
    name = "".join(REPLACEMENT if is_control(c) else c for c in event["event"])
    name = name or "type-%d" % event["id"]
    # The host comes between, but not of a dump.
    start = re.match(r"\[%s\] (?:\S+ )?%s: " % (event["time"],
                                               re.escape(name)), line)
    assert start, (line, event)
    structures = Text(line[start.end():]).structures()
    context = dict(structures[0])
    if "vpid" in context:
        assert context["vpid"] == str(event["pid"]), (event, line)
        assert context["vtid"] == str(event["tid"]), (event, line)
        assert int(context["ip"], 16) == int(event["addr"], 16), (event, line)
    else:
        assert context["procname"] == (event.get("thread") or ""), (event, line)
        assert int(context["thread"], 16) == \
            int(event.get("thread_address", "0"), 16), (event, line)
    if event["truncated"]:
        assert structures[1] in ([("truncated", "1")], [("truncated", "true")])
    assert len(structures) == 2 + event["truncated"], (event, line)
    fields = without_lengths(structures[-1])
    if "words" in event:
        told = dict(fields)
        for word, value in event["words"].items():
            if isinstance(value, int):
                assert int(told[word], 0) == value, (event, fields)
        assert len(fields) == 4, (event, fields)
    else:
        check_payload(event, fields)


def check(directory):
    def pairs(items):
        """An object; the arguments as a list, for names may be repeated."""
        keys = [key for key, _ in items]
        return dict(items) if "event" in keys and "truncated" in keys or \
            is_of_threadx else items

    events = []
    for line in open(directory + "/report", encoding="utf-8"):
        is_of_threadx = '"threadx_id":' in line
        events.append(json.loads(line, object_pairs_hook=pairs))
    lines = open(directory + "/text", encoding="utf-8").read().split("\n")
    assert lines.pop() == ""
    assert len(events) == len(lines), (len(events), len(lines))
    for event, line in zip(events, lines):
        check_event(event, line)
    return len(events)


assert sum(check(directory) for directory in sys.argv[1:]) > 0
