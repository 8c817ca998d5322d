/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Converts logs of machines with the other byte order.  Everything that is read
 * from a log passes through here first; logs of this machine's byte order are
 * not changed.
 *
 * A checksum covers the bytes as written.  If it was right, it is recomputed
 * for the converted bytes, else it stays wrong: so pxt_log_..._is_valid() need
 * not know about byte orders.  The checksum of a block's data is only swapped:
 * the data is checked before it is converted.
 *
 * The data of user events is the user's and is not converted.  That of system
 * events is converted to the layouts in <trace.h> and <posixtrace.h>.
 */
#ifndef PXT_LOG_FOREIGN_H
#define PXT_LOG_FOREIGN_H

#include "log/front.h"

/* Convert the head; its byte_order stays as read. */
void pxt_foreign_head(struct pxt_log_head *head);

/* Convert everything before the types that are used, except the head, which
 * must be converted first. */
void pxt_foreign_front(struct pxt_front *front);

/* These need a converted head. */
void pxt_foreign_type(const struct pxt_log_head *head,
		      struct pxt_log_type *type);
void pxt_foreign_header(const struct pxt_log_head *head,
			struct pxt_chunk_header *header);
void pxt_foreign_entries(const struct pxt_log_head *head,
			 struct pxt_log_entry *entries, size_t n);
void pxt_foreign_packed(const struct pxt_log_head *head,
			struct pxt_log_packed *packed);
/* Convert the data of an image block, which may contain anything. */
void pxt_foreign_images(const struct pxt_log_head *head, unsigned char *records,
			size_t len);
/* Convert uncompressed records, which may contain anything; *header is
 * converted already. */
void pxt_foreign_records(const struct pxt_log_head *head,
			 const struct pxt_chunk_header *header,
			 unsigned char *records);

/*
 * Convert the data of a system event from a machine whose long has `long_size`
 * bytes.
 */
void pxt_foreign_data(unsigned id, unsigned long_size, unsigned char *data,
		      size_t len);

#endif
