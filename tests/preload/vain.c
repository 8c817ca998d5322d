/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * A library that looks up names that do not exist, before the preload library
 * is initialised. dlsym() allocates memory for the message of dlerror(), and
 * frees it before the next message.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int messages;

/* Not found; other calls must not change the message. */
static void look_for(const char *name)
{
	const char *message;
	char *block;

	dlsym(RTLD_DEFAULT, name);
	block = realloc(malloc(10), 2000);
	free(block);
	free(aligned_alloc(64, 64));
	close(open("/dev/null", O_RDONLY | O_CLOEXEC));
	pthread_mutex_lock(&mutex);
	pthread_mutex_unlock(&mutex);
	message = dlerror();
	messages += message != NULL && strstr(message, name) != NULL;
}

__attribute__((constructor)) static void before_main(void)
{
	dlsym(RTLD_DEFAULT, "a_name_that_nobody_has");
	dlsym(RTLD_DEFAULT, "nor_this_one");
	look_for("the_first_that_is_asked_about");
	look_for("the_second");
}

__attribute__((visibility("default"))) int vain_messages(void);

int vain_messages(void)
{
	return messages;
}
