/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The names of threads, from the registry that a log begins with. */
#include "thread-names.h"

#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum {
	HEADER_SIZE = 48,
	SLOT_SIZE = 48,
	FRONT_SIZE = HEADER_SIZE + THREAD_NAMES_MOST * SLOT_SIZE,
	TYPE_THREAD = 1,
};

#define TXTB_ID		UINT32_C(0x54585442)
#define LOG_MAGIC	UINT32_C(0x4c545850)

/* A log may be from a machine of the other byte order. */
static uint32_t word_at(const unsigned char *bytes, bool is_foreign)
{
	uint32_t word;

	memcpy(&word, bytes, sizeof(word));
	return is_foreign ? __builtin_bswap32(word) : word;
}

void thread_names_read(struct thread_names *names, int fd)
{
	unsigned char front[FRONT_SIZE];
	ssize_t n = pread(fd, front, sizeof(front), 0);
	bool is_foreign;

	names->n = 0;
	if (n != FRONT_SIZE)
		return;
	is_foreign = word_at(front, true) == TXTB_ID;
	if (word_at(front, is_foreign) != TXTB_ID ||
	    word_at(front + 36, is_foreign) != LOG_MAGIC)
		return;
	for (size_t i = 0; i < THREAD_NAMES_MOST; i++) {
		const unsigned char *slot = front + HEADER_SIZE + i * SLOT_SIZE;

		if (slot[1] != TYPE_THREAD)
			continue;
		names->threads[names->n].pid = (int32_t)word_at(slot + 8,
							      is_foreign);
		names->threads[names->n].tid = (int32_t)word_at(slot + 12,
							      is_foreign);
		memcpy(names->threads[names->n].name, slot + 16,
		       THREAD_NAME_SIZE);
		names->threads[names->n++].name[THREAD_NAME_SIZE - 1] = '\0';
	}
}

const char *thread_names_find(const struct thread_names *names, int32_t pid,
			      int32_t tid)
{
	for (size_t i = 0; i < names->n; i++) {
		if (names->threads[i].pid == pid &&
		    names->threads[i].tid == tid)
			return names->threads[i].name;
	}
	return NULL;
}
