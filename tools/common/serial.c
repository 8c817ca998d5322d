/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Serial lines; see serial.h. */
#include "common/serial.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#include "common/size.h"
#include "common/tool.h"

static const struct {
	unsigned baud;
	speed_t speed;
} speeds[] = {
	{ 1200, B1200 }, { 2400, B2400 }, { 4800, B4800 }, { 9600, B9600 },
	{ 19200, B19200 }, { 38400, B38400 }, { 57600, B57600 },
	{ 115200, B115200 }, { 230400, B230400 }, { 460800, B460800 },
	{ 500000, B500000 }, { 921600, B921600 }, { 1000000, B1000000 },
	{ 1500000, B1500000 }, { 2000000, B2000000 }, { 3000000, B3000000 },
	{ 4000000, B4000000 },
};

enum { N_SPEEDS = sizeof(speeds) / sizeof(speeds[0]) };

static const speed_t *find_speed(unsigned baud)
{
	for (size_t i = 0; i < N_SPEEDS; i++) {
		if (speeds[i].baud == baud)
			return &speeds[i].speed;
	}
	return NULL;
}

error_t serial_parse_speed(const char *arg, unsigned *baud)
{
	size_t size;

	if (!size_parse(arg, &size) || size > UINT32_MAX ||
	    !find_speed((unsigned)size))
		return tool_misuse("--baud %s: no speed of a serial line; "
				   "such as 9600, 115200, 921600", arg);
	*baud = (unsigned)size;
	return 0;
}

bool serial_prepare(int fd, unsigned baud, struct termios *saved)
{
	const speed_t *speed = find_speed(baud);
	struct termios raw;

	if (tcgetattr(fd, saved) < 0)
		return false;
	errno = EINVAL;
	if (!speed)
		return false;
	raw = *saved;
	cfmakeraw(&raw);
	raw.c_cflag |= CREAD | CLOCAL;
	raw.c_cflag &= ~(tcflag_t)(CSTOPB | CRTSCTS);
	/* Break and signal characters have no special meaning. */
	raw.c_iflag |= IGNBRK;
	raw.c_cc[VMIN] = 1;
	raw.c_cc[VTIME] = 0;
	return cfsetspeed(&raw, *speed) == 0 &&
	       tcsetattr(fd, TCSANOW, &raw) == 0;
}
