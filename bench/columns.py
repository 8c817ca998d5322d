# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""How fast Python reads a log: as columns, and one event after the other.

usage: columns.py LOG

Prints millions of events a second, as the other programs do; of the columns the
best of three times.  The library is
that of $POSIXTRACE_LIBRARY.
"""

import sys
import time

import posixtrace


def main():
    trace = posixtrace.open(sys.argv[1])
    rates = []
    for _ in range(3):
        began = time.perf_counter()
        columns = trace.columns()
        rates.append(len(columns) / (time.perf_counter() - began) / 1e6)
        del columns
    print(f'python/columns {max(rates)}')
    began = time.perf_counter()
    events = sum(1 for _ in trace)
    print(f'python/events {events / (time.perf_counter() - began) / 1e6}')


main()
