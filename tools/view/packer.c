/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Blocks of bytes as elements of the page; see packer.h. */
#include "view/packer.h"

#include <stdint.h>

enum {
	/* Bytes that are encoded at a time; a multiple of three. */
	PIECE = 3 << 14,
	ELEMENT_ROOM = 128,
};

static char *put_four(char *p, uint32_t bits)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "abcdefghijklmnopqrstuvwxyz0123456789+/";

	p[0] = digits[bits >> 18 & 63];
	p[1] = digits[bits >> 12 & 63];
	p[2] = digits[bits >> 6 & 63];
	p[3] = digits[bits & 63];
	return p + 4;
}

char *put_base64(char *p, const void *bytes, size_t len)
{
	const unsigned char *b = bytes;

	for (; len >= 3; len -= 3, b += 3)
		p = put_four(p, (uint32_t)b[0] << 16 | (uint32_t)b[1] << 8 |
				b[2]);
	if (len == 0)
		return p;
	p = put_four(p, (uint32_t)b[0] << 16 |
			(len == 2 ? (uint32_t)b[1] << 8 : 0));
	p[-1] = '=';
	if (len == 1)
		p[-2] = '=';
	return p;
}

bool packer_put(struct packer *packer, struct out *out, const char *kind,
		const void *bytes, size_t len)
{
	const char *packed = packer_pack(packer, bytes, len, &len);
	char *p;

	if (!packed)
		return false;
	p = out_room(out, ELEMENT_ROOM);
	p = put_string(p, "<script type=\"application/octet-stream\" class=\"");
	p = put_string(p, kind);
	p = put_string(p, "\" data-form=\"");
	p = put_string(p, packer_form);
	out_done(out, put_string(p, "\">"));
	while (len) {
		size_t piece = len < PIECE ? len : PIECE;

		p = out_room(out, 4 * ((piece + 2) / 3));
		out_done(out, put_base64(p, packed, piece));
		packed += piece;
		len -= piece;
	}
	p = out_room(out, ELEMENT_ROOM);
	out_done(out, put_string(p, "</script>\n"));
	return true;
}
