/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Which functions are recorded; see functions.h. */
#include "record/functions.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/size.h"
#include "common/tool.h"

/* As in preload/functions.h. */
enum { DEEPEST = 31 };

error_t function_rules_add(struct function_rules *rules, char mark,
			   const char *glob)
{
	char *names;

	if (*glob == '\0' || strchr(glob, '\n'))
		return tool_misuse("--functions-%s: no pattern of names; write "
				   "--functions-%s='parse_*'",
				   mark == '+' ? "only" : "not",
				   mark == '+' ? "only" : "not");
	if (asprintf(&names, "%s%c%s\n", rules->names ? rules->names : "", mark,
		     glob) < 0)
		return ENOMEM;
	free(rules->names);
	rules->names = names;
	return 0;
}

error_t function_rules_parse_depth(struct function_rules *rules, const char *arg)
{
	char *end;
	const unsigned long depth = strtoul(arg, &end, 10);

	if (*arg < '0' || *arg > '9' || *end || depth == 0 || depth > DEEPEST)
		return tool_misuse("--functions-depth %s: not a number from 1 to %d",
				   *arg ? arg : "''", DEEPEST);
	rules->depth = (unsigned)depth;
	return 0;
}

error_t function_rules_parse_least(struct function_rules *rules, const char *arg)
{
	if (time_parse(arg, &rules->least_ns) && rules->least_ns > 0)
		return 0;
	return tool_misuse("--functions-least %s: not a time; write 10us, 1ms",
			   *arg ? arg : "''");
}

bool function_rules_are_given(const struct function_rules *rules)
{
	return rules->depth || rules->names || rules->least_ns;
}

char *function_rules_text(const struct function_rules *rules)
{
	char *text;

	return asprintf(&text, "%u %" PRId64 "\n%s", rules->depth,
			rules->least_ns, rules->names ? rules->names : "") < 0 ? NULL : text;
}

void function_rules_note_outer(const struct function_rules *rules)
{
	const char *outer = getenv(FUNCTION_RULES_VARIABLE);
	char *text = outer ? function_rules_text(rules) : NULL;

	if (text && strcmp(outer, text) != 0)
		tool_note("--functions: this runs below another recorder, with other "
			  "rules; of this command that one, too, records the functions "
			  "that these options are for");
	free(text);
}

void function_rules_fini(struct function_rules *rules)
{
	free(rules->names);
	rules->names = NULL;
}
