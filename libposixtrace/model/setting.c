/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* A stream as one line of text; see setting.h. */
#include "model/setting.h"

#include <bsd/string.h>
#include <stdio.h>
#include <string.h>

#include "base/size.h"

/* The functions below return NULL, or the cause and what to do. */

static const char *take_number(const char *text, uint64_t *number)
{
	switch (pxt_size_parse(text, number)) {
	case 0:
		return NULL;
	case ERANGE:
		return "too large; write bytes, or as 64K, 4M, 1G";
	default:
		return "not a size; write bytes, or as 64K, 4M, 1G";
	}
}

static const char *take_size(const char *text, uint64_t *size)
{
	const char *why = take_number(text, size);

	return why || *size ? why : "too small; at least 1";
}

static const char *take_log(struct pxt_setting *s, const char *value)
{
	if (s->log)
		return "given twice; name one file, without a comma in its name";
	if (!*value)
		return "the name is empty; name a file";
	s->log = value;
	return NULL;
}

static const char *take_stream_size(struct pxt_setting *s, const char *value)
{
	return take_size(value, &s->attr.stream_size);
}

static const char *take_max_data(struct pxt_setting *s, const char *value)
{
	return take_number(value, &s->attr.data_size);
}

static const char *take_log_size(struct pxt_setting *s, const char *value)
{
	return take_size(value, &s->attr.log_size);
}

static const char *take_policy(struct pxt_setting *s, const char *value)
{
	if (strcmp(value, "flush") == 0)
		s->attr.stream_policy = POSIX_TRACE_FLUSH;
	else if (strcmp(value, "loop") == 0)
		s->attr.stream_policy = POSIX_TRACE_LOOP;
	else if (strcmp(value, "until-full") == 0)
		s->attr.stream_policy = POSIX_TRACE_UNTIL_FULL;
	else
		return "no such policy; choose flush, loop or until-full";
	return NULL;
}

static const char *take_log_policy(struct pxt_setting *s, const char *value)
{
	if (strcmp(value, "append") == 0)
		s->attr.log_policy = POSIX_TRACE_APPEND;
	else if (strcmp(value, "loop") == 0)
		s->attr.log_policy = POSIX_TRACE_LOOP;
	else if (strcmp(value, "until-full") == 0)
		s->attr.log_policy = POSIX_TRACE_UNTIL_FULL;
	else
		return "no such policy; choose append, loop or until-full";
	return NULL;
}

static const char *take_name(struct pxt_setting *s, const char *value,
			     bool only)
{
	if (!*value)
		return "the name is empty; give the name of an event type";
	if (strlen(value) > TRACE_EVENT_NAME_MAX)
		return "longer than an event name can be; give the exact name";
	if (strpbrk(value, "*?[") || *value == '@')
		return "no patterns and no groups here; give the exact name";
	if (s->n_names == PXT_SETTING_NAMES)
		return "too many names; use 'posixtrace record'";
	s->names[s->n_names++] = (struct pxt_setting_name){ value, only };
	s->has_only |= only;
	return NULL;
}

static const char *take_event(struct pxt_setting *s, const char *value)
{
	return take_name(s, value, true);
}

static const char *take_exclude(struct pxt_setting *s, const char *value)
{
	return take_name(s, value, false);
}

static const char *take_inherit(struct pxt_setting *s, const char *value)
{
	if (value)
		return "takes no value; write inherit alone";
	s->attr.inherited = POSIX_TRACE_INHERITED;
	return NULL;
}

static const struct word {
	const char *name;
	const char *(*take)(struct pxt_setting *setting, const char *value);
	bool is_alone;			/* without a value */
} words[] = {
	{ "event", take_event, false },
	{ "exclude", take_exclude, false },
	{ "inherit", take_inherit, true },
	{ "log", take_log, false },
	{ "log-policy", take_log_policy, false },
	{ "log-size", take_log_size, false },
	{ "max-data", take_max_data, false },
	{ "policy", take_policy, false },
	{ "stream-size", take_stream_size, false },
};

static const char *take_word(struct pxt_setting *setting, const char *name,
			     const char *value)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strcmp(words[i].name, name) != 0)
			continue;
		if (!value && !words[i].is_alone)
			return "has no value; write it behind a '='";
		return words[i].take(setting, value);
	}
	return "no such word; choose log, event, exclude, inherit, policy, "
	       "stream-size, max-data, log-policy or log-size";
}

/* What needs all words. */
static const char *check(const struct pxt_setting *setting, uint64_t default_log)
{
	if (!setting->log)
		return "log=FILE is missing; give it";
	if (setting->attr.log_size != default_log &&
	    setting->attr.log_policy == POSIX_TRACE_APPEND)
		return "log-size: the log has no limit with log-policy=append; "
		       "choose loop or until-full";
	return NULL;
}

bool pxt_setting_parse(struct pxt_setting *setting, const char *text,
		       char why[PXT_WHY_SIZE])
{
	char *rest = setting->text, *name;
	const char *cause;
	uint64_t log_size;

	*setting = (struct pxt_setting){0};
	pxt_attr_init(&setting->attr);
	setting->attr.stream_policy = POSIX_TRACE_FLUSH;
	setting->attr.log_policy = POSIX_TRACE_APPEND;
	log_size = setting->attr.log_size;
	if (strlcpy(setting->text, text, sizeof(setting->text)) >=
	    sizeof(setting->text)) {
		strlcpy(why, "the value is too long; shorten it", PXT_WHY_SIZE);
		return false;
	}
	while ((name = strsep(&rest, ",")) != NULL) {
		char *value = strchr(name, '=');

		if (value)
			*value++ = '\0';
		cause = take_word(setting, name, value);
		if (cause) {
			snprintf(why, PXT_WHY_SIZE, "%.128s%s%.128s: %s", name,
				 value ? "=" : "", value ? value : "", cause);
			return false;
		}
	}
	cause = check(setting, log_size);
	if (cause)
		strlcpy(why, cause, PXT_WHY_SIZE);
	return !cause;
}

bool pxt_setting_path(const struct pxt_setting *setting,
		      const struct pxt_setting_process *process,
		      char path[PATH_MAX], char why[PXT_WHY_SIZE])
{
	char part[32];

	*path = '\0';
	for (const char *c = setting->log; *c; c++) {
		const char *what = part;

		snprintf(part, sizeof(part), "%c", *c);
		if (*c == '%') {
			switch (*++c) {
			case '%':
				break;
			case 'p':
				snprintf(part, sizeof(part), "%ld",
					 process->pid);
				break;
			case 't':
				snprintf(part, sizeof(part), "%lld",
					 process->start);
				break;
			case 'n':
				what = process->name;
				break;
			default:
				snprintf(why, PXT_WHY_SIZE, "log=%.256s: a '%%' "
					 "that stands for nothing; use %%p, %%n, "
					 "%%t, or %%%% for the character",
					 setting->log);
				return false;
			}
		}
		if (strlcat(path, what, PATH_MAX) >= PATH_MAX) {
			snprintf(why, PXT_WHY_SIZE, "log=%.256s: too long; name "
				 "another file", setting->log);
			return false;
		}
	}
	return true;
}
