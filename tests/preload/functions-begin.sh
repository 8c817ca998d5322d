# shellcheck shell=sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# What the tests of `record --functions` share; a test sources it when it has the paths
# of its arguments, and then is in a directory of its own.  $tool is the command.
# shellcheck disable=SC2034 # of those who source it
tool=$POSIXTRACE_COMMAND
export POSIXTRACE_PRELOAD="$PRELOAD_LIB"

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

fail() {
	echo "FAILED: $*"
	cat said out 2>/dev/null || :
	exit 1
}
