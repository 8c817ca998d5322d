#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A program that was built with the library of the baseline runs with this one: no
# exported function and no public type was removed or changed.  What was only
# added does not fail here; a release puts it into the baseline.
#
# usage: abi.sh [--update] SOURCE_ROOT SHARED_LIBRARY
#
#   --update	write the baseline of this architecture
set -eu

update=
if [ "$1" = --update ]; then
	update=yes
	shift
fi
root=$1 library=$2
for program in abidw abidiff; do
	if ! command -v $program >/dev/null; then
		echo "$program is not installed (Debian: abigail-tools)"
		exit 77
	fi
done
if ! readelf -SW "$library" | grep -q ' \.debug_info '; then
	echo "$library has no debug information to compare"
	exit 77
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
baseline=$root/packaging/abi/$(uname -m).xml

# The tool does not know a file that begins with them.
# REUSE-IgnoreStart: these are no lines of this file.
licence='
  <!-- SPDX-FileCopyrightText: 2026 The libposixtrace authors -->
  <!-- SPDX-License-Identifier: MIT -->'
# REUSE-IgnoreEnd
# Only what users see, and a line for each function and each type.
describe() {
	# shellcheck disable=SC1003 # the backslashes are of sed's command a
	abidw --no-corpus-path --no-comp-dir-path --no-show-locs --no-elf-needed \
		--type-id-style hash --no-parameter-names \
		--exported-interfaces-only --drop-private-types \
		--headers-dir "$root/include" "$library" |
	sed -e "s:^\( *<abi-instr .*path='\)[^']*libposixtrace/:\1:" |
	awk -v licence="$licence" '/^    <[a-z]/ || /^ *<\/?(abi|elf)-/ || /^ *<!/ {
			if (line != "")
				print line
			line = $0
			if (NR == 1)
				line = line licence
			next
		}
		{ sub(/^ */, ""); line = line $0 }
		END { print line }'
}

if [ -n "$update" ]; then
	mkdir -p "${baseline%/*}"
	describe >"$dir/baseline"
	cp "$dir/baseline" "$baseline"
	exit
fi
if ! [ -f "$baseline" ]; then
	echo "there is no $baseline"
	exit 77
fi
if ! abidiff --no-added-syms "$baseline" "$library" \
		>"$dir/diff" 2>&1; then
	cat "$dir/diff" >&2
	echo 'Programs built before do not run with this library.' >&2
	exit 1
fi
# The comparison saw the functions.
functions=$(grep -c '<function-decl .*elf-symbol-id' "$baseline")
if [ "$functions" -lt 50 ]; then
	echo "the baseline has $functions functions only" >&2
	exit 1
fi
