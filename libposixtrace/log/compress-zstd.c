/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Compressing with libzstd, loaded when it is needed; see compress.h. */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <zstd.h>

#include "log/compress.h"

struct pxt_packer {
	ZSTD_CCtx *context;
	int level;
};

static struct {
	__typeof__(&ZSTD_createCCtx) create;
	__typeof__(&ZSTD_freeCCtx) destroy;
	__typeof__(&ZSTD_compressCCtx) compress;
	__typeof__(&ZSTD_decompress) decompress;
	__typeof__(&ZSTD_isError) is_error;
	bool is_there;
} zstd;

static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Never unloaded: a log may be written until the process ends. */
static void load(void)
{
	void *library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);

	if (!library)
		return;
	*(void **)&zstd.create = dlsym(library, "ZSTD_createCCtx");
	*(void **)&zstd.destroy = dlsym(library, "ZSTD_freeCCtx");
	*(void **)&zstd.compress = dlsym(library, "ZSTD_compressCCtx");
	*(void **)&zstd.decompress = dlsym(library, "ZSTD_decompress");
	*(void **)&zstd.is_error = dlsym(library, "ZSTD_isError");
	zstd.is_there = zstd.create && zstd.destroy && zstd.compress &&
			zstd.decompress && zstd.is_error;
}

int pxt_compress_check(void)
{
	pthread_once(&once, load);
	return zstd.is_there ? 0 : ENOTSUP;
}

int pxt_packer_open(int level, struct pxt_packer **out)
{
	struct pxt_packer *packer;
	int err = pxt_compress_check();

	if (err)
		return err;
	packer = malloc(sizeof(*packer));
	if (!packer)
		return ENOMEM;
	packer->level = level;
	packer->context = zstd.create();
	if (!packer->context) {
		free(packer);
		return ENOMEM;
	}
	*out = packer;
	return 0;
}

void pxt_packer_close(struct pxt_packer *packer)
{
	if (!packer)
		return;
	zstd.destroy(packer->context);
	free(packer);
}

size_t pxt_pack(struct pxt_packer *packer, const void *from, size_t len,
		void *to, size_t room)
{
	size_t n = zstd.compress(packer->context, to, room, from, len,
				 packer->level);

	return zstd.is_error(n) ? 0 : n;
}

int pxt_unpack(const void *from, size_t len, void *to, size_t size)
{
	int err = pxt_compress_check();
	size_t n;

	if (err)
		return err;
	n = zstd.decompress(to, size, from, len);
	return zstd.is_error(n) || n != size ? EBADMSG : 0;
}
