#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# The programs in the manual pages of section 3 compile as a user compiles, end
# with status 0, and print what the page says in its comments `prints:`, which
# are basic regular expressions.  Every function that is exported
# has a page.
#
# usage: LIBRARY_DIR=DIR manual-examples.sh SOURCE_ROOT
set -eu

: "${LIBRARY_DIR:?}"
root=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
status=0

complain() {
	echo "$*" >&2
	status=1
}

# The display of a page that is a program, without the escapes of mdoc.
program() {
	awk '/^\.Bd -literal/ { text = ""; inside = 1; next }
		/^\.Ed/ { if (text ~ /^#/) printf "%s", text; inside = 0; next }
		inside { text = text $0 "\n" }' "$1" |
		sed 's/^\\&//; s/\\e/\\/g'
}

run() {
	page=$(basename "$1" .3)
	program "$1" >"$dir/$page.c"
	if ! [ -s "$dir/$page.c" ]; then
		case $page in
		posix_trace_*) complain "$page(3) has no program" ;;
		esac
		return
	fi
	"${CC:-cc}" -Wall -Wextra -Werror -I"$root/include" \
		-o "$dir/$page" "$dir/$page.c" -L"$LIBRARY_DIR" -lposixtrace \
		-pthread || {
		complain "$page(3): does not compile"
		return
	}
	(cd "$dir" && LD_LIBRARY_PATH=$LIBRARY_DIR "./$page" >"$page.out") ||
		complain "$page(3): status $?"
	sed -n 's/^\.\\" prints: //p' "$1" >"$dir/$page.prints"
	while read -r line; do
		grep -q -e "$line" "$dir/$page.out" || {
			cat "$dir/$page.out" >&2
			complain "$page(3): does not print '$line'"
		}
	done <"$dir/$page.prints"
	programs=$((programs + 1))
}

programs=0
for page in "$root"/doc/*.3; do
	run "$page"
done
[ "$programs" -ge 15 ] || complain "only $programs programs"

# posixtrace_record...() and posixtrace_is_wanted() are called by macros only.
sed -n 's/^\t\(posix_*trace_[a-z_]*\);/\1/p' \
	"$root/libposixtrace/posixtrace.map" |
	grep -vE '^posixtrace_(record|is_wanted)' >"$dir/functions"
while read -r name; do
	grep -qxE "\.Nm $name( ,)?" "$root"/doc/*.3 ||
		complain "no page has $name()"
	[ -f "$root/doc/$name.3" ] ||
		grep -qF "    '$name'," "$root/doc/meson.build" ||
		complain "doc/meson.build does not link a page to $name(3)"
done <"$dir/functions"
exit $status
