/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Writes the templates for the events of ThreadX, FileX, NetX and USBX, from
 * the same tables that a dump's event types and fields are named from.  Run
 * by the build.
 *
 * The label of a stanza is the name of the event type, and that is how a
 * stanza is found; its hook is 800 plus the number of the event.  800 is a
 * subroutine: it takes the information words, of 4 or of 8 bytes each, into
 * the first four macros of the stanza that calls it.
 */
#include <stdio.h>
#include <string.h>

#include "dump/threadx.h"

/* Hooks of three digits, which keep to their column. */
enum { HOOKS = 0x800 };

static const char head[] =
	/* REUSE-IgnoreStart */
	"# SPDX-FileCopyrightText: 2026 The libposixtrace authors\n"
	"# SPDX-License-Identifier: MIT\n"
	/* REUSE-IgnoreEnd */
	"#\n"
	"# Templates for the events of ThreadX, FileX, NetX and USBX, made by\n"
	"# the build.  A stanza is for the event type that its label names.\n"
	"\n"
	"800 1.0 \"@information words\" \\\n"
	" {{ setdelim() }} {{ $i1 }} {{ $i2 }} {{ $i3 }} {{ $i4 }} W1 \\\n"
	" $HL, 0x20 { {{ $i1 = X8 }} {{ $i2 = X8 }} {{ $i3 = X8 }} \\\n"
	"  {{ $i4 = X8 }} }, \\\n"
	" 0x10 { {{ $i1 = X4 }} {{ $i2 = X4 }} {{ $i3 = X4 }} {{ $i4 = X4 }} } \\\n"
	" {{ tx_pointer(p) $HL, 0x20 { $p%X8 }, \\* { $p%X4 } }} \\\n"
	" {{ tx_wait(w) $w, 0xFFFFFFFF \"forever\", \\\n"
	"  0xFFFFFFFFFFFFFFFF \"forever\", \\* { $w%U8 } }} \\\n"
	" {{ tx_address(n) {{ $n1 = $n / 0x1000000 & 0xFF }} \\\n"
	"  {{ $n2 = $n / 0x10000 & 0xFF }} {{ $n3 = $n / 0x100 & 0xFF }} \\\n"
	"  {{ $n4 = $n & 0xFF }} \\\n"
	"  $n1%U2 \".\" $n2%U2 \".\" $n3%U2 \".\" $n4%U2 }} \\\n";

static void print_states(void)
{
	printf(" {{ tx_state(s) $s, ");
	for (unsigned i = 0; pxt_threadx_state(i); i++)
		printf("0x%X \"%s\", \\\n  ", i, pxt_threadx_state(i));
	printf("\\* { $s%%U8 } }}\n");
}

static void print_field(unsigned n, const struct pxt_threadx_field *field,
			bool is_first)
{
	printf(" \\\n \"%s%s=", is_first ? "" : " ", field->name);
	switch (field->kind) {
	case PXT_THREADX_HEX:
	case PXT_THREADX_POINTER:
		printf("0x\" tx_pointer($i%u)", n);
		return;
	case PXT_THREADX_ADDRESS:
		printf("\" tx_address($i%u)", n);
		return;
	case PXT_THREADX_WAIT:
		printf("\" tx_wait($i%u)", n);
		return;
	case PXT_THREADX_STATE:
		printf("\" tx_state($i%u)", n);
		return;
	case PXT_THREADX_NUMBER:
		printf("\" $i%u%%U8", n);
		return;
	}
}

/* Interrupts, what the kernel does on its own, and calls of functions. */
static const char *column(const struct pxt_threadx_event *event)
{
	if (event->id == PXT_THREADX_ISR_ENTER ||
	    event->id == PXT_THREADX_ISR_EXIT)
		return "INT";
	if (event->id == PXT_THREADX_RUNNING ||
	    event->id == PXT_THREADX_TIME_SLICE ||
	    strstr(event->name, "internal"))
		return "KERN";
	return "SVC";
}

static void print_stanza(const struct pxt_threadx_event *event)
{
	struct pxt_threadx_field field;
	bool is_first = true;

	printf("%03X 1.0 L=%s \"%s\"", HOOKS + event->id, column(event),
	       event->name);
	for (unsigned n = 0; n < PXT_THREADX_WORDS; n++) {
		if (!pxt_threadx_field(event->words, n, &field))
			continue;
		if (is_first)
			printf(" {{ $i1 }} {{ $i2 }} {{ $i3 }} {{ $i4 }} $800");
		print_field(n + 1, &field, is_first);
		is_first = false;
	}
	putchar('\n');
}

static void print_table(const struct pxt_threadx_event *events, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		print_stanza(&events[i]);
}

int main(void)
{
	fputs(head, stdout);
	print_states();
	print_table(pxt_threadx_tx, pxt_n_threadx_tx);
	print_table(pxt_threadx_fx, pxt_n_threadx_fx);
	print_table(pxt_threadx_nx, pxt_n_threadx_nx);
	print_table(pxt_threadx_ux, pxt_n_threadx_ux);
	return fflush(stdout) != 0;
}
