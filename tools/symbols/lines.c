/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The lines of a program, by its debug information. */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "symbols/elffile.h"

/* A range of addresses of a compilation unit. */
struct unit {
	uint64_t start;
	uint64_t end;
	Dwarf_Off die;
};

static int by_start(const void *a, const void *b)
{
	const struct unit *x = a, *y = b;

	return (x->start > y->start) - (x->start < y->start);
}

static bool add(struct lines *lines, size_t *room, struct unit unit)
{
	if (lines->n == *room) {
		size_t more = *room ? 2 * *room : 64;
		void *grown = reallocarray(lines->units, more,
					   sizeof(*lines->units));

		if (!grown)
			return false;
		lines->units = grown;
		*room = more;
	}
	lines->units[lines->n++] = unit;
	return true;
}

static bool add_unit(struct lines *lines, size_t *room, Dwarf_Die *die)
{
	Dwarf_Addr base, start, end;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(die, at, &base, &start, &end)) > 0) {
		struct unit unit = { start, end, dwarf_dieoffset(die) };

		if (start < end && !add(lines, room, unit))
			return false;
	}
	return true;
}

/* Not by the table for that (.debug_aranges), which not every compiler makes. */
bool lines_read(struct lines *lines, Elf *elf)
{
	Dwarf_Off at = 0, next;
	size_t header, room = 0;

	*lines = (struct lines){ .dwarf = dwarf_begin_elf(elf, DWARF_C_READ,
							  NULL) };
	if (!lines->dwarf)
		return false;
	for (; dwarf_nextcu(lines->dwarf, at, &next, &header, NULL, NULL,
			    NULL) == 0 && next > at; at = next) {
		Dwarf_Die die;

		if (dwarf_offdie(lines->dwarf, at + header, &die) &&
		    !add_unit(lines, &room, &die))
			break;
	}
	if (lines->n)
		qsort(lines->units, lines->n, sizeof(*lines->units), by_start);
	else
		lines_fini(lines);
	return lines->n > 0;
}

void lines_fini(struct lines *lines)
{
	if (lines->dwarf)
		dwarf_end(lines->dwarf);
	free(lines->units);
	*lines = (struct lines){ 0 };
}

/* The headers that a trace point is in part made of, inline. */
static bool is_trace_point(const char *source)
{
	static const char *const headers[] = {
		"trace.h", "posixtrace.h", "posixtrace.hpp",
		"posixtrace-macros.h", "posixtrace-rkh.h",
	};
	const char *slash = source ? strrchr(source, '/') : NULL;
	const char *name = slash ? slash + 1 : source;

	for (size_t i = 0; name && i < sizeof(headers) / sizeof(headers[0]);
	     i++)
		if (strcmp(name, headers[i]) == 0)
			return true;
	return false;
}

/* Where an inline function was called from. */
static const char *find_call(Dwarf_Die *unit, Dwarf_Die *function, int *line)
{
	Dwarf_Attribute attribute;
	Dwarf_Word file, number;
	Dwarf_Files *files;
	size_t n;

	if (dwarf_formudata(dwarf_attr(function, DW_AT_call_file, &attribute),
			    &file) != 0 ||
	    dwarf_formudata(dwarf_attr(function, DW_AT_call_line, &attribute),
			    &number) != 0 ||
	    number > INT32_MAX || dwarf_getsrcfiles(unit, &files, &n) != 0 ||
	    file >= n)
		return NULL;
	*line = (int)number;
	return dwarf_filesrc(files, file, NULL, NULL);
}

/* The line in the program's source: from that of an inline part of a trace point
 * out to where it was written. */
static const char *leave_headers(Dwarf_Die *unit, uint64_t address,
				 const char *source, int *line)
{
	Dwarf_Die *scopes;
	int n;

	if (!is_trace_point(source))
		return source;
	n = dwarf_getscopes(unit, address, &scopes);
	for (int i = 0; i < n && is_trace_point(source); i++)
		if (dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine) {
			const char *call = find_call(unit, &scopes[i], line);

			source = call ? call : source;
		}
	if (n > 0)
		free(scopes);
	return source;
}

const char *lines_find(struct lines *lines, uint64_t address, int *line)
{
	size_t low = 0, high = lines->n;
	Dwarf_Line *found;
	Dwarf_Die die;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (lines->units[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0 || address >= lines->units[low - 1].end ||
	    !dwarf_offdie(lines->dwarf, lines->units[low - 1].die, &die))
		return NULL;
	found = dwarf_getsrc_die(&die, address);
	if (!found || dwarf_lineno(found, line) != 0)
		return NULL;
	return leave_headers(&die, address, dwarf_linesrc(found, NULL, NULL),
			     line);
}
