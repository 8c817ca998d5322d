/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What to group durations by, as the user says it; see by.h. */
#include <bsd/stdlib.h>
#include <limits.h>
#include <string.h>

#include "common/tool.h"
#include "stat/by.h"

static const char *const key_names[BY_KEYS] = {
	"call", "thread", "process", "file", "lock", "site", "event",
};

static error_t parse_key(struct by_request *request, const char *word,
			 size_t len)
{
	for (unsigned i = 0; i < BY_KEYS; i++) {
		if (strlen(key_names[i]) == len &&
		    memcmp(key_names[i], word, len) == 0) {
			request->keys |= 1u << i;
			return 0;
		}
	}
	return tool_misuse("--by=%.*s: what to group by is call, thread, "
			   "process, file, lock or event, or several of them "
			   "with commas in between", (int)len, word);
}

error_t by_parse(struct by_request *request, const char *list)
{
	size_t len = strcspn(list, ",");
	error_t err = parse_key(request, list, len);

	return err || list[len] == '\0' ? err :
	       by_parse(request, list + len + 1);
}

error_t by_parse_top(struct by_request *request, const char *arg)
{
	const char *wrong;
	long long value = strtonum(arg, 1, INT_MAX, &wrong);

	if (wrong)
		return tool_misuse("--top=%s: not a number of rows, from 1 on",
				   arg);
	request->top = (size_t)value;
	return 0;
}

void by_set_pick(const struct by_request *request, struct pick *pick)
{
	pick->needs_earlier = by_needs_earlier(request);
	pick->no_own = request->keys && patterns_are_empty(&pick->only);
}
