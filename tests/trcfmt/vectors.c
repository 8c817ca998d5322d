/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Templates with events and the text they make, and templates that must be
 * refused, from a JSON file:
 *
 *	{ "vectors": [ { "id", "template", "events": [ { "hook", "env",
 *	      "generic", "hd", "order", "ts", "name", "payload", "buffer",
 *	      "dp0" } ], "expect": [ text or null ] } ],
 *	  "errors": [ { "id", "template", "reason" } ] }
 *
 * usage: trcfmt_vectors FILE.json
 *
 * Prints a line for each that fails and in the end `N passed, N failed`.
 * Exit status: 0 if none failed, 1 otherwise, 2 if the file is of no use.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_tree.h>

#include "trcfmt.h"

struct diags {
	unsigned errors;
	char first[600];
};

/* An event in the file. */
struct sample {
	struct trcfmt_hookword word;
	int64_t time_ns;
	const char *name;
	unsigned char *entry;
	size_t size;
	long long dp0;		/* -1: not given */

	unsigned char *built;	/* made from the payload */
	size_t built_size;
};

static unsigned n_passed, n_failed;

static void complain(void *arg, const struct trcfmt_diag *diag)
{
	struct diags *diags = arg;

	if (!diag->is_error)
		return;
	if (!diags->errors++)
		snprintf(diags->first, sizeof(diags->first), "%u:%u: %s",
			 diag->line, diag->column, diag->text);
}

static yajl_val get(yajl_val object, const char *key)
{
	const char *path[] = { key, NULL };

	return yajl_tree_get(object, path, yajl_t_any);
}

static const char *get_string(yajl_val object, const char *key)
{
	yajl_val value = get(object, key);

	return YAJL_IS_STRING(value) ? YAJL_GET_STRING(value) : NULL;
}

static long long get_integer(yajl_val object, const char *key,
			     long long fallback)
{
	yajl_val value = get(object, key);

	return YAJL_IS_INTEGER(value) ? YAJL_GET_INTEGER(value) : fallback;
}

static bool fail(const char *id, const char *what)
{
	printf("FAIL %s: %s\n", id, what);
	return false;
}

/* Returns allocated bytes; NULL if the text is not hexadecimal. */
static unsigned char *from_hex(const char *hex, size_t *size)
{
	static const char digits[] = "0123456789abcdef0123456789ABCDEF";
	size_t n = strlen(hex);
	unsigned char *bytes = n % 2 ? NULL : malloc(n / 2 + 1);

	if (!bytes)
		return NULL;
	for (size_t i = 0; i < n; i++) {
		const char *digit = strchr(digits, hex[i]);

		if (!digit) {
			free(bytes);
			return NULL;
		}
		unsigned value = (unsigned)(digit - digits) % 16;
		bytes[i / 2] = (unsigned char)
			(i % 2 ? bytes[i / 2] | value : value << 4);
	}
	*size = n / 2;
	return bytes;
}

static bool build_entry(const char *id, struct sample *sample,
			const char *payload)
{
	size_t size;
	unsigned char *bytes = from_hex(payload, &size);

	if (!bytes)
		return fail(id, "the payload is not hexadecimal");
	sample->built = malloc(TRCFMT_HOOKWORD_MAX + size);
	if (sample->built)
		sample->built_size = trcfmt_entry_build(sample->built,
							&sample->word, bytes,
							size);
	free(bytes);
	return sample->built || fail(id, "there is no memory");
}

/* Failures have been reported. */
static bool read_sample(const char *id, yajl_val object,
			struct sample *sample)
{
	const char *hook = get_string(object, "hook");
	const char *order = get_string(object, "order");
	const char *payload = get_string(object, "payload");
	const char *buffer = get_string(object, "buffer");
	yajl_val ts = get(object, "ts");

	if (!hook || trcfmt_hook_parse(hook, &sample->word.hook))
		return fail(id, "an event has no hook id");
	sample->word.env = (unsigned)get_integer(object, "env", 0);
	if (sample->word.env != 32 && sample->word.env != 64)
		return fail(id, "an event has no env of 32 or 64");
	sample->word.generic = YAJL_IS_TRUE(get(object, "generic"));
	sample->word.hd = (uint16_t)get_integer(object, "hd", 0);
	sample->word.big_endian = !order || strcmp(order, "<") != 0;
	sample->name = get_string(object, "name");
	sample->dp0 = get_integer(object, "dp0", -1);
	if (YAJL_IS_NUMBER(ts))
		sample->time_ns =
			llroundl(strtold(YAJL_GET_NUMBER(ts), NULL) * 1e9L);
	if (payload && !build_entry(id, sample, payload))
		return false;
	if (buffer) {
		sample->entry = from_hex(buffer, &sample->size);
		return sample->entry ||
			fail(id, "the buffer is not hexadecimal");
	}
	if (!payload)
		return fail(id, "an event has neither payload nor buffer");
	return true;
}

static void free_sample(struct sample *sample)
{
	free(sample->entry);
	free(sample->built);
}

static struct trcfmt_event event_of(const struct sample *sample)
{
	const struct trcfmt_hookword *word = &sample->word;

	return (struct trcfmt_event) {
		.hook = word->hook,
		.env = word->env,
		.generic = word->generic,
		.big_endian = word->big_endian,
		.entry = sample->entry ? sample->entry : sample->built,
		.size = sample->entry ? sample->size : sample->built_size,
		.time_ns = sample->time_ns,
		.name = sample->name,
	};
}

/* Payload and buffer must have the same contents, and the pointer starts at
 * dp0. */
static bool check_sample(const char *id, const struct sample *sample)
{
	static const char template[] = "010 1.0 \"\" $DATAPOINTER%U4";
	struct trcfmt_event event = event_of(sample);
	struct trcfmt_result result;
	struct trcfmt_run *run = NULL;
	struct trcfmt *set = NULL;
	bool fine = false;

	if (sample->built && sample->entry &&
	    (sample->built_size != sample->size ||
	     memcmp(sample->built, sample->entry, sample->size) != 0))
		return fail(id, "buffer is not what is built from payload");
	if (sample->dp0 < 0)
		return true;
	event.hook = 0x0100;
	if (trcfmt_new(&set, NULL, NULL) == 0 &&
	    trcfmt_load_text(set, "dp0", template, sizeof(template) - 1) == 0 &&
	    trcfmt_run_new(&run, set, NULL) == 0 &&
	    trcfmt_eval(run, &event, &result) == 0)
		fine = strtoll(result.text, NULL, 10) == sample->dp0;
	trcfmt_run_free(run);
	trcfmt_free(set);
	return fine || fail(id, "$DATAPOINTER does not start at dp0");
}

static void print_quoted(const char *text, size_t size)
{
	putchar('"');
	for (size_t i = 0; i < size; i++) {
		if (text[i] == '\n')
			fputs("\\n", stdout);
		else if (text[i] == '"' || text[i] == '\\')
			printf("\\%c", text[i]);
		else
			putchar(text[i]);
	}
	putchar('"');
}

static bool compare(const char *id, size_t index, yajl_val expect,
		    const struct trcfmt_result *result, bool stopped)
{
	bool is_nothing = stopped || result->outcome == TRCFMT_SKIP;
	const char *text = YAJL_IS_STRING(expect) ?
		YAJL_GET_STRING(expect) : NULL;

	if (!text && (is_nothing || !result->size))
		return true;
	if (text && !is_nothing && strlen(text) == result->size &&
	    !memcmp(text, result->text, result->size))
		return true;
	printf("FAIL %s: event %zu: expected ", id, index + 1);
	if (text)
		print_quoted(text, strlen(text));
	else
		fputs("nothing", stdout);
	fputs(", got ", stdout);
	if (is_nothing)
		fputs("nothing", stdout);
	else
		print_quoted(result->text, result->size);
	putchar('\n');
	return false;
}

static bool run_event(const char *id, size_t index, struct trcfmt_run *run,
		      yajl_val object, yajl_val expect, bool *stopped)
{
	struct sample sample = { 0 };
	struct trcfmt_result result = { 0 };
	bool fine = read_sample(id, object, &sample) &&
		check_sample(id, &sample);

	if (fine) {
		struct trcfmt_event event = event_of(&sample);

		fine = !trcfmt_eval(run, &event, &result) ||
			fail(id, "an event cannot be evaluated");
	}
	if (fine)
		fine = compare(id, index, expect, &result, *stopped);
	*stopped = *stopped || result.outcome == TRCFMT_STOP;
	free_sample(&sample);
	return fine;
}

static bool run_events(const char *id, struct trcfmt *set, yajl_val vector)
{
	yajl_val events = get(vector, "events");
	yajl_val expect = get(vector, "expect");
	struct trcfmt_run *run;
	bool fine = true;
	bool stopped = false;

	if (!YAJL_IS_ARRAY(events) || !YAJL_IS_ARRAY(expect) ||
	    events->u.array.len != expect->u.array.len)
		return fail(id, "expected as many texts as events");
	if (trcfmt_run_new(&run, set, NULL))
		return fail(id, "there is no memory");
	for (size_t i = 0; i < events->u.array.len; i++)
		fine = run_event(id, i, run, events->u.array.values[i],
				 expect->u.array.values[i], &stopped) && fine;
	trcfmt_run_free(run);
	return fine;
}

static bool check_vector(const char *id, yajl_val vector)
{
	const char *text = get_string(vector, "template");
	struct diags diags = { 0 };
	struct trcfmt *set;
	bool fine;

	if (!text)
		return fail(id, "there is no template");
	if (trcfmt_new(&set, complain, &diags))
		return fail(id, "there is no memory");
	if (trcfmt_load_text(set, id, text, strlen(text)))
		fine = fail(id, diags.first);
	else
		fine = run_events(id, set, vector);
	trcfmt_free(set);
	return fine;
}

/* Must be refused with a message, and without any effect. */
static bool check_refusal(const char *id, yajl_val object)
{
	const char *text = get_string(object, "template");
	struct diags diags = { 0 };
	struct trcfmt *set;
	bool fine = true;

	if (!text)
		return fail(id, "there is no template");
	if (trcfmt_new(&set, complain, &diags))
		return fail(id, "there is no memory");
	if (!trcfmt_load_text(set, id, text, strlen(text)))
		fine = fail(id, "the template was not refused");
	else if (!diags.errors)
		fine = fail(id, "it was refused without a message");
	else if (trcfmt_stanza(set, 0) || trcfmt_map(set, 0))
		fine = fail(id, "it was refused and partly loaded");
	trcfmt_free(set);
	return fine;
}

static bool check_list(yajl_val root, const char *name,
		       bool (*check)(const char *id, yajl_val object))
{
	yajl_val list = get(root, name);

	if (!YAJL_IS_ARRAY(list))
		return false;
	for (size_t i = 0; i < list->u.array.len; i++) {
		yajl_val object = list->u.array.values[i];
		const char *id = get_string(object, "id");

		if (check(id ? id : "without id", object))
			n_passed++;
		else
			n_failed++;
	}
	return true;
}

/* Returns allocated text with a NUL at its end, or NULL. */
static char *read_file(const char *path)
{
	FILE *stream = fopen(path, "rbe");
	size_t size = 0;
	size_t room = 65536;
	char *text = stream ? malloc(room + 1) : NULL;

	while (text) {
		size += fread(text + size, 1, room - size, stream);
		if (size < room)
			break;
		room *= 2;
		char *more = realloc(text, room + 1);
		if (!more)
			free(text);
		text = more;
	}
	if (text && ferror(stream)) {
		free(text);
		text = NULL;
	}
	if (text)
		text[size] = 0;
	if (stream)
		fclose(stream);
	return text;
}

int main(int argc, char **argv)
{
	char error[1024] = "";

	if (argc != 2) {
		fprintf(stderr, "usage: trcfmt_vectors FILE.json\n");
		return 2;
	}
	char *text = read_file(argv[1]);
	if (!text) {
		fprintf(stderr, "%s: %s\n", argv[1], strerror(errno));
		return 2;
	}
	yajl_val root = yajl_tree_parse(text, error, sizeof(error));
	free(text);
	if (!root) {
		fprintf(stderr, "%s: %s\n", argv[1], error);
		return 2;
	}
	bool has_vectors = check_list(root, "vectors", check_vector);
	bool has_errors = check_list(root, "errors", check_refusal);
	yajl_tree_free(root);
	if (!has_vectors && !has_errors) {
		fprintf(stderr, "%s: expected a list \"vectors\" or "
			"\"errors\"\n", argv[1]);
		return 2;
	}
	printf("%u passed, %u failed\n", n_passed, n_failed);
	if (fflush(stdout) || ferror(stdout))
		return 2;
	return n_failed ? 1 : 0;
}
