/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Stream ids: which stream a trace_id_t denotes, and which calls use it.
 *
 * An id is used once in the life of a process and its forked children, so one
 * that is stale, invalid or the parent's never denotes another stream.
 *
 * A stream is looked up in a read section (base/rcu.h) and may be used there
 * without sleeping; a call that may sleep takes a reference and ends the
 * section.  The call that removes a stream makes it unfindable, wakes the
 * sleepers, waits for the last reference, ends it, and frees it after a grace
 * period.
 */
#ifndef PXT_STREAM_TABLE_H
#define PXT_STREAM_TABLE_H

#include "stream/stream.h"

/* Enter a stream.  ENOMEM: the table is full. */
int pxt_table_add(struct pxt_stream *stream, trace_id_t *trid);

/*
 * Begin and end the use of a stream in a read section.  NULL: no such stream,
 * and no section has begun.
 */
struct pxt_stream *pxt_table_enter(trace_id_t trid);
void pxt_table_leave(void);

/*
 * End the read section and continue with a reference.  False: the stream has
 * been removed meanwhile.
 */
bool pxt_table_keep(struct pxt_stream *stream);

/* Take and drop a reference.  NULL: no such stream. */
struct pxt_stream *pxt_table_get(trace_id_t trid);
void pxt_table_put(struct pxt_stream *stream);

/*
 * Remove a stream, replayed or active as `replay` says: calls that wait on it
 * are woken, and when the last reference is dropped it is returned.  Only read
 * sections may still use it: the caller ends it if it is active, and retires
 * it.
 */
struct pxt_stream *pxt_table_remove(trace_id_t trid, bool replay);

/*
 * Free what has been removed, after a grace period; or later, if the caller is
 * in a read section of the program's own, which has to end first.
 */
void pxt_table_retire(struct pxt_stream *stream);

#endif
