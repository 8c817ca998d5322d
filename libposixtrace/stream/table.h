/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Stream ids: which stream a trace_id_t is, and who is using it.
 *
 * An id is used once in the life of a process and its forked children, so
 * one that is stale, made up or the parent's is never somebody else's.
 */
#ifndef PXT_STREAM_TABLE_H
#define PXT_STREAM_TABLE_H

#include "stream/stream.h"

/* Enter a stream.  ENOMEM: the table is full. */
int pxt_table_add(struct pxt_stream *stream, trace_id_t *trid);

/* Begin and end to use a stream.  NULL: no such stream. */
struct pxt_stream *pxt_table_get(trace_id_t trid);
void pxt_table_put(struct pxt_stream *stream);

/*
 * Take out a stream, replayed or active as `replay` says: whoever waits on
 * it is woken, and when the last one has gone it is the caller's alone.
 */
struct pxt_stream *pxt_table_remove(trace_id_t trid, bool replay);

#endif
