/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Programs that the preload library cannot be loaded into.  The command is
 * checked here; for programs that it executes the preload library does that,
 * and records events posixtrace_not_recorded, with strings `what` and `why`
 * first, some of which are reported at the end of the recording.
 */
#include "record/untaken.h"

#include <bsd/string.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/program.h"
#include "common/tool.h"

/* It may be linked statically with libposixtrace. */
#define OWN_POINTS_ONLY	"its calls are not recorded: %s; trace points of its " \
			"own are, if it has any"

enum { MOST = 8, DATA = 256, TEXT = 2 * DATA + 96 };

static enum pxt_program find(const char *command)
{
	return pxt_program_of_name(command, getenv("PATH"));
}

bool untaken_is(const char *command)
{
	return pxt_program_reason(find(command)) != NULL;
}

bool untaken_consider(const char *command, bool quiet)
{
	enum pxt_program program = find(command);
	const char *why = pxt_program_reason(program);

	if (program == PXT_PROGRAM_IS_STATIC && !quiet)
		tool_note("%s: " OWN_POINTS_ONLY "; what it runs may be "
			  "recorded", command, why);
	else if (why && !quiet)
		tool_note("%s: not recorded: %s; %s", command, why,
			  pxt_program_refuses(program)
			  ? "it is left alone, and all that it runs"
			  : "what it runs may be");
	return !pxt_program_refuses(program);
}

/* The type of those events in that log; false: there is none. */
static bool find_type(trace_id_t trid, trace_event_id_t *found)
{
	trace_event_id_t id;
	char name[TRACE_EVENT_NAME_MAX + 1];
	int unavailable = 0;

	if (posix_trace_eventtypelist_rewind(trid) != 0)
		return false;
	while (posix_trace_eventtypelist_getnext_id(trid, &id,
						    &unavailable) == 0 &&
	       !unavailable)
		if (posix_trace_eventid_get_name(trid, id, name) == 0 &&
		    strcmp(name, "posixtrace_not_recorded") == 0) {
			*found = id;
			return true;
		}
	return false;
}

/* "what: not recorded: why", or so, "what: why" of an option; false: not such data. */
static bool make_text(char text[TEXT], const char *data, size_t len)
{
	const char *end = memchr(data, '\0', len);
	const char *why = end ? end + 1 : NULL;

	if (!why || !memchr(why, '\0', len - (size_t)(why - data)))
		return false;
	if (strcmp(why, pxt_program_reason(PXT_PROGRAM_IS_STATIC)) == 0)
		snprintf(text, TEXT, "%s: " OWN_POINTS_ONLY, data, why);
	else if (strncmp(data, "--", 2) == 0)
		snprintf(text, TEXT, "%s: %s", data, why);
	else
		snprintf(text, TEXT, "%s: not recorded: %s", data, why);
	return true;
}

static bool is_known(char texts[MOST][TEXT], unsigned n, const char *text)
{
	for (unsigned i = 0; i < n; i++)
		if (strcmp(texts[i], text) == 0)
			return true;
	return false;
}

void untaken_report(trace_id_t trid)
{
	struct posix_trace_event_info event;
	char texts[MOST][TEXT], text[TEXT], data[DATA];
	unsigned n = 0;
	trace_event_id_t id;
	size_t len;
	int unavailable = 0;
	int err;

	if (!find_type(trid, &id))
		return;
	do {
		err = posix_trace_getnext_event(trid, &event, data,
						sizeof(data), &len,
						&unavailable);
		if (err || unavailable || event.posix_event_id != id ||
		    !make_text(text, data, len) || is_known(texts, n, text))
			continue;
		if (n == MOST) {
			tool_note("and others; posixtrace report -e "
				  "posixtrace_not_recorded lists them");
			return;
		}
		strlcpy(texts[n++], text, TEXT);
		tool_note("%s", text);
	} while (err == EINTR || (!err && !unavailable));
}
