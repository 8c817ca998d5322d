#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""Read a log of libposixtrace, by nothing but its manual page.

usage: read_log.py [--check] LOG

Prints one JSON object for each event, in the order of time: time, pid, tid,
id, event, addr, truncated, data, and args of an event whose arguments are
described and not cut; or, with --check, one object that sums the log up.  It
shares no code with the library.

Exit status: 0 if all is well, 1 if the file is no log, 4 if it is damaged.
"""

import json
import mmap
import struct
import sys

from log_data import arguments, unpack_zstd

HEAD, HEAD_SIZE = 45056, 472
STATUS, STATUS_SIZE, STATUS_SLOT = 49152, 152, 512
NAMES, NAME_SIZE, N_NAMES = 53248, 72, 2048
TYPES, TYPE_SIZE = 200704, 256
BLOCKS, HEADER_SIZE, BLOCK_MAGIC = 724992, 128, 0x4B4E4843
INDEX, PACKED = 3, 0x8000
APPEND, LOOP, NEAR_NS = 4, 1, 1000000
STATUS_FIELDS = (
    "complete epoch stream_status stream_full stream_overrun flush_status"
    " flush_error log_overrun log_full processes events bytes lost log_lost"
    " log_first_lost peak threads starts filtered identity ticks ns"
    " first_serial last_serial sequence").split()
BLOCK_FIELDS = ("pid tid thread base last count kind lane serial ticks ns lost"
                " horizon epoch identity data_crc crc").split()


class NotALog(Exception):
    """The file has no valid head."""


CRC_TABLE = list(range(256))
for _ in range(8):
    CRC_TABLE = [crc >> 1 ^ (crc & 1) * 0x82F63B78 for crc in CRC_TABLE]


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
        self.names = self.texts(NAMES, NAME_SIZE, N_NAMES)
        self.types = {} if self.start == TYPES else self.texts(
            TYPES, TYPE_SIZE, max(self.names, default=0) + 1)
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
        if ((version, order, id_space, set_size) != (
                1, 0x01020304, N_NAMES, 256) or start not in (TYPES, BLOCKS)):
            raise NotALog("not of this version")
        self.start = start
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

    def texts(self, start, size, count):
        """A table of texts for ids; what stands there but is wrong is damage."""
        found = {}
        for event in range(1, count):
            number, crc = self.unpack("2I", start + event * size)
            raw = self.bytes_at(start + event * size + 8, size - 8)
            known = struct.pack(self.order + "2I", self.identity, event) + raw
            if number == event and raw[-1] == 0 and crc == crc32c(known):
                found[event] = string(raw)
            else:
                self.damaged += bool(number or crc or any(raw))
        return found

    def header_at(self, offset, end):
        """The block that begins there, or None."""
        if offset + HEADER_SIZE > end:
            return None
        magic, used = self.unpack("2I", offset)
        if (magic != BLOCK_MAGIC or used % 8 or
                used > min(self.block_max, end - offset) - HEADER_SIZE):
            return None
        block = dict(zip(BLOCK_FIELDS,
                         self.unpack("16x2iQ2QI2H16x5Q4I", offset)))
        kind = block["kind"]
        most = (self.block_max - HEADER_SIZE if kind & PACKED else used) // (
            64 if kind == INDEX else 16)
        if (block["crc"] != crc32c(self.data[offset:offset + 124]) or
                block["identity"] != self.identity or
                kind not in (1, 2, 1 | PACKED, 2 | PACKED, INDEX) or
                block["base"] > block["last"] or
                not 1 <= block["count"] <= most):
            return None
        return {**block, "offset": offset, "used": used}

    def all_blocks(self):
        end = min(len(self.data), self.limit or len(self.data))
        magic, offset = struct.pack(self.order + "I", BLOCK_MAGIC), self.start
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
        blocks = [block for block in self.all_blocks()
                  if block["kind"] != INDEX]
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
        others = [(block["ticks"], block["ns"]) for block in self.blocks]
        if self.is_current:
            others.append((self.status["ticks"], self.status["ns"]))
        self.anchors = [self.anchor]
        last = self.anchor
        for anchor in sorted(others):
            if anchor[0] <= last[0] or anchor[1] <= last[1]:
                continue
            last = anchor
            if self.anchors[1:] and (
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
        data = self.data[start:start + block["used"]]
        if crc32c(data) == block["data_crc"] and block["kind"] & PACKED:
            size, length = struct.unpack(self.order + "2I", data[:8])
            data = unpack_zstd(data[8:8 + length], size)
        elif crc32c(data) != block["data_crc"]:
            data = None
        at, ticks, end = 0, block["base"], len(data or b"")
        while at < end:
            low, high = struct.unpack(self.order + "2Q",
                                      data[at:at + 16].ljust(16, b"\0"))
            size = low >> 48
            now = block["base"] + (low - block["base"]) % (1 << 48)
            event = high >> 48 & 0x7FFF
            raw = data[at + 16:at + 16 + size]
            at += 16 + (size + 7) // 8 * 8
            pid, tid = block["pid"], block["tid"]
            if at > end or now < ticks or not 0 < event < N_NAMES or (
                    block["kind"] & 2 and size < 16):
                data = None
                break
            if block["kind"] & 2:
                pid, tid = struct.unpack(self.order + "8x2i", raw[:16])
                raw = raw[16:]
            ticks = now
            # Event sets are shown without the zero bytes at their end.
            shown = raw.rstrip(b"\0") if event in (2, 4) else raw
            found = {
                "pid": pid, "tid": tid, "id": event,
                "event": self.names.get(event, ""),
                "addr": "0x%x" % (high & (1 << 48) - 1),
                "truncated": bool(high >> 63), "data": shown.hex()}
            values = None if high >> 63 else arguments(
                self.types.get(event, ""), self.order, raw)
            yield ticks, {**found, "args": values} if values else found
        self.damaged += data is None

    def events(self):
        events = []
        for block in self.blocks:
            for place, (ticks, event) in enumerate(self.records(block)):
                if ticks > self.horizon:
                    events.append((ticks, block["serial"], place, event))
        events.sort(key=lambda event: event[:3])
        for ticks, _, _, event in events:
            yield {"time": self.time_of(ticks), **event}


def main():
    check = sys.argv[1:2] == ["--check"]
    if len(sys.argv) != 2 + check:
        sys.exit(__doc__)
    with open(sys.argv[-1], "rb") as file:
        try:
            log = Log(mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ))
        except (NotALog, ValueError) as error:
            print("%s: not a log: %s" % (file.name, error), file=sys.stderr)
            return 1
    events = list(log.events())
    if not check:
        for event in events:
            print(json.dumps(event, separators=(",", ":")))
    else:
        print(json.dumps({
            "name": log.name, "events": len(events),
            "blocks": len(log.blocks), "types": len(log.names),
            "lost": log.lost, "horizon": log.horizon,
            "damaged": log.damaged, "status": log.status}))
    return 4 if log.damaged else 0


if __name__ == "__main__":
    sys.exit(main())
