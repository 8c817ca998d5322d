#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# `record --functions`: each call of functions.c is there, and is a slice with the
# name of the function in all that shows slices.
#
# usage: POSIXTRACE_COMMAND=TOOL PRELOAD_LIB=LIBRARY functions.sh PROGRAM HAS_NAMES
#	OWN_HOOKS
set -eu

program=$(realpath "$1") has_names=$2 own_hooks=$(realpath "$3")
# shellcheck source=tests/preload/functions-begin.sh disable=SC1091
. "$(dirname "$0")/functions-begin.sh"

"$tool" record --functions -o log -- "$program" >out 2>said || fail 'record'
grep -qx 'handled 1' out || fail 'the program'
grep -q 'lost 0' said || fail 'events are lost'

# Each entry has its exit, but those that a jump or an exec has left.
"$tool" report -q --json -e @function log >all
[ "$(grep -c function_enter all)" -eq 23019 ] || fail 'entries'
[ "$(grep -c function_exit all)" -eq 23017 ] || fail 'exits'
# Nothing else of the preload library, but threads and processes.
"$tool" report -q --json -e @preload -x @function -x @thread -x @process log >out
[ ! -s out ] || fail 'more than functions'

cat >want <<'END'
deep 3001
in_child 1
in_thread 4
is_left 1
leaf 20005
main 2
meta 1
run_threads 1
END
if [ "$has_names" = yes ]; then
	echo 'handler 1' | sort - want >sorted
	"$tool" query -q --csv log "SELECT name || ' ' || count(*) FROM slices
		WHERE name NOT LIKE 'posix%' GROUP BY name ORDER BY name" 2>said |
		tr -d '"\r' | sed 1d >out || :
	[ ! -s out ] || diff -u sorted out || fail 'query'
	"$tool" query -q --csv --no-header --symbols log "SELECT symbol, count(*)
		FROM posixtrace_function_enter WHERE symbol = 'deep'" 2>said |
		tr -d '"\r' >out || :
	[ ! -s out ] || [ "$(cat out)" = deep,3001 ] || fail 'query --symbols'
	"$tool" convert -q --to speedscope --symbols -o - log >out 2>said ||
		fail 'speedscope'
	grep -q '"name":"deep"' out || fail 'speedscope: a name'
	"$tool" stat --by=call log 2>said | awk 'NF > 6 && $1 != "CALL" &&
		$1 !~ /^(exec|thread_|waitpid|fork|exit)/ { print $1, $2 }' |
		sort >out
	diff -u sorted out || fail 'stat'
	# Nothing but functions; the total of deep() is that of its outermost call.
	"$tool" stat --functions log 2>said >all
	awk 'NF > 6 && $1 != "CALL" { print $1, $2 }' all | sort >out
	diff -u sorted out || fail 'stat --functions'
	[ "$(awk '$1 == "deep" { print $4 == $9 }' all)" = 1 ] || fail 'total'
	[ "$("$tool" stat log 2>said | awk '$1 ~ /^deep/ && NF == 9 { print $9 == $8 }')" = 1 ] ||
		fail 'total in the usual tables'
	# Each call is one at its place, not two for its entry and its exit.
	"$tool" stat --by=site log 2>said >all
	[ "$(awk '$1 ~ /^deep/ && $2 ~ /^.functions.c:/ { print $3 }' all)" = 3001 ] ||
		fail 'stat --by=site'
	# A program that was executed does not run in what called it.
	"$tool" query -q --csv --no-header log \
		"SELECT DISTINCT depth FROM slices WHERE name = 'main'" 2>said |
		tr -d '\r' >out || :
	[ ! -s out ] || [ "$(cat out)" = 0 ] || fail 'the depth of a program'
	"$tool" convert -q --to chrome -o - log >out 2>said
	[ "$(grep -c '"ph":"B".*"name":"deep"' out)" -eq 3001 ] || fail 'chrome'
	grep -q '"ph":"B".*"name":"jumps' out || fail 'chrome: what a jump left'
	"$tool" stat log >all 2>said
	"$tool" report -q -e @function log --symbols 2>>said >out
	grep -q 'function_enter .* at handler (functions.c:' out || fail 'report'
fi

# What is not counted is told, once.
[ ! -s said ] || fail 'a remark'
"$tool" record -q --functions -o log -- "$program" deep || fail 'record deep'
for how in --json --by=call --by=call,thread; do
	"$tool" stat "$how" log >out 2>said || fail 'stat'
	[ "$(grep -c '6144 outermost ones are not counted' said)" -eq 1 ] ||
		fail "stat $how: no remark"
done

# With all that the preload library records.
"$tool" record -q --functions --preload -o log -- "$program" >out 2>said ||
	fail 'record --preload'
if [ "$has_names" = yes ]; then
	# A function is not the call that has its name in what people read.
	"$tool" stat --by=call log 2>said | awk '$1 == "meta" { print $2 }' >out
	[ "$(wc -l <out)" -eq 2 ] || fail 'a function and a call of a name'
	"$tool" stat --json --by=call log 2>said >out
	grep -A1 '"call": "meta"' out | grep -q '"times": 1,' ||
		fail 'the function of a name'
	grep -q '"call": "posixtrace_meta"' out || fail 'the call of a name'
fi
"$tool" report -q -e signal log >out
grep -q 'signal=10' out || fail 'no signal'
"$tool" record -q --preload -o log -- "$program" >out 2>said ||
	fail 'record without'
"$tool" report -q --json -e @function log >out
[ ! -s out ] || fail 'functions that nobody asked for'

# What was compiled without is told, and what has hooks of its own.
"$tool" record --functions -o log -- true >out 2>said || fail 'record true'
grep -q 'none that was compiled with -finstrument-functions was called' said ||
	fail 'no advice'
cat >hooks.c <<'END'
void __cyg_profile_func_enter(void *function, void *site) { (void)function; (void)site; }
void __cyg_profile_func_exit(void *function, void *site) { (void)function; (void)site; }
int main(void) { return 0; }
END
if ${CC:-cc} -o hooks hooks.c; then
	"$tool" record --functions -o log -- ./hooks >out 2>said || fail 'record hooks'
	grep -q ': a __cyg_profile_func_enter() of their own is called$' said ||
		fail 'no word of its own hooks'
	! grep -q 'compiled with' said || fail 'a wrong cause'
fi
"$tool" record --functions -o log -p $$ >out 2>said && fail 'a running process'
grep -q -- "--functions and -p: too late" said || fail 'no error of -p'

# A program with hooks of its own in a library still has them called.
"$own_hooks" >out
"$tool" record -q --functions -o log -- "$own_hooks" >recorded 2>said ||
	fail 'hooks of its own'
diff -u out recorded || fail 'hooks of its own are not called'
"$tool" report -q --json -e @function log >out
[ "$(wc -l <out)" -ge 2 ] || fail 'hooks of its own: no functions'
