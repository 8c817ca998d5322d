# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# %% [markdown]
# # How long did it take?
#
# A histogram of the latencies between two events of a thread, such as
# `work_begin` and `work_end`.  An editor that knows `# %%` runs this cell by
# cell; `python3 latency.py LOG BEGIN END` runs it at once.

# %% The log, and the two types
import sys

import posixtrace

if "-h" in sys.argv or "--help" in sys.argv or len(sys.argv) not in (1, 4):
    sys.exit("usage: latency.py [LOG BEGIN END]")
log, begin, end = sys.argv[1:4] or ("x.ptl", "work_begin", "work_end")
trace = posixtrace.open(log)
ids = {type_.name: type_.id for type_ in trace.types.values()}
begin_id, end_id = ids[begin], ids[end]

# %% From each begin to the next end of its thread, in columns
begun: dict[int, int] = {}
latencies: list[int] = []
for columns in trace.batches():
    for time, id_, tid in zip(columns.time, columns.id, columns.tid):
        if id_ == begin_id:
            begun[tid] = time
        elif id_ == end_id and tid in begun:
            latencies.append(time - begun.pop(tid))

# %% Powers of two, as bars
buckets: dict[int, int] = {}
for latency in latencies:
    bucket = latency.bit_length()
    buckets[bucket] = buckets.get(bucket, 0) + 1
most = max(buckets.values(), default=1)
print(f"{len(latencies)} from {begin} to {end}")
for bucket in range(min(buckets, default=0), max(buckets, default=-1) + 1):
    n = buckets.get(bucket, 0)
    print(f"{(1 << bucket) / 1000:12.3f} us {n:9} {'#' * (50 * n // most)}")

# %% Quantiles
latencies.sort()
for share in (0.5, 0.9, 0.99):
    if latencies:
        print(f"p{100 * share:g}: "
              f"{latencies[int(share * (len(latencies) - 1))] / 1000} us")
