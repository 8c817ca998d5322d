# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""POSIX traces: reading them, and recording them.

    import posixtrace

    for event in posixtrace.open("x.ptl"):
        print(event.time_ns, event.name, event.thread, event.args)

    columns = posixtrace.open("x.ptl").columns()
    numpy.asarray(columns.time)         # no copy

    with posixtrace.Stream(log="x.ptl"):
        posixtrace.event("ctl:cycle", n=1, path="/tmp")

The C library is found as programs find it, or by $POSIXTRACE_LIBRARY.
"""

from ._dump import Context
from ._event import Event, Gap, Type
from ._record import Stream, event, is_traced, record
from ._trace import Columns, Trace, open  # noqa: A004

__all__ = ["Columns", "Context", "Event", "Gap", "Stream", "Trace", "Type", "event",
           "is_traced", "open", "record"]
__version__ = "0.1.0"
