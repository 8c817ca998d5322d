/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Loading files into a set, each completely or not at all, and lookups.
 */
#include "set.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse.h"

/* A template file is read as a whole, and a tree is made from it. */
enum { FILE_MAX = 4 * 1024 * 1024 };

/* The additions of a load, until it has succeeded. */
struct batch {
	struct tf_template **templates;
	size_t n_templates;
	struct trcfmt_map *maps;
	size_t n_maps;
};

int trcfmt_new(struct trcfmt **out, trcfmt_complain *complain, void *arg)
{
	struct trcfmt *set = calloc(1, sizeof(*set));

	if (!set)
		return ENOMEM;
	set->by_hook = calloc(TF_HOOKS, sizeof(set->by_hook[0]));
	if (!set->by_hook) {
		free(set);
		return ENOMEM;
	}
	set->diags.complain = complain;
	set->diags.arg = arg;
	*out = set;
	return 0;
}

static void free_template(struct tf_template *template)
{
	tf_template_fini(template);
	free(template);
}

static void free_maps(struct trcfmt_map *maps, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free((char *)maps[i].name);
	free(maps);
}

void trcfmt_free(struct trcfmt *set)
{
	struct tf_file *file;

	if (!set)
		return;
	for (size_t i = 0; i < set->n_templates; i++)
		free_template(set->templates[i]);
	free(set->templates);
	free(set->by_hook);
	free_maps(set->maps, set->n_maps);
	while ((file = SLIST_FIRST(&set->files))) {
		SLIST_REMOVE_HEAD(&set->files, next);
		free(file);
	}
	free(set);
}

static void fini_batch(struct batch *batch)
{
	for (size_t i = 0; i < batch->n_templates; i++)
		free_template(batch->templates[i]);
	free(batch->templates);
	free_maps(batch->maps, batch->n_maps);
}

static int compile(struct trcfmt *set, const struct tf_stanza *stanza,
		   const char *file, struct tf_budget *budget,
		   struct tf_template **out)
{
	struct tf_template *template = calloc(1, sizeof(*template));

	if (!template)
		return ENOMEM;
	int err = tf_emit(template, stanza, &set->diags, budget);
	if (err) {
		free(template);
		return err;
	}
	template->about.file = file;
	*out = template;
	return 0;
}

static int compile_all(struct trcfmt *set, const struct tf_stanzas *stanzas,
		       const char *file, struct batch *batch)
{
	struct tf_budget budget = { 0 };
	const struct tf_stanza *stanza;
	size_t n = 0;

	STAILQ_FOREACH(stanza, stanzas, next)
		n++;
	batch->templates = calloc(n + 1, sizeof(batch->templates[0]));
	if (!batch->templates)
		return ENOMEM;
	STAILQ_FOREACH(stanza, stanzas, next) {
		int err = compile(set, stanza, file, &budget,
				  &batch->templates[batch->n_templates]);

		if (err == ENOMEM)
			return err;
		if (!err)
			batch->n_templates++;
	}
	return 0;
}

static int copy_maps(const struct tf_map_lines *lines, const char *file,
		     struct batch *batch)
{
	const struct tf_map_line *line;
	size_t n = 0;

	STAILQ_FOREACH(line, lines, next)
		n++;
	batch->maps = calloc(n + 1, sizeof(batch->maps[0]));
	if (!batch->maps)
		return ENOMEM;
	STAILQ_FOREACH(line, lines, next) {
		struct trcfmt_map *map = &batch->maps[batch->n_maps];

		*map = line->map;
		map->file = file;
		map->name = strdup(line->map.name);
		if (!map->name)
			return ENOMEM;
		batch->n_maps++;
	}
	return 0;
}

static const char *keep_name(struct trcfmt *set, const char *name)
{
	size_t size = strlen(name) + 1;
	struct tf_file *file = malloc(sizeof(*file) + size);

	if (!file)
		return NULL;
	memcpy(file->name, name, size);
	SLIST_INSERT_HEAD(&set->files, file, next);
	return file->name;
}

/* Allocate all memory first, so that it cannot fail half-way. */
static int make_room(struct trcfmt *set, const struct batch *batch)
{
	size_t n = set->n_templates + batch->n_templates + 1;
	size_t n_maps = set->n_maps + batch->n_maps + 1;
	void *p;

	p = realloc(set->templates, n * sizeof(set->templates[0]));
	if (!p)
		return ENOMEM;
	set->templates = p;
	p = realloc(set->maps, n_maps * sizeof(set->maps[0]));
	if (!p)
		return ENOMEM;
	set->maps = p;
	return 0;
}

static void adopt_template(struct trcfmt *set, struct tf_template *template)
{
	struct tf_template **place = &set->by_hook[template->about.hook];

	if (*place) {
		const struct trcfmt_stanza *old = &(*place)->about;

		if (old->file == template->about.file)
			tf_diag(&set->diags, false, (struct tf_pos) {
				.line = template->about.line, .column = 1 },
				"this stanza replaces the one of line %u, "
				"which has the same hook id", old->line);
		template->index = (*place)->index;
		free_template(*place);
	} else {
		template->index = set->n_templates++;
	}
	*place = template;
	set->templates[template->index] = template;
}

static void adopt(struct trcfmt *set, struct batch *batch)
{
	for (size_t i = 0; i < batch->n_templates; i++)
		adopt_template(set, batch->templates[i]);
	memcpy(set->maps + set->n_maps, batch->maps,
	       batch->n_maps * sizeof(batch->maps[0]));
	set->n_maps += batch->n_maps;
	free(batch->templates);
	free(batch->maps);
}

static int load(struct trcfmt *set, const char *file, const char *text,
		size_t size, struct tf_parser *parser, struct tf_arena *arena)
{
	struct batch batch = { 0 };
	int err = ENOMEM;

	if (!tf_parse_file(parser, text, size, &set->diags, arena))
		return ENOMEM;
	err = compile_all(set, &parser->stanzas, file, &batch);
	if (!err && set->diags.errors)
		err = EINVAL;
	if (!err)
		err = copy_maps(&parser->maps, file, &batch);
	if (!err)
		err = make_room(set, &batch);
	if (err)
		fini_batch(&batch);
	else
		adopt(set, &batch);
	return err;
}

int trcfmt_load_text(struct trcfmt *set, const char *name, const char *text,
		     size_t size)
{
	const char *file = keep_name(set, name);
	struct tf_parser *parser = calloc(1, sizeof(*parser));
	struct tf_arena arena = { 0 };
	int err = ENOMEM;

	if (!file || !parser)
		goto free_parser;
	tf_diags_file(&set->diags, file);
	if (size > FILE_MAX) {
		tf_diag(&set->diags, true, (struct tf_pos) { 0 },
			"expected a template file of at most %d bytes, "
			"this one is longer", FILE_MAX);
		err = EFBIG;
		goto free_parser;
	}
	err = load(set, file, text, size, parser, &arena);
	tf_arena_free(&arena);
free_parser:
	free(parser);
	return err;
}

/* At most FILE_MAX + 1 bytes. */
static int read_all(FILE *stream, char **text, size_t *size)
{
	char *buffer = malloc(FILE_MAX + 1);

	if (!buffer)
		return ENOMEM;
	errno = 0;
	*size = fread(buffer, 1, FILE_MAX + 1, stream);
	if (ferror(stream)) {
		int err = errno ? errno : EIO;

		free(buffer);
		return err;
	}
	*text = buffer;
	return 0;
}

int trcfmt_load_file(struct trcfmt *set, const char *path)
{
	FILE *stream = fopen(path, "rbe");
	char *text = NULL;
	size_t size = 0;
	int err = stream ? read_all(stream, &text, &size) : errno;

	if (stream)
		fclose(stream);
	if (err) {
		tf_diags_file(&set->diags, path);
		tf_diag(&set->diags, true, (struct tf_pos) { 0 },
			"cannot read it: %s", strerror(err));
		return err;
	}
	err = trcfmt_load_text(set, path, text, size);
	free(text);
	return err;
}

void trcfmt_check(struct trcfmt *set)
{
	const char *file = NULL;

	for (size_t i = 0; i < set->n_templates; i++) {
		const struct tf_template *t = set->templates[i];

		if (t->about.file != file)
			tf_diags_file(&set->diags, t->about.file);
		file = t->about.file;
		for (size_t j = 0; j < t->n_callees; j++) {
			const struct tf_callee *callee = &t->callees[j];
			char hook[5];

			if (set->by_hook[callee->hook] ||
			    callee->hook == 0x0080)
				continue;
			trcfmt_hook_format(hook, callee->hook);
			tf_diag(&set->diags, false, callee->pos,
				"there is no template $%s to call", hook);
		}
	}
}

unsigned trcfmt_errors(const struct trcfmt *set)
{
	return set->diags.all_errors;
}

unsigned trcfmt_warnings(const struct trcfmt *set)
{
	return set->diags.all_warnings;
}

const struct trcfmt_stanza *trcfmt_find(const struct trcfmt *set,
					uint16_t hook)
{
	return set->by_hook[hook] ? &set->by_hook[hook]->about : NULL;
}

const struct trcfmt_stanza *trcfmt_find_label(const struct trcfmt *set,
					      const char *label)
{
	for (size_t i = 0; i < set->n_templates; i++)
		if (!strcmp(set->templates[i]->about.label, label))
			return &set->templates[i]->about;
	return NULL;
}

const struct trcfmt_stanza *trcfmt_stanza(const struct trcfmt *set, size_t i)
{
	return i < set->n_templates ? &set->templates[i]->about : NULL;
}

const struct trcfmt_map *trcfmt_map(const struct trcfmt *set, size_t i)
{
	return i < set->n_maps ? &set->maps[i] : NULL;
}
