#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Which room may include headers of which: only of rooms below it, as in
#
#	api -> stream -> {process, source}; source -> dump; dump -> log
#	{process, source} -> directory -> ring; {ring, log} -> model -> base
#
# A traced process (process, directory, ring) and the files that are read (dump,
# log) never meet below source.  The tools have rooms of their own, include
# nothing of rings and streams, and of files only what is named below; what all
# of them share is in common/ and trace/, which include nothing of a command, and
# of which the plugin of babeltrace2 takes some, and the names of symbols/.  The preload
# library includes headers of base/ and the public ones, the examples the public ones only.  Then violations
# are planted in a copy, to see that the check finds them.
#
# usage: layering.sh SOURCE_ROOT
set -eu

root=$1

# The folders in tools/ of tree $1.
modules() {
	for module in "$1"/tools/*/; do
		printf ' %s' "$(basename "$module")"
	done
}

# The folders whose headers a file in folder $1 of tree $2 may include.
allowed() {
	case $1 in
	libposixtrace/api)
		echo 'api stream source process directory dump ring log model base' ;;
	libposixtrace/stream)
		echo 'stream source process directory ring log model base' ;;
	libposixtrace/source)
		echo 'source directory dump ring log model base' ;;
	libposixtrace/process) echo 'process directory ring model base' ;;
	libposixtrace/directory) echo 'directory ring model base' ;;
	libposixtrace/dump) echo 'dump log model base' ;;
	libposixtrace/ring) echo 'ring model base' ;;
	libposixtrace/log) echo 'log model base' ;;
	libposixtrace/model) echo 'model base' ;;
	libposixtrace/base) echo 'base' ;;
	tools/common) echo 'common base' ;;
	tools/trace) echo 'trace common dump log model base' ;;
	tools/convert | tools/record) echo "log base$(modules "$2")" ;;
	tools/info) echo "dump log base$(modules "$2")" ;;
	tools/live) echo "log model base$(modules "$2")" ;;
	tools/merge | tools/rkh) echo "model base$(modules "$2")" ;;
	tools/templates) echo 'dump' ;;
	tools | tools/*) echo "base$(modules "$2")" ;;
	babeltrace2) echo 'babeltrace2 common symbols trace log' ;;
	preload) echo 'preload base' ;;
	examples) echo 'examples' ;;
	esac
}

# Print every include in tree $1 that breaks a rule.
violations() {
	for folder in libposixtrace/api libposixtrace/stream \
			libposixtrace/source libposixtrace/process \
			libposixtrace/directory libposixtrace/dump \
			libposixtrace/ring libposixtrace/log \
			libposixtrace/model libposixtrace/base \
			tools $(cd "$1" && echo tools/*) babeltrace2 preload \
			examples; do
		[ -d "$1/$folder" ] || continue
		# The rooms of the tools are looked at one by one.
		depth=9
		[ "$folder" != tools ] || depth=1
		find "$1/$folder" -maxdepth $depth -type f -name '*.[ch]' \
				-exec grep -H '^[ 	]*#[ 	]*include[ 	]*"' {} + |
		awk -v folder="$folder" -v allowed="$(allowed "$folder" "$1")" '
			BEGIN {
				n = split(allowed, names, " ")
				for (i = 1; i <= n; i++)
					may[names[i]] = 1
				inside = folder ~ /^libposixtrace\//
			}
			{
				header = $0
				sub(/^[^"]*"/, "", header)
				sub(/".*/, "", header)
				if (header ~ /\.\.\//)
					print $0 ": path goes up"
				else if (header !~ /\//) {
					if (inside)
						print $0 ": layer not spelled"
				} else {
					layer = header
					sub(/\/.*/, "", layer)
					if (!(layer in may))
						print $0 ": " folder " may not"
				}
			}'
	done
}

found=$(violations "$root")
if [ -n "$found" ]; then
	printf '%s\n' "$found" >&2
	exit 1
fi

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT

# An include of $2 planted into folder $1 must be reported, and nothing else; $3
# is a room that there is.
plant() {
	rm -rf "$copy/tree"
	mkdir -p "$copy/tree/$1" "$copy/tree/${3:-$1}"
	printf '#include "%s"\n' "$2" >"$copy/tree/$1/planted.c"
	if [ "$(violations "$copy/tree" | wc -l)" -ne 1 ]; then
		echo "planted #include \"$2\" in $1 was not found" >&2
		exit 1
	fi
}

plant libposixtrace/base model/record.h
plant libposixtrace/model stream/stream.h
plant libposixtrace/ring log/writer.h
plant libposixtrace/log ring/chunk.h
plant libposixtrace/stream api/anything.h
plant libposixtrace/stream dump/dump.h
plant libposixtrace/source stream/stream.h
plant libposixtrace/source process/self.h
plant libposixtrace/directory process/self.h
plant libposixtrace/directory log/writer.h
plant libposixtrace/ring directory/control.h
plant libposixtrace/process stream/table.h
plant libposixtrace/process source/rescue.h
plant libposixtrace/process log/writer.h
plant libposixtrace/dump ring/chunk.h
plant libposixtrace/api stream.h
plant libposixtrace/ring ../log/writer.h
plant tools ring/chunk.h
plant tools/trace report/format.h tools/report
plant tools/trace live/import.h tools/live
plant tools/common trace/types.h tools/trace
plant tools/report dump/dump.h
plant tools/stat log/reader.h
plant tools/record model/record.h
plant babeltrace2 stream/stream.h
plant preload model/record.h
plant examples model/record.h

rm -rf "$copy/tree"
mkdir -p "$copy/tree/libposixtrace/stream"
printf '#include "ring/chunk.h"\n#include <stdio.h>\n' \
	>"$copy/tree/libposixtrace/stream/fine.c"
if [ -n "$(violations "$copy/tree")" ]; then
	echo 'a downward include was refused' >&2
	exit 1
fi
