/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Trace points with named and typed arguments.
 *
 *	posixtrace record -- ./typed 10
 *	posixtrace report
 *
 * A furnace with two zones processes batches.  Event types need not be
 * declared or opened: the trace point contains the whole description.  With
 * -DPOSIXTRACE_DISABLE the trace points are not compiled.
 */
#include <posixtrace.h>
#include <stdio.h>
#include <stdlib.h>

struct batch {
	char name[32];
	unsigned steps;
	const void *recipe;
	unsigned char raw[4];
};

static double measure(unsigned zone, unsigned step)
{
	return 20 + 12.5 * zone + 0.25 * step;
}

static void heat(struct batch *batch)
{
	for (unsigned step = 0; step < batch->steps; step++) {
		for (unsigned zone = 0; zone < 2; zone++) {
			double celsius = measure(zone, step);

			POSIXTRACE_BEGIN("furnace:reading")
				POSIXTRACE_U8(zone, zone)
				POSIXTRACE_DOUBLE(celsius, celsius)
				POSIXTRACE_BOOL(door, step == 0)
			POSIXTRACE_END;
			batch->raw[zone] = (unsigned char)celsius;
		}
	}
}

/* Expensive to compute, so only done if a stream records the event. */
static const char *describe(const struct batch *batch)
{
	static char text[80];

	snprintf(text, sizeof(text), "%s, %u steps", batch->name, batch->steps);
	return text;
}

int main(int argc, char **argv)
{
	unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 10) : 10;

	if (n == 0 || n > 1000000) {
		fprintf(stderr, "usage: typed [BATCHES]\n");
		return 2;
	}
	for (unsigned long i = 1; i <= n; i++) {
		struct batch batch = { .steps = 3, .recipe = argv };

		snprintf(batch.name, sizeof(batch.name), "batch %lu", i);
		heat(&batch);
		/* ARG selects the type of the argument by its value. */
		POSIXTRACE_BEGIN("furnace:batch")
			POSIXTRACE_ARG(name, batch.name)
			POSIXTRACE_ARG(steps, batch.steps)
			POSIXTRACE_ARG(recipe, batch.recipe)
			POSIXTRACE_MEMORY(raw, batch.raw, sizeof(batch.raw))
		POSIXTRACE_END;
		POSIXTRACE_BEGIN_LAZY("furnace:done")
			POSIXTRACE_STRING(what, describe(&batch))
		POSIXTRACE_END;
	}
	printf("%lu batches\n", n);
	return 0;
}
