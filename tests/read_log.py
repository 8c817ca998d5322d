#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""Read a log of libposixtrace, by nothing but its manual page.

usage: read_log.py [--all] [--check] LOG

Prints one JSON object for each event, in the order of time: time, pid, tid,
id, event, addr, truncated, data.  It shares no code with the library.

--all    also print the events that are not above the horizon
--check  print no events but a summary of the log

Exit status: 0 if all is well, 1 if the file is no log, 4 if it is damaged
but readable.
"""

import argparse
import json
import mmap
import struct
import sys

HEAD, HEAD_SIZE = 45056, 472
STATUS, STATUS_SIZE, STATUS_SLOT = 49152, 152, 512
NAMES, NAME_SIZE, N_NAMES = 53248, 72, 2048
BLOCKS = 200704
HEADER_SIZE = 128
BLOCK_MAGIC = 0x4B4E4843
APPEND, LOOP = 4, 1
NEAR_NS = 1000000
STATUS_FIELDS = (
    "complete epoch stream_status stream_full stream_overrun flush_status"
    " flush_error log_overrun log_full processes events bytes lost log_lost"
    " log_first_lost peak threads starts filtered identity ticks ns"
    " first_serial last_serial sequence").split()


class NotALog(Exception):
    """The file has no valid head."""


def table_entry(crc):
    for _ in range(8):
        crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc


CRC_TABLE = [table_entry(byte) for byte in range(256)]


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ CRC_TABLE[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF


def string(raw):
    return raw.split(b"\0", 1)[0].decode("utf-8", "surrogateescape")


class Log:
    def __init__(self, data):
        self.data = data
        self.damaged = 0
        self.read_head()
        self.read_status()
        self.read_names()
        self.find_blocks()
        self.make_timeline()

    def bytes_at(self, offset, size):
        """What is behind the end of the file reads as zero."""
        return self.data[offset:offset + size].ljust(size, b"\0")

    def unpack(self, layout, offset):
        layout = self.order + layout
        return struct.unpack(layout, self.bytes_at(offset,
                                                   struct.calcsize(layout)))

    def read_head(self):
        raw = self.data[HEAD:HEAD + HEAD_SIZE]
        if len(raw) < HEAD_SIZE or raw[:8] != b"PXTLOG1\n":
            raise NotALog("no head")
        self.order = "<" if raw[12:16] == b"\4\3\2\1" else ">"
        crc, = self.unpack("I", HEAD + 468)
        if crc != crc32c(raw[:468]):
            raise NotALog("the head is damaged")
        (version, order, self.block_max, id_space, set_size, self.identity,
         ticks, mono, real, start, self.limit) = self.unpack(
             "8x2I4x3I12xI2Qq2Q", HEAD)
        if (version, order, id_space, set_size, start) != (
                1, 0x01020304, N_NAMES, 256, BLOCKS):
            raise NotALog("not of this version")
        self.anchor = (ticks, mono)
        self.real_offset = real - mono
        self.policy, = self.unpack("I", HEAD + 328 + 60)
        self.name = string(self.data[HEAD + 328 + 72:HEAD + 328 + 104])
        if ((self.limit == 0) != (self.policy == APPEND) or
                not 4096 <= self.block_max <= 1048576):
            raise NotALog("it contradicts itself")

    def read_status(self):
        self.status = None
        for offset in STATUS, STATUS + STATUS_SLOT:
            raw = self.data[offset:offset + STATUS_SIZE]
            fields = self.unpack("2I7iI6Q4I5Q", offset)
            status = dict(zip(STATUS_FIELDS, fields))
            crc, = self.unpack("I", offset + 148)
            if (crc == crc32c(raw[:148]) and status["sequence"] > 0 and
                    status["identity"] == self.identity and
                    (self.status is None or
                     status["sequence"] > self.status["sequence"])):
                self.status = status
        if self.status is None:
            self.damaged += 1

    def read_names(self):
        self.names = {}
        for event in range(1, N_NAMES):
            offset = NAMES + event * NAME_SIZE
            number, crc = self.unpack("2I", offset)
            raw = self.bytes_at(offset + 8, 64)
            known = struct.pack(self.order + "2I", self.identity, event) + raw
            if (number == event and raw[63] == 0 and
                    crc == crc32c(known)):
                self.names[event] = string(raw)
            elif number or crc or any(raw):
                self.damaged += 1

    def header_at(self, offset, end):
        """The block that begins there, or None."""
        if offset + HEADER_SIZE > end:
            return None
        magic, used = self.unpack("2I", offset)
        if (magic != BLOCK_MAGIC or used % 8 or
                used > min(self.block_max, end - offset) - HEADER_SIZE):
            return None
        (pid, tid, base, last, count, kind, serial, ticks, ns, lost, horizon,
         epoch, identity, data_crc, crc) = self.unpack(
             "16x2i8x2QIH18x5Q4I", offset)
        if (crc != crc32c(self.data[offset:offset + 124]) or
                identity != self.identity or kind not in (1, 2) or
                base > last or not 1 <= count <= used // 16):
            return None
        return {
            "offset": offset, "used": used, "pid": pid, "tid": tid,
            "base": base, "last": last, "kind": kind, "serial": serial,
            "anchor": (ticks, ns), "lost": lost, "horizon": horizon,
            "epoch": epoch, "crc": data_crc}

    def all_blocks(self):
        end = len(self.data)
        if self.limit:
            end = min(end, self.limit)
        magic = struct.pack(self.order + "I", BLOCK_MAGIC)
        offset = BLOCKS
        while 0 <= offset < end:
            block = self.header_at(offset, end)
            if block:
                yield block
                offset += HEADER_SIZE + block["used"]
                continue
            offset = self.data.find(magic, offset + 1)
            while offset >= 0 and offset % 8:
                offset = self.data.find(magic, offset + 1)

    def find_blocks(self):
        blocks = list(self.all_blocks())
        epoch = max([block["epoch"] for block in blocks] +
                    [self.status["epoch"] if self.status else 0])
        self.is_current = self.status and self.status["epoch"] == epoch
        blocks = [block for block in blocks if block["epoch"] == epoch]
        blocks.sort(key=lambda block: block["serial"], reverse=True)
        nothing = {"serial": 0, "horizon": 0, "lost": 0}
        newest = blocks[0] if blocks else nothing
        self.horizon, self.lost = newest["horizon"], newest["lost"]
        if self.is_current:
            self.lost = max(self.lost, self.status["log_lost"])
            self.damaged += self.status["last_serial"] > newest["serial"]

        self.blocks = []
        after = newest["serial"] + 1
        for block in blocks:
            if block["serial"] == after:
                continue
            if block["serial"] != after - 1:
                if block["last"] <= self.horizon:
                    continue
                self.damaged += 1
            after = block["serial"]
            self.blocks.append(block)
        if self.blocks and self.policy != LOOP and after > 1:
            self.damaged += 1

    def make_timeline(self):
        others = [block["anchor"] for block in self.blocks]
        if self.is_current:
            others.append((self.status["ticks"], self.status["ns"]))
        self.anchors = [self.anchor]
        last = self.anchor
        for anchor in sorted(others):
            if anchor[0] <= last[0] or anchor[1] <= last[1]:
                continue
            last = anchor
            if (len(self.anchors) > 1 and
                    self.anchors[-1][1] - self.anchors[-2][1] < NEAR_NS):
                self.anchors.pop()
            self.anchors.append(anchor)
        self.piece = 0

    def time_of(self, ticks):
        """As seconds.nanoseconds; ticks never fall from call to call."""
        anchors = self.anchors
        if len(anchors) == 1:
            ns = anchors[0][1] + ticks - anchors[0][0]
        else:
            while self.piece + 2 < len(anchors) and (
                    ticks >= anchors[self.piece + 1][0]):
                self.piece += 1
            (a_ticks, a_ns), (b_ticks, b_ns) = anchors[self.piece:][:2]
            product = (ticks - a_ticks) * (b_ns - a_ns)
            quotient = abs(product) // (b_ticks - a_ticks)
            ns = a_ns + (quotient if product >= 0 else -quotient)
        return "%d.%09d" % divmod(ns + self.real_offset, 1000000000)

    def records(self, block):
        """The events of a block; it is damaged if they end early."""
        start = block["offset"] + HEADER_SIZE
        end = start + block["used"]
        if crc32c(self.data[start:end]) != block["crc"]:
            self.damaged += 1
            return
        at, ticks = start, block["base"]
        while at < end:
            if at + 16 > end:
                self.damaged += 1
                return
            low, high = self.unpack("2Q", at)
            size = low >> 48
            now = block["base"] + (low - block["base"]) % (1 << 48)
            event = high >> 48 & 0x7FFF
            raw = self.data[at + 16:at + 16 + size]
            at += 16 + (size + 7) // 8 * 8
            pid, tid = block["pid"], block["tid"]
            if at > end or now < ticks or not 0 < event < N_NAMES or (
                    block["kind"] == 2 and size < 16):
                self.damaged += 1
                return
            if block["kind"] == 2:
                pid, tid = struct.unpack(self.order + "8x2i", raw[:16])
                raw = raw[16:]
            ticks = now
            yield ticks, {
                "pid": pid, "tid": tid, "id": event,
                "event": self.names.get(event, ""),
                "addr": "0x%x" % (high & (1 << 48) - 1),
                "truncated": bool(high >> 63), "data": raw.hex()}

    def events(self, with_partial):
        events = []
        for block in self.blocks:
            for place, (ticks, event) in enumerate(self.records(block)):
                if with_partial or ticks > self.horizon:
                    events.append((ticks, block["serial"], place, event))
        events.sort(key=lambda event: event[:3])
        for ticks, _, _, event in events:
            yield {"time": self.time_of(ticks), **event}


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("log")
    options = parser.parse_args()
    with open(options.log, "rb") as file:
        try:
            log = Log(mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ))
        except (NotALog, ValueError) as error:
            print("%s: not a log: %s" % (options.log, error), file=sys.stderr)
            return 1
    n = 0
    for event in log.events(options.all):
        n += 1
        if not options.check:
            print(json.dumps(event, separators=(",", ":")))
    if options.check:
        print(json.dumps({
            "name": log.name, "events": n, "blocks": len(log.blocks),
            "types": len(log.names), "lost": log.lost, "horizon": log.horizon,
            "damaged": log.damaged, "status": log.status}))
    return 4 if log.damaged else 0


if __name__ == "__main__":
    sys.exit(main())
