#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Each public header compiles alone, in every language a program that
# includes it may be written in, with every compiler that is there.
#
# usage: headers.sh SOURCE_ROOT
set -eu

root=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
status=0 runs=0
before=

# check COMPILER LANGUAGE FLAG...: include each header, twice.
check() {
	compiler=$1 language=$2
	shift 2
	command -v "$compiler" >/dev/null || return 0
	for header in trace.h posixtrace.h posixtrace-added.h posixtrace-events.h \
			posixtrace-macros.h posixtrace-mapping.h \
			posixtrace-recovery.h posixtrace-rkh.h \
			posixtrace-streams.h posixtrace-threadx.h; do
		{
			# What a program has included before.
			for one in $before; do
				echo "#include <$one>"
			done
			printf '#include <%s>\n#include <%s>\n' "$header" \
				"$header"
			echo 'trace_attr_t attr;'
			echo 'struct posix_trace_event_info info;'
		} >"$dir/alone.$language"
		runs=$((runs + 1))
		"$compiler" "$@" -Wall -Wextra -Werror -fsyntax-only \
			-I"$root/include" "$dir/alone.$language" || {
			echo "$header fails with $compiler $*" >&2
			status=1
		}
	done
}

# Trace points with arguments, as a program has them.
cat >"$dir/points.c" <<'END'
#include <posixtrace-rkh.h>
enum { ONE = 1 };
enum named { TWO = 2 };
int points(int n, double d, const char *s, void *p, unsigned long ul);
int points(int n, double d, const char *s, void *p, unsigned long ul)
{
	POSIXTRACE_BEGIN("all")
		POSIXTRACE_U32(n, n + 1)
		POSIXTRACE_U64(ul, ul)
		POSIXTRACE_I8(i, -1)
		POSIXTRACE_DOUBLE(d, d)
		POSIXTRACE_FLOAT(f, 3)
		POSIXTRACE_STRING(s, s)
		POSIXTRACE_MEMORY(m, p, 3)
		POSIXTRACE_POINTER(p, p)
		POSIXTRACE_BOOL(b, n)
		POSIXTRACE_CHAR(c, 'x')
		POSIXTRACE_X16(x, 0xffff)
		MORE
	POSIXTRACE_END;
	POSIXTRACE_BEGIN_LAZY("none")
	POSIXTRACE_END;
	POSIXTRACE_EVENT(POSIX_TRACE_UNNAMED_USEREVENT, s, 4);
	POSIXTRACE_EVENT(POSIXTRACE_MALLOC, s, 4);
	POSIXTRACE_RKH_BEGIN("rkh", 0x71, n, 7)
		POSIXTRACE_U8(sig, 7)
	POSIXTRACE_RKH_END;
	return POSIX_TRACE_ALLPROC == n;
}
END
cp "$dir/points.c" "$dir/points.cc"
auto='POSIXTRACE_ARG(a1,n) POSIXTRACE_ARG(a2,d) POSIXTRACE_ARG(a3,s)'
auto="$auto POSIXTRACE_ARG(a4,p) POSIXTRACE_ARG(a5,ul) POSIXTRACE_ARG(a6,&n)"

# points COMPILER LANGUAGE FLAG...: they compile, also when they are disabled.
points() {
	compiler=$1 language=$2 flags=$3 more=$4
	command -v "$compiler" >/dev/null || return 0
	for disable in -DPOSIXTRACE_ENABLED -DPOSIXTRACE_DISABLE; do
		runs=$((runs + 1))
		# shellcheck disable=SC2086
		"$compiler" $flags $disable "-DMORE=$more" -Wall -Wextra \
			-Werror -I"$root/include" -O1 -c -o "$dir/points.o" \
			"$dir/points.$language" || {
			echo "trace points fail with $compiler $flags" >&2
			status=1
		}
	done
	if nm -u "$dir/points.o" | grep -q posix; then
		echo "$compiler: POSIXTRACE_DISABLE leaves calls" >&2
		status=1
	fi
}

# numbers COMPILER LANGUAGE FLAG...: few numbers take the fast path.
cat >"$dir/numbers.c" <<'END'
#include <posixtrace.h>
void numbers(unsigned a, short b);
void numbers(unsigned a, short b)
{
	POSIXTRACE_BEGIN("numbers")
		POSIXTRACE_U32(a, a)
		POSIXTRACE_I16(b, b)
		POSIXTRACE_DOUBLE(c, 1.5)
		POSIXTRACE_BOOL(d, a)
	POSIXTRACE_END;
}
END
cp "$dir/numbers.c" "$dir/numbers.cc"
numbers() {
	compiler=$1 language=$2
	shift 2
	command -v "$compiler" >/dev/null || return 0
	for level in -O0 -O1 -O2 -O3 -Os; do
		runs=$((runs + 1))
		"$compiler" "$@" $level -Wall -Wextra -Wshadow -Wconversion \
			-Werror -I"$root/include" -c -o "$dir/numbers.o" \
			"$dir/numbers.$language" || status=1
		if [ $level != -O0 ] && [ $level != -O1 ] && [ "$little" ] &&
				! nm -u "$dir/numbers.o" |
				grep -q posixtrace_record_words; then
			echo "$compiler $* $level: not by registers" >&2
			status=1
		fi
	done
}
little=
echo 'int x[__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? 1 : -1];' \
	>"$dir/little.c"
gcc -fsyntax-only "$dir/little.c" 2>/dev/null && little=1
for cc in gcc clang; do
	numbers $cc c -std=c99
	numbers $cc c -std=gnu11
done
for cxx in g++ clang++; do
	numbers $cxx cc -std=c++98
	numbers $cxx cc -std=c++17
done

# Warnings that many C++ projects enable.
strict='-Wold-style-cast -Wzero-as-null-pointer-constant -Wconversion'
strict="$strict -Wsign-conversion -Wshadow -Wcast-qual"
for std in c++98 c++17 c++20; do
	more='POSIXTRACE_U16(e1,ONE) POSIXTRACE_I64(e2,TWO)'
	[ $std = c++98 ] || more="$more $auto"
	points g++ cc "-std=$std $strict -Wuseless-cast" "$more"
	points clang++ cc "-std=$std $strict" "$more"
done

# Values of the wrong sort do not compile.
refused() {
	compiler=$1 language=$2 flags=$3
	command -v "$compiler" >/dev/null || return 0
	for bad in 'U32(q,ul)' 'U32(q,p)' 'U64(q,d)' 'DOUBLE(q,p)' 'FLOAT(q,s)' \
			'STRING(q,n)' 'STRING(q,&n)' 'POINTER(q,n)' 'I8(q,s)'; do
		runs=$((runs + 1))
		if "$compiler" "$flags" "-DMORE=POSIXTRACE_$bad" \
				-fsyntax-only -w -I"$root/include" \
				"$dir/points.$language" 2>/dev/null; then
			echo "$compiler takes POSIXTRACE_$bad" >&2
			status=1
		fi
	done
}

points gcc c '-std=c99 -pedantic -D_POSIX_C_SOURCE=200809L' ''
for cc in gcc clang; do
	points $cc c '-std=c11 -pedantic -D_POSIX_C_SOURCE=200809L' "$auto"
	points $cc c -std=gnu11 "$auto"
	refused $cc c -std=gnu11
done
for cxx in g++ clang++; do
	points $cxx cc '-std=c++17 -pedantic' "$auto"
	refused $cxx cc -std=c++17
done

for cc in gcc clang; do
	check $cc c -std=c89 -pedantic -D_POSIX_C_SOURCE=200809L
	check $cc c -std=c99 -pedantic -D_POSIX_C_SOURCE=200809L
	check $cc c -std=c99 -pedantic -D_XOPEN_SOURCE=700
	check $cc c -std=c11 -pedantic -D_POSIX_C_SOURCE=200809L
	check $cc c -std=gnu11 -pedantic
	check $cc c -std=c2x -pedantic -D_POSIX_C_SOURCE=200809L
	check $cc c -std=gnu11 -pedantic -fvisibility=hidden -D_GNU_SOURCE
done
for cxx in g++ clang++; do
	check $cxx cc -std=gnu++20
done

# Strict ISO C and C++, like CMake without extensions, whatever feature macros
# other headers were included with.
for std in c89 c99 c11 c17 c2x; do
	check gcc c -std=$std -pedantic
done
for std in c89 c11; do
	check clang c -std=$std -pedantic
done
for std in c++98 c++17 c++20; do
	check g++ cc -std=$std -pedantic
done
check clang++ cc -std=c++17 -pedantic
check gcc c -std=c11 -pedantic -I"$root/include/posixtrace"
for before in 'sys/types.h limits.h' 'time.h unistd.h' pthread.h; do
	check gcc c -std=c99 -pedantic
	check gcc c -std=c11 -pedantic -I"$root/include/posixtrace"
done
points gcc c '-std=c99 -pedantic' ''
points gcc c '-std=c11 -pedantic' "$auto"

echo "$runs compilations"
[ $runs -gt 0 ] || status=77
exit $status
