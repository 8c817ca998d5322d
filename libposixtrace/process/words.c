/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* What trace points read first; see words.h. */
#include "process/words.h"

#include "process/self.h"

/* The only stream, if it has no type ids of its own, or NULL. */
static struct pxt_attached *only_one(uint64_t attached)
{
	struct pxt_attached *a =
		&pxt_attached[attached ? __builtin_ctzll(attached) : 0];

	return attached && (attached & (attached - 1)) == 0 &&
	       !a->translation ? a : NULL;
}

static bool need_no_fence(uint64_t attached)
{
	for (; attached; attached &= attached - 1)
		if (pxt_attached[__builtin_ctzll(attached)].full_fence)
			return false;
	return true;
}

void pxt_words_update(void)
{
	/* Those that `key` stands for, unless it is the key of one. */
	static uint64_t several;
	static uint64_t last_key;
	uint64_t attached = pxt_load_relaxed(&pxt_self->attached);
	uint64_t before = pxt_load_relaxed(&pxt_self->key), key = 0;
	bool retries = pxt_load_relaxed(&pxt_self->retry_ns);
	struct pxt_attached *one = only_one(attached);

	pxt_store_relaxed(&pxt_self->untraced, attached == 0 && !retries);
	if (retries || !need_no_fence(attached)) {
		attached = 0;
	} else if (one) {
		if (!pxt_load_relaxed(&one->key))
			pxt_store_relaxed(&one->key, last_key += PXT_KEY_STEP);
		key = pxt_load_relaxed(&one->key);
		attached = 0;
	} else if (attached) {
		/* A stream that was detached meanwhile has left a 0. */
		key = before && attached == several ? before :
		      (last_key += PXT_KEY_STEP);
	}
	several = attached;
	if (key != before)
		pxt_store_release(&pxt_self->key, key);
}
