#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# The same sort of things, and what only bash has.
#
# needs: bash=bash
# seconds: 30
set -eu

cat >script <<'END'
set -o pipefail
trap 'echo got USR1' USR1
kill -USR1 $BASHPID
coproc cat
echo through >&"${COPROC[1]}"
read -r line <&"${COPROC[0]}"
echo "$line"
eval "exec ${COPROC[1]}>&-"
wait
diff <(seq 5) <(seq 6)
echo "diff: $?"
false | true
echo "pipe: $?"
declare -A map=([a]=1 [b]=2)
echo "${map[a]}${map[b]}"
for i in {1..20}; do ( exit $((i % 3)) ) & pids+=($!); done
n=0
for pid in "${pids[@]}"; do wait "$pid" || n=$((n + 1)); done
echo "failed jobs: $n"
mapfile -t lines < <(seq 1000)
echo "${#lines[@]}"
printf '%s\n' "${lines[@]}" | sort -rn | head -n 2
timeout 1 sleep 10
echo "timeout: $?"
exec 9<>/dev/null
END
bash script
