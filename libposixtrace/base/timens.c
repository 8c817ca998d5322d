/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Time namespaces; see timens.h. */
#include "base/timens.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/proc.h"

/* The inode number of the first time namespace: PROC_TIME_INIT_INO. */
#define FIRST_TIMENS 0xEFFFFFFAu

static ino_t inode_of(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 ? st.st_ino : 0;
}

/* Parse a number at *text, and advance *text. */
static int64_t number_at(const char **text)
{
	const char *at = *text;
	bool is_negative;
	int64_t value = 0;

	while (*at == ' ')
		at++;
	is_negative = *at == '-';
	at += is_negative;
	for (; *at >= '0' && *at <= '9'; at++)
		if (value < INT64_C(1) << 40)
			value = value * 10 + (*at - '0');
	*text = at;
	return is_negative ? -value : value;
}

/* Find the line of that clock: name, seconds, nanoseconds. */
static bool find_offset(const char *text, const char *clock, int64_t *ns)
{
	const char *line = strstr(text, clock);
	int64_t seconds;

	if (!line)
		return false;
	line += strlen(clock);
	seconds = number_at(&line);
	/* The kernel limits offsets to 64 bits of nanoseconds, too. */
	return !__builtin_mul_overflow(seconds, INT64_C(1000000000), ns) &&
	       !__builtin_add_overflow(*ns, number_at(&line), ns);
}

void pxt_timens_read(struct pxt_timens *timens)
{
	int saved = errno;
	ino_t own = inode_of("/proc/thread-self/ns/time");
	char text[256];
	ssize_t n;

	*timens = (struct pxt_timens){ .is_known = true };
	if (own == 0 || own == FIRST_TIMENS)
		goto out;
	/* The file describes the namespace of children. */
	timens->is_known = false;
	if (own != inode_of("/proc/thread-self/ns/time_for_children"))
		goto out;
	n = pxt_proc_read_file("/proc/self/timens_offsets", text,
			       sizeof(text) - 1);
	if (n <= 0)
		goto out;
	text[n] = '\0';
	timens->is_known = find_offset(text, "monotonic", &timens->monotonic) &&
			   find_offset(text, "boottime", &timens->boottime);
out:
	errno = saved;
}
