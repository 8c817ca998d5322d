#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Names for addresses: of programs that run at any address and at a fixed one, of
# children, of programs that are executed, without debug information; and none
# from files that are not those that were executed.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/../tool/support.sh"
: "${SYMBOLS_PIE:?where are the programs?}"

# line COMMENT: the number of the line with that comment.
line() {
	grep -n "/\* $1 \*/" "$SYMBOLS_SOURCE"/program.c \
		"$SYMBOLS_SOURCE"/library.cc | cut -d : -f 2
}

# expect_place DATA FUNCTION COMMENT [LOG]: an event with that text is there.
expect_place() {
	run "$POSIXTRACE" report -q --symbols "${4:-log}"
	expect_status 0
	expect_out "program:place +\"$1\"  at $2\\+0x[0-9a-f]+ \\([a-z]+\\.cc?:$(line "$3")\\)\$"
}

# expect_nowhere DATA: that has no place.
expect_nowhere() {
	expect_out "program:place +\"$1\"\$"
}

for program in "$SYMBOLS_PIE" "$SYMBOLS_FIXED"; do
	cp "$program" program
	"$POSIXTRACE" record -q -o log -- ./program fork
	expect_place f first_place first
	expect_place s second_place second
	expect_place c run_child child
	expect_no_err
done

# The child's events are of another process.
run "$POSIXTRACE" report -q --json --symbols log
[ "$(sed -n 's/.*"pid":\([0-9]*\).*"symbol":"[a-z_]*+0x.*/\1/p' out |
	sort -u | wc -l)" -eq 2 ] || fail 'not two processes with names'
expect_out "\"symbol\":\"first_place\\+0x[0-9a-f]+\",\"source\":\"[^\"]*/program.c:$(line first)\""
run "$POSIXTRACE" report -q --csv --symbols log
expect_out '^time,.*,symbol,source$'
expect_out ",second_place\\+0x[0-9a-f]+,[^,]*/program.c:$(line second)\$"
run "$POSIXTRACE" report -q --csv log
! grep -q symbol out || fail 'columns that nobody asked for'

# The address of some system events is that of a function.
if [ -n "$PRELOAD_LIB" ]; then
	POSIXTRACE_PRELOAD=$PRELOAD_LIB "$POSIXTRACE" record -q -o preload.ptl \
		--preload -- ./program thread
	run "$POSIXTRACE" report -q --symbols preload.ptl
	expect_status 0
	for event in thread_start thread_exit; do
		expect_out " $event .*  at work \\(program.c:$(line routine)\\)\$"
	done
	for event in process inherited; do
		expect_out " $event .*  at _start\$"
	done
	expect_out " signal .*  at handle \\(program.c:$(line handler)\\)\$"
	expect_out ' exit .* status=0  at main \(program.c:[0-9]+\)$'
	expect_out ' thread_create .*  at run_thread\+0x[0-9a-f]+ \(program.c:'
fi

# Logs that are made of it have it, too.
"$POSIXTRACE" slice -q -e 'program:*' -o part.ptl log
"$POSIXTRACE" convert -q --to log -o whole.ptl log
"$POSIXTRACE" merge -q -o both.ptl part.ptl whole.ptl
for made in part whole both; do
	expect_place f first_place first $made.ptl
	expect_place c run_child child $made.ptl
	expect_no_err
	"$POSIXTRACE" check $made.ptl >out || fail "check of $made"
done

# As other formats have it.
run "$POSIXTRACE" convert -q --symbols --to chrome -o converted log
expect_status 0
run cat converted
expect_out "\"args\":\\{\"symbol\":\"first_place\\+0x[0-9a-f]+\",\"source\":\"[^\"]*/program.c:$(line first)\"\\}"
for format in json csv; do
	"$POSIXTRACE" convert -q --symbols --to $format -o converted log
	"$POSIXTRACE" report -q --symbols --$format log | cmp - converted ||
		fail "converted to $format"
done
if ! "$POSIXTRACE" convert --help | grep -q 'perfetto *.*not in this build'; then
	"$POSIXTRACE" convert -q --symbols --to perfetto -o converted log
	grep -aq 'second_place+0x[0-9a-f]*' converted || fail 'perfetto'
	grep -aq "/program.c:$(line second)" converted || fail 'perfetto: source'
fi
run "$POSIXTRACE" convert -q --symbols --to rkh -o converted log
expect_status 2
expect_one_line
run "$POSIXTRACE" view -q --symbols -o page.html log
expect_status 0
expect_no_err
"$POSIXTRACE" view -q -o plain.html log
! cmp -s page.html plain.html || fail 'a page without names'

# All events of a place are a row.
run "$POSIXTRACE" stat --by=site log
expect_status 0
expect_out "^first_place\\+0x[0-9a-f]+ \\(program.c:$(line first)\\) +1 +0\\.00 "
run "$POSIXTRACE" stat --symbols --json log
expect_out "\"site\": \"run_child\\+0x[0-9a-f]+ \\(program.c:$(line child)\\)\""

# Whatever the path, also what the kernel writes for a newline.
newline='
'
for odd in "odd${newline}name" 'odd\012name' "odd$newline\\ 040name"; do
	mkdir "$odd"
	cp "$SYMBOLS_PIE" "$odd/$odd"
	"$POSIXTRACE" record -q -o log -- "$odd/$odd"
	expect_place s second_place second
	expect_no_err
	if [ -n "${SYMBOLS_LIBRARY:-}" ]; then
		cp "$SYMBOLS_LIBRARY" "$odd/library.so"
		for end in '' die; do
			run "$POSIXTRACE" record -q -o log -- "$SYMBOLS_PIE" load \
				"$odd/library.so" $end
			expect_place l 'shapes::circle::draw\([a-z ]*, int\)' library
		done
	fi
done

# A program that another one executes.
cp "$SYMBOLS_PIE" program
cp "$SYMBOLS_FIXED" other
"$POSIXTRACE" record -q -o log -- ./program exec ./other
expect_place f first_place first
[ "$(grep -c ' at first_place' out)" -eq 2 ] || fail 'not both programs'
"$POSIXTRACE" slice -q -o part.ptl log
expect_place f first_place first part.ptl
[ "$(grep -c ' at first_place' out)" -eq 2 ] || fail 'not both in a part'

# A library that is loaded later: the program ends, is killed after it has told that,
# or without having told it.
if [ -n "${SYMBOLS_LIBRARY:-}" ]; then
	cp "$SYMBOLS_LIBRARY" library.so
	draw='shapes::circle::draw\([a-z ]*, int\)'
	for end in '' 'note die' die; do
		# shellcheck disable=SC2086 # words
		run "$POSIXTRACE" record -q -o log -- ./program load \
			./library.so $end
		expect_place l "$draw" library
		expect_no_err
	done
	cp library.so other.so
	mv other.so library.so
	expect_place l "$draw" library
	expect_no_err
fi

# Without symbols, and with those in a file of their own.
if command -v strip >/dev/null && command -v objcopy >/dev/null; then
	cp "$SYMBOLS_PIE" program
	strip -o other program
	"$POSIXTRACE" record -q -o log -- ./other
	run "$POSIXTRACE" report -q --symbols log
	expect_out 'program:place +"s"  at other\+0x[0-9a-f]+$'
	objcopy --only-keep-debug program other.debug
	objcopy --add-gnu-debuglink=other.debug other
	"$POSIXTRACE" record -q -o log -- ./other
	expect_place s second_place second
	mkdir .debug
	mv other.debug .debug
	expect_place s second_place second
	# Without a build id another file at that path is none, and a process that
	# is killed has told nothing.
	if [ -n "${SYMBOLS_LIBRARY:-}" ]; then
		objcopy --remove-section=.note.gnu.build-id \
			"$SYMBOLS_LIBRARY" library.so
		"$POSIXTRACE" record -q -o log -- ./program load ./library.so
		expect_place l "$draw" library
		cp library.so other.so
		mv other.so library.so
		run "$POSIXTRACE" report -q --symbols log
		expect_nowhere l
		expect_err '/library.so: no build id of what was executed is known, and'
		run "$POSIXTRACE" record -q -o log -- ./program load \
			./library.so die
		run "$POSIXTRACE" report -q --symbols log
		expect_nowhere l
		expect_no_err
		"$POSIXTRACE" record -q -o log -- ./other
	fi
	# With nothing but the debug information, by build id.
	id=$(readelf -n other | sed -n 's/.*Build ID: //p')
	rest=${id#??}
	mkdir -p "root/usr/lib/debug/.build-id/${id%"$rest"}"
	mv .debug/other.debug \
		"root/usr/lib/debug/.build-id/${id%"$rest"}/$rest.debug"
	rm other
	run "$POSIXTRACE" report -q --symbols=root log
	expect_out "program:place +\"s\"  at second_place\\+0x[0-9a-f]+ \\(program.c:$(line second)\\)\$"
	expect_no_err
fi

# A file that was built again is refused, one that is not here is missed.
cp "$SYMBOLS_PIE" program
"$POSIXTRACE" record -q -o log -- ./program
rm program
cp "$SYMBOLS_FIXED" program
run "$POSIXTRACE" report -q --symbols log
expect_status 0
expect_nowhere f
expect_one_line
expect_err '/program: has another build id than the file that was executed'
mkdir -p "there$scratch"
cp "$SYMBOLS_PIE" "there$scratch/program"
run "$POSIXTRACE" report -q --symbols=there log
expect_out "program:place +\"f\"  at first_place\\+0x[0-9a-f]+ \\(program.c:$(line first)\\)\$"
expect_no_err
rm program
run "$POSIXTRACE" report -q --symbols log
expect_status 0
expect_nowhere f
expect_one_line
expect_err '/program: No such file or directory; --symbols=DIR'
mkfifo program
run "$POSIXTRACE" report -q --symbols log
expect_nowhere f
expect_err '/program: is no ELF file'
rm program

# With LOOP and UNTIL_FULL what processes had is not overwritten, and takes no room.
cp "$SYMBOLS_PIE" program
for policy in loop until-full; do
	"$POSIXTRACE" record -q -o log --log-policy $policy --log-size 4K -- \
		./program
	expect_place f first_place first
	"$POSIXTRACE" check log >out || fail "check of $policy"
done

# What a killed recorder leaves is recovered with names, whatever it had written.
cp "$SYMBOLS_PIE" program
for policy in append "loop --log-size=1M" "until-full --log-size=1M"; do
	# shellcheck disable=SC2016,SC2086
	run "$POSIXTRACE" record -q --log-policy=$policy -o log -- \
		sh -c './program; kill -KILL $PPID'
	expect_status 137
	wait_for "$POSIXTRACE" recover -q log
	expect_place f first_place first
	run "$POSIXTRACE" check log
	expect_status 0
done

# One that was killed has told what it executed.
cp "$SYMBOLS_PIE" program
"$POSIXTRACE" record -q -o log -- ./program
size=$(stat -c %s log)
head -c $((size - 1)) log >shorter
run "$POSIXTRACE" report -q --symbols shorter
expect_status 0 4
expect_out ' at first_place\+0x'

# If it is damaged, one line says so.
cp log damaged
at=$(grep -abo "$scratch/program" damaged | head -n 1 | cut -d : -f 1)
printf x | dd of=damaged bs=1 seek="$at" conv=notrunc status=none
for command in 'report -q' 'stat --by=site' 'convert -q --to json -o converted'; do
	# shellcheck disable=SC2086 # words
	run "$POSIXTRACE" $command --symbols damaged
	expect_status 0 4
	expect_one_line
	expect_err 'not all of what processes executed can be read'
done
run "$POSIXTRACE" report -q damaged
expect_no_err

# Logs of versions before tell nothing of that.
dd if=/dev/zero of=log bs=512 seek=100 count=2 conv=notrunc status=none
run "$POSIXTRACE" report -q --symbols log
expect_status 0
expect_nowhere f
expect_one_line
expect_err 'process [0-9]+ has no names: the log does not say what it executed'

run "$POSIXTRACE" report --symbols --template x log
expect_status 2
expect_one_line
