#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# <posixtrace.hpp>, and the scopes of C: compiled as users compile, by every
# compiler that is there, for C++11 to C++23 and C99 to C23, and run.
#
# usage: LIBRARY_DIR=DIR scopes.sh SOURCE_ROOT
set -eu

: "${LIBRARY_DIR:?}"
root=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export LD_LIBRARY_PATH="$LIBRARY_DIR"
runs=0 status=0

# compile SOURCE COMPILER FLAG...: and run.
compile() {
	source=$1 compiler=$2
	shift 2
	command -v "$compiler" >/dev/null || return 0
	case $source in
	*.cc) warnings='-Wold-style-cast -Wshadow -Wconversion
		-Wzero-as-null-pointer-constant' ;;
	*) warnings='-Wshadow -Wconversion -Wdeclaration-after-statement' ;;
	esac
	[ "$compiler" != g++ ] || warnings="$warnings -Wuseless-cast"
	runs=$((runs + 1))
	# shellcheck disable=SC2086 # a list of flags
	if "$compiler" "$@" -pedantic -Wall -Wextra $warnings -Werror \
			-I"$root/include" -o "$dir/scope" \
			"$root/tests/scopes/$source" \
			-L"$LIBRARY_DIR" -lposixtrace -pthread; then
		"$dir/scope" "$dir/scope.ptl" && return
	fi
	echo "$source: $compiler $*" >&2
	status=1
}

# Code that depends on the standard and on optimisation.  If nothing is
# recorded, the headers have almost none.
for std in c++11 c++20; do
	compile scope.cc g++ -std=$std -O2
	compile scope.cc g++ -std=$std -O0 -DPOSIXTRACE_DISABLE
done
for std in c++14 c++17; do
	compile scope.cc g++ -std=$std -O0
done
compile scope.cc clang++ -std=c++11 -O0
compile scope.cc clang++ -std=c++20 -O1
compile scope.cc g++ -std=c++23 -O1
compile scope.cc clang++ -std=c++2b -O2
for compiler in gcc clang; do
	for record in -UPOSIXTRACE_DISABLE -DPOSIXTRACE_DISABLE; do
		compile scope.c "$compiler" -std=c99 -O2 $record
		compile scope.c "$compiler" -std=gnu11 -O0 $record
		compile scope.c "$compiler" -std=c2x -O1 $record
	done
done

# A name that is no identifier is no name of an argument.
if command -v g++ >/dev/null; then
	cat >"$dir/bad.cc" <<-'END'
		#include <posixtrace.hpp>
		void bad(int n);
		void bad(int n)
		{
			POSIXTRACE_POINT("bad", n + 1);
		}
	END
	if g++ -std=c++17 -I"$root/include" -fsyntax-only "$dir/bad.cc" \
			2>"$dir/err"; then
		echo 'an expression is taken for an argument' >&2
		status=1
	fi
fi
echo "$runs compilations"
[ $runs -gt 0 ] || status=77
exit $status
