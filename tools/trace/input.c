/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Opening the input of a command; see input.h. */
#include "trace/input.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/tool.h"
#include "dump/dump.h"
#include "log/txtb.h"

#define ADVICE	"name a log that 'posixtrace record' wrote, or a ThreadX dump"

/* Why a file cannot be had, with the advice on that. */
static void explain_errno(const char *path, int err, const char *advice)
{
	advice = tool_advice(err, advice);
	tool_error("%s: %s%s%s", path, strerror(err), *advice ? "; " : "",
		   advice);
}

static bool open_file(struct input *input)
{
	struct stat status;

	input->fd = strcmp(input->path, "-") == 0 ?
		fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) :
		open(input->path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (input->fd < 0) {
		explain_errno(input->path, errno, ADVICE);
		return false;
	}
	if (fstat(input->fd, &status) < 0 || !S_ISREG(status.st_mode)) {
		tool_error("%s: %s; " ADVICE, input->path,
			   strcmp(input->path, "-") == 0 ?
			   "standard input is closed, or not a regular file" :
			   "not a regular file");
		close(input->fd);
		return false;
	}
	input->device = status.st_dev;
	input->inode = status.st_ino;
	if (status.st_size > 0)
		return true;
	/* Empty, or one that the kernel makes up while it is read, which may
	 * wait (/proc/kmsg).  Nobody is to read that. */
	close(input->fd);
	input->fd = memfd_create("posixtrace", MFD_CLOEXEC);
	if (input->fd < 0)
		explain_errno(input->path, errno, "");
	return input->fd >= 0;
}

static void explain(const struct input *input, int err,
		    const struct unhex_fault *fault)
{
	if (err == EBADMSG)
		tool_error("%s:%" PRIu64 ": %s; the file is damaged, or not "
			   "%s", input->path, fault->line, fault->text,
			   unhex_name(input->form));
	else
		explain_errno(input->path, err, "");
}

/* Convert the text to bytes, in a file in memory. */
static bool convert(struct input *input)
{
	struct unhex_result result;
	struct unhex_fault fault = { 0 };
	int fd = memfd_create("posixtrace", MFD_CLOEXEC);
	int err = fd < 0 || lseek(input->fd, 0, SEEK_SET) < 0 ? errno : 0;

	if (!err)
		err = unhex(input->form, input->fd, fd, &result, &fault);
	if (err) {
		explain(input, err, &fault);
		if (fd >= 0)
			close(fd);
		return false;
	}
	if (result.jump_line)
		tool_note("%s:%" PRIu64 ": the address does not follow the "
			  "one before; records are taken in their order",
			  input->path, result.jump_line);
	close(input->fd);
	input->fd = fd;
	return true;
}

bool input_open(struct input *input, const char *path)
{
	unsigned char start[64];
	ssize_t n;

	*input = (struct input){ .path = path };
	if (!open_file(input))
		return false;
	n = pread(input->fd, start, sizeof(start), 0);
	input->form = n > 0 ? unhex_detect(start, (size_t)n) : UNHEX_NONE;
	if (input->form == UNHEX_NONE || convert(input))
		return true;
	close(input->fd);
	return false;
}

void input_close(struct input *input)
{
	close(input->fd);
}

bool input_was_replaced(const struct input *input)
{
	struct stat status;

	return strcmp(input->path, "-") != 0 && stat(input->path, &status) == 0 &&
	       (status.st_dev != input->device || status.st_ino != input->inode);
}

bool input_is_log(const struct input *input)
{
	struct pxt_txtb_header header;
	char magic[sizeof(PXT_LOG_MAGIC) - 1];

	if (pread(input->fd, magic, sizeof(magic), PXT_LOG_HEAD) ==
	    sizeof(magic) && memcmp(magic, PXT_LOG_MAGIC, sizeof(magic)) == 0)
		return true;
	return pread(input->fd, &header, sizeof(header), 0) ==
	       sizeof(header) && pxt_txtb_kind(&header) == PXT_TXTB_LOG;
}

/* The file has what is written before the head of a log, and no head. */
static bool is_beginning(const struct input *input)
{
	static const char none[sizeof(PXT_LOG_MAGIC) - 1];
	char magic[sizeof(none)];
	ssize_t n = pread(input->fd, magic, sizeof(magic), PXT_LOG_HEAD);

	return n >= 0 && memcmp(magic, none, (size_t)n) == 0 &&
	       input_is_log(input);
}

void input_refuse(const struct input *input, int err)
{
	struct pxt_dump_fault fault;
	struct pxt_dump *dump;
	struct stat status;
	char byte;

	if (err == EINVAL && pread(input->fd, &byte, 1, 0) < 0)
		err = errno;
	if (err == ENOTSUP) {
		tool_error("%s: a ThreadX dump, and there is no "
			   "libposixtrace-dump.so of this version beside "
			   "libposixtrace.so; install it", input->path);
		return;
	}
	if (err != EINVAL) {
		explain_errno(input->path, err, "");
		return;
	}
	if (fstat(input->fd, &status) == 0 && status.st_size == 0) {
		tool_error("%s: not a trace log: the file is empty; if that is "
			   "about to be recorded, try again", input->path);
		return;
	}
	if (is_beginning(input)) {
		tool_error("%s: not a trace log yet: it has no head; try again, "
			   "or run 'posixtrace check'", input->path);
		return;
	}
	/* If the file begins like a trace buffer, report why it is not one. */
	if (pxt_dump_open(input->fd, &dump, &fault) == 0)
		pxt_dump_close(dump);
	else if (fault.offset > 0) {
		tool_error("%s: not a trace log: offset %" PRIu64 ": %s; "
			   "'posixtrace check' tells more", input->path,
			   fault.offset, fault.text);
		return;
	}
	tool_error("%s: not a trace log; " ADVICE, input->path);
}
