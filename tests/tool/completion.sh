#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Each shell that is installed completes all commands, and all long options of
# each, as their help lists them; bash also values, and the command to be traced.
# file(1) knows our logs, where it is installed.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

packaging=$(cd "$(dirname "$0")/../../packaging" && pwd)
PATH=$(dirname "$POSIXTRACE"):$PATH
export PATH

"$POSIXTRACE" help | sed -n 's/^  \([a-z]*\) .*/\1/p' | grep -v posixtrace |
	sort >commands
[ "$(wc -l <commands)" -ge 16 ] || fail 'too few commands'

# same SHELL WHAT: the lists `expected` and `out` are the same.
same() {
	sort -u out >sorted
	diff expected sorted >&2 || fail "$1: completes other $2"
}

# options COMMAND: as argp lists them in --usage, in other words than --help.
options() {
	"$POSIXTRACE" "$1" --usage | grep -oE '[[|]--[a-z][a-z-]*=?' |
		tr -d '[|' | sort -u
}

if command -v bash >/dev/null; then
	# The line before the cursor, a word an argument.
	cat >bash.sh <<-END
		. "$packaging/completions/posixtrace.bash"
		COMP_WORDS=("\$@") COMP_CWORD=\$((\$# - 1))
		_posixtrace
		[ \${#COMPREPLY[@]} -eq 0 ] || printf '%s\n' "\${COMPREPLY[@]}"
	END
	bash bash.sh posixtrace '' >out
	cp commands expected
	printf '%s\n' --help --version help >>expected
	sort -o expected expected
	same bash commands
	while read -r command; do
		options "$command" >expected
		bash bash.sh posixtrace "$command" -- >out
		# A lone -- ends the options; of these it is the beginning.
		bash bash.sh posixtrace "$command" --u >out
		grep -qxe --usage out || fail "bash: $command: no --usage"
		bash bash.sh posixtrace "$command" - | grep -e '^--' >out
		same bash "options of $command"
	done <commands
	bash bash.sh posixtrace convert --to = p >out
	[ "$(cat out)" = perfetto ] || fail 'bash: convert --to=p'
	bash bash.sh posixtrace report -e @l >out
	[ "$(cat out)" = @lock ] || fail 'bash: report -e @l'
	bash bash.sh posixtrace record -o x.ptl -- slee >out
	grep -qx sleep out || fail 'bash: record -- slee'
	bash bash.sh trcrpt --mk >out
	[ "$(cat out)" = --mkmap ] || fail 'bash: trcrpt --mk'
else
	echo 'bash is not installed'
fi

# By the functions that make the lists, with descriptions.
by_functions() {
	shell=$1 file=$2
	"$shell" -c ". '$file'; _${3}posixtrace_commands" >described
	cut -d "$4" -f 1 described >out
	cp commands expected
	same "$shell" commands
	! cut -d "$4" -f 2 described | grep -qvE '^.{10}' ||
		fail "$shell: a command without a description"
	while read -r command; do
		options "$command" >expected
		"$shell" -c ". '$file'; _${3}posixtrace_options $command" |
			cut -d "$4" -f 1 | grep -e '^--' >out
		same "$shell" "options of $command"
	done <commands
}
if command -v zsh >/dev/null; then
	by_functions zsh "$packaging/completions/_posixtrace" '' :
else
	echo 'zsh is not installed'
fi
if command -v fish >/dev/null; then
	by_functions fish "$packaging/completions/posixtrace.fish" _ "$(printf '\t')"
	fish -c ". '$packaging/completions/posixtrace.fish'
		complete -C 'posixtrace recor'" | cut -f 1 >out
	[ "$(cat out)" = record ] || fail 'fish: posixtrace recor'
else
	echo 'fish is not installed'
fi

if command -v file >/dev/null; then
	"$EMIT" a.ptl 100 x=00
	file -m "$packaging/posixtrace.magic" a.ptl >out
	expect_out 'posixtrace log, little-endian|posixtrace log, big-endian'
else
	echo 'file is not installed'
fi
