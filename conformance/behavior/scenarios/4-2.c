/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * EX-5: an analyser whose buffer has the size that the attributes of the log
 * give sees all user data.
 *
 * Source: XRAT B.2.11 Trace Analyzer; TRL; derived.
 *
 * It asks for the status, the attributes and the types before, and prints the data
 * of each event with its name.
 */
#define NEEDS (CT_LOG)
#include "confscene.h"

enum { TYPES = 1000, EVENTS = 9 };

static trace_event_id_t types[TYPES];
static int n_types;

static size_t ask(trace_id_t trid)
{
	struct posix_trace_status_info status;
	char version[4096];
	trace_attr_t attr;
	size_t size;

	EXPECT(posix_trace_get_status(trid, &status), 0);
	if (status.posix_stream_overrun_status == POSIX_TRACE_OVERRUN)
		FAIL("expected no overrun in a stream of %d events", EVENTS);
	EXPECT(posix_trace_get_attr(trid, &attr), 0);
	ct_get_string("posix_trace_attr_getgenversion",
			posix_trace_attr_getgenversion, &attr, version);
	EXPECT(posix_trace_attr_getmaxdatasize(&attr, &size), 0);
	EXPECT(posix_trace_attr_destroy(&attr), 0);
	return size;
}

static void list(trace_id_t trid)
{
	trace_event_id_t id;
	int none;

	for (;;) {
		EXPECT(posix_trace_eventtypelist_getnext_id(trid, &id, &none), 0);
		if (none)
			break;
		if (n_types == TYPES)
			UNTESTED("the log has %d types or more", TYPES);
		types[n_types++] = id;
	}
}

static int listed(trace_id_t trid, trace_event_id_t id)
{
	int i;

	for (i = 0; i < n_types; i++)
		if (posix_trace_eventid_equal(trid, types[i], id))
			return 1;
	return 0;
}

/* Print an event in hexadecimal digits, as many as there is room for. */
static void print(char *to, size_t room, const char *name,
		const unsigned char *data, size_t len)
{
	int used = snprintf(to, room, "%s:", name);
	size_t i;

	for (i = 0; i < len && used > 0 && (size_t)used < room; i++)
		used += snprintf(to + used, room - (size_t)used, " %02x", data[i]);
}

/* Is it the next of the user events?  Its number is that of those before. */
static int mine(const char *line, int number)
{
	unsigned char data[sizeof(number)];
	char wanted[200];

	memcpy(data, &number, sizeof(number));
	print(wanted, sizeof(wanted), "conformance a", data, sizeof(data));
	return strcmp(line, wanted) == 0;
}

static void test(void)
{
	struct posix_trace_event_info info;
	char name[4096], line[4200];
	unsigned char *data;
	trace_id_t trid;
	size_t size, len;
	int fd, none, n = 0;

	SETUP(posix_trace_close(ct_made_log(ct_type("conformance a"), EVENTS)));
	fd = SYSTEM(open(ct_path, O_RDONLY));
	EXPECT(posix_trace_open(fd, &trid), 0);
	size = ask(trid);
	data = malloc(size ? size : 1);
	if (!data)
		UNRESOLVED("no memory for %zu bytes", size);
	list(trid);
	for (;;) {
		EXPECT(posix_trace_getnext_event(trid, &info, data, size, &len,
				&none), 0);
		if (none)
			break;
		EXPECT(posix_trace_eventid_get_name(trid, info.posix_event_id,
				name), 0);
		if (!listed(trid, info.posix_event_id))
			FAIL("an event is of type \"%.40s\", which the list of "
					"%d types lacks", name, n_types);
		print(line, sizeof(line), name, data, len);
		if (strcmp(name, "conformance a") != 0)
			continue;
		if (info.posix_truncation_status != POSIX_TRACE_NOT_TRUNCATED ||
				!mine(line, n))
			FAIL("expected event %d whole, got \"%.80s\"", n, line);
		n++;
	}
	EXPECT(posix_trace_close(trid), 0);
	free(data);
	close(fd);
	if (n != EVENTS)
		FAIL("expected %d events, got %d", EVENTS, n);
	PASS("the analyser printed %d events of %d types", n, n_types);
}
