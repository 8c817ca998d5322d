#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Real programs, as many of them as are installed, behave the same under the
# preload library (see parity.sh).
#
# usage: POSIXTRACE_COMMAND=TOOL PRELOAD_LIB=FILE real.sh
set -eu

here=$(cd "$(dirname "$0")" && pwd)
failed=0
tried=0

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
seq 1 400000 >"$dir/numbers"
echo 'int main(void) { return 0; }' >"$dir/main.c"
cat >"$dir/build.sql" <<'END'
create table numbers(n integer primary key, text);
begin;
with recursive upto(n) as (values(1) union all
	select n + 1 from upto where n < 20000)
	insert into numbers select n, hex(n * n) from upto;
commit;
select count(*), sum(length(text)) from numbers;
END

# try EXPECT PROGRAM [ARG...]
try() {
	expect=$1
	shift
	if ! command -v "$1" >/dev/null; then
		echo "$1 is not installed"
		return
	fi
	tried=$((tried + 1))
	EXPECT=$expect "$here/parity.sh" "$@" || failed=1
}

try '' ls -l /usr/include
try 'open>=1 exit>=1 signal=1' sh -c 'cat /etc/passwd; exit 3'
try 'fork>=3 exec>=3' \
	bash -c 'ls /usr | sort | tail -n 3; trap "echo got it" USR1; kill -USR1 $$; exit 4'
try 'thread_create>=2 thread_start>=2 read>=1 malloc>=1' \
	xz -T2 -1 -c --block-size=256KiB "$dir/numbers"
try 'thread_create>=1' zstd -T2 -q -c "$dir/numbers"
try '' sort --parallel=2 -S 1M -rn "$dir/numbers"
command -v sqlite3 >/dev/null &&
	try 'open>=1 write>=10 fsync>=1' sh -c "sqlite3 new.db <'$dir/build.sql'; rm new.db"
try 'thread_create>=1 thread_exit>=1 fork>=1 signal=1' /usr/bin/python3 -c '
import os, signal, subprocess, sys, threading
thread = threading.Thread(target=lambda: print("in a thread"))
thread.start()
thread.join()
signal.signal(signal.SIGUSR1, lambda *args: print("signal", args[0]))
os.kill(os.getpid(), signal.SIGUSR1)
print(subprocess.run(["echo", "child"], capture_output=True).stdout)
sys.stdout.flush()
if os.fork() == 0:
    os._exit(0)
os.wait()
try:
    os.execv("/nonexistent", ["x"])
except OSError as error:
    print(error)
sys.exit(6)'
try 'accept>=1 connect>=1 recv>=2 send>=2 poll>=1 epoll_wait>=1' /usr/bin/python3 -c '
import select, socket
server = socket.create_server(("127.0.0.1", 0))
client = socket.create_connection(server.getsockname())
peer, address = server.accept()
print(address == client.getsockname())
client.sendall(b"question")
poll = select.epoll()
poll.register(peer, select.EPOLLIN)
print(len(poll.poll()), peer.recv(100))
peer.sendmsg([b"an", b"swer"])
peer.settimeout(10)
print(client.recv(6, socket.MSG_WAITALL))
client.close()
print(peer.recv(100))
try:
    socket.create_connection(server.getsockname()[:1] + (1,))
except OSError as error:
    print(error)'
try 'open>=1' gcc -O1 -S -o - "$dir/main.c"
try 'open>=1 read>=1' tar -C /usr/include -cf - asm-generic

if [ $tried -eq 0 ]; then
	exit 77
fi
exit $failed
