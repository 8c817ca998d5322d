/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * In a build with -Db_coverage=true: a process that ends by _exit() writes its
 * counts, too, as one that returns from main() does.  The program is linked with
 * --wrap=_exit.
 */
#include <unistd.h>

void __gcov_dump(void);

__attribute__((noreturn)) void __real__exit(int status);
__attribute__((noreturn)) void __wrap__exit(int status);
void __wrap__exit(int status)
{
	__gcov_dump();
	__real__exit(status);
}
