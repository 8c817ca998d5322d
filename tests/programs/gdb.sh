#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A debugger, which runs a program and stops it.
#
# needs: gdb=gdb gcc=gcc
# seconds: 60
set -eu

printf '#include <stdlib.h>\nint f(int n) { return n + 1; }\nint main(void) { int n = f(1); free(malloc(10)); return n; }\n' >main.c
gcc -g -o main main.c
gdb -q -nx -batch -ex 'set debuginfod enabled off' -ex 'break f' -ex run \
	-ex 'print n' -ex finish -ex continue ./main 2>/dev/null |
	grep -E '^(\$|Value|\[Inferior 1 .* exited)' | sed 's/process [0-9]*/process/'
