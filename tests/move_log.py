# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""Makes of a log one that another machine could have written.

usage: move_log.py LOG MOVED HOST [NS]

The name of the host and the boot in its head become others, which HOST says,
and its clock was at NS nanoseconds since 1970 when the stream was created.
"""
import sys

from read_log import HEAD, crc32c

host = sys.argv[3].encode()
log = bytearray(open(sys.argv[1], "rb").read())
log[HEAD + 96:HEAD + 200] = (b"boot of " + host).ljust(40, b"\0") + \
    host.ljust(64, b"\0")
if len(sys.argv) > 4:
    log[HEAD + 64:HEAD + 72] = int(sys.argv[4]).to_bytes(
        8, sys.byteorder, signed=True)
crc = crc32c(log[HEAD:HEAD + 468])
log[HEAD + 468:HEAD + 472] = crc.to_bytes(4, sys.byteorder)
open(sys.argv[2], "wb").write(log)
