/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A library of a program (calls-hooks.c) that counts the entries of functions. */
void __cyg_profile_func_enter(void *function, void *call_site);
void __cyg_profile_func_exit(void *function, void *call_site);
int count_entries(void);

static int n;

void __cyg_profile_func_enter(void *function, void *call_site)
{
	(void)function;
	(void)call_site;
	n++;
}

void __cyg_profile_func_exit(void *function, void *call_site)
{
	(void)function;
	(void)call_site;
	n += 1000;
}

int count_entries(void)
{
	return n;
}
