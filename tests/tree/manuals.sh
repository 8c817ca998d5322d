#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# mandoc has nothing to warn of in a manual page, and warns of a fault that is
# planted.
#
# usage: manuals.sh SOURCE_ROOT
set -eu

if ! command -v mandoc >/dev/null; then
	echo 'mandoc is not installed'
	exit 77
fi
cd "$1/doc"
mandoc -T lint -W warning ./*.[1-9]
# It takes a macro within a line for a word.
if grep -nE '^[^.].* \.(Ar|Dv|Er|Fa|Fl|Fn|Fp|Nm|Pa|Va|Xr|Li) ' ./*.[1-9]; then
	echo 'a macro is not at the begin of its line'
	exit 1
fi
if printf '.Dd today\n.Dt X 1\n.Os\n.Sh NAME\n' | mandoc -T lint -W warning >/dev/null; then
	echo 'mandoc does not warn of a page without a name'
	exit 1
fi
