/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Many senders; see senders.h.
 *
 * A log gets its number when its sender has told what it sends, so nothing remains
 * of others that connect, and what has come is there whatever happens later.
 */
#include "live/senders.h"

#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/address.h"
#include "common/nanoseconds.h"
#include "common/tool.h"
#include "live/reception.h"
#include "record/series.h"

enum {
	SENDERS_MOST = 512,
	/* Of each: the connection, the log, and what the log is written by. */
	DESCRIPTORS_EACH = 3,
	DESCRIPTORS_BESIDE = 24,
	INPUT_SIZE = 64 << 10,
	/* Idle time after which received events are written. */
	PAUSE_MS = 200,
	/* A sender repeats its configuration each second, or it is dead. */
	SILENCE_S = 10,
	/* How long to accept no sender if that has failed. */
	REST_MS = 1000,
	NAME_SIZE = NI_MAXHOST + NI_MAXSERV + 4,
	/* Before the senders in the array of descriptors. */
	WAKE = 0, LISTENER, FIRST,
};

struct sender_at {
	char from[NAME_SIZE];
	struct series *series;		/* of its log, and ... */
	char *path;			/* ... its path */
	struct reception reception;
	/* CLOCK_MONOTONIC; before there is a configuration, when it connected. */
	int64_t heard_ns;
	bool is_paused;
};

struct senders {
	const struct senders_setting *setting;
	struct series series;
	unsigned n, most;
	struct sender_at *at[SENDERS_MOST];
	struct pollfd fds[FIRST + SENDERS_MOST];
	int64_t rest_until_ns;
	unsigned n_drafts;		/* so far: each has a name of its own */
	int status;
	uint8_t input[INPUT_SIZE];
};

/* A failure is the worst; of others the larger number. */
static void note_status(struct senders *senders, int status)
{
	if (senders->status != TOOL_FAILURE &&
	    (status == TOOL_FAILURE || status > senders->status))
		senders->status = status;
}

static void name_peer(char *name, const struct sockaddr_storage *peer,
		      socklen_t len)
{
	char host[NI_MAXHOST], port[NI_MAXSERV];

	if (getnameinfo((const struct sockaddr *)peer, len, host, sizeof(host),
			port, sizeof(port), NI_NUMERICHOST | NI_NUMERICSERV) != 0)
		snprintf(name, NAME_SIZE, "a sender");
	else
		snprintf(name, NAME_SIZE, strchr(host, ':') ? "[%s]:%s" : "%s:%s",
			 host, port);
}

/* The log gets its number. */
static bool keep(struct reception *r, void *context)
{
	struct sender_at *sender = context;
	struct series *series = sender->series;
	uint64_t number;
	int err;

	number = series_publish(series, &r->file, &sender->path, &err);
	if (number)
		series->last = number;
	else
		logfile_stay(&r->file, err);
	series_prune(series);
	return number != 0;
}

static bool begin(struct senders *senders, struct sender_at *sender)
{
	struct reception *r = &sender->reception;

	sender->path = series_next(&senders->series, senders->n_drafts++);
	if (!sender->path)
		return false;
	if (!logfile_create_new(&r->file, sender->path))
		goto free_path;
	sender->series = &senders->series;
	r->keep = keep;
	r->context = sender;
	r->from = sender->from;
	r->is_quiet = senders->setting->is_quiet;
	if (reception_begin(r))
		return true;
	logfile_fini(&r->file);
free_path:
	free(sender->path);
	return false;
}

static void add(struct senders *senders, int fd,
		const struct sockaddr_storage *peer, socklen_t len)
{
	struct sender_at *sender = calloc(1, sizeof(*sender));

	if (sender)
		name_peer(sender->from, peer, len);
	else
		tool_error("%s: out of memory", senders->setting->source);
	if (!sender || !begin(senders, sender)) {
		free(sender);
		close(fd);
		note_status(senders, TOOL_FAILURE);
		return;
	}
	sender->heard_ns = ns_now();
	sender->is_paused = true;
	senders->at[senders->n] = sender;
	senders->fds[FIRST + senders->n] = (struct pollfd){
		.fd = fd, .events = POLLIN,
	};
	senders->n++;
}

static void take_sender(struct senders *senders)
{
	struct sockaddr_storage peer;
	socklen_t len = sizeof(peer);
	int fd = accept4(senders->fds[LISTENER].fd, (struct sockaddr *)&peer,
			 &len, SOCK_CLOEXEC | SOCK_NONBLOCK);

	if (fd >= 0) {
		add(senders, fd, &peer, len);
	} else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS ||
		   errno == ENOMEM) {
		tool_error("%s: %s; a sender waits until another one has ended",
			   senders->setting->source, strerror(errno));
		senders->rest_until_ns = ns_now() + REST_MS * INT64_C(1000000);
	}
}

static void end(struct senders *senders, unsigned i, int status)
{
	struct sender_at *sender = senders->at[i];

	note_status(senders, reception_finish(&sender->reception, status));
	reception_end(&sender->reception);
	close(senders->fds[FIRST + i].fd);
	free(sender->path);
	free(sender);
	senders->n--;
	senders->at[i] = senders->at[senders->n];
	senders->fds[FIRST + i] = senders->fds[FIRST + senders->n];
}

/* Has it told nothing for too long? */
static bool is_silent(struct sender_at *sender)
{
	const int64_t silence_ns = ns_now() - sender->heard_ns;

	if (!sender->is_paused && silence_ns > PAUSE_MS * INT64_C(1000000)) {
		receiver_pause(sender->reception.receiver);
		sender->is_paused = true;
	}
	if (silence_ns <= SILENCE_S * INT64_C(1000000000))
		return false;
	tool_note("%s: silent for %d s, so it is taken for dead", sender->from,
		  SILENCE_S);
	return true;
}

/* What has come of one.  False: it has ended, for that status. */
static bool read_from(struct senders *senders, unsigned i, int *status)
{
	struct sender_at *sender = senders->at[i];
	struct reception *r = &sender->reception;
	struct receiver_counts counts;
	ssize_t n = read(senders->fds[FIRST + i].fd, senders->input, INPUT_SIZE);
	bool goes_on;

	*status = TOOL_FINE;
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return true;
	/* A connection that breaks is one whose stream has no end. */
	if (n <= 0)
		return false;
	sender->is_paused = false;
	goes_on = receiver_feed(r->receiver, senders->input, (size_t)n);
	receiver_count(r->receiver, &counts);
	if (!counts.has_begun)
		return goes_on && !is_silent(sender);
	sender->heard_ns = ns_now();
	if (reception_keep(r))
		return goes_on;
	*status = TOOL_FAILURE;
	return false;
}

/* Backwards: the last one takes the place of one that ends. */
static void look_at_all(struct senders *senders)
{
	for (unsigned i = senders->n; i-- > 0;) {
		int status = TOOL_FINE;
		bool goes_on = senders->fds[FIRST + i].revents ?
			       read_from(senders, i, &status) :
			       !is_silent(senders->at[i]);

		if (!goes_on)
			end(senders, i, status);
	}
}

/* As many as there are descriptors for, whatever each does. */
static unsigned limit(void)
{
	struct rlimit files;
	rlim_t most = 1;

	if (getrlimit(RLIMIT_NOFILE, &files) < 0)
		return SENDERS_MOST;
	files.rlim_cur = files.rlim_max;
	setrlimit(RLIMIT_NOFILE, &files);
	getrlimit(RLIMIT_NOFILE, &files);
	if (files.rlim_cur > DESCRIPTORS_BESIDE + DESCRIPTORS_EACH)
		most = (files.rlim_cur - DESCRIPTORS_BESIDE) / DESCRIPTORS_EACH;
	return most < SENDERS_MOST ? (unsigned)most : SENDERS_MOST;
}

static void serve(struct senders *senders)
{
	struct pollfd *fds = senders->fds;

	for (;;) {
		bool is_open = senders->n < senders->most &&
			       ns_now() >= senders->rest_until_ns;
		int timeout = senders->n || !is_open ? PAUSE_MS : -1;

		fds[LISTENER].events = is_open ? POLLIN : 0;
		if (poll(fds, FIRST + senders->n, timeout) < 0)
			continue;
		look_at_all(senders);
		if (fds[WAKE].revents)
			break;
		if (fds[LISTENER].revents & POLLIN)
			take_sender(senders);
	}
	while (senders->n)
		end(senders, senders->n - 1, TOOL_FINE);
}

static int listen_at(const char *source)
{
	const char *why;
	bool listens;
	int fd = address_open(source, false, &listens, &why);

	if (fd < 0)
		tool_error("%s: %s; name tcp-listen:PORT", source, why);
	else
		/* Not for one peer, as address_open() listens. */
		listen(fd, SENDERS_MOST);
	return fd;
}

int senders_receive(const struct senders_setting *setting, int wake)
{
	struct senders *senders = calloc(1, sizeof(*senders));
	int status = TOOL_FAILURE, fd;

	if (!senders) {
		tool_error("%s: out of memory", setting->source);
		return status;
	}
	senders->setting = setting;
	senders->most = limit();
	if (!logfile_check_kind(setting->output) ||
	    !series_init(&senders->series, setting->output, setting->keep))
		goto free_senders;
	fd = listen_at(setting->source);
	if (fd < 0)
		goto fini_series;
	senders->fds[WAKE] = (struct pollfd){ .fd = wake, .events = POLLIN };
	senders->fds[LISTENER] = (struct pollfd){ .fd = fd };
	serve(senders);
	close(fd);
	status = senders->status;
fini_series:
	series_fini(&senders->series);
free_senders:
	free(senders);
	return status;
}
