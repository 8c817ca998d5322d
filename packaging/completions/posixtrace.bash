# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Completion of posixtrace for bash.  What there is to complete comes from the
# help of the command, which argp makes from its option tables.

# The options of a command, one a line; an option with a value ends in =.
_posixtrace_options() {
	posixtrace help "$1" 2>/dev/null |
		grep -oE '^ {2,6}(-[^ -], )?(--[a-z][a-z-]*=?|-[a-zA-Z]( |$))' |
		grep -oE -e '--[a-z-]+=?|-[a-zA-Z]( |$)' | tr -d ' '
}

_posixtrace_commands() {
	posixtrace help 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p' |
		grep -v '^posixtrace$'
}

# The formats of convert --to, and the @groups of events.
_posixtrace_values() {
	case $1:$2 in
	convert:--to) posixtrace help convert | sed -n '/^Formats:/,$s/^  \([a-z]*\) .*/\1/p' ;;
	*:--policy) echo flush loop until-full ;;
	*:--log-policy) echo append loop until-full ;;
	*:-e | *:-x | *:--event | *:--exclude)
		posixtrace help record |
			sed -n '/GROUP is one of/,/\.$/p' | tr ',.\n' '   ' |
			sed 's/.*one of//' | tr -s ' ' '\n' |
			sed -n 's/^\([a-z].*\)/@\1/p'
		;;
	*) return 1 ;;
	esac
}

_posixtrace() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
	local command=${COMP_WORDS[1]} i values

	COMPREPLY=()
	if [[ ${COMP_WORDS[0]##*/} != posixtrace ]]; then
		command=${COMP_WORDS[0]##*/}
	elif ((COMP_CWORD == 1)); then
		mapfile -t COMPREPLY < <(compgen -W "$(_posixtrace_commands) help --help --version" -- "$cur")
		return
	elif [[ $command == help ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$(_posixtrace_commands)" -- "$cur")
		return
	fi
	# After -- comes the command that is to be traced.
	for ((i = 2; i < COMP_CWORD; i++)); do
		if [[ ${COMP_WORDS[i]} == -- ]]; then
			if ((i == COMP_CWORD - 1)); then
				mapfile -t COMPREPLY < <(compgen -c -- "$cur")
			else
				mapfile -t COMPREPLY < <(compgen -f -- "$cur")
			fi
			return
		fi
	done
	# `--option=value` is three words here.
	if [[ $cur == = ]]; then
		cur=
	elif [[ $prev == = ]]; then
		prev=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	if values=$(_posixtrace_values "$command" "$prev"); then
		mapfile -t COMPREPLY < <(compgen -W "$values" -- "$cur")
	elif [[ $cur == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$(_posixtrace_options "$command")" -- "$cur")
		if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then
			compopt -o nospace 2>/dev/null
		fi
	else
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		compopt -o filenames 2>/dev/null
	fi
}

complete -F _posixtrace posixtrace trcrpt trcupdate
