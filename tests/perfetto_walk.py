# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""Reads a trace of Perfetto by the wire format of protocol buffers and by
Perfetto's numbers of its fields, and by nothing of ours.

usage: perfetto_walk.py TRACE

Prints what is in it as JSON: the clocks, the tracks, and every event with
its names looked up.  Whatever a reader of Perfetto would stumble on is an
error: fields of other types or numbers, names that are not UTF-8, numbers of
names and tracks that nothing was said of, slices that do not end.
"""
import json
import struct
import sys


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            assert value < 1 << 64
            return value, at
        assert shift < 70, "a number of more than ten bytes"


def walk(data):
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        kind = tag & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind == 1:
            value = struct.unpack_from("<d", data, at)[0]
            at += 8
        else:
            assert kind == 2, "wire type %d" % kind
            size, at = varint(data, at)
            value = data[at:at + size]
            assert len(value) == size, "cut off"
            at += size
        yield tag >> 3, kind, value


def fields(data, known):
    """The fields of a message: {name: value}, lists where they repeat."""
    found = {}
    for number, kind, value in walk(data):
        name, form = known[number]
        assert kind == {"n": 0, "i": 0, "d": 1}.get(form.strip("*"), 2), name
        if form.strip("*") == "s":
            value = value.decode("utf-8")
            assert "\0" not in value or name == "string_value"
        elif form.strip("*") == "i" and value >= 1 << 63:
            value -= 1 << 64
        if form.endswith("*"):
            found.setdefault(name, []).append(value)
        else:
            assert name not in found, name + " twice"
            found[name] = value
    return found


PACKET = {
    6: ("clock_snapshot", "m"), 8: ("timestamp", "n"),
    10: ("sequence", "n"), 11: ("track_event", "m"),
    12: ("interned_data", "m"), 13: ("flags", "n"), 42: ("dropped", "n"),
    59: ("defaults", "m"), 60: ("track_descriptor", "m"), 87: ("first", "n"),
}
DEFAULTS = {58: ("clock", "n")}
SNAPSHOT = {1: ("clocks", "m*"), 2: ("primary", "n")}
CLOCK = {1: ("id", "n"), 2: ("timestamp", "n")}
TRACK = {
    1: ("uuid", "n"), 2: ("name", "s"), 3: ("process", "m"),
    4: ("thread", "m"), 5: ("parent", "n"), 15: ("merge", "n"),
}
PROCESS = {1: ("pid", "i"), 6: ("name", "s")}
THREAD = {1: ("pid", "i"), 2: ("tid", "i"), 5: ("name", "s")}
EVENT = {
    3: ("category", "n*"), 4: ("notes", "m*"), 9: ("type", "n"),
    10: ("name_iid", "n"), 11: ("track", "n"), 23: ("name", "s"),
}
NOTE = {
    1: ("name_iid", "n"), 2: ("bool", "n"), 3: ("uint", "n"),
    4: ("int", "i"), 5: ("double", "d"), 6: ("string", "s"),
    7: ("pointer", "n"), 10: ("name", "s"),
}
INTERNED = {
    1: ("categories", "m*"), 2: ("events", "m*"), 3: ("notes", "m*"),
}
NAME = {1: ("iid", "n"), 2: ("name", "s")}

BEGIN, END, INSTANT = 1, 2, 3


class Trace:
    def __init__(self, data):
        self.clocks = None
        self.tracks = {}
        self.events = []
        self.slices = []
        self.dropped = 0
        self.names = None
        self.clock = None
        for number, kind, value in walk(data):
            assert (number, kind) == (1, 2), "not a packet"
            self.packet(fields(value, PACKET))
        self.nest()

    def packet(self, packet):
        assert packet["sequence"] == 1
        assert ("first" in packet) == (self.names is None)
        if packet["flags"] & 1:
            self.names = {"categories": {}, "events": {}, "notes": {}}
            self.clock = None
        if "dropped" in packet:
            assert packet["flags"] & 1, "what is interned would be gone"
            self.dropped += 1
        if "defaults" in packet:
            self.clock = fields(packet["defaults"], DEFAULTS)["clock"]
        if "interned_data" in packet:
            for table, names in fields(packet["interned_data"],
                                       INTERNED).items():
                for name in names:
                    name = fields(name, NAME)
                    assert name["iid"] not in self.names[table]
                    self.names[table][name["iid"]] = name["name"]
        if "clock_snapshot" in packet:
            snapshot = fields(packet["clock_snapshot"], SNAPSHOT)
            assert snapshot["primary"] == 1, "not CLOCK_REALTIME"
            self.clocks = {}
            for clock in snapshot["clocks"]:
                clock = fields(clock, CLOCK)
                self.clocks[clock["id"]] = clock["timestamp"]
        if "track_descriptor" in packet:
            self.track(fields(packet["track_descriptor"], TRACK))
        if "track_event" in packet:
            assert self.clock == (1 if self.clocks else None)
            self.event(packet["timestamp"],
                       fields(packet["track_event"], EVENT))

    def track(self, track):
        assert track["uuid"] and track["uuid"] not in self.tracks
        assert track.get("parent", 0) in {0} | set(self.tracks)
        if "process" in track:
            track["process"] = fields(track["process"], PROCESS)
            assert track["process"]["pid"] > 0
        if "thread" in track:
            track["thread"] = fields(track["thread"], THREAD)
            assert track["thread"]["pid"] > 0
            assert track["thread"]["tid"] > 0
        self.tracks[track["uuid"]] = track

    def event(self, time, event):
        notes = {}
        for note in event.pop("notes", []):
            note = fields(note, NOTE)
            name = note.pop("name", None)
            if name is None:
                name = self.names["notes"][note.pop("name_iid")]
            assert len(note) == 1, "one value"
            assert name not in notes, name
            notes[name] = list(note.items())[0]
        if "name_iid" in event:
            event["name"] = self.names["events"][event.pop("name_iid")]
        event["category"] = [self.names["categories"][iid]
                             for iid in event.get("category", [])]
        event["notes"] = notes
        event["time"] = time
        assert time < 1 << 63
        event["track"] = self.tracks[event["track"]]
        self.events.append(event)

    def nest(self):
        """As Perfetto does: by time, and what is of one time as it comes."""
        opened = {}
        for event in sorted(self.events, key=lambda event: event["time"]):
            stack = opened.setdefault(event["track"]["uuid"], [])
            if event["type"] == BEGIN:
                stack.append(event)
            elif event["type"] == END:
                begin = stack.pop()
                self.slices.append(dict(begin, end=event["time"],
                                        depth=len(stack)))
            else:
                assert event["type"] == INSTANT
        assert not any(opened.values()), "a slice without an end"


if __name__ == "__main__":
    trace = Trace(open(sys.argv[1], "rb").read())
    json.dump({
        "clocks": trace.clocks, "dropped": trace.dropped,
        "tracks": list(trace.tracks.values()), "slices": trace.slices,
        "instants": [event for event in trace.events
                     if event["type"] == INSTANT],
    }, sys.stdout)
