# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# For tests of several logs of one recording, after support.sh.
# shellcheck shell=sh disable=SC2154

# readings LOG...: how many there are in all; each log is whole.
readings() {
	for log in "$@"; do
		"$POSIXTRACE" check "$log" >>checks 2>&1 || fail "$log is not whole"
		"$POSIXTRACE" report -q "$log"
	done | grep -c ' furnace:reading '
}

# A program with 60 readings.
cat >job <<'END'
for i in 1 2 3 4 5 6 7 8 9 10; do
	"$1/typed" 10
	sleep 0.05
done
END
