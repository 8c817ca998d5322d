/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The words of struct pxt_self that trace points read first. */
#ifndef PXT_PROCESS_WORDS_H
#define PXT_PROCESS_WORDS_H

/*
 * Update the words that trace points read first.  A thread that has read the
 * old key continues with the old stream, which is unmapped only after the
 * thread has left it (thread.h).
 * The caller holds the lock of the registry.
 */
void pxt_words_update(void);

#endif
