/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What loaded.c loads and unloads. */
int NAME(void);

__attribute__((visibility("default"))) int NAME(void)
{
	return 0;
}
