#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Names and data of a traced program can control neither the terminal of the
# reader of a trace nor a spreadsheet.  Readable text is shown in any locale.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"
: "${EMIT:?where is the maker of logs?}"

# A character that reverses the direction of a line, and one that combines with
# a letter; an escape; C1.
rlo=$(printf '\342\200\256')
umlaut=$(printf '\303\274')
escape=$(printf '\033')
c1=$(printf '\302\233')
mark=$(printf '\330\234')
tag=$(printf '\363\240\201\201')

# The data are text, too: 616280aee2... is "ab", U+202E, "cd".
odd="odd:$umlaut$rlo${escape}[31m$c1$mark$tag"
cp "$EMIT" "c$rlo$umlaut$escape"
"./c$rlo$umlaut$escape" "l$rlo$umlaut" 64 "$odd=6162e280ae6364" \
	"odd:text=c3bc6162" "=HYPERLINK(1)=00" '+1+2=00' '-1.5=00' '-x=00' \
	'@sum(1)=00' '+3e7=00' "a	b
c=00"
log="l$rlo$umlaut"

clean() {
	[ "$got" -le 4 ] || fail "$what: status $got"
	for one in "$rlo" "$escape" "$c1" "$mark" "$tag"; do
		! LC_ALL=C grep -qF "$one" out || fail "$what: prints one"
		! LC_ALL=C grep -qF "$one" err || fail "$what: says one"
	done
}
echo '010 1.0 "odd:text" W1 S4' >odd.trcfmt
for locale in C.UTF-8 C POSIX; do
	LC_ALL=$locale
	for command in report 'report --absolute' 'report --csv' \
		'report --template odd.trcfmt' 'report --data text' \
		'report --json' info 'info --blocks' 'info --json' stat \
		'stat --json' check 'check --json' trcrpt; do
		# shellcheck disable=SC2086
		run "$POSIXTRACE" $command "$log"
		clean
		case $command in
		report* | *' --json')
			[ "$command" != 'check --json' ] || continue
			grep -q "odd:$umlaut" out || fail "$what: no letter"
			;;
		info | stat)
			grep -q "odd:$umlaut" out || fail "$what: no letter"
			;;
		esac
	done
	run "$POSIXTRACE" report -q "$log"
	expect_out "\"${umlaut}ab\"\$"
	run "$POSIXTRACE" "no$rlo$escape"
	clean
	run "$POSIXTRACE" report "no$rlo$c1$tag"
	clean
	run "$POSIXTRACE" convert --to csv -o "to$rlo" "$log"
	clean
	run "$POSIXTRACE" convert --to json -o json "$log"
	clean
	mv json out
	clean
	mv "to$rlo" "csv.$locale"
	cmp csv.C.UTF-8 "csv.$locale" || fail "$locale: another file"
done
LC_ALL=C.UTF-8

# Escapes in JSON represent the contents of the log.
run "$POSIXTRACE" report --json -q "$log"
expect_out 'odd:.*\\u202e\\u001[Bb]\[31m\\u009b\\u061c\\udb40\\udc41"'
if command -v python3 >/dev/null; then
	python3 -c 'import json, sys
assert any(json.loads(line)["event"] == sys.argv[1]
           for line in open("out", encoding="utf-8"))' "$odd" ||
		fail 'another name'
	run "$POSIXTRACE" stat --json "$log"
	python3 -c 'import json, sys
assert any(row["event_type"] == sys.argv[1]
           for row in json.load(open("out", encoding="utf-8"))["event_types"])
		' "$odd" || fail 'another name'
fi
# They are not escaped twice.
for command in report info stat; do
	run "$POSIXTRACE" $command "$log"
	expect_out "(^| )odd:$umlaut\\\\xe2\\\\x80\\\\xae\\\\x1b\\[31m"
done

# A cell is a formula only if no program has written it.
mv csv.C.UTF-8 out
for name in '=HYPERLINK\(1\)' '\+1\+2' '-x' '@sum\(1\)'; do
	expect_out ",\"'$name\",[0-9]+,0x"
done
for name in '-1\.5' '\+3e7'; do
	expect_out ",$name,[0-9]+,0x"
done
expect_out ',a\\tb\\nc,[0-9]+,0x'
! grep -qE '(^|,)"?[=@]' out || fail 'a formula'
