#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# What is installed is enough: a program that asks for tracing without
# including <trace.h> is built with the flags of pkg-config, against the
# shared library, installed or still in its build folder, and fully static, and gets the
# right answers.  Another one opens a
# dump, with the module for that, without it, with one of another version, and
# static.
#
# usage: install.sh BUILD_ROOT [sysconf]
set -eu

build=$1 has_sysconf=${2:+1}
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

# The linker's cache is updated for an installation, but not for a package.  A
# directory that the linker does not search is named.
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
# It is seen at the terminal, though meson keeps the output to itself.
if command -v script >/dev/null &&
	script -qec true /dev/null </dev/null >/dev/null 2>&1; then
	: >"$FAKE_CACHE"
	PATH=$dir/bin:$PATH script -qec "DESTDIR='' MESON_INSTALL_PREFIX=/other \
		'$source/scripts/refresh-linker' lib >/dev/null" /dev/null \
		</dev/null | grep -q LD_LIBRARY_PATH=/other/lib
fi
grep -q scripts/refresh-linker "$source/meson.build"

# By default it goes where the linker looks, also without dpkg-dev, when meson
# would take lib64.
printf '#!/bin/sh\nexit 1\n' >"$dir/bin/dpkg-architecture"
chmod +x "$dir/bin/dpkg-architecture"
PATH=$dir/bin:$PATH meson setup "$dir/fresh" "$source" \
	-Dtests=disabled -Dtools=disabled >"$dir/setup"
libdir=$(meson introspect --buildoptions "$dir/fresh" |
	tr '{' '\n' | sed -n 's/.*"name": "libdir", "value": "\([^"]*\)".*/\1/p')
if [ "$libdir" != lib ]; then
	echo "libraries would go to $libdir" >&2
	exit 1
fi
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
	return (HAS_SYSCONF && (sysconf(_SC_TRACE) != _POSIX_TRACE ||
	       sysconf(_SC_TRACE_NAME_MAX) != TRACE_NAME_MAX)) ||
	       sysconf(_SC_PAGESIZE) <= 0 || sizeof(set) == 0;
#endif
}
END

# flags OPTION...: words, since no path here has a space in it.
flags() {
	pkg-config --define-variable=prefix="$prefix" "$@" posixtrace
}

# shellcheck disable=SC2046
"${CC:-cc}" $(flags --cflags) -DHAS_SYSCONF="${has_sysconf:-0}" \
	-o "$dir/shared" "$dir/asks.c" -Wl,--no-as-needed \
	$(flags --libs)
LD_LIBRARY_PATH=$libdir "$dir/shared"
# shellcheck disable=SC2046
"${CC:-cc}" $(flags --cflags) -DHAS_SYSCONF="${has_sysconf:-0}" \
	-static -o "$dir/static" "$dir/asks.c" \
	$(flags --static --libs)
"$dir/static"

# The shared library asks for no package besides.
if ! PKG_CONFIG_LIBDIR=$libdir/pkgconfig flags --cflags --libs >/dev/null; then
	echo 'the flags for the shared library need those of others' >&2
	exit 1
fi
# The library in its build folder is used in the same way.
in_place() {
	PKG_CONFIG_PATH=$build/meson-uninstalled pkg-config "$@" posixtrace
}
# shellcheck disable=SC2046
"${CC:-cc}" $(in_place --cflags) -DHAS_SYSCONF="${has_sysconf:-0}" \
	-o "$dir/in-place" "$dir/asks.c" -Wl,--no-as-needed \
	$(in_place --libs)
LD_LIBRARY_PATH=$build/libposixtrace "$dir/in-place"

# The smallest dump: no object, room for one event, no event.
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

# CMake finds both libraries, wherever the tree has been moved to, and refuses a
# version that is too old.
if ! command -v cmake >/dev/null; then
	echo 'cmake is not installed'
	exit 0
fi
mkdir "$dir/cmake"
cat >"$dir/cmake/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.16)
project(asks C)
find_package(posixtrace ${WANTED} REQUIRED)
add_compile_definitions(HAS_SYSCONF=${HAS_SYSCONF})
add_executable(shared ../asks.c)
target_link_libraries(shared PRIVATE posixtrace::posixtrace)
target_link_options(shared PRIVATE -Wl,--no-as-needed)
add_executable(static ../asks.c)
target_link_libraries(static PRIVATE posixtrace::static)
END
find_it() {
	cmake -S "$dir/cmake" -B "$dir/cmake/build" -DWANTED="$1" \
		-DHAS_SYSCONF="${has_sysconf:-0}" -DCMAKE_PREFIX_PATH="$prefix" \
		>"$dir/cmake/log" 2>&1
}
if find_it 99.0; then
	echo 'find_package() takes version 0 for 99' >&2
	exit 1
fi
rm -rf "$dir/cmake/build"
if ! find_it 0.1 || ! cmake --build "$dir/cmake/build" >>"$dir/cmake/log" 2>&1
then
	cat "$dir/cmake/log" >&2
	exit 1
fi
"$dir/cmake/build/shared"
"$dir/cmake/build/static"

# A plug-in with the static library is not unloaded under the threads that it
# has traced.
cat >"$dir/plug.c" <<'END_OF_C'
#include <trace.h>

int traces(void);

int traces(void)
{
	static trace_id_t trid;
	trace_event_id_t id;

	if (!trid && (posix_trace_create(0, NULL, &trid) != 0 ||
		      posix_trace_start(trid) != 0))
		return 1;
	if (posix_trace_eventid_open("plug", &id) != 0)
		return 2;
	posix_trace_event(id, "", 1);
	return 0;
}
END_OF_C
cat >"$dir/plugs.c" <<'END_OF_C'
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static pthread_barrier_t barrier;
static int (*traces)(void);

static void *trace(void *result)
{
	*(int *)result = traces();
	pthread_barrier_wait(&barrier);
	/* The plug-in is closed here. */
	pthread_barrier_wait(&barrier);
	return NULL;
}

int main(int argc, char **argv)
{
	void *plugin = argc == 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
	pthread_t thread;
	int result;

	if (!plugin) {
		fprintf(stderr, "%s\n", dlerror());
		return 3;
	}
	*(void **)&traces = dlsym(plugin, "traces");
	pthread_barrier_init(&barrier, NULL, 2);
	pthread_create(&thread, NULL, trace, &result);
	pthread_barrier_wait(&barrier);
	if (result == 0)
		result = traces();
	dlclose(plugin);
	pthread_barrier_wait(&barrier);
	pthread_join(thread, NULL);
	return result;
}
END_OF_C
# shellcheck disable=SC2046
"${CC:-cc}" $(flags --cflags) -shared -fPIC -o "$dir/plug.so" "$dir/plug.c" \
	$(flags --static --libs | sed 's/-lposixtrace/-l:libposixtrace.a/')
"${CC:-cc}" -o "$dir/plugs" "$dir/plugs.c" -pthread -ldl
"$dir/plugs" "$dir/plug.so"

# Several copies of the library in one process, of a plug-in each, and of the program
# that has created the stream: each event is in its log.
cat >"$dir/copy.c" <<'END_OF_C'
#include <pthread.h>
#include <trace.h>

static void *record(void *id)
{
	for (int i = 0; i < 2000; i++)
		posix_trace_event(*(trace_event_id_t *)id, &i, sizeof(i));
	return NULL;
}

int records(void);

int records(void)
{
	trace_event_id_t id;
	pthread_t thread;

	if (posix_trace_eventid_open("copy", &id) != 0)
		return 1;
	record(&id);
	return pthread_create(&thread, NULL, record, &id) != 0 ||
	       pthread_join(thread, NULL) != 0;
}
END_OF_C
cat >"$dir/copies.c" <<'END_OF_C'
#include <dlfcn.h>
#include <stdio.h>
#include <trace.h>

/* How many events of the plug-ins are in the log. */
static int count(int log)
{
	struct posix_trace_event_info info;
	int data, unavailable, n = 0;
	trace_event_id_t id;
	trace_id_t trid;
	size_t len;

	/* The copies have one set of types. */
	if (posix_trace_eventid_open("copy", &id) != 0 ||
	    posix_trace_open(log, &trid) != 0)
		return -1;
	while (posix_trace_getnext_event(trid, &info, &data, sizeof(data), &len,
					 &unavailable) == 0 && !unavailable)
		n += info.posix_event_id == id && len == sizeof(data);
	return posix_trace_close(trid) == 0 ? n : -1;
}

int main(int argc, char **argv)
{
	const int log = fileno(tmpfile()), rounds = 2;
	trace_id_t trid;

	if (posix_trace_create_withlog(0, NULL, log, &trid) != 0 ||
	    posix_trace_start(trid) != 0)
		return 2;
	for (int i = 0; i < rounds * (argc - 1); i++) {
		void *plugin = dlopen(argv[1 + i % (argc - 1)], RTLD_NOW);
		int (*records)(void);

		if (!plugin)
			return 3;
		*(void **)&records = dlsym(plugin, "records");
		if (records() != 0)
			return 4;
	}
	if (posix_trace_shutdown(trid) != 0)
		return 5;
	printf("%d of %d\n", count(log), rounds * (argc - 1) * 4000);
	return 0;
}
END_OF_C
for copy in 1 2; do
	# shellcheck disable=SC2046
	"${CC:-cc}" $(flags --cflags) -shared -fPIC -o "$dir/copy$copy.so" \
		"$dir/copy.c" \
		$(flags --static --libs | sed 's/-lposixtrace/-l:libposixtrace.a/')
done
# shellcheck disable=SC2046
"${CC:-cc}" $(flags --cflags) -o "$dir/copies" "$dir/copies.c" \
	$(flags --libs) -ldl
opens '16000 of 16000' "$libdir" "$dir/copies" "$dir/copy1.so" "$dir/copy2.so"
