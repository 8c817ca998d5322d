/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Records as text; see print.h. */
#include "print.h"

#include <stdio.h>
#include <string.h>

char *rkh_put_bytes_as_text(char *p, const void *bytes, size_t len,
			    bool keep_space)
{
	const unsigned char *from = bytes;

	for (size_t i = 0; i < len; i++) {
		unsigned char c = from[i];
		bool is_space = c == '\n' || c == '\t' || c == '\r';

		if ((c >= ' ' && c != 0x7f) || (is_space && keep_space)) {
			*p++ = (char)c;
			continue;
		}
		p = put_string(p, "\\x");
		p = put_hex(p, &c, 1);
	}
	return p;
}

char *rkh_put_text(char *p, const char *text)
{
	return rkh_put_bytes_as_text(p, text, strlen(text), false);
}

size_t rkh_value_room(const struct rkh_value *value)
{
	size_t name = value->name ? strlen(value->name) : 0;

	return 128 + 4 * name + 4 * value->len;
}

char *rkh_put_column(char *p, uint64_t value, size_t width)
{
	char digits[20];
	size_t len = (size_t)(put_unsigned(digits, value) - digits);

	for (; width > len; width--)
		*p++ = ' ';
	return put_bytes(p, digits, len);
}

/* Capitals, and zeros in front up to the width. */
static char *put_capital_hex(char *p, uint64_t value, unsigned width)
{
	static const char digits[] = "0123456789ABCDEF";
	unsigned n = 16;

	while (n > 1 && n > width && value >> 4 * (n - 1) == 0)
		n--;
	while (n-- > 0)
		*p++ = digits[value >> 4 * n & 15];
	return p;
}

/* Zeros in front up to the width, in which a sign counts. */
static char *put_wide(char *p, int64_t value, unsigned width)
{
	char digits[20];
	uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
	size_t len = (size_t)(put_unsigned(digits, rest) - digits);
	size_t sign = value < 0;

	if (sign)
		*p++ = '-';
	for (; width > len + sign; width--)
		*p++ = '0';
	return put_bytes(p, digits, len);
}

static char *put_memory(char *p, const struct rkh_value *value)
{
	p = put_string(p, "[ ");
	for (size_t i = 0; i < value->len; i++) {
		p = put_capital_hex(p, value->bytes[i], 2);
		*p++ = ' ';
	}
	*p++ = ']';
	return p;
}

char *rkh_put_value(char *p, const struct rkh_value *value)
{
	if (value->name) {
		if (value->group) {
			p = put_string(p, value->group);
			*p++ = '.';
		}
		return rkh_put_text(p, value->name);
	}
	switch (value->type) {
	case RKH_OBJECT:
	case RKH_ACTIVE:
	case RKH_SENDER:
	case RKH_STATE:
	case RKH_TARGET:
	case RKH_TIMER:
	case RKH_QUEUE:
	case RKH_FUNCTION:
	case RKH_SIGNAL:
	case RKH_EVENT_ID:
		p = put_string(p, "0X");
		return put_capital_hex(p, value->number, 1);
	case RKH_ADDRESS:
	case RKH_FUNCTION_ADDRESS:
		p = put_string(p, "0x");
		return put_capital_hex(p, value->number, 8);
	case RKH_HEX:
		p = put_string(p, "0x");
		return put_capital_hex(p, value->number, value->width);
	case RKH_INT:
		return put_wide(p, (int64_t)value->number, value->width);
	case RKH_UNSIGNED:
		return put_wide(p, (int64_t)value->number, value->width);
	case RKH_STRING:
		return rkh_put_bytes_as_text(p, value->bytes, value->len,
					     false);
	case RKH_MEMORY:
		return put_memory(p, value);
	default:
		return put_unsigned(p, value->number);
	}
}

static void print_config(struct out *out, const struct rkh_config *config)
{
	static const struct {
		uint32_t bit;
		const char *name;
	} switches[] = {
		{ RKH_HAS_SEQ, "seq" }, { RKH_HAS_SUM, "chk" },
		{ RKH_HAS_SENDER, "snr" }, { RKH_HAS_QUEUE_MIN, "qmin" },
		{ RKH_HAS_POOL_MIN, "mpmin" },
	};
	char version[RKH_VERSION_TEXT];
	char text[160];
	char *p = out_room(out, sizeof(text) + 80);

	rkh_config_version(config, version);
	snprintf(text, sizeof(text),
		 "version=%s, hz=%u, id=%u, sig=%u, ts=%u, ptr=%u, nt=%u, "
		 "nb=%u, ne=%u, es=%u, bs=%u",
		 version, config->hz, config->id, config->signal,
		 config->switches & RKH_HAS_STAMP ? config->stamp : 0u,
		 config->pointer, config->ticks, config->nblock,
		 config->nelem, config->esize, config->bsize);
	p = put_string(p, text);
	for (size_t i = 0; i < sizeof(switches) / sizeof(switches[0]); i++) {
		p = put_string(p, ", ");
		p = put_string(p, switches[i].name);
		*p++ = '=';
		*p++ = config->switches & switches[i].bit ? '1' : '0';
	}
	out_done(out, p);
}

/* A module is sent without the ".c" that it is shown with. */
static void print_assertion(struct out *out, const struct rkh_event *event)
{
	const struct rkh_value *module = &event->values[0];
	const struct rkh_value *line = &event->values[1];
	char *p = out_room(out, rkh_value_room(module));

	*p++ = '(';
	p = rkh_put_value(p, line);
	p = put_string(p, "), ");
	p = rkh_put_value(p, module);
	out_done(out, put_string(p, ".c"));
}

void rkh_print_arguments(struct out *out, const struct rkh_event *event)
{
	char *p;

	if (event->kind == RKH_FWK_TCFG && event->class == RKH_REC) {
		print_config(out, event->config);
		return;
	}
	if (event->kind == RKH_FWK_ASSERT && event->n_values == 2) {
		print_assertion(out, event);
		return;
	}
	for (size_t i = 0; i < event->n_values; i++) {
		const struct rkh_value *value = &event->values[i];

		p = out_room(out, rkh_value_room(value));
		if (i > 0)
			p = put_string(p, ", ");
		if (value->type != RKH_ACTION && event->kind != RKH_USR) {
			p = put_string(p, value->label);
			*p++ = '=';
		}
		out_done(out, rkh_put_value(p, value));
	}
}
