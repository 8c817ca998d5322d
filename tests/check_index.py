#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""Does the index in a log say what its blocks say?

usage: check_index.py LOG

Holds the chain of index blocks against the blocks that read_log.py finds by
going through the file.  Prints how many blocks the index has entries of;
exits 1 where an entry, or a step of the chain, is wrong.
"""

import mmap
import struct
import sys

from read_log import INDEX, LOOP, PACKED, Log, crc32c

POINTER, SLOT, ENTRY = 50176, 512, 64
FIELDS = ("offset base last ticks ns used count pid tid kind lane"
          " reserved").split()
KEPT = [field for field in FIELDS if field != "reserved"]


def newest_pointer(log):
    best = (0, 0, 0)
    for at in POINTER, POINTER + SLOT:
        identity, epoch, offset, serial, sequence, _, crc = log.unpack(
            "2I3Q2I", at)
        if (identity == log.identity and sequence > best[0] and
                epoch == log.status["epoch"] and
                crc == crc32c(log.data[at:at + 36])):
            best = (sequence, offset, serial)
    return best[1:]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], "rb") as file:
        log = Log(mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ))
    whole = {block["serial"]: block for block in log.blocks}
    index = {block["offset"]: block for block in log.all_blocks()
             if block["kind"] == INDEX}
    offset, serial = newest_pointer(log)
    found = set()
    while offset:
        head = index.get(offset)
        if head is None:
            assert log.policy == LOOP, "the chain breaks at %d" % offset
            break
        if head["serial"] != serial:
            assert log.policy == LOOP, "serials at %d" % offset
            break
        data = log.data[offset + 128:offset + 128 + head["used"]]
        assert crc32c(data) == head["data_crc"], "damage at %d" % offset
        assert head["used"] == head["count"] * ENTRY
        for i in range(head["count"]):
            raw = data[i * ENTRY:(i + 1) * ENTRY]
            entry = dict(zip(FIELDS, struct.unpack(log.order + "5Q2I2i2HI",
                                                   raw)))
            number = serial - head["count"] + 1 + i
            if number in whole:
                block = whole[number]
                assert all(entry[field] == block[field] for field in KEPT), (
                    entry, block)
                assert entry["kind"] & ~PACKED in (1, 2)
                found.add(number)
            else:
                assert log.policy == LOOP, "no block %d" % number
        offset, serial = head["thread"], serial - head["count"]
    assert log.policy == LOOP or serial == 0 or not found, "the chain is short"
    print(len(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
