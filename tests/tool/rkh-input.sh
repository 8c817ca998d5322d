#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `rkh` reads from files that grow, lines and the network, and keeps a copy.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

: "${RKH_STREAMS:?where is the program that makes streams?}"

"$RKH_STREAMS" many 100 >stream
"$POSIXTRACE" rkh -q stream >whole || fail 'reading the stream'
lines=$(wc -l <whole)

has_all() {
	[ "$(wc -l <"$1")" -eq "$lines" ]
}

# A copy of the bytes.
"$POSIXTRACE" rkh -q --raw copy stream >/dev/null
cmp stream copy

# Names out of another stream: half of this one has none.
size=$(wc -c <stream)
tail -c $((size / 2)) stream >half
run "$POSIXTRACE" rkh -q half
expect_out 'ao=0X1000'
run "$POSIXTRACE" rkh -q --symbols stream half
expect_out 'ao=blinky'

# A file that grows, until a signal.  A process in the background ignores INT and QUIT
# unless it catches them.
for signal in INT QUIT TERM; do
	head -c 300 stream >growing
	"$POSIXTRACE" rkh -q --follow growing >grown &
	pid=$!
	kill_at_end $pid
	wait_for test -s grown
	tail -c +301 stream >>growing
	wait_for has_all grown
	kill -$signal $pid
	wait_end 'rkh --follow' $pid
	expect_status 0
	cmp whole grown
done

command -v python3 >/dev/null || skip 'no python3 to speak with'

# Connect to a target, which hangs up; then be connected to.
cat >serve.py <<'EOF'
import socket, sys
s = socket.socket()
# So that the port can be used again at once.
s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
s.bind(("127.0.0.1", 0))
s.listen()
print(s.getsockname()[1], flush=True)
c, _ = s.accept()
c.sendall(open("stream", "rb").read())
EOF
python3 serve.py >port &
server=$!
kill_at_end $server
wait_for test -s port
run "$POSIXTRACE" rkh -q "tcp:127.0.0.1:$(cat port)"
expect_status 0
cmp whole out

wait_end 'the target' $server

cat >call.py <<'EOF'
import socket, sys, time
for _ in range(200):
    try:
        c = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
        break
    except OSError:
        time.sleep(0.05)
data = open("stream", "rb").read()
for i in range(0, len(data), 100):
    c.sendall(data[i:i + 100])
EOF
python3 call.py "$(cat port)" &
kill_at_end $!
run "$POSIXTRACE" rkh -q "tcp:$(cat port)"
expect_status 0
cmp whole out

# A serial line; bytes that terminals interpret are passed unchanged.
cat >line.py <<'EOF'
import os, pty, subprocess, sys
master, slave = pty.openpty()
tool = subprocess.Popen([sys.argv[1], "rkh", "-q", "--baud", "115200",
                         os.ttyname(slave)], stdout=subprocess.PIPE)
want = open("whole", "rb").read()
data = open("stream", "rb").read()
# Once the line is raw, so that no byte of it is changed.
import termios, time
while termios.tcgetattr(master)[3] & termios.ICANON:
    time.sleep(0.02)
got = b""
for i in range(0, len(data), 50):
    os.write(master, data[i:i + 50])
while len(got) < len(want):
    more = os.read(tool.stdout.fileno(), 65536)
    if not more:
        break
    got += more
tool.terminate()
tool.wait()
sys.exit(got != want)
EOF
python3 line.py "$POSIXTRACE" || fail 'a serial line'
run "$POSIXTRACE" rkh 'tcp:'
expect_status 2
expect_one_line
