# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Completion of posixtrace for fish, from the help of the command.

# NAME<tab>DESCRIPTION of each command, or of each option of a command.
function __posixtrace_commands
	posixtrace help 2>/dev/null |
		sed -n '/^  posixtrace/d; s/^  \([a-z]*\)  *\(.*\)/\1\t\2/p'
end

function __posixtrace_options
	posixtrace help $argv[1] 2>/dev/null |
		sed -nE 's/^ {2,6}(-[^ -], )?(--[a-z][a-z-]*=?)[^ ]*( +(.*))?$/\2\t\4/p
			s/^ {2,6}(-[a-zA-Z])( [A-Z][^ ]*)?  +(.*)$/\1\t\3/p'
end

# The command whose options are asked for.
function __posixtrace_command
	set -l words (commandline -opc)
	switch (basename $words[1])
		case posixtrace
			echo $words[2]
		case '*'
			basename $words[1]
	end
end

function __posixtrace_is_traced
	contains -- -- (commandline -opc)
end

complete -c posixtrace -n __fish_is_first_token -f -a '(__posixtrace_commands)'
complete -c posixtrace -n '__fish_seen_subcommand_from help' -f -a '(__posixtrace_commands)'
for program in posixtrace trcrpt trcupdate
	complete -c $program -n 'not __posixtrace_is_traced; and string match -q -- "-*" (commandline -ct)' -a '(__posixtrace_options (__posixtrace_command))'
	complete -c $program -n __posixtrace_is_traced -a '(__fish_complete_subcommand --commandline)'
end
