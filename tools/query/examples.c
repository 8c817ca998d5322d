/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The output of `query --examples`: statements that give results for any log.
 */
#include "query/query.h"

const char query_examples[] =
"-- How many events of each type are there?\n"
"SELECT event, count(*) AS n FROM events GROUP BY event ORDER BY n DESC;\n"
"\n"
"-- Which threads recorded them, and over which time?\n"
"SELECT pid, tid, name, events, (last_ns - first_ns) / 1e6 AS ms\n"
"FROM threads ORDER BY events DESC;\n"
"\n"
"-- What happened in the first ten milliseconds?\n"
"SELECT time_ns - (SELECT min(time_ns) FROM events) AS ns, tid, event, args\n"
"FROM events\n"
"WHERE time_ns < (SELECT min(time_ns) FROM events) + 10000000;\n"
"\n"
"-- Which slices took longest, without the slices in them?\n"
"SELECT name, count(*) AS n, sum(self_ns) / 1e6 AS self_ms,\n"
"       max(dur_ns) / 1e6 AS longest_ms\n"
"FROM slices GROUP BY name ORDER BY self_ms DESC;\n"
"\n"
"-- Where are events missing?\n"
"SELECT time_ns, events, resume_ns - first_ns AS ns FROM losses;\n"
"\n"
"-- Which event types exist, with which arguments and tables?\n"
"SELECT event, \"table\", arguments FROM types;\n";
