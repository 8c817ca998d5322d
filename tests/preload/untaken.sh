#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Programs that would not start with the preload library are left alone, by
# `record` itself and by whatever runs them: they do what they do without it,
# and a message says that they are not recorded.
#
# usage: POSIXTRACE_COMMAND=TOOL PRELOAD_LIB=FILE untaken.sh RUN_BY
set -eu

here=$(cd "$(dirname "$0")" && pwd)
run_by=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0
tried=0

cat >"$dir/hello.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
	const char *preload = getenv("LD_PRELOAD");
	printf("hello %s\n", preload ? preload : "(none)");
	return 3;
}
END

fail() {
	echo "FAILED: $*"
	failed=1
}

# expect_reported NAME REASON: the last recording reports this reason, at its end and in
# the log.
expect_reported() {
	"$POSIXTRACE_COMMAND" record --preload -o "$dir/log" -- sh -c "$1; :" \
		>/dev/null 2>"$dir/summary" || fail "$1: status $?"
	grep -Eq "^posixtrace: $1: (its calls are )?not recorded: $2" \
		"$dir/summary" ||
		fail "$1: not reported: $(cat "$dir/summary")"
	# By vfork, or by fork.
	"$POSIXTRACE_COMMAND" report --no-header -e posixtrace_not_recorded \
		"$dir/log" >"$dir/events" 2>/dev/null
	grep -q " what=\"$1\" why=\"$2\" times=1 " "$dir/events" ||
		fail "$1: no event: $(cat "$dir/events")"
}

# leaves_alone PROGRAM REASON
leaves_alone() {
	tried=$((tried + 1))
	"$here/parity.sh" "$1" >"$dir/out" ||
		fail "$1: $(cat "$dir/out")"
	for way in execv execve execvp execvpe execl execlp execle fexecve \
			fexecve-path posix_spawn posix_spawnp vfork; do
		recorded=$("$POSIXTRACE_COMMAND" record -q --preload -o "$dir/log" -- \
			"$run_by" "$way" "$1" 2>&1) || :
		plain=$("$run_by" "$way" "$1" 2>&1) || :
		[ "$recorded" = "$plain" ] ||
			fail "$1 by $way: $recorded, not: $plain"
	done
	expect_reported "$1" "$2"
	# The reason is known, and not guessed at once more.
	"$POSIXTRACE_COMMAND" record --preload -o "$dir/log" -- "$1" \
		>/dev/null 2>"$dir/summary" || :
	grep -q "not recorded: $2; it is left alone" "$dir/summary" ||
		fail "$1: $(cat "$dir/summary")"
	grep -q 'holds no event of the program: it is not recorded, as was said' \
		"$dir/summary" || fail "$1: $(cat "$dir/summary")"
	printf '#!%s\n' "$1" >"$1.script"
	chmod +x "$1.script"
	"$POSIXTRACE_COMMAND" record -q --preload -o "$dir/log" -- \
		sh -c "$1.script; :" >"$dir/out" 2>&1 || :
	[ "$(cat "$dir/out")" = 'hello (none)' ] ||
		fail "a script of $1: $(cat "$dir/out")"
}

# parity.sh preloads without a tool that knows better; here that would fail.
export PARITY_ONLY_RECORDED=yes

if command -v musl-gcc >/dev/null &&
		musl-gcc -o "$dir/hello-musl" "$dir/hello.c"; then
	leaves_alone "$dir/hello-musl" 'its C library is not glibc'
else
	echo 'no musl-gcc'
fi
if gcc -fsanitize=address -o "$dir/hello-asan" "$dir/hello.c" 2>/dev/null; then
	leaves_alone "$dir/hello-asan" 'its AddressSanitizer has to be the first library'
	# What else was preloaded stays.
	with="LD_PRELOAD=libm.so.6 ASAN_OPTIONS=verify_asan_link_order=0"
	# shellcheck disable=SC2086
	out=$(env $with "$POSIXTRACE_COMMAND" record -q --preload -o "$dir/log" -- \
		sh -c "$dir/hello-asan; :" 2>&1) || :
	[ "$out" = 'hello libm.so.6' ] || fail "another library: $out"
else
	echo 'no gcc with AddressSanitizer'
fi
if gcc -m32 -o "$dir/hello-m32" "$dir/hello.c" 2>/dev/null &&
		"$dir/hello-m32" >/dev/null; then
	leaves_alone "$dir/hello-m32" 'it is for another machine'
fi
if gcc -static -o "$dir/hello-static" "$dir/hello.c" 2>/dev/null; then
	tried=$((tried + 1))
	expect_reported "$dir/hello-static" 'it is statically linked'
	# Its own trace points need no preload library.
	own='its calls are not recorded: it is statically linked; trace points of its own are'
	grep -q "$own" "$dir/summary" || fail "$(cat "$dir/summary")"
	"$POSIXTRACE_COMMAND" record --preload -o "$dir/log" -- "$dir/hello-static" \
		2>"$dir/summary" >/dev/null || :
	grep -q "$own" "$dir/summary" || fail "$(cat "$dir/summary")"
fi

[ $tried -gt 0 ] || exit 77
exit $failed
