/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The names of all threads of a log. */
#include "names.h"

#include <stdlib.h>
#include <string.h>

#include "model/record.h"

void names_init(struct names *names, int fd)
{
	*names = (struct names){ .fd = fd };
	thread_names_read(&names->registry, fd);
}

void names_fini(struct names *names)
{
	free(names->room);
	free(names->blocks);
	pxt_log_close(names->reader);
}

static int compare(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

static int by_thread(const struct pxt_log_block *a, int32_t pid, int32_t tid)
{
	int order = compare(a->tid, tid);

	return order ? order : compare(a->pid, pid);
}

static int by_thread_and_age(const void *a, const void *b)
{
	const struct pxt_log_block *x = *(const struct pxt_log_block *const *)a;
	const struct pxt_log_block *y = *(const struct pxt_log_block *const *)b;
	int order = by_thread(x, y->pid, y->tid);

	if (order)
		return order;
	return (x->serial < y->serial) - (x->serial > y->serial);
}

/* Only a log of many threads comes to this. */
static void open_blocks(struct names *names)
{
	const struct pxt_log_block *blocks;
	size_t n;

	names->is_open = true;
	if (pxt_log_open(names->fd, &names->reader) != 0) {
		names->reader = NULL;
		return;
	}
	blocks = pxt_log_get_blocks(names->reader, &n);
	names->room = malloc(pxt_log_get_head(names->reader)->chunk_size);
	names->blocks = calloc(n + 1, sizeof(*names->blocks));
	if (!names->room || !names->blocks)
		return;
	for (size_t i = 0; i < n; i++)
		names->blocks[i] = &blocks[i];
	names->n = n;
	qsort(names->blocks, n, sizeof(*names->blocks), by_thread_and_age);
}

static const char *load(struct names *names, const struct pxt_log_block *block)
{
	const struct pxt_chunk_header *header = names->room;
	size_t len;

	if (pxt_log_load(names->reader, block, names->room) != 0)
		return NULL;
	len = strnlen(header->comm, sizeof(header->comm));
	if (len >= sizeof(names->name))
		len = sizeof(names->name) - 1;
	memcpy(names->name, header->comm, len);
	names->name[len] = '\0';
	return names->name;
}

const char *names_find(struct names *names, int32_t pid, int32_t tid)
{
	const char *name = thread_names_find(&names->registry, pid, tid);
	size_t from = 0, to;

	if (name)
		return name;
	if (!names->is_open)
		open_blocks(names);
	for (to = names->n; from < to;) {
		size_t middle = from + (to - from) / 2;

		if (by_thread(names->blocks[middle], pid, tid) < 0)
			from = middle + 1;
		else
			to = middle;
	}
	if (from == names->n || by_thread(names->blocks[from], pid, tid) != 0)
		return NULL;
	return load(names, names->blocks[from]);
}
