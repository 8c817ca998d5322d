/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * posixtrace rkh: a stream of RKH records as text, JSON, a chart or a log.
 *
 * Memory is bounded: bytes are read, decoded, printed and forgotten; only
 * names stay, up to a limit.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/tool.h"
#include "input.h"
#include "log.h"
#include "options.h"
#include "picking.h"

enum { CHUNK = 64 << 10 };

struct decoding {
	const struct rkh_request *request;
	struct rkh_input input;
	struct rkh_stream *stream;
	struct out out;
	void *output;		/* for request->output */
	struct rkh_log *log;
	int raw;		/* -1: none */
	bool has_failed;
	uint64_t hz_guess;
	struct picking picking;
	bool is_picked;		/* only some records are selected */
};

/*
 * The rate has 16 bits in a configuration, and RKH truncates it: 1 MHz is sent
 * as 16960.  The low bits of a round number are recognized.
 */
static uint64_t guess_hz(uint16_t hz)
{
	for (uint64_t guess = 100000; guess <= 1000000000; guess *= 10) {
		if ((uint16_t)guess == hz)
			return guess;
	}
	return 0;
}

static void take_event(void *context, const struct rkh_event *event)
{
	struct decoding *decoding = context;
	const struct rkh_request *request = decoding->request;
	struct trace_event given = { .data = event, .len = sizeof(*event) };
	struct rkh_event picked;

	if (event->kind == RKH_FWK_TCFG && event->class == RKH_REC)
		decoding->hz_guess = guess_hz(event->config->hz);
	if (decoding->is_picked) {
		picked = *event;
		if (!picking_takes(&decoding->picking, &picked))
			return;
		event = given.data = &picked;
	}
	if (decoding->output)
		request->output->sink.event(decoding->output, &given);
	if (decoding->log)
		rkh_log_event(decoding->log, event);
}

/* ---- Opening ---- */

static bool open_raw(struct decoding *decoding)
{
	const char *path = decoding->request->raw;

	decoding->raw = -1;
	if (!path)
		return true;
	decoding->raw = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC |
				   O_NOCTTY, 0666);
	if (decoding->raw < 0)
		tool_error("%s: %s; name another file with --raw", path,
			   strerror(errno));
	return decoding->raw >= 0;
}

static bool open_output(struct decoding *decoding)
{
	const struct rkh_request *request = decoding->request;
	const struct rkh_output_options options = {
		.out = &decoding->out,
		.config = request->stream.config,
		.hz = request->hz,
	};

	if (out_init(&decoding->out, STDOUT_FILENO) != 0) {
		decoding->out.buffer = NULL;
		tool_error("out of memory");
		return false;
	}
	if (!request->output)
		return true;
	decoding->output = request->output->create(&options);
	if (!decoding->output)
		tool_error("out of memory");
	return decoding->output;
}

/* Read names from another stream, without printing it. */
static bool learn(struct decoding *decoding, const char *path)
{
	struct rkh_input input;
	char *buffer = malloc(CHUNK);
	bool is_new;
	ssize_t n = -1;

	if (buffer && rkh_input_open(&input, path, decoding->request->baud, false)) {
		while ((n = rkh_input_read(&input, buffer, CHUNK, &is_new)) > 0)
			rkh_stream_feed(decoding->stream, buffer, (size_t)n);
		rkh_stream_end(decoding->stream);
		rkh_input_close(&input);
	}
	free(buffer);
	return n == 0;
}

static bool open_all(struct decoding *decoding)
{
	const struct rkh_request *request = decoding->request;

	decoding->stream = rkh_stream_new(&request->stream, NULL, NULL);
	if (!decoding->stream) {
		tool_error("out of memory");
		return false;
	}
	if (request->symbols && !learn(decoding, request->symbols))
		return false;
	rkh_stream_set_sink(decoding->stream, take_event, decoding);
	if (!open_output(decoding) ||
	    !rkh_input_open(&decoding->input, request->source, request->baud,
			request->follow) ||
	    !open_raw(decoding))
		return false;
	if (request->log) {
		decoding->log = rkh_log_new(request->log, request->hz);
		return decoding->log;
	}
	return true;
}

/* ---- Reading ---- */

static void write_raw(struct decoding *decoding, const char *bytes, size_t n)
{
	while (decoding->raw >= 0 && n > 0) {
		ssize_t done = write(decoding->raw, bytes, n);

		if (done >= 0) {
			bytes += done;
			n -= (size_t)done;
		} else if (errno != EINTR) {
			tool_error("%s: %s; the copy ends here",
				   decoding->request->raw, strerror(errno));
			decoding->has_failed = true;
			close(decoding->raw);
			decoding->raw = -1;
		}
	}
}

static void decode(struct decoding *decoding)
{
	char *buffer = malloc(CHUNK);
	bool is_new;
	ssize_t n = -1;

	if (!buffer)
		tool_error("out of memory");
	while (buffer && !decoding->out.error) {
		n = rkh_input_read(&decoding->input, buffer, CHUNK, &is_new);
		if (n <= 0)
			break;
		if (is_new)
			rkh_stream_end(decoding->stream);
		write_raw(decoding, buffer, (size_t)n);
		rkh_stream_feed(decoding->stream, buffer, (size_t)n);
		if (decoding->input.is_live)
			out_flush(&decoding->out);
	}
	rkh_stream_end(decoding->stream);
	decoding->has_failed |= n < 0;
	free(buffer);
}

/* ---- Summary ---- */

static void report_assumptions(const struct decoding *decoding,
			       const struct rkh_counts *counts)
{
	const char *source = decoding->input.name;

	if (counts->bytes == 0)
		tool_note("%s: is empty", source);
	else if (!counts->records && !counts->unknown && !rkh_count_damaged(counts))
		tool_note("%s: no frame in it; is it a stream of RKH?", source);
	else if (counts->records == 0 && counts->bad_sum > 0)
		tool_note("%s: no frame has a correct checksum; if the target "
			  "sends none, use --config chk=0", source);
	else if (counts->configs == 0)
		tool_note("%s: the target does not send its configuration; "
			  "the default or that of --config was used", source);
	if (decoding->hz_guess && !decoding->request->hz &&
	    (decoding->log || !decoding->request->output))
		tool_note("%s: the target sends its clock rate in 16 bits, "
			  "which may be the low bits of %" PRIu64 "; in that "
			  "case use --hz %" PRIu64, source, decoding->hz_guess,
			  decoding->hz_guess);
}

static void report_losses(const struct decoding *decoding,
			  const struct rkh_counts *counts)
{
	const struct {
		uint64_t n;
		const char *what;
	} damages[] = {
		{ counts->bad_sum, "with a wrong checksum" },
		{ counts->aborted, "broken off in an escape" },
		{ counts->overlong, "too long" },
		{ counts->short_recs, "too short" },
		{ counts->left_over, "with bytes left over" },
		{ counts->unended, "cut by the end" },
	};
	const char *source = decoding->input.name;

	if (counts->missing)
		tool_note("%s: lost at least %" PRIu64 " frame%s in %" PRIu64
			  " place%s", source, counts->missing,
			  counts->missing == 1 ? "" : "s", counts->gaps,
			  counts->gaps == 1 ? "" : "s");
	for (size_t i = 0; i < sizeof(damages) / sizeof(damages[0]); i++) {
		if (damages[i].n)
			tool_note("%s: damaged: %" PRIu64 " %s", source,
				  damages[i].n, damages[i].what);
	}
	if (counts->unknown)
		tool_note("%s: %" PRIu64 " frame%s with an unknown id", source,
			  counts->unknown, counts->unknown == 1 ? "" : "s");
	if (counts->skipped && counts->skipped < counts->bytes)
		tool_note("%s: skipped %" PRIu64 " bytes before the first flag",
			  source, counts->skipped);
	if (counts->nameless)
		tool_note("%s: too many names, %" PRIu64 " not kept", source,
			  counts->nameless);
}

static void report(const struct decoding *decoding)
{
	const struct rkh_counts *counts = rkh_stream_counts(decoding->stream);

	if (decoding->request->quiet)
		return;
	tool_note("%s: %" PRIu64 " record%s, %" PRIu64 " bytes",
		  decoding->input.name, counts->records + counts->left_over,
		  counts->records + counts->left_over == 1 ? "" : "s",
		  counts->bytes);
	report_losses(decoding, counts);
	report_assumptions(decoding, counts);
}

static int close_all(struct decoding *decoding, bool is_read)
{
	const struct rkh_counts *counts;
	int status = TOOL_FINE;

	if (decoding->log && !rkh_log_finish(decoding->log))
		decoding->has_failed = true;
	if (decoding->raw >= 0 && close(decoding->raw) != 0) {
		tool_error("%s: %s", decoding->request->raw, strerror(errno));
		decoding->has_failed = true;
	}
	if (decoding->out.buffer)
		out_flush(&decoding->out);
	/* The reader of the pipe has closed it. */
	if (decoding->out.error && decoding->out.error != EPIPE) {
		tool_incomplete("standard output", decoding->out.error, "listing");
		decoding->has_failed = true;
	}
	if (decoding->out.error == EPIPE && !decoding->has_failed)
		return TOOL_FINE;
	if (!is_read)
		return TOOL_FAILURE;
	report(decoding);
	counts = rkh_stream_counts(decoding->stream);
	if (counts->missing)
		status = TOOL_LOST;
	if (rkh_count_damaged(counts) || (counts->bytes && !counts->records))
		status = TOOL_DAMAGED;
	if (decoding->has_failed)
		status = TOOL_FAILURE;
	return status;
}

int tool_rkh(int argc, char **argv)
{
	struct rkh_request request;
	struct decoding decoding = {
		.request = &request,
		.input = { .fd = -1, .listener = -1 },
		.raw = -1,
	};
	bool is_open;
	int status;

	if (!rkh_parse_options(&request, argc, argv)) {
		pick_fini(&request.pick);
		return TOOL_USAGE;
	}
	decoding.picking = (struct picking){
		.pick = &request.pick, .hz = request.hz,
	};
	decoding.is_picked = pick_is_given(&request.pick);
	is_open = open_all(&decoding);
	if (is_open) {
		input_catch_signals();
		decode(&decoding);
	}
	status = close_all(&decoding, is_open);
	if (decoding.output)
		request.output->sink.destroy(decoding.output);
	if (decoding.out.buffer)
		out_fini(&decoding.out);
	rkh_input_close(&decoding.input);
	rkh_stream_free(decoding.stream);
	pick_fini(&request.pick);
	return status;
}
