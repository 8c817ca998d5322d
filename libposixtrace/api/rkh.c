/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The filters of RKH: switching them, and giving them to streams. */
#include <errno.h>
#include <posixtrace-rkh.h>
#include <string.h>
#include <sys/mman.h>

#include "api/use.h"
#include "model/rkhfilter.h"
#include "directory/directory.h"
#include "process/self.h"

static void put_bit(uint8_t *table, unsigned i, int on)
{
	uint8_t bit = (uint8_t)(1u << i % 8);

	if (on)
		table[i / 8] |= bit;
	else
		table[i / 8] &= (uint8_t)~bit;
}

static int switch_event(struct posixtrace_rkh_filter *filter, int off,
			unsigned event)
{
	unsigned group = event / 32;

	if (event > POSIXTRACE_RKH_ALL_EVENTS)
		return EINVAL;
	if (event == POSIXTRACE_RKH_ALL_EVENTS) {
		memset(filter->events, off ? 0xff : 0, sizeof(filter->events));
		filter->groups = off ? 0xff : 0;
		return 0;
	}
	put_bit(filter->events, 8 * pxt_rkh_offset(group) + event % 32, off);
	if (off)
		put_bit(&filter->groups, group, 1);
	return 0;
}

static int switch_group(struct posixtrace_rkh_filter *filter, int off,
			unsigned group, bool with_events)
{
	unsigned begin, end;

	if (group == POSIXTRACE_RKH_ALL_GROUPS && !with_events) {
		filter->groups = off ? 0xff : 0;
		return 0;
	}
	if (group >= POSIXTRACE_RKH_ALL_GROUPS)
		return EINVAL;
	put_bit(&filter->groups, group, off);
	begin = pxt_rkh_offset(group);
	end = pxt_rkh_offset(group + 1);
	if (with_events)
		memset(filter->events + begin, off ? 0xff : 0, end - begin);
	return 0;
}

/* RKH takes the first number past the table; here it has no bit. */
static int switch_bit(uint8_t *table, size_t size, int off, unsigned i)
{
	if (i > 8 * size)
		return EINVAL;
	if (i < 8 * size)
		put_bit(table, i, off);
	return 0;
}

int posixtrace_rkh_switch(struct posixtrace_rkh_filter *filter,
		enum posixtrace_rkh_what what, int off, unsigned number)
{
	switch (what) {
	case POSIXTRACE_RKH_EVENT:
		return switch_event(filter, off, number);
	case POSIXTRACE_RKH_GROUP:
		return switch_group(filter, off, number, false);
	case POSIXTRACE_RKH_GROUP_ALL_EVENTS:
		return switch_group(filter, off, number, true);
	case POSIXTRACE_RKH_OBJECT:
		return switch_bit(filter->objects, sizeof(filter->objects),
				  off, number);
	case POSIXTRACE_RKH_ALL_OBJECTS:
		memset(filter->objects, off ? 0xff : 0,
		       sizeof(filter->objects));
		return 0;
	case POSIXTRACE_RKH_SIGNAL:
		return switch_bit(filter->signals, sizeof(filter->signals),
				  off, number);
	case POSIXTRACE_RKH_ALL_SIGNALS:
		memset(filter->signals, off ? 0xff : 0,
		       sizeof(filter->signals));
		return 0;
	}
	return EINVAL;
}

int posixtrace_rkh_passes(const struct posixtrace_rkh_filter *filter,
		unsigned event, int priority, int signal)
{
	struct pxt_rkh_tables tables = { 0 };

	pxt_rkh_store(&tables, filter);
	return event <= 0xff && !pxt_rkh_suppresses(&tables,
			posixtrace_subject_(event, priority, signal));
}

int posixtrace_set_rkh_filter(trace_id_t trid,
		const struct posixtrace_rkh_filter *filter)
{
	struct pxt_stream *stream = pxt_use_begin(trid, PXT_USE_ACTIVE);

	if (!stream)
		return EINVAL;
	pxt_rkh_store(&pxt_segment_of(stream)->rkh, filter);
	pxt_use_end(stream);
	return 0;
}

int posixtrace_get_rkh_filter(trace_id_t trid,
		struct posixtrace_rkh_filter *filter)
{
	struct pxt_stream *stream;
	bool found;

	if (!filter)
		return EINVAL;
	stream = pxt_use_begin(trid, PXT_USE_ACTIVE);
	if (!stream)
		return EINVAL;
	found = pxt_rkh_load(&pxt_segment_of(stream)->rkh, filter);
	pxt_use_end(stream);
	return found ? 0 : EINVAL;
}

/* Call `with` for the tables of each stream that traces a process, until it
 * returns false.  Returns how many there were. */
static unsigned for_each_stream(const struct pxt_process *process,
				bool (*with)(struct pxt_rkh_tables *tables,
					     void *context), void *context)
{
	unsigned n = 0;
	bool more = true;

	for (unsigned slot = 0; slot < PXT_STREAMS && more; slot++) {
		uint64_t serial = pxt_load_acquire(
			&process->control->published[slot]);
		struct pxt_view view;

		if (!serial || pxt_directory_attach(process, slot, serial,
						    &view) != 0)
			continue;
		n++;
		more = with(&view.segment->rkh, context);
		munmap(view.segment, view.size);
	}
	return n;
}

static bool store(struct pxt_rkh_tables *tables, void *context)
{
	pxt_rkh_store(tables, context);
	return true;
}

struct loading {
	struct posixtrace_rkh_filter *filter;
	bool found;
};

static bool load_first(struct pxt_rkh_tables *tables, void *context)
{
	struct loading *loading = context;

	loading->found = pxt_rkh_load(tables, loading->filter);
	return false;
}

static int find_process(pid_t pid, struct pxt_process *process)
{
	int err = pxt_process_find(pid, process);

	return err == ENOENT ? ESRCH : err;
}

int posixtrace_set_rkh_filter_of(pid_t pid,
		const struct posixtrace_rkh_filter *filter)
{
	struct pxt_process process;
	unsigned n;
	int err = find_process(pid, &process);

	if (err)
		return err;
	n = for_each_stream(&process, store, (void *)(uintptr_t)filter);
	pxt_process_close(&process, true);
	return n ? 0 : ESRCH;
}

int posixtrace_get_rkh_filter_of(pid_t pid,
		struct posixtrace_rkh_filter *filter)
{
	struct loading loading = { .filter = filter };
	struct pxt_process process;
	unsigned n;
	int err = find_process(pid, &process);

	if (err)
		return err;
	n = for_each_stream(&process, load_first, &loading);
	pxt_process_close(&process, true);
	return !n ? ESRCH : loading.found ? 0 : ENOENT;
}
