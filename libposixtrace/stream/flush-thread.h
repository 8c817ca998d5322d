/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What the flush thread (flush-thread.c) and the calls that ask it for something
 * (flush.c) have in common.
 *
 * Everything in struct pxt_flush is guarded by the stream's lock, except
 * `blocks`, which belongs to the thread while it has been given work.
 */
#ifndef PXT_STREAM_FLUSH_THREAD_H
#define PXT_STREAM_FLUSH_THREAD_H

#include <pthread.h>

#include "stream/block.h"
#include "stream/flush.h"
#include "stream/logplace.h"
#include "stream/worker.h"

enum pxt_flush_order {
	PXT_FLUSH_BEGIN,		/* create the log */
	PXT_FLUSH_NOW,
	PXT_FLUSH_CLEAR,
	PXT_FLUSH_ADD,			/* `added` of the request */
	/* The thread ends after these: */
	PXT_FLUSH_SWITCH,		/* that of the next log goes on */
	PXT_FLUSH_FINISH,
};

/* On the stack of the caller that waits for it. */
struct pxt_flush_request {
	enum pxt_flush_order order;
	struct pxt_added *added;
	bool done;
	int result;
};

struct pxt_flush {
	struct pxt_stream *stream;
	struct pxt_blocks *blocks;	/* NULL before BEGIN */
	int fd;				/* of the caller, for BEGIN */
	struct pxt_log_place place;	/* of that file, for SWITCH */
	uint32_t number;		/* of the log */
	/* the thread has its own descriptor table */
	bool apart;
	struct pxt_worker worker;	/* its thread's */
	pthread_cond_t done;		/* a request has been completed */
	struct pxt_flush_request *request;	/* NULL: none */
	bool busy;			/* FLUSHING */
	int error;			/* first one since get_status */
	uint64_t log_lost_seen;		/* when get_status last reset */
	struct pxt_flush *next;		/* with the next log; or NULL */
};

/* The thread; `arg` is its struct pxt_flush. */
void *pxt_flush_run(void *arg);

#endif
