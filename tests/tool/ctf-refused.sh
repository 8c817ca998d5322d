#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Errors of `convert --to ctf` and of the plugin of babeltrace2; after an error
# no files are left.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"
: "${BABELTRACE_PLUGINS:?where is the plugin?}" "${ODD_POINTS:?where is it?}"

command -v babeltrace2 >/dev/null || skip 'babeltrace2 is not installed'

# babeltrace2 with the plugin of the build.
reader() {
	babeltrace2 --plugin-path="$BABELTRACE_PLUGINS" "$@"
}

"$POSIXTRACE" record -q -o typed -- "$EXAMPLES_DIR/typed" >list ||
	fail 'record typed'
"$POSIXTRACE" record -q --stream-size 16M -o long -- "$ODD_POINTS" 1000 ||
	fail 'record long'

# If a file is refused, there is one line of error and no output.
path=$PATH
refused() {
	status=$1
	shift
	run env PATH="$path" "$POSIXTRACE" convert --to ctf "$@"
	expect_status "$status"
	expect_no_out
	expect_one_line
	find . -name '*.[0-9]*' | grep . >&2 && fail 'something is left'
	return 0
}
mkdir full-dir empty-dir
: >full-dir/file
refused 1 -o full-dir typed
refused 1 -o typed typed
refused 1 -o /dev/null typed
refused 1 -o no/such/dir typed
refused 1 -o new missing
refused 1 -o new list
refused 2 -o new --compress typed
refused 2 typed
[ ! -e new ] || fail 'something was made'
run "$POSIXTRACE" convert --to ctf -q -o empty-dir/ typed
expect_status 0
expect_no_err
[ -s empty-dir/metadata ] || fail 'nothing in the empty directory'
mkdir bin
run env PATH="$PWD/bin" "$POSIXTRACE" convert --to ctf -o new typed
expect_status 1
expect_one_line
expect_err 'babeltrace2: .*; install the package babeltrace2'
[ ! -e new ] || fail 'something was made'

# babeltrace2 that fails, or is ended.
path=$PWD/bin:$PATH
for ending in 'echo "no idea" >&2; exit 7' 'kill -KILL $$' 'mkdir trace' \
	'mkdir trace; : >trace/metadata' 'exit 1'; do
	printf '#!/bin/sh\n%s\n' "$ending" >bin/babeltrace2
	chmod +x bin/babeltrace2
	refused 1 -o new typed
	[ ! -e new ] || fail 'something was made'
done

path=$PATH

# A signal while babeltrace2 writes: all processes end, and nothing is left.
cat >bin/babeltrace2 <<'END'
#!/bin/sh
mkdir trace
: >trace/stream
echo $$ >"$SEEN"
exec sleep 1000
END
here=$PWD
for signal in 15 2 1; do
	for options in '' '-e odd:*'; do
		rm -f seen
		# In a program in the background SIGINT would be ignored.
		# shellcheck disable=SC2086
		PATH=$PWD/bin:$PATH SEEN=$here/seen env --default-signal=INT,HUP \
			"$POSIXTRACE" convert --to ctf $options -o new long \
			>out 2>err &
		writer=$!
		kill_at_end $writer
		wait_for test -s seen
		kill -$signal $writer
		wait_end "convert, ended by signal $signal" $writer
		expect_status $((128 + signal))
		expect_no_err
		[ -z "$(find . -name 'new*')" ] || fail 'something is left'
		! kill -0 "$(cat seen)" 2>/dev/null || fail 'babeltrace2 goes on'
	done
done

# And at any other time: there is nothing, or all.
for i in 1 2 3 4 5 6; do
	rm -rf new
	# shellcheck disable=SC2086
	"$POSIXTRACE" convert -q --to ctf -e 'odd:*' -o new long >out 2>err &
	writer=$!
	kill_at_end $writer
	tries=0
	until [ "$(find . -name 'new*' | wc -l)" -ge $i ] ||
		! kill -0 $writer 2>/dev/null; do
		tries=$((tries + 1))
		[ $tries -lt 1000 ] || break
	done
	kill -TERM $writer 2>/dev/null || :
	wait_end "convert, ended some time" $writer
	expect_status 0 143
	[ -z "$(find . -name 'new.*')" ] || fail 'something is left'
	[ ! -e new ] || reader new >out 2>err || fail 'half a trace'
done

# Where there is no room: a file system of its own, for which it takes root.
if unshare -m true 2>/dev/null; then
	mkdir room
	for size in 4k 16k 24k 64k; do
		run unshare -m sh -c "mount -t tmpfs -o size=$size none room &&
			'$POSIXTRACE' convert --to ctf -e 'odd:*' -o room/trace long; got=\$?
			ls -A room >left; exit \$got"
		expect_status 1
		expect_one_line
		[ ! -s left ] || fail "$size: something is left"
	done
fi

# The plugin reports files that it cannot read, and does not crash.
run reader --component=source.posixtrace.log --params='path="list"'
expect_status 1
expect_err 'list: not a trace log'
for params in 'path=1' 'inputs=["typed","long"]' 'other="typed"' \
	'path="typed",other=1' 'path="typed",symbols=1' 'inputs=[]' 'path="missing"'; do
	run reader --component=source.posixtrace.log --params="$params"
	expect_status 1
	expect_err 'source.posixtrace.log'
done
run reader list
expect_status 1
