/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The end of a controller shuts its streams down (EXIT-1), which first stops them.
 * The STOP of one that was killed is made when its log is read or completed.
 */
#ifndef PXT_SOURCE_ENDING_H
#define PXT_SOURCE_ENDING_H

#include "source/rescue.h"

/* Does a log end in a STOP that is a block of its own, as a full log does, and one
 * that was recovered?  Sets the STOP's time. */
bool pxt_ending_is_in(const struct pxt_log_reader *log, uint64_t *ticks);

/*
 * If the stream was running when its controller died, or was full and the controller
 * had not recorded that, make rescue->stop, later than all the pieces and all in the
 * log, and describe it.  False: the log needs none.
 */
bool pxt_ending_make(struct pxt_rescue *rescue, const struct pxt_log_reader *log,
		     struct pxt_rescued *found);

/* The log's last status, updated with what was found. */
void pxt_ending_status(const struct pxt_rescue *rescue,
		       const struct pxt_log_reader *log,
		       struct pxt_log_status *status);

#endif
