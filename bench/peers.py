# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""The peers: LTTng-UST with its daemons, and NanoLog from a checkout."""

import glob
import os
import platform
import re
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))


def run(*command, env=None, cwd=None):
    """A program's output, or '' and a complaint."""
    done = subprocess.run(command, env=env, cwd=cwd, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        print(f'{" ".join(command)}: {done.stderr.strip()[-200:]}',
              file=sys.stderr)
        return ''
    return done.stdout


def seconds(*command, env=None):
    """What a program takes that writes much."""
    start = time.monotonic()
    subprocess.run(command, env=env, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=False)
    return time.monotonic() - start


class Lttng:
    """LTTng-UST, with a session daemon of its own if there is none.

    Sessions are made when they are first needed and stay; only one is active
    at a time, so that a program that starts finds that one only.
    """

    # Name: contexts, where to.  Those with True are made anew each time, and
    # their trace is read.
    SESSIONS = {
        'snapshot': (False, 'memory', False),
        'context': (True, 'memory', False),
        'file': (False, 'ring', False),
        'file-context': (True, 'ring', False),
        'store': (False, 'file', True),
        'read': (True, 'file', True),
    }
    CHANNEL = {
        'memory': ('--overwrite', '--subbuf-size=1M', '--num-subbuf=4'),
        # Files that are written over and over, so that no disk gets full.
        'ring': ('--discard', '--subbuf-size=1M', '--num-subbuf=16',
                 '--tracefile-size=64M', '--tracefile-count=2'),
        'file': ('--discard', '--subbuf-size=1M', '--num-subbuf=16'),
    }

    def __init__(self, program, scratch):
        self.program = program
        self.scratch = scratch
        self.env = dict(os.environ, LTTNG_HOME=os.path.join(scratch, 'lttng'),
                        LTTNG_UST_REGISTER_TIMEOUT='3000')
        os.makedirs(self.env['LTTNG_HOME'])
        self.made = []
        self.active = None
        self.daemon = None
        if not self.answers():
            self.daemon = subprocess.Popen(
                ['lttng-sessiond', '--no-kernel'], env=self.env,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, start_new_session=True)
            for _ in range(100):
                if self.answers():
                    break
                time.sleep(0.1)
            else:
                self.daemon.terminate()
                raise SystemExit('lttng-sessiond does not come up')

    def answers(self):
        """Is there a session daemon?"""
        return subprocess.run(['lttng', '--no-sessiond', 'list'], env=self.env,
                              check=False, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode == 0

    def lttng(self, *words):
        subprocess.run(['lttng', '-q', '--no-sessiond', *words], env=self.env, check=False,
                       stdout=subprocess.DEVNULL)

    def close(self):
        """Leave nothing behind."""
        for name in self.made:
            self.lttng('destroy', '--no-wait', self.name(name))
        if self.daemon:
            self.daemon.terminate()
            self.daemon.wait()

    @staticmethod
    def name(session):
        return f'bench-{os.getpid()}-{session}'

    def trace(self, session):
        return os.path.join(self.scratch, 'trace-' + session)

    def create(self, session):
        contexts, where, _ = self.SESSIONS[session]
        name = self.name(session)
        shutil.rmtree(self.trace(session), ignore_errors=True)
        self.lttng('create', name, f'--output={self.trace(session)}',
                   *(['--snapshot'] if where == 'memory' else []))
        self.lttng('enable-channel', '-s', name, '-u', 'c',
                   *self.CHANNEL[where])
        if contexts:
            self.lttng('add-context', '-s', name, '-u', '-c', 'c',
                       '-t', 'vpid', '-t', 'vtid', '-t', 'ip')
        self.lttng('enable-event', '-s', name, '-u', '-c', 'c', 'bench:*')
        self.made.append(session)

    def stop(self):
        if self.active:
            self.lttng('stop', '--no-wait', self.name(self.active))
            self.active = None

    def activate(self, session):
        """Let this be the session that runs, or none."""
        if session == self.active:
            return
        self.stop()
        if session:
            if session not in self.made:
                self.create(session)
            self.lttng('start', self.name(session))
            self.active = session

    def destroy(self, session):
        self.lttng('destroy', self.name(session))
        self.made.remove(session)
        self.active = None

    def measure(self, case):
        """The output of a case."""
        if case.session == 'life':
            return self.life()
        if case.session and self.SESSIONS[case.session][2]:
            return self.into_file(case)
        self.activate(case.session)
        return run(self.program, *case.words, env=self.env)

    def life(self):
        """What a session takes, by the lttng command; microseconds."""
        self.stop()
        times = [time.monotonic()]
        self.create('store')
        self.lttng('start', self.name('store'))
        times.append(time.monotonic())
        self.lttng('stop', self.name('store'))
        times.append(time.monotonic())
        self.destroy('store')
        times.append(time.monotonic())
        return ''.join(f'lttng/life/{what} {1e6 * (times[i + 1] - times[i])}\n'
                       for i, what in enumerate(('create+start', 'stop',
                                                 'destroy')))

    def into_file(self, case):
        """Into a trace; of one with contexts also how fast it is read.

        Stored is what is there when the last of it has been written, counted
        from the first event on, so that neither the start of the program nor
        the time that `lttng stop` sleeps in is in it.
        """
        session = case.session
        self.stop()
        self.create(session)
        self.activate(session)
        out = run(self.program, *case.words, env=self.env)
        self.lttng('stop', self.name(session))
        self.destroy(session)
        figures = dict(line.split() for line in out.splitlines())
        name = f'lttng/{case.words[0]}'
        files = glob.glob(self.trace(session) + '/**/c_*', recursive=True)
        files = [path for path in files if '/index/' not in path]
        start = time.monotonic()
        events = self.count(session)
        counting = time.monotonic() - start
        if not events or not files:
            return ''
        last = max(os.stat(path).st_mtime_ns for path in files) / 1e9
        made = 1e6 * int(re.search('[0-9]+', case.words[1])[0])
        out = (f'{name}/call {figures[name + "/call"]}\n'
               f'{name}/rate '
               f'{events / (last - float(figures[name + "/first"])) / 1e6}\n'
               f'{name}/lost {100 * (1 - events / made)}\n'
               f'{name}/bytes {sum(map(os.path.getsize, files)) / events}\n')
        if session == 'read':
            printing = seconds('babeltrace2', self.trace(session))
            out += (f'babeltrace2/count {events / counting / 1e6}\n'
                    f'babeltrace2/text {events / printing / 1e6}\n')
        shutil.rmtree(self.trace(session), ignore_errors=True)
        return out

    def count(self, session):
        """The events in a trace."""
        text = run('babeltrace2', self.trace(session), '-c',
                   'sink.utils.counter', '-p', 'step=+0')
        for line in text.splitlines():
            words = line.split()
            if len(words) >= 2 and words[1].startswith('Event'):
                return int(words[0].replace(',', ''))
        return 0


def build_nanolog(checkout, scratch):
    """Our driver, with NanoLog's library made in a copy of the checkout; the
    program's path."""
    copy = os.path.join(scratch, 'nanolog')
    runtime = os.path.join(copy, 'runtime')
    for part in ('runtime', 'preprocessor'):
        shutil.copytree(os.path.join(checkout, part), os.path.join(copy, part))
    # Its makefile calls Python by a name that not every system has, and first
    # makes a list of dependencies that a build from clean does not need.
    tools = os.path.join(copy, 'bin')
    os.mkdir(tools)
    os.symlink(sys.executable, os.path.join(tools, 'python'))
    with open(os.path.join(runtime, '.depend'), 'w', encoding='ascii'):
        pass
    env = dict(os.environ, PATH=tools + ':' + os.environ['PATH'])
    program = os.path.join(copy, 'bench')
    # What gcc makes of its copying otherwise, `rep movs`, takes it 30 ns.
    fair = (['-mmemcpy-strategy=libcall:-1:noalign']
            if platform.machine() == 'x86_64' else [])
    for command in (
            ['make', '-s', '-C', runtime, 'libNanoLog.a', 'CXX=g++'],
            ['gcc', '-O2', '-D_GNU_SOURCE', '-c',
             os.path.join(HERE, 'bench.c'), '-o', program + '.o'],
            ['g++', '-std=c++17', '-O3', '-DNDEBUG', *fair, '-I', runtime,
             '-I', HERE, os.path.join(HERE, 'nanolog.cc'), program + '.o',
             '-o', program, '-L', runtime, '-lNanoLog', '-pthread', '-lrt']):
        if subprocess.run(command, env=env, check=False).returncode:
            raise SystemExit(f'NanoLog: {command[0]} failed')
    return program
