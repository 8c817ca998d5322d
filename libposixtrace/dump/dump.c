/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Opening and closing a dump; see dump.h. */
#include "dump/dump.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "dump/form.h"

int pxt_dump_fail(struct pxt_dump_fault *fault, uint64_t offset,
		  const char *format, ...)
{
	va_list args;

	if (!fault)
		return EINVAL;
	fault->offset = offset;
	va_start(args, format);
	vsnprintf(fault->text, sizeof(fault->text), format, args);
	va_end(args);
	return EINVAL;
}

static int read_all(struct pxt_dump *dump, struct pxt_dump_fault *fault)
{
	struct pxt_dump_ids ids = { 0 };
	int err = pxt_dump_read_header(dump, fault);

	if (!err)
		err = pxt_dump_read_registry(dump);
	if (!err)
		err = pxt_dump_scan(dump, &ids);
	if (!err)
		err = pxt_dump_make_types(dump, &ids);
	pxt_dump_ids_fini(&ids);
	return err;
}

int pxt_dump_open(int fd, struct pxt_dump **out, struct pxt_dump_fault *fault)
{
	struct pxt_dump *dump = calloc(1, sizeof(*dump));
	int err;

	if (fault)
		*fault = (struct pxt_dump_fault){ 0 };
	if (!dump)
		return ENOMEM;
	err = pxt_input_open(&dump->input, fd);
	if (err) {
		free(dump);
		return err;
	}
	dump->view = malloc(PXT_DUMP_VIEW);
	err = dump->view ? read_all(dump, fault) : ENOMEM;
	if (err) {
		pxt_dump_close(dump);
		return err;
	}
	*out = dump;
	return 0;
}

void pxt_dump_close(struct pxt_dump *dump)
{
	if (!dump)
		return;
	free(dump->objects);
	free(dump->by_address);
	free(dump->names);
	free(dump->types);
	free(dump->view);
	pxt_input_close(&dump->input);
	free(dump);
}

const struct pxt_dump_header *pxt_dump_get_header(const struct pxt_dump *dump)
{
	return &dump->header;
}

const struct pxt_dump_layout *pxt_dump_get_layout(const struct pxt_dump *dump)
{
	return &dump->layout;
}

const struct pxt_dump_summary *pxt_dump_get_summary(const struct pxt_dump *dump)
{
	return &dump->summary;
}
