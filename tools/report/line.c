/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Parts of a line in columns; see line.h. */
#include "report/line.h"

char *put_heading(char *p, const char *heading, size_t width)
{
	return put_right(p, heading, heading + strlen(heading), width);
}

char *put_red(char *p, bool color)
{
	return color ? put_string(p, "\033[31m") : p;
}

char *put_plain(char *p, bool color)
{
	return color ? put_string(p, "\033[0m") : p;
}

char *put_lost(char *p, uint64_t events, const char *where)
{
	p = put_string(p, "---- LOST ");
	p = put_unsigned(p, events);
	p = put_string(p, events == 1 ? " event" : " events");
	if (where) {
		p = put_string(p, ", ");
		p = put_string(p, where);
	}
	return put_string(p, " ----");
}
