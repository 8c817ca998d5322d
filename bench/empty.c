/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A program that does nothing, to be linked with us and without. */
int main(void)
{
	return 0;
}
