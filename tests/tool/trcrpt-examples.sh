#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Every example of trcfmt(5) prints what the page shows.  In the page, comment
# lines name an example and its events, or the example program that records
# them; two blocks follow: the template and the text.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

: "${EMIT:?where is the program that makes logs?}"
: "${DOC_DIR:?where are the manual pages?}"
ln -s "$POSIXTRACE" trcrpt
case $(printf '\001\000' | od -An -tu2 | tr -d ' ') in
1) ;;
*) skip 'the examples are of a little-endian machine' ;;
esac

# NAME.trcfmt, NAME.want and NAME.events or NAME.program of each example.
awk '
	/^\.\\" example / { name = $3; blocks = 0; next }
	/^\.\\" event / {
		print $3 ($4 == "" ? "" : "=" $4) >(name ".events")
		next
	}
	/^\.\\" program / { print $3, $4 >(name ".program"); next }
	name && /^\.Bd -literal/ { inside = 1; blocks++; next }
	/^\.Ed/ {
		inside = 0
		if (blocks == 2)
			name = ""
		next
	}
	name && inside {
		gsub(/\\e/, "\\")
		gsub(/\\-/, "-")
		gsub(/\\&/, "")
		print >(name (blocks == 1 ? ".trcfmt" : ".want"))
	}
' "$DOC_DIR/trcfmt.5"

n=0
for template in *.trcfmt; do
	name=${template%.trcfmt}
	[ -s "$name.want" ] || fail "$name.want: the page lacks it"
	run ./trcrpt -c -t "$template"
	expect_status 0
	expect_no_err
	if [ -s "$name.program" ]; then
		read -r program arg <"$name.program"
		run "$POSIXTRACE" record -o log -- \
			"$EXAMPLES_DIR/$program" "$arg"
		expect_status 0
	else
		[ -s "$name.events" ] || fail "$name: the page has no events"
		xargs "$EMIT" log 64 <"$name.events"
	fi
	run ./trcrpt -h -k 'posix_trace_*' -O ids=off,timestamp=3 \
		-t "$template" log
	expect_status 0
	expect_no_err
	diff -u "$name.want" out || fail "$name: not what the page says"
	n=$((n + 1))
done
[ "$n" -ge 8 ] || fail "found only $n examples"
