#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# What is installed is enough: a program that asks for tracing without
# including <trace.h> is built with the flags of pkg-config, against the
# shared library and fully static, and told the truth.  Another one opens a
# dump, with the module for that, without it, with one of another version, and
# static.
#
# usage: install.sh BUILD_ROOT
set -eu

build=$1
for program in meson pkg-config; do
	if ! command -v $program >/dev/null; then
		echo "$program is not installed"
		exit 77
	fi
done
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

meson install -C "$build" --no-rebuild --quiet --destdir "$dir/root"
pc=$(find "$dir/root" -name posixtrace.pc)

# The linker is told of what was installed, but not of what is packed; a folder
# that it does not look into is named.
mkdir "$dir/bin"
cat >"$dir/bin/ldconfig" <<'END'
#!/bin/sh
if [ "${1:-}" = -p ]; then
	cat "$FAKE_CACHE"
else
	echo "	libposixtrace.so.0 (libc6) => /known/lib/libposixtrace.so.0" \
		>>"$FAKE_CACHE"
fi
END
chmod +x "$dir/bin/ldconfig"
FAKE_CACHE=$dir/cache
export FAKE_CACHE
refresh() {
	: >"$FAKE_CACHE"
	PATH=$dir/bin:$PATH DESTDIR=$1 MESON_INSTALL_PREFIX=$2 \
		"$source/scripts/refresh-linker" "$3"
}
source=$(cd "$(dirname "$0")/../.." && pwd)
[ -z "$(refresh "$dir/root" /known lib)" ]
[ ! -s "$FAKE_CACHE" ]
[ -z "$(refresh '' /known lib)" ]
[ -s "$FAKE_CACHE" ]
[ -z "$(refresh '' /other /known/lib)" ]
refresh '' /other lib | grep -q LD_LIBRARY_PATH=/other/lib
grep -q scripts/refresh-linker "$source/meson.build"
[ -n "$pc" ]
prefix=$dir/root$(sed -n 's/^prefix=//p' "$pc")
libdir=$(dirname "$(dirname "$pc")")
PKG_CONFIG_PATH=$libdir/pkgconfig
export PKG_CONFIG_PATH

cat >"$dir/asks.c" <<'END'
#include <limits.h>
#include <sys/types.h>
#include <unistd.h>

int main(void)
{
	trace_event_set_t set;

#if !defined _POSIX_TRACE || _POSIX_TRACE < 0
	return 2;
#else
	return sysconf(_SC_TRACE) != _POSIX_TRACE ||
	       sysconf(_SC_TRACE_NAME_MAX) != TRACE_NAME_MAX ||
	       sysconf(_SC_PAGESIZE) <= 0 || sizeof(set) == 0;
#endif
}
END

# flags OPTION...: words, since no path here has a space in it.
flags() {
	pkg-config --define-variable=prefix="$prefix" "$@" posixtrace
}

# shellcheck disable=SC2046
"${CC:-cc}" $(flags --cflags) -o "$dir/shared" "$dir/asks.c" -Wl,--no-as-needed \
	$(flags --libs)
LD_LIBRARY_PATH=$libdir "$dir/shared"
# shellcheck disable=SC2046
"${CC:-cc}" $(flags --cflags) -static -o "$dir/static" "$dir/asks.c" \
	$(flags --static --libs)
"$dir/static"

# The smallest dump there is: no object, room for one event, none in it.
cat >"$dir/opens.c" <<'END'
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <trace.h>

static int open_file(const void *bytes, size_t len)
{
	FILE *file = tmpfile();
	trace_id_t trid;

	if (!file || fwrite(bytes, len, 1, file) != 1 || fflush(file) != 0)
		return -1;
	return posix_trace_open(fileno(file), &trid);
}

/* With two names, the first is renamed to the second if it cannot, and it is
 * tried again. */
int main(int argc, char **argv)
{
	static const char no_dump[80] = "TXT";
	uint32_t dump[20] = {
		0x54585442, UINT32_MAX, 0, 48, 32 << 16, 48, 48, 80, 48,
	};

	int err;

	if (open_file(no_dump, sizeof(no_dump)) != EINVAL)
		return 1;
	err = open_file(dump, sizeof(dump));
	if (err == ENOTSUP && argc == 3 && rename(argv[1], argv[2]) == 0)
		err = open_file(dump, sizeof(dump));
	switch (err) {
	case 0:
		puts("open");
		return 0;
	case ENOTSUP:
		puts("not supported");
		return 0;
	default:
		return 2;
	}
}
END
# opens EXPECTED LIBRARIES PROGRAM [ARGUMENT...]
opens() {
	expected=$1 libraries=$2
	shift 2
	found=$(cd / && LD_LIBRARY_PATH=$libraries "$@")
	if [ "$found" != "$expected" ]; then
		echo "$*: '$found' in the place of '$expected'" >&2
		exit 1
	fi
}
# shellcheck disable=SC2046
"${CC:-cc}" $(flags --cflags) -o "$dir/opens" "$dir/opens.c" $(flags --libs)
# shellcheck disable=SC2046
"${CC:-cc}" $(flags --cflags) -static -o "$dir/opens-static" "$dir/opens.c" \
	$(flags --static --libs)
module=$libdir/libposixtrace-dump.so
opens open "$libdir" "$dir/opens"
opens open "${libdir#/}" "$dir/opens"
mv "$module" "$dir/module"
opens 'not supported' "$libdir" "$dir/opens"
opens open "$libdir" "$dir/opens-static"
echo 'const char *const pxt_dump_module[12] = { "other" };' >"$dir/other.c"
"${CC:-cc}" -shared -fPIC -o "$module" "$dir/other.c"
opens 'not supported' "$libdir" "$dir/opens"
opens open "$libdir" "$dir/opens" "$dir/module" "$module"
