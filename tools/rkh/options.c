/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The options of posixtrace rkh. */
#include "options.h"

#include <bsd/stdlib.h>
#include <stdlib.h>
#include <string.h>

#include "common/address.h"
#include "common/serial.h"
#include "common/tool.h"
#include "picking.h"

enum {
	OPT_TRAZER = 0x100,
	OPT_JSON,
	OPT_MSC,
	OPT_MAP,
	OPT_HZ,
	OPT_BAUD,
	OPT_RAW,
};

static const struct argp_option options[] = {
	{ "trazer", OPT_TRAZER, NULL, 0, "lines as Trazer prints them", 0 },
	{ "json", OPT_JSON, NULL, 0, "one JSON object a frame", 0 },
	{ "msc", OPT_MSC, NULL, 0, "a message sequence chart, as text", 0 },
	{ "output", 'o', "LOG", 0,
	  "write a log for the other commands, and print nothing unless a form is chosen",
	  1 },
	{ "raw", OPT_RAW, "FILE", 0, "keep a copy of the bytes as they come",
	  1 },
	{ "symbols", 's', "FILE", 0,
	  "learn names from this stream first, without printing it", 2 },
	{ "map", OPT_MAP, "VERSION", 0,
	  "whose ids these are: 3, 2.4.5, 2.4.4, 2.4.3, 2.3, 2.2 or 2.0", 2 },
	{ "config", 'c', "NAME=N,...", 0,
	  "sizes in bytes (id sig ts ptr fun nt nb ne es bs) and parts, 0 or 1 (seq chk snr qmin mpmin), until the stream tells its own",
	  2 },
	{ "hz", OPT_HZ, "N", 0, "ticks of the time stamps in a second", 2 },
	{ "baud", OPT_BAUD, "N", 0, "speed of a serial line; 115200 by default",
	  3 },
	{ "follow", 'f', NULL, 0,
	  "do not end with the file or the connection: wait for more", 3 },
	{ "quiet", 'q', NULL, 0, "no summary", 4 },
	{ 0 },
};

static const char doc[] =
	"Decode a stream of RKH trace records.\v"
	"SOURCE is a file, - for standard input, tcp:PORT to wait for a "
	"target, tcp:HOST:PORT to connect to one, or a serial device.";

static error_t choose(struct rkh_request *request,
		      const struct rkh_output *output)
{
	if (request->is_output_chosen && request->output != output)
		return tool_misuse("--trazer, --json and --msc are different forms; choose one");
	request->output = output;
	request->is_output_chosen = true;
	return 0;
}

static error_t parse_hz(struct rkh_request *request, const char *arg)
{
	const char *wrong;

	request->hz = (uint64_t)strtonum(arg, 1, RKH_HZ_MAX, &wrong);
	if (wrong)
		return tool_misuse("--hz %s: not a number from 1 to %lld", arg,
				   (long long)RKH_HZ_MAX);
	return 0;
}

static error_t parse_map(struct rkh_request *request, const char *arg)
{
	request->stream.map = rkh_map_named(arg);
	if (!request->stream.map)
		return tool_misuse("--map %s: no such version; choose 3, 2.4.5, 2.4.4, 2.4.3, 2.3, 2.2 or 2.0",
				   arg);
	return 0;
}

static error_t parse_config(struct rkh_request *request, const char *arg)
{
	const char *wrong;
	size_t len;

	if (rkh_config_set(&request->stream.config, arg, &wrong, &len))
		return 0;
	return tool_misuse("--config %s: '%.*s' is none; give items as sig=2 or chk=0",
			   arg, (int)len, wrong);
}

static error_t parse_end(struct rkh_request *request)
{
	if (!request->source)
		return tool_misuse("no stream; name a file, -, tcp:PORT or a device");
	if (address_check(request->source, true) != 0)
		return EINVAL;
	if (request->log && !request->is_output_chosen)
		request->output = NULL;
	request->stream.like_trazer = request->output == &rkh_output_trazer;
	return picking_check(&request->pick);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct rkh_request *request = state->input;

	switch (key) {
	case OPT_TRAZER:
		return choose(request, &rkh_output_trazer);
	case OPT_JSON:
		return choose(request, &rkh_output_json);
	case OPT_MSC:
		return choose(request, &rkh_output_msc);
	case 'o':
		request->log = arg;
		return 0;
	case OPT_RAW:
		request->raw = arg;
		return 0;
	case 's':
		request->symbols = arg;
		return 0;
	case OPT_MAP:
		return parse_map(request, arg);
	case 'c':
		return parse_config(request, arg);
	case OPT_HZ:
		return parse_hz(request, arg);
	case OPT_BAUD:
		return serial_parse_speed(arg, &request->baud);
	case 'f':
		request->follow = true;
		return 0;
	case 'q':
		request->quiet = true;
		return 0;
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &request->pick;
		return 0;
	case ARGP_KEY_ARG:
		if (request->source)
			return tool_misuse("%s: one stream at a time, and %s is there already",
					   arg, request->source);
		request->source = arg;
		return 0;
	case ARGP_KEY_END:
		return parse_end(request);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

bool rkh_parse_options(struct rkh_request *request, int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.children = pick_children,
		.args_doc = "SOURCE",
		.doc = doc,
	};

	*request = (struct rkh_request){
		.output = &rkh_output_text,
		.baud = 115200,
	};
	rkh_config_init(&request->stream.config);
	return tool_parse(&argp, argc, argv, request);
}
