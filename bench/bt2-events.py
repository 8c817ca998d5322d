# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""How fast babeltrace2's Python module reads a CTF trace, event by event.

usage: bt2-events.py DIR

Prints millions of events a second; nothing where the module is not installed.
"""

import sys
import time

try:
    import bt2
except ImportError:
    sys.exit(0)


def main():
    began = time.perf_counter()
    events = 0
    for message in bt2.TraceCollectionMessageIterator(sys.argv[1]):
        # pylint: disable=protected-access
        if type(message) is bt2._EventMessageConst:
            events += message.event.id >= 0
    took = time.perf_counter() - began
    print(f'bt2/events {events / took / 1e6}')


main()
