#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# The page made by `view` works: its modules under node, the whole page in a
# browser without a screen.  Skips what cannot be run here.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$here/support.sh"

browser=
for name in chromium chromium-browser google-chrome; do
	[ -n "$browser" ] || browser=$(command -v "$name") || :
done
node=$(command -v node) || :
[ -n "$browser$node" ] || skip 'neither node nor chromium is installed'

make_files 60 1000
"$POSIXTRACE" record -q -o threads -- "$EXAMPLES_DIR/checksum" -j 3 files >list
"$POSIXTRACE" record -q -o typed -- "$EXAMPLES_DIR/typed" 300 >list
make_files 800 10
"$POSIXTRACE" record -q -o loop --policy loop --stream-size 16K -- \
	"$EXAMPLES_DIR/checksum" files >list || [ $? -eq 3 ] || fail 'record'
"$EMIT" bad 96 "$(printf 'a:\377\033[31m"')=00ff80" \
	'</script><script>alert(1)</script>=3c2f7363726970743e' \
	'<img src onerror>=3c212d2d00' "$(printf ':x\342\200\256')=6869" ||
	fail 'the log of odd names'
for log in threads typed loop bad; do
	"$POSIXTRACE" view -q -e '*' "$log" || [ $? -eq 3 ] || fail "view $log"
	"$POSIXTRACE" report -q --json "$log" >"$log.json" || [ $? -eq 3 ]
done

if [ -n "$node" ]; then
	mkdir modules
	cp "$here"/../../tools/view/*.js modules
	echo '{ "type": "module" }' >modules/package.json
	for log in threads typed loop; do
		run "$node" "$here/../view/model.mjs" modules "$log.html" "$log.json"
		expect_status 0
	done
	# In the page all modules are one: their names must not meet.
	sed -n '/^<script type="module">/,/^<\/script>/p' threads.html |
		sed '1s/^<script type="module">//; s/<\/script>$//' >whole.mjs
	[ -s whole.mjs ] || fail 'the page has no program'
	run "$node" --check whole.mjs
	expect_status 0
else
	echo 'node is not installed: its modules not tried'
fi

if [ -z "$browser" ]; then
	echo 'chromium is not installed: the page not tried in it'
	exit 0
fi
sandbox=
[ "$(id -u)" -ne 0 ] || sandbox=--no-sandbox

# dump BUDGET URL: store the page in `dom` after some milliseconds of its own
# time, or when it does not change any more.  Each run has its own profile,
# because processes of the previous browser may still write to the other.
n_profiles=0
dump() {
	n_profiles=$((n_profiles + 1))
	# shellcheck disable=SC2086
	"$browser" --headless $sandbox --disable-gpu --disable-quic \
		--disable-dev-shm-usage --no-first-run \
		--disable-background-networking --disable-component-update \
		--disable-sync --user-data-dir="$scratch/profiles/$n_profiles" \
		--enable-logging=stderr --virtual-time-budget="$1" \
		--dump-dom "$2" >dom 2>log
}
printf '<p>works' >plain.html
dump 1000 "file://$scratch/plain.html" || :
grep -q '<p>works' dom || skip 'the browser does not start here'

# open URL STATE: wait until the page shows this state.
open() {
	for budget in 2000 10000 60000 300000; do
		dump "$budget" "file://$scratch/$1" || :
		if grep -q "data-state=\"$2\"" dom; then
			! grep CONSOLE log || fail "$1 has something to complain of"
			return
		fi
	done
	fail "$1 does not become $2"
}

# What there is in the page, and what not.
has() {
	grep -qF -e "$1" dom || fail "$page has not: $1"
}
has_no() {
	! grep -qF -e "$1" dom || fail "$page has: $1"
}

for page in threads typed loop; do
	open "$page.html" ready
	has "<title>$page – posixtrace</title>"
	has "data-events=\"$(wc -l <"$page.json")\""
	has "data-lanes=\"$(sed 's/.*"pid":\([0-9]*\),"tid":\([0-9]*\).*/\1 \2/' \
		"$page.json" | sort -u | wc -l)\""
	# The first line of the list, and its contents.
	has "$(sed -n '1s/.*"event":"\([^"]*\)".*/\1/p' "$page.json")"
done
has '<strong class="lost">'

# A selected event, with its details.
page='a place in threads'
n=$(grep -n '"event":"checksum:file_end"' threads.json | sed -n '30s/:.*//p')
name=$("$POSIXTRACE" report -q --no-header -e checksum:file_end threads |
	sed -n '30s/.*"\(.*\)"$/\1/p')
open "threads.html#e=$((n - 1))" ready
has "<h2>checksum:file_end</h2>"
has "<td class=\"value\">\"$name\"</td>"
has '<th>slice</th><td>checksum:file</td>'
open "threads.html#r=-1~999999999999999" ready
has '<h3>checksum:file: 60 slices</h3>'
has '<div class="histogram"><span title="'

# The longest slices, the first one on top; those of a range.
first_of_list() {
	sed 's/<div class="row"/\n&/g' dom | sed -n '/^<div class="row"/{p;q;}'
}
"$POSIXTRACE" convert -q --to chrome -o chrome.json threads
wanted=$(python3 - chrome.json <<'END'
import json
import sys

events = json.load(open(sys.argv[1]))["traceEvents"]
lengths, open_at = [], {}
for event in events:
    key = event.get("pid"), event.get("tid")
    if event["ph"] == "B":
        open_at.setdefault(key, []).append(event["ts"])
    elif event["ph"] == "E":
        lengths.append(event["ts"] - open_at[key].pop())
    elif event["ph"] == "X":
        lengths.append(event["dur"])
ns = 1000 * max(lengths)
unit, name = next(one for one in ((1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1, "ns"))
                  if ns >= one[0])
size = ns / unit
print("%.*f %s" % (0 if size >= 100 else 1 if size >= 10 else 2, size, name))
END
)
page='the longest slices'
open "threads.html#l" ready
has 'id="longest" title="list the longest slices, of the range if one is marked (l)" aria-pressed="true"'
case $(first_of_list) in
*">$wanted<"*) ;;
*) fail "$(first_of_list): not of $wanted" ;;
esac
open "threads.html" ready
has 'aria-pressed="false"'
case $(first_of_list) in
*'>+0 ns<'*) ;;
*) fail 'all events again' ;;
esac

# Names are shown as text, whatever they contain.
page=bad
open bad.html ready
has '&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;'
has '&lt;img src onerror&gt;'
has ':x\u{202e}'
has_no '<img'

# Nothing to see, and why.
page='an empty page'
"$POSIXTRACE" view -q -o none.html -e no:such threads
open none.html ready
has 'No events: none of the events of the log is what was asked for'

# A truncated page is reported as such.
head -c $(($(wc -c <threads.html) / 3)) threads.html >cut.html
page='half a page'
dump 2000 "file://$scratch/cut.html"
has 'if this stays, the file is not complete'
sed 's/\(class="events"[^>]*>\)......../\1AAAAAAAA/' threads.html >other.html
page='a damaged page'
for budget in 2000 60000; do
	dump "$budget" "file://$scratch/other.html" || :
	grep -q 'data-state="failed"' dom || continue
	break
done
has 'data-state="failed"'
has 'This page does not work: '
# Processes of the browser end soon.
for _ in 1 2 3 4 5 6 7 8 9; do
	! rm -rf profiles 2>/dev/null || break
	sleep 1
done
