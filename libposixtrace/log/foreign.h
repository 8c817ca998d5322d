/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Logs of machines of the other byte order: the one place where their numbers
 * become ours.  Whatever is read from a log goes through here before it is
 * looked at; of a log of our own order nothing is touched.
 *
 * Checksums are over the bytes as they were written.  Where one was right, it
 * is made right for the bytes as they are now, and else it stays wrong, so
 * pxt_log_..._is_valid() need not know.  That of the bytes behind the header
 * of a block is only turned: they are checked before they are.
 *
 * The data of user events is the user's and stays as it is.  That of system
 * events becomes what <trace.h> and <posixtrace.h> say.
 */
#ifndef PXT_LOG_FOREIGN_H
#define PXT_LOG_FOREIGN_H

#include "log/front.h"

/* The head says itself what it is; its byte_order stays as it was read. */
void pxt_foreign_head(struct pxt_log_head *head);

/* All numbers before the types that are used; the head goes first. */
void pxt_foreign_front(struct pxt_front *front);

/* These use a head that was converted by the function above. */
void pxt_foreign_type(const struct pxt_log_head *head,
		      struct pxt_log_type *type);
void pxt_foreign_header(const struct pxt_log_head *head,
			struct pxt_chunk_header *header);
void pxt_foreign_entries(const struct pxt_log_head *head,
			 struct pxt_log_entry *entries, size_t n);
void pxt_foreign_packed(const struct pxt_log_head *head,
			struct pxt_log_packed *packed);
/* Unpacked records, of which *header, ours by now, says what they are.  They
 * may be anything. */
void pxt_foreign_records(const struct pxt_log_head *head,
			 const struct pxt_chunk_header *header,
			 unsigned char *records);

/*
 * The data of one system event from a machine of the other byte order, on
 * which a long has `long_size` bytes.
 */
void pxt_foreign_data(unsigned id, unsigned long_size, unsigned char *data,
		      size_t len);

#endif
