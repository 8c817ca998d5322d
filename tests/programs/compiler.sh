#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# make with several jobs, gcc with its children, and what they made.
#
# needs: gcc=gcc make=make
# seconds: 60
set -eu

for i in 1 2 3 4 5 6 7 8; do
	echo "int f$i(void); int f$i(void) { return $i; }" >"f$i.c"
	echo "int f$i(void);" >>all.h
	echo "n += f$i();" >>calls
done
{
	echo '#include <stdio.h>'
	cat all.h
	echo 'int main(void) { int n = 0;'
	cat calls
	printf '%s\n' 'printf("%d\n", n); return n; }'
} >main.c
cat >Makefile <<'END'
main: main.o f1.o f2.o f3.o f4.o f5.o f6.o f7.o f8.o
	gcc -o $@ $^
%.o: %.c
	gcc -O2 -pipe -c $<
bad:
	false
END
make -s -j4
./main || echo "status $?"
make -s bad 2>/dev/null || echo "make: $?"
echo 'int main(void) { return x; }' | gcc -xc - -o bad 2>errors || echo "gcc: $?"
grep -c error: errors
gcc -flto -O2 main.c f?.c -o main2
./main2 || echo "status $?"
