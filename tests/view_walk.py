# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""Reads a page of `posixtrace view` as a browser would, by the description in
tools/view/block.h and by nothing of ours.

usage: view_walk.py PAGE

Prints as JSON the tables of the page, and every event with its lane, type, time,
and fields.  Whatever must not be in a page is an error: an element that is none
of its own, something that would be loaded, data that is not accounted for.
"""
import base64
import gzip
import hashlib
import html.parser
import json
import re
import struct
import sys

KINDS = {"\x1f": "value", "\x1e": "text", "\x1d": "text and NUL",
         "\x1c": "hex", "\x1b": "context"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.blocks = {"events": [], "details": [], "tables": []}
        self.current = None
        self.policy = None
        self.code = {}
        self.state = None
        self.title = ""

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        for name in ("src", "href", "srcset", "action", "data"):
            assert name not in values, "it would load something"
        assert not any(name.startswith("on") for name in values), "code"
        assert "style" not in values
        if values.get("http-equiv") == "Content-Security-Policy":
            self.policy = values["content"]
        self.current = tag
        if tag == "script" and values.get("type") != "module":
            assert values["type"] == "application/octet-stream"
            self.state = values
            self.blocks[values["class"]].append((values["data-form"], []))

    def handle_endtag(self, tag):
        self.current = None
        self.state = None

    def handle_data(self, data):
        if self.state:
            self.blocks[self.state["class"]][-1][1].append(data)
        elif self.current in ("script", "style"):
            self.code[self.current] = self.code.get(self.current, "") + data
        elif self.current == "title":
            self.title += data


def unpack(block):
    form, texts = block
    text = "".join(texts)
    assert re.fullmatch(r"[A-Za-z0-9+/]*={0,2}", text), "not base64"
    data = base64.b64decode(text, validate=True)
    if form == "gzip":
        return gzip.decompress(data)
    assert form == "plain", form
    return data


def take(data, at, letter, count):
    layout = "<%d%s" % (count, letter)
    return struct.unpack_from(layout, data, at), at + struct.calcsize(layout)


def read_columns(data):
    (n, n_far, n_slices, zero), at = take(data, 0, "I", 4)
    (base,), at = take(data, at, "Q", 1)
    far, at = take(data, at, "Q", n_far)
    slice_ns, at = take(data, at, "Q", n_slices)
    delta, at = take(data, at, "I", n)
    lane, at = take(data, at, "I", n)
    slice_event, at = take(data, at, "I", n_slices)
    kind, at = take(data, at, "H", n)
    assert at == len(data) and zero == 0 and n > 0
    assert list(slice_event) == sorted(set(slice_event))
    slices = dict(zip(slice_event, slice_ns))
    rest = list(far)
    time = base
    events = []
    for i in range(n):
        time += delta[i] if delta[i] != 0xffffffff else rest.pop(0)
        assert i > 0 or time == base
        events.append({"ns": time, "lane": lane[i], "type": kind[i],
                       "slice": slices.get(i)})
    assert not rest
    return events


def read_fields(line):
    fields = []
    for field in re.split("(?=[\x1b-\x1f])", line):
        if not field:
            continue
        kind = KINDS[field[0]]
        name, _, value = (field[1:].partition("=")
                          if kind in ("value", "context")
                          else ("", "", field[1:]))
        fields.append([kind, name, value])
    return fields


def read_details(data, events):
    (n, text_len), at = take(data, 0, "I", 2)
    address, at = take(data, at, "Q", n)
    flags, at = take(data, at, "B", n)
    text = data[at:].decode("utf-8")
    assert n == len(events) and len(data) - at == text_len
    lines = text.split("\n")
    assert len(lines) == n + 1 and lines[n] == ""
    assert not re.search("[\x00-\x09\x0b-\x1a\x7f-\x9f]", text)
    for event, line, place, flag in zip(events, lines, address, flags):
        event["fields"] = read_fields(line)
        event["address"] = place
        event["cut"] = bool(flag & 1)
        assert flag in (0, 1)


def main(path):
    page = Page()
    with open(path, encoding="utf-8", newline="") as file:
        page.feed(file.read())
    page.close()
    for tag in ("script", "style"):
        digest = hashlib.sha256(page.code[tag].encode()).digest()
        known = "sha256-" + base64.b64encode(digest).decode()
        assert "%s-src '%s'" % (tag, known) in page.policy, tag
    assert page.policy.startswith("default-src 'none'; ")
    (tables,) = page.blocks["tables"]
    tables = json.loads(unpack(tables).decode("utf-8"))
    events = []
    assert len(page.blocks["events"]) == len(page.blocks["details"])
    for columns, details in zip(page.blocks["events"],
                                page.blocks["details"]):
        block = read_columns(unpack(columns))
        read_details(unpack(details), block)
        events += block
    assert len(events) == tables["events"]
    for before, event in zip(events, events[1:]):
        assert before["ns"] <= event["ns"]
    for event in events:
        event["lane"] = tables["lanes"][event["lane"]]
        kind = tables["types"][event["type"]]
        event["id"], event["name"] = kind["id"], kind["name"]
        event["slice_name"] = kind.get("slice", kind["name"])
        event["time"] = int(tables["origin"]) + event["ns"]
    json.dump({"tables": tables, "events": events, "title": page.title},
              sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
