/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* posixtrace schema: the tables for what `convert` writes, as SQL. */
#include <stdio.h>
#include <string.h>

#include "common/tool.h"

/* The columns of rows.c, in that order, and what servers make of them.  All of it works
 * with ClickHouse 18.16. */
static const char clickhouse[] =
"-- Tables for 'posixtrace convert --to clickhouse':\n"
"--\n"
"--   posixtrace schema clickhouse | clickhouse-client -n\n"
"--   posixtrace convert --to clickhouse -o - LOG |\n"
"--       clickhouse-client --query 'INSERT INTO posixtrace_events FORMAT RowBinary'\n"
"--\n"
"-- Values are found by name, '' or 0 if the event has none of that name:\n"
"--\n"
"--   uints.value[indexOf(uints.name, 'duration')]\n"
"--\n"
"-- What newer servers have was not tried: LowCardinality(String) is meant for columns such\n"
"-- as host, log, thread, event and all names, CODEC(DoubleDelta, LZ4) for time_ns, and\n"
"-- DateTime64(9) shows nanoseconds.\n"
"\n"
"CREATE TABLE IF NOT EXISTS posixtrace_events (\n"
"    host      String,   -- that recorded it ...\n"
"    boot      String,   -- ... which boot of it ...\n"
"    log       String,   -- ... and the log, as 'convert' was given it\n"
"    row       UInt64,   -- from 1, in the order of time\n"
"    time_ns   Int64,    -- since 1970-01-01 00:00:00 UTC\n"
"    pid       Int64,\n"
"    tid       Int64,\n"
"    thread    String,   -- its name\n"
"    id        UInt32,   -- of the event's type in this log\n"
"    event     String,   -- the name of the type\n"
"    lost      UInt64,   -- events that are missing here; 0: it is an event\n"
"    address   UInt64,   -- of the trace point\n"
"    truncated UInt8,    -- 1: the data was cut\n"
"    data      String,   -- as it was recorded, any bytes\n"
"    symbol    String,   -- of the address, with --symbols ...\n"
"    source    String,   -- ... FILE:LINE\n"
"    ints      Nested (name String, value Int64),\n"
"    uints     Nested (name String, value UInt64),\n"
"    reals     Nested (name String, value Float64),\n"
"    texts     Nested (name String, value String),\n"
"    tags      Nested (name String, value String),\n"
"    day       Date      MATERIALIZED toDate(intDiv(time_ns, 1000000000), 'UTC'),\n"
"    time      DateTime  MATERIALIZED toDateTime(intDiv(time_ns, 1000000000))\n"
") ENGINE = MergeTree\n"
"PARTITION BY toYYYYMM(day)\n"
"ORDER BY (host, log, time_ns, row);\n"
"\n"
"-- Types by their names and ids.\n"
"CREATE MATERIALIZED VIEW IF NOT EXISTS posixtrace_types\n"
"ENGINE = ReplacingMergeTree ORDER BY (event, host, log, id) AS\n"
"SELECT DISTINCT event, host, log, id FROM posixtrace_events;\n"
"\n"
"-- Events and losses a minute; sum them, since parts are added up only later.\n"
"CREATE MATERIALIZED VIEW IF NOT EXISTS posixtrace_rates\n"
"ENGINE = SummingMergeTree((n_events, n_lost)) ORDER BY (event, host, minute) AS\n"
"SELECT event, host, toStartOfMinute(toDateTime(intDiv(time_ns, 1000000000))) AS minute,\n"
"       toUInt64(countIf(lost = 0)) AS n_events, sum(lost) AS n_lost\n"
"FROM posixtrace_events GROUP BY event, host, minute;\n"
"\n"
"-- How long calls took, which the preload library records, by minute.\n"
"CREATE MATERIALIZED VIEW IF NOT EXISTS posixtrace_durations\n"
"ENGINE = AggregatingMergeTree ORDER BY (event, host, minute) AS\n"
"SELECT event, host, toStartOfMinute(toDateTime(intDiv(time_ns, 1000000000))) AS minute,\n"
"       countState() AS calls,\n"
"       sumState(uints.value[indexOf(uints.name, 'duration')]) AS total_ns,\n"
"       quantilesState(0.5, 0.9, 0.99, 0.999)\n"
"           (uints.value[indexOf(uints.name, 'duration')]) AS quantiles\n"
"FROM posixtrace_events WHERE has(uints.name, 'duration')\n"
"GROUP BY event, host, minute;\n"
"\n"
"CREATE VIEW IF NOT EXISTS posixtrace_percentiles AS\n"
"SELECT event, host, countMerge(calls) AS calls, sumMerge(total_ns) AS total_ns,\n"
"       quantilesMerge(0.5, 0.9, 0.99, 0.999)(quantiles) AS p50_p90_p99_p999_ns\n"
"FROM posixtrace_durations GROUP BY event, host;\n";

static error_t parse(int key, char *arg, struct argp_state *state)
{
	const char **format = state->input;

	if (key == ARGP_KEY_ARG) {
		if (*format)
			return tool_misuse("%s: one format only", arg);
		*format = arg;
		return 0;
	}
	if (key == ARGP_KEY_NO_ARGS)
		return tool_misuse("no format; say 'posixtrace schema clickhouse'");
	return ARGP_ERR_UNKNOWN;
}

int tool_schema(int argc, char **argv)
{
	static const struct argp argp = {
		.parser = parse,
		.args_doc = "FORMAT",
		.doc = "Print the SQL of the tables for what 'posixtrace convert --to "
		       "FORMAT' writes.\vFormats:\n  clickhouse",
	};
	const char *format = NULL;

	if (!tool_parse(&argp, argc, argv, &format))
		return TOOL_USAGE;
	if (strcmp(format, "clickhouse") != 0) {
		tool_error("%s: has no tables; say 'posixtrace schema "
			   "clickhouse'", format);
		return TOOL_USAGE;
	}
	fputs(clickhouse, stdout);
	return TOOL_FINE;
}
