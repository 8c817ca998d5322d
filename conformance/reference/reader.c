/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Reading a log (pages posix_trace_close and posix_trace_open, which share
 * one).  A reader is local to its process and reads the caller's descriptor.
 */
#include "reference.h"

#include <fcntl.h>

struct reader {
	struct reader *next;
	unsigned long number;		/* of its trid: odd */
	int fd;
	unsigned int cursor;		/* of the list of event types */
	uint64_t begin, position;	/* bytes of records */
	struct log_head head;
};

static struct reader *readers;		/* under the local lock */
static unsigned long last_number = 1;

static bool read_at(int fd, uint64_t position, void *to, size_t n)
{
	unsigned char *bytes = to;

	while (n > 0) {
		ssize_t got = pread(fd, bytes, n, (off_t)position);

		if (got == 0 || (got == -1 && errno != EINTR))
			return false;
		if (got > 0) {
			bytes += got;
			position += (uint64_t)got;
			n -= (size_t)got;
		}
	}
	return true;
}

static bool read_part(const struct reader *reader, uint64_t position, void *to,
		size_t n)
{
	const uint64_t head = sizeof(struct log_head);
	size_t room = log_room(&reader->head.attr), first;

	if (room == 0)
		return read_at(reader->fd, head + position, to, n);
	position %= room;
	first = room - (size_t)position < n ? room - (size_t)position : n;
	return read_at(reader->fd, head + position, to, first) &&
			read_at(reader->fd, head, (unsigned char *)to + first,
			n - first);
}

/* --- Numbers of types, if `renumber` is chosen ----------------------------------- */

enum { SHIFT = 7 };

/* The other way round, and higher. */
static trace_event_id_t renumbered(const struct map *map, trace_event_id_t type)
{
	return type <= FIRST_USER ? type : map->end + FIRST_USER - type;
}

static void renumber_map(struct map *map)
{
	struct map *old = malloc(sizeof(*old));
	unsigned int shift = TYPES - map->end < SHIFT ? TYPES - map->end : SHIFT;

	if (old == NULL)
		abort();
	*old = *map;
	map->begin += shift;
	map->end += shift;
	for (trace_event_id_t type = old->begin; type < old->end; type++)
		memcpy(map->name[renumbered(map, type)], old->name[type],
				NAME_SIZE);
	free(old);
}

static void renumber_set(const struct map *map, trace_event_set_t *set)
{
	trace_event_set_t old = *set;
	trace_event_id_t end = map->end - (map->begin - FIRST_USER - 1);

	for (trace_event_id_t type = FIRST_USER + 1; type < map->begin; type++)
		set_put(set, type, false);
	for (trace_event_id_t type = FIRST_USER + 1; type < end; type++)
		set_put(set, renumbered(map, type), set_has(&old, type));
}

/* An event as it was recorded; START and FILTER have sets. */
static void renumber(const struct map *map, struct record *record,
		trace_event_set_t *sets)
{
	trace_event_id_t *type = &record->info.posix_event_id;

	if (*type == POSIX_TRACE_START || *type == POSIX_TRACE_FILTER)
		for (size_t i = 0; i < record->data_size / sizeof(*sets); i++)
			renumber_set(map, &sets[i]);
	*type = renumbered(map, *type);
}

/* --- Opening ---------------------------------------------------------------------- */

/* Backwards from the end, as long as complete records remain. */
static bool find_begin(struct reader *reader)
{
	uint64_t room = log_room(&reader->head.attr), end = reader->head.end;
	uint64_t least = room != 0 && end > room ? end - room : 0;
	uint32_t size;

	reader->begin = 0;
	if (least == 0)
		return true;
	for (reader->begin = end; reader->begin >= least + sizeof(size);
			reader->begin -= size) {
		if (!read_part(reader, reader->begin - sizeof(size), &size,
				sizeof(size)))
			return false;
		if (size < sizeof(struct record) + sizeof(size) ||
				size > reader->begin - least)
			break;
	}
	return true;
}

static bool is_log(const struct log_head *head)
{
	struct log_head wanted;

	log_head_init(&wanted);
	return memcmp(head->magic, wanted.magic, sizeof(wanted.magic)) == 0 &&
			memcmp(head->machine, wanted.machine,
			sizeof(wanted.machine)) == 0 && head->complete == 1;
}

/* A log that is not complete is not valid. */
int posix_trace_open(int fd, trace_id_t *trid)
{
	struct reader *reader = calloc(1, sizeof(*reader));

	may_cancel();
	if (reader == NULL)
		return EINVAL;
	if (choose.other && fcntl(fd, F_GETFD) == -1) {
		free(reader);
		return EBADF;
	}
	reader->fd = fd;
	if (!read_at(fd, 0, &reader->head, sizeof(reader->head)) ||
			!is_log(&reader->head) || !find_begin(reader)) {
		free(reader);
		return EINVAL;
	}
	if (choose.renumber)
		renumber_map(&reader->head.map);
	reader->position = reader->begin;
	local_lock();
	last_number += 2;
	reader->number = last_number;
	reader->next = readers;
	readers = reader;
	local_unlock();
	trid->__number = reader->number;
	return 0;
}

/* --- Access
 * ------------------------------------------------------------------------ */

/* Returns with the local lock held; NULL, without the lock, if there is no
 * log. */
struct reader *reader_find(trace_id_t trid)
{
	struct reader *reader;

	if (trid.__number % 2 == 0)
		return NULL;
	local_lock();
	for (reader = readers; reader != NULL; reader = reader->next)
		if (reader->number == trid.__number)
			return reader;
	local_unlock();
	return NULL;
}

struct log_head *reader_head(struct reader *reader)
{
	return &reader->head;
}

unsigned int *reader_cursor(struct reader *reader)
{
	return &reader->cursor;
}

/* The sets are read whole, even if the caller wants less. */
static bool read_renumbered(struct reader *reader, struct record *record,
		void *data, size_t size)
{
	trace_event_set_t sets[2];
	size_t whole = record->data_size;

	if (!type_is_system(record->info.posix_event_id) || whole > sizeof(sets))
		whole = 0;
	if (!read_part(reader, reader->position + sizeof(*record), sets, whole))
		return false;
	renumber(&reader->head.map, record, sets);
	memcpy(data, sets, size < whole ? size : whole);
	return true;
}

/* The next event; its size is 0 at the end of the log. */
int reader_next(struct reader *reader, struct record *record, void *data,
		size_t size)
{
	memset(record, 0, sizeof(*record));
	if (reader->position == reader->head.end)
		return 0;
	if (!read_part(reader, reader->position, record, sizeof(*record)))
		return EINVAL;
	if (record->data_size < size)
		size = record->data_size;
	if (!read_part(reader, reader->position + sizeof(*record), data, size))
		return EINVAL;
	if (choose.renumber && !read_renumbered(reader, record, data, size))
		return EINVAL;
	reader->position += record->size;
	return 0;
}

/* --- Rewinding and closing ----------------------------------------------------------- */

int posix_trace_rewind(trace_id_t trid)
{
	struct reader *reader;

	may_cancel();
	reader = reader_find(trid);
	if (reader == NULL)
		return EINVAL;
	reader->position = reader->begin;
	local_unlock();
	return 0;
}

/* The descriptor stays open, because the application opened it. */
int posix_trace_close(trace_id_t trid)
{
	struct reader **link, *reader;

	may_cancel();
	reader = reader_find(trid);
	if (reader == NULL)
		return EINVAL;
	for (link = &readers; *link != reader; link = &(*link)->next)
		;
	*link = reader->next;
	local_unlock();
	free(reader);
	return 0;
}

/* In a child: a trid is valid only in the process that opened the log. */
void reader_forget_all(void)
{
	if (!choose.other)
		readers = NULL;
}
