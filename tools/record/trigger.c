/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Events that cause a snapshot; see trigger.h. */
#include "record/trigger.h"

#include <errno.h>
#include <posixtrace.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/nanoseconds.h"
#include "common/tool.h"

enum {
	STREAM_SIZE = 256 << 10,
	DATA_MOST = 4096,
};

error_t trigger_add(struct trigger *trigger, const char *text)
{
	struct condition **more;
	error_t err;

	more = reallocarray(trigger->conditions, trigger->n + 1, sizeof(*more));
	if (!more)
		return ENOMEM;
	trigger->conditions = more;
	err = condition_parse(text, &more[trigger->n]);
	trigger->n += !err;
	return err;
}

void trigger_fini(struct trigger *trigger)
{
	for (size_t i = 0; i < trigger->n; i++)
		condition_free(trigger->conditions[i]);
	free(trigger->conditions);
	*trigger = (struct trigger){ 0 };
}

static int create(struct trigger *trigger, pid_t pid, bool inherits)
{
	trace_attr_t attr;
	int err = posix_trace_attr_init(&attr);

	if (err)
		return err;
	err = posix_trace_attr_setname(&attr, "snapshots");
	if (!err)
		err = posix_trace_attr_setinherited(&attr, inherits ?
				POSIX_TRACE_INHERITED :
				POSIX_TRACE_CLOSE_FOR_CHILD);
	if (!err)
		err = posix_trace_attr_setstreamfullpolicy(&attr,
				POSIX_TRACE_LOOP);
	if (!err)
		err = posix_trace_attr_setstreamsize(&attr, STREAM_SIZE);
	if (!err)
		err = posix_trace_attr_setmaxdatasize(&attr, DATA_MOST);
	if (!err)
		err = posix_trace_create(pid, &attr, &trigger->trid);
	posix_trace_attr_destroy(&attr);
	return err;
}

/* Only the events that conditions are about. */
static bool select_events(struct trigger *trigger)
{
	const struct exclude_list nothing = { 0 };
	struct exclude_list names = { 0 };
	bool done = true;

	for (size_t i = 0; i < trigger->n && done; i++)
		done = condition_name(trigger->conditions[i], &names) == 0;
	done = done && exclude_apply(trigger->trid, &names, &nothing);
	exclude_fini(&names);
	return done;
}

bool trigger_open(struct trigger *trigger, pid_t pid, bool inherits)
{
	int err;

	if (!trigger->n)
		return true;
	trigger->data = malloc(DATA_MOST);
	err = trigger->data ? create(trigger, pid, inherits) : ENOMEM;
	if (err) {
		tool_error("--snapshot-on: the events cannot be looked at: %s; "
			   "leave it out", strerror(err));
		free(trigger->data);
		return false;
	}
	trigger->is_open = true;
	types_init(&trigger->types, trigger->trid, &trigger->none,
		   &trigger->none);
	trigger->types.is_live = true;
	if (select_events(trigger)) {
		err = posix_trace_start(trigger->trid);
		if (!err)
			return true;
		tool_error("--snapshot-on: the events cannot be looked at: %s; "
			   "leave it out", strerror(err));
	}
	trigger_close(trigger);
	return false;
}

static void report_losses(const struct trigger *trigger)
{
	struct posixtrace_usage usage;

	if (posixtrace_get_usage(trigger->trid, &usage) == 0 && usage.lost)
		tool_note("--snapshot-on: %llu events came faster than they could "
			  "be looked at; name rarer ones",
			  (unsigned long long)usage.lost);
}

void trigger_close(struct trigger *trigger)
{
	if (!trigger->is_open)
		return;
	report_losses(trigger);
	posix_trace_shutdown(trigger->trid);
	types_fini(&trigger->types);
	free(trigger->data);
	trigger->is_open = false;
}

static bool next(struct trigger *trigger, struct posix_trace_event_info *info,
		 size_t *len)
{
	int unavailable = 0;

	return posix_trace_trygetnext_event(trigger->trid, info, trigger->data,
					    DATA_MOST, len, &unavailable) == 0 &&
	       !unavailable;
}

static int64_t now_ns(void)
{
	struct timespec now;
	int64_t ns;

	clock_gettime(CLOCK_REALTIME, &now);
	ns_since_epoch(&now, &ns);
	return ns;
}

const char *trigger_look(struct trigger *trigger)
{
	struct posix_trace_event_info info;
	const char *found = NULL;
	int64_t now = now_ns();
	size_t len;

	if (!trigger->is_open)
		return NULL;
	while (next(trigger, &info, &len)) {
		const struct type *type = types_find(&trigger->types,
						     info.posix_event_id);

		for (size_t i = 0; i < trigger->n; i++)
			if (condition_holds(trigger->conditions[i], type, &info,
					    trigger->data, len) && !found)
				found = trigger->conditions[i]->text;
	}
	for (size_t i = 0; i < trigger->n; i++)
		if (condition_is_late(trigger->conditions[i], now) && !found)
			found = trigger->conditions[i]->text;
	return found;
}

void trigger_report(struct trigger *trigger)
{
	struct posixtrace_usage usage = { 0 };

	if (!trigger->is_open)
		return;
	trigger_look(trigger);
	/* What was lost may have been such an event. */
	if (posixtrace_get_usage(trigger->trid, &usage) != 0 || usage.lost)
		return;
	for (size_t i = 0; i < trigger->n; i++)
		condition_report(trigger->conditions[i]);
}
