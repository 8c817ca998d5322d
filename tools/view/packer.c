/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Blocks of bytes as elements of the page; see packer.h. */
#include "view/packer.h"

#include <resolv.h>

enum {
	/* Bytes that are encoded at a time; a multiple of three. */
	PIECE = 3 << 14,
	ELEMENT_ROOM = 128,
};

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

		/* And a NUL, which is not kept. */
		size_t room = 4 * ((piece + 2) / 3) + 1;

		p = out_room(out, room);
		out_done(out, p + b64_ntop((const unsigned char *)packed,
					   piece, p, room));
		packed += piece;
		len -= piece;
	}
	p = out_room(out, ELEMENT_ROOM);
	out_done(out, put_string(p, "</script>\n"));
	return true;
}
