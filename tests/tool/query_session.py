# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""A session of `posixtrace query -i` on a terminal.

usage: query_session.py POSIXTRACE [edits]

What is typed is shown, so answers are other text than the questions.
"""

import os
import pty
import re
import select
import sys
import time

PATIENCE = 60
UP, LEFT, HOME = "\x1b[A", "\x1b[D", "\x01"
INTERRUPT, END = "\x03", "\x04"


class Terminal:
    def __init__(self, *command):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execvp(command[0], command)
        self.text = ""
        self.shown = ""  # all of it

    def expect(self, pattern):
        """What was shown up to there, and it."""
        deadline = time.monotonic() + PATIENCE
        while True:
            found = re.search(pattern, self.text, re.DOTALL)
            if found:
                shown = self.text[:found.end()]
                self.text = self.text[found.end():]
                return shown
            left = max(0, deadline - time.monotonic())
            if not select.select([self.fd], [], [], left)[0]:
                sys.exit(f"{pattern!r} is not at the end of {self.shown!r}")
            try:
                got = os.read(self.fd, 4096)
            except OSError:
                got = b""
            if not got:
                sys.exit(f"ended without {pattern!r}: {self.shown!r}")
            self.text += got.decode()
            self.shown += got.decode()

    def ask(self, text, answer, prompt="trace> "):
        """Type it, and wait for the answer and the next prompt."""
        os.write(self.fd, text.encode())
        return self.expect(answer) + self.expect(re.escape(prompt))

    def end(self):
        """The exit status."""
        try:
            while os.read(self.fd, 4096):
                pass
        except OSError:
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def session(edits):
    terminal = Terminal(sys.argv[1], "query", "-i", "typed")
    terminal.expect(r"\d+ tables; .help lists the commands\r\n")
    terminal.expect("trace> ")
    terminal.ask("SELECT 6 * 7;\n", r"\r\n6 \* 7\r\n *42\r\n")
    terminal.ask("SELECT count(*) FROM events;\n", r"\r\n *42\r\n")

    # Errors tell their place, and the session goes on.
    terminal.ask("SELECT 1,\n", "", "   ...> ")
    terminal.ask("nope;\n",
                 "SQL: line 2, column 1: no such column: nope\r\n")
    terminal.ask("SELEC 1;\n",
                 'SQL: line 1, column 1: near "SELEC": syntax error\r\n')
    terminal.ask("SELECT nope; SELECT 6 * 9 AS n;\n",
                 "SQL: line 1, column 8: no such column: nope\r\n.* *54\r\n")

    # A statement of several lines, two on a line, one of other characters.
    terminal.ask("SELECT\n", "", "   ...> ")
    terminal.ask("6 *\n", "", "   ...> ")
    terminal.ask("9 AS n;\n", r"\r\n *54\r\n")
    terminal.ask("SELECT 6 * 8 AS a; SELECT 6 * 6 AS b;\n",
                 r"a\r\n *48\r\n *b\r\n *36\r\n")
    terminal.ask("SELECT length('äö') * 9, upper('x') || 'ä…';\n",
                 r"\r\n *18 +Xä…\r\n")
    terminal.ask("SELECT 3\x7f6 * 2 AS n;\n", r"\r\n *12\r\n")
    if edits:
        # In the middle of a line, and what was typed before.
        terminal.ask("ELECT 5 * 5 AS n;" + HOME + "S\n", r"\r\n *25\r\n")
        terminal.ask(UP + LEFT + "1\n", r"\r\n *n1\r\n *25\r\n")
        terminal.ask(UP + UP + "\n", r"\r\n *25\r\n")
        terminal.ask("SELECT length('ä…ö" + "\x7f" + "') * 100;\n",
                     r"\r\n *200\r\n")

    terminal.ask(".help\n", r"\.columns NAME ")
    terminal.ask(".tables\n", "\r\nfurnace:done\r\n")
    terminal.ask(".columns  losses \n", "\r\ntime_ns INTEGER, events ")
    terminal.ask(".columns\n", r"\.columns needs the name of a table\r\n")
    terminal.ask(".columns no\n", "no: no such table; .tables lists them\r\n")
    terminal.ask(".nope\n", r"\.nope: no such command; .help lists them\r\n")

    # ^C drops what was typed, also in earlier lines; it ends a statement that
    # runs, and not the session.
    terminal.ask("SELECT 'dropped\n", "", "   ...> ")
    terminal.ask("more" + INTERRUPT, "\r\n")
    terminal.ask(INTERRUPT, "\r\n")
    shown = terminal.ask("SELECT 7 * 7;\n", r"\r\n *49\r\n")
    assert "dropped" not in shown, shown
    os.write(terminal.fd, b"WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL "
             b"SELECT n + 1 FROM c) SELECT count(*) FROM c;\n")
    terminal.expect("FROM c;.*\r\n")
    time.sleep(0.2)
    terminal.ask(INTERRUPT, "posixtrace: interrupted\r\n")
    terminal.ask("SELECT 8 * 8;\n", r"\r\n *64\r\n")
    return terminal


for last in END, ".quit\n", ".exit\n", "SELECT 1\n" + END:
    terminal = session(sys.argv[2:] == ["edits"])
    os.write(terminal.fd, last.encode())
    status = terminal.end()
    assert status == 0, status
