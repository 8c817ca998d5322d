# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""What is measured, and what is to be reached.

A set is what is measured in one go, because it is compared: the bare machine,
then ourselves, then the peers.  Of a set where others used the processors too,
all is measured again, unless it is one that uses the disk, and so the kernel's
threads.

A case is a program and its arguments; LTTng's begin with the session they
need.  Each case says which figures it gives, where they are not just named
after it.
"""

SIZES = (0, 8, 16, 64, 256, 1024)


class Case:
    """One program's call, and the names that its figures begin with."""

    def __init__(self, program, *words, gives=None):
        self.program = program
        self.words = words
        self.gives = gives or [f'{program}/{words[0]}']

    def has(self, figure):
        """Does the case give this figure?"""
        return any(figure == name or figure.startswith(name + '/')
                   for name in self.gives)


class Lttng(Case):
    """A case of the driver of LTTng, named `name`, within a session."""

    def __init__(self, session, name, *words, gives=None):
        super().__init__('lttng', name, *words, gives=gives)
        self.session = session


class Set:
    """Cases of a group that are measured one right after the other."""

    def __init__(self, group, *cases, gated=True):
        self.group = group
        self.cases = cases
        self.gated = gated


def floor(case):
    return Case('floor', case)


def point(case):
    return Case('point', case)


def record_sets():
    """What a trace point costs, by size and by what it is written into."""
    for size in SIZES:
        cases = [floor(f'inline-{size}'), floor(f'library-{size}'),
                 point(f'loop-{size}'), point(f'log-{size}')]
        if size:
            cases += [Lttng('snapshot', f'snapshot-{size}', f'bytes-{size}'),
                      Lttng('context', f'context-{size}', f'bytes-{size}')]
        if size == 16:
            cases[:0] = [floor('counter'), floor('fence')]
            cases += [Lttng('file', 'file-16', 'bytes-16'),
                      Lttng('file-context', 'file-context-16', 'bytes-16')]
        yield Set('record', *cases)
    for size in (16, 256, 1024):
        yield Set('record', floor(f'dram-{size}'), point(f'big-{size}'))
    yield Set('record', point('args-1'), point('loop-16'), point('args-2'),
              point('string-16'), Lttng('snapshot', 'snapshot-words', 'words'),
              Case('nanolog', 'words'), Case('nanolog', 'string-16'))


def sets():
    """All there is, in the order of a round."""
    yield Set('off', floor('call'), point('off'), point('inline-off'),
              Lttng(None, 'off', 'off'), point('args-off'))
    yield from record_sets()
    yield Set('clock', floor('clock'), point('clock-16'),
              Lttng('snapshot', 'clock-16', 'bytes-16'))
    yield Set('streams', point('loop-16'), point('streams2-16'),
              point('streams3-16'),
              point('half-16'), point('filtered'), point('stopped-16'),
              point('dropped-16'), point('bigdropped-16'),
              point('foreign-16'), point('all-16'),
              point('handlers-16'))
    yield Set('threads', floor('library-16'), floor('fenced-16'),
              point('threads1-16'), point('first-16'),
              point('second-16'), point('threads2-16'),
              Lttng('snapshot', 'threads1-16', 'threads1-16'),
              Lttng('snapshot', 'threads2-16', 'threads2-16'),
              Lttng('context', 'context-threads2-16', 'threads2-16'),
              point('threads2-256'),
              Lttng('snapshot', 'threads2-256', 'threads2-256'))
    yield Set('threads', point('streams3-threads2-16'),
              point('log-threads2-16'))
    yield Set('threads', *(point(f'threads{n}-16') for n in (4, 8, 16, 32, 64)),
              Lttng('snapshot', 'threads64-16', 'threads64-16'))
    yield Set('threads', point('threads1000-16'),
              Lttng('snapshot', 'threads1000-16', 'threads1000-16'))
    yield Set('intercept',
              *(Case('intercept', name, gives=[f'intercept/bare-{name}',
                                               f'intercept/recorded-{name}'])
                for name in ('write', 'read')))
    yield Set('switches', Case('switches', 'all', gives=['switches/bare', 'switches/recorded']))
    yield Set('functions', Case('functions', 'all'))
    yield Set('without', floor('fprintf-16'), floor('syslog'))
    yield Set('latency', Case('latency', 'bare'), Case('latency', 'loop'),
              Case('latency', 'big'), Case('latency', 'log'),
              Case('latency', 'rt-bare'), Case('latency', 'rt-loop'),
              Lttng('snapshot', 'latency-snapshot', 'latency'),
              Lttng('context', 'latency-context', 'latency'),
              Lttng('file', 'latency-file', 'latency'))
    yield Set('control',
              Case('control', 'life', gives=['control/create+start',
                                             'control/stop',
                                             'control/shutdown']),
              Case('control', 'attach'), Case('control', 'wake'),
              Case('control', 'memory'), Case('control', 'kept'),
              Case('control', 'start', 'empty', 'empty-linked'),
              Case('control', 'start-lttng', 'empty', 'empty-lttng'))
    yield Set('control', Lttng('life', 'life'), gated=False)
    yield Set('control', Case('control', 'short'), point('first'),
              Lttng('snapshot', 'short', 'short'),
              Lttng('snapshot', 'first', 'first'))
    yield Set('log', Case('store', 'drain', 'FILE'), gated=False)
    yield Set('log', Case('store', 'write-256', 'FILE'),
              Lttng('store', 'store-256', 'store2-256'), gated=False)
    yield Set('log', Case('store', 'write-16', 'FILE'),
              Lttng('store', 'store-16', 'store5-16'), gated=False)
    # Of the log that write-16 has left, and of a trace with as much in it: two
    # integers are less work for babeltrace2 than 16 bytes.
    yield Set('read', Case('store', 'read', 'FILE'),
              Case('store', 'open', 'FILE'), Case('report', 'text'),
              Case('report', 'json', '--json'),
              Lttng('read', 'read-words', 'words2',
                    gives=['lttng/read-words', 'babeltrace2']), gated=False)
    yield Set('query', Case('query', 'all', gives=['query']),
              Case('python', 'all', gives=['python', 'bt2', 'sqlite3']), gated=False)


# What is to be reached: name, figure, compared with, at most or at least,
# must, ambitious; '-': how much more.  Nothing to compare with: the figure itself
# counts.
TARGETS = [
    ('T1 8 B, against in line', 'point/loop-8', 'floor/inline-8', '<', 1.7, 1.45),
    ('T1 16 B', 'point/loop-16', 'floor/inline-16', '<', 1.7, 1.45),
    ('T1 64 B', 'point/loop-64', 'floor/inline-64', '<', 1.7, 1.45),
    ('T2 16 B, against a bare library', 'point/loop-16', 'floor/library-16', '<', 1.3, 1.12),
    ('T3 256 B, against in line', 'point/loop-256', 'floor/inline-256', '<', 2.2, 1.7),
    ('T3 256 B, 64 MiB of stream', 'point/big-256', 'floor/dram-256', '<', 1.3, 1.15),
    ('T4 LTTng, 16 B', 'point/loop-16', 'lttng/snapshot-16', '>', 7, 10),
    ('T4 LTTng, 256 B', 'point/loop-256', 'lttng/snapshot-256', '>', 5, 8),
    ('T5 LTTng with pid, tid, ip', 'point/loop-16', 'lttng/context-16', '>', 9, 13),
    ('T6 NanoLog, two words', 'point/loop-16', 'nanolog/words', '<', 1.2, 1.05),
    ('T6 the same as arguments', 'point/args-2', 'nanolog/words', '<', 1.2, 1.05),
    ('T6 NanoLog, 16 B of string', 'point/loop-16', 'nanolog/string-16', '<', 1.0, 0.75),
    ('T7 no counter, LTTng', 'point/clock-16', 'lttng/clock-16', '>', 4, 5),
    ('T8 not traced, against a call', 'point/off', 'floor/call', '<', 1.3, 1.1),
    ('T8 in line, against LTTng', 'point/inline-off', 'lttng/off', '<', 1.5, 1.0),
    ('T9 two threads, the fence alone', 'point/threads2-16', 'floor/fenced-16', '<', 1.25, 1.1),
    ('T9 both, against one with it', 'point/second-16/total', 'point/threads2-16/total', '>', 1.8, 1.95),
    ('T9 LTTng with pid, tid, ip', 'lttng/context-threads2-16/total', 'point/threads2-16/total', '>', 5, 8),
    ('T9 the others quiet', 'point/first-16', 'point/threads1-16', '<', 1.1, 1.0),
    ('T10 1000 threads, LTTng', 'lttng/threads1000-16/total', 'point/threads1000-16/total', '>', 4, 8),
    ('T10 1000 threads, two', 'point/threads2-16/total', 'point/threads1000-16/total', '>', 0.35, 0.5),
    ('T11 with a log', 'point/log-16', 'point/loop-16', '<', 1.4, 1.2),
    ('T11 lost of them, %', 'point/log-16/lost', None, '<', 0, 0),
    ('T12 stored, LTTng', 'lttng/store-16/rate', 'store/write-16/rate', '>', 4, 8),
    ('T13 draining, against write()', 'store/drain/write', 'store/drain', '>', 0.7, 0.9),
    ('T14 full, against recording', 'point/dropped-16', 'point/loop-16', '<', 1.5, 1.0),
    ('T14 full, 64 MiB', 'point/bigdropped-16', 'point/loop-16', '<', 1.5, 1.0),
    ('T15 bytes an event', 'store/write-16/bytes', None, '<', 32.16, 32.16),
    ('T15 LTTng with pid, tid, ip', 'store/write-16/bytes', 'lttng/read-words/bytes', '<', 1.0, 0.85),
    ('T16 reading, babeltrace2', 'babeltrace2/count', 'store/read', '>', 10, 30),
    ('T17 text report, babeltrace2', 'babeltrace2/text', 'report/text', '>', 8, 25),
    ('T18 1000 threads, MiB', 'control/memory', None, '<', 16, 5),
    ('T19 start of a program, us', 'control/start', None, '<', 500, 100),
    ('T20 create and start, us', 'control/create+start', None, '<', 1000, 200),
    ('T20 stop, us', 'control/stop', None, '<', 1000, 100),
    ('T20 shutdown, us', 'control/shutdown', None, '<', 5000, 1000),
    ('T21 first event of a thread, us', 'point/first', None, '<', 5, 1),
    ('T22 waking a reader, us', 'control/wake', None, '<', 1000, 100),
    ('T23 two streams', 'point/streams2-16', 'point/loop-16', '<', 1.35, 1.15),
    ('T23 three streams', 'point/streams3-16', 'point/loop-16', '<', 1.7, 1.4),
    ('T24 for all processes', 'point/all-16', 'point/loop-16', '<', 1.2, 1.05),
    ('T25 short threads kept by 1 MiB', 'control/kept', None, '>', 5000, 7000),
    ('T26 p99.9 beyond bare, ns', 'latency/rt-loop/p999', 'latency/rt-bare/p999', '-', 150, 50),
    ('T26 p99.999, ns', 'latency/rt-loop/p99999', 'latency/rt-bare/p99999', '-', 2000, 500),
    ('T26 maximum, ns', 'latency/rt-loop/max', 'latency/rt-bare/max', '-', 20000, 5000),
    ('T27 intercepted write beyond it, ns', 'intercept/recorded-write', 'intercept/bare-write', '-', 150, 60),
    ('T27 intercepted read beyond it, ns', 'intercept/recorded-read', 'intercept/bare-read', '-', 150, 60),
    ('T28 count(*), M events/s', 'query/count', None, '>', 10, 30),
    ('T28 GROUP BY event, M/s', 'query/group', None, '>', 5, 15),
    ('T28 1 % of the time, %', 'query/hundredth', None, '<', 2, 1.1),
    ('T28 columns of Python, M/s', 'python/columns', None, '>', 10, 30),
    ('T28 events of Python, M/s', 'python/events', None, '>', 0.5, 1),
    ('T30 two words as arguments', 'point/args-2', 'point/loop-16', '<', 1.2, 1.0),
    ('T31 a function, uftrace', 'functions/recorded', 'functions/uftrace', '<', 0.5, 0.25),
]


def chosen(wanted):
    """The sets, or of them what is asked for: words with commas between, each
    a group, a target (T4), or else part of figures' names."""
    groups, figures, parts = set(), set(), []
    known = {each.group for each in sets()}
    for word in filter(None, wanted.split(',')):
        of_target = {figure for name, ours, other, *_ in TARGETS
                     if name.split()[0] == word
                     for figure in (ours, other) if figure}
        if word in known:
            groups.add(word)
        elif of_target:
            figures |= of_target
        else:
            parts.append(word)

    def is_wanted(group, case):
        return (not wanted or group in groups or
                any(part in name for part in parts for name in case.gives) or
                any(case.has(figure) for figure in figures))

    for each in sets():
        cases = [case for case in each.cases if is_wanted(each.group, case)]
        if cases:
            yield Set(each.group, *cases, gated=each.gated)
