/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The longest waits; see waits.h. */
#include "stat/waits.h"

#include <string.h>

void waits_init(struct waits *waits, size_t top)
{
	waits->n = 0;
	waits->most = top == 0 ? 10 : top < WAITS_MOST ? top : WAITS_MOST;
}

void waits_note(struct waits *waits, const struct wait *wait)
{
	size_t at = waits->n;

	while (at > 0 && waits->list[at - 1].ns < wait->ns)
		at--;
	if (at == waits->most)
		return;
	if (waits->n < waits->most)
		waits->n++;
	memmove(&waits->list[at + 1], &waits->list[at],
		(waits->n - 1 - at) * sizeof(waits->list[0]));
	waits->list[at] = *wait;
}

static void show_holder(struct sheet *sheet, const struct who *who,
			const struct wait *wait)
{
	if (wait->holder) {
		sheet_cell_signed(sheet, wait->holder);
		who_put(sheet, who, wait->pid, wait->holder);
	} else {
		sheet_cell_none(sheet);
		sheet_cell_none(sheet);
	}
}

static void show(struct sheet *sheet, const struct who *who, const struct wait *wait)
{
	sheet_row(sheet);
	sheet_cell_decimal(sheet, (double)wait->ns / 1e9, 9);
	sheet_cell_decimal(sheet, (double)wait->begin_ns / 1e9, 9);
	sheet_cell_signed(sheet, wait->pid);
	sheet_cell_signed(sheet, wait->tid);
	who_put(sheet, who, wait->pid, wait->tid);
	sheet_cell_text(sheet, "%s", sysdata_names[wait->lock]);
	sheet_cell_hex(sheet, wait->address);
	if (wait->place)
		sheet_cell_text(sheet, "%s", wait->place);
	else
		sheet_cell_hex(sheet, wait->caller);
	show_holder(sheet, who, wait);
}

void waits_show(const struct waits *waits, struct sheet *sheet, const struct who *who)
{
	static const char *const columns[] = {
		">seconds", ">began", ">pid", ">tid", "name", "lock",
		">address", ">caller", ">holder", "held by",
	};

	sheet_table(sheet, "longest waits", columns,
		    sizeof(columns) / sizeof(columns[0]));
	for (size_t i = 0; i < waits->n; i++)
		show(sheet, who, &waits->list[i]);
	sheet_table_end(sheet);
}
