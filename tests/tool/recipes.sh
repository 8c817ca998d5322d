#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# The commands in doc/recipes.md print what stands there, but for numbers.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"
: "${SLOW_WORKER:?where is slow-worker?}" "${DOC_DIR:?where is doc/?}"
[ "${PRELOAD_LIB:-}" ] || skip 'no preload library with a sanitizer'

ln -s "$SLOW_WORKER" slow-worker
head -c 100000 /dev/zero >data

# Numbers, widths and the verdict, which with a busy machine is another one, are left
# out.
plain() {
	sed -e 's/few samples\|slower\|alike/V/' -e 's/0x[0-9a-fA-F]*/N/g' \
		-e 's/\.\.\.[0-9A-F]*/N/' \
		-e 's/[0-9][0-9.]*/N/g' -e 's/[mun]s\>/s/g' -e 's/  */ /g' \
		-e 's/ N % V$/ V/' -e 's/^ //'
}

# Each command, and what stands below it.
awk '/^    \$ / { file = ++n ".doc"; print substr($0, 7) >(n ".command")
		printf "" >file; blank = 0; next }
	/^$/ { blank = 1; next }
	/^    / { if (!n) next
		if (blank) print "" >file
		print substr($0, 5) >file; blank = 0; next }
	{ file = "/dev/null" }' "$DOC_DIR/recipes.md"

found=0
for doc in *.doc; do
	command=$(cat "${doc%.doc}.command")
	case $command in
	*' PID') continue ;;
	*) found=$((found + 1)) ;;
	esac
done
[ "$found" -eq 8 ] || fail "$found commands"

i=0
while [ -e $((i += 1)).command ]; do
	command=$(cat "$i.command")
	case $command in
	*' PID') continue ;;
	*--symbols*)
		"$POSIXTRACE" report --symbols slow.ptl >/dev/null 2>&1 || continue
		;;
	esac
	eval "set -- ${command#posixtrace}"
	run "$POSIXTRACE" "$@"
	expect_status 0
	plain <out >got
	plain <"$i.doc" >wanted
	# A report names the log first, with the time of day.
	sed -i '/^# /d' got wanted
	diff wanted got >&2 || fail "doc/recipes.md: '$command' prints something else"
done
