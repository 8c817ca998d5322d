/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The commands of posixtrace on any files: logs, dumps, captures, text,
 * templates.  Each command must end with one of its exit statuses, print no
 * control characters of a file, print only valid JSON, and leave no descriptor
 * open.  A log that it writes must be valid.
 */
#include "tools.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <yajl/yajl_parse.h>

#include <posixtrace.h>

#include "common/tool.h"
#include "fuzz.h"
#include "seal.h"
#include "sparse.h"

enum { FILE_MOST = 4 << 20, ARGS = 16 };

/* Exit statuses. */
enum {
	WHOLE = 1u << TOOL_FINE | 1u << TOOL_LOST,
	ANY = WHOLE | 1u << TOOL_DAMAGED | 1u << TOOL_FAILURE,
};

enum output { OUT_TEXT, OUT_JSON, OUT_ANY };

/* FILE and COPY are replaced by the input, TEMPLATES by a template file, OUT by
 * an output file, PID by the pid of this process. */
static const struct command {
	tool_command *run;
	enum output output;
	bool makes_log;			/* in OUT */
	const char *args[ARGS];
} commands[] = {
	{ tool_report, OUT_TEXT, false, { "report", "FILE" } },
	{ tool_report, OUT_JSON, false, { "report", "--json", "FILE" } },
	{ tool_report, OUT_TEXT, false, { "report", "--csv", "FILE" } },
	{ tool_report, OUT_JSON, false,
	  { "report", "--json", "--symbols", "FILE" } },
	{ tool_report, OUT_TEXT, false,
	  { "report", "--absolute", "--data=hex", "--from=1us", "--to=10s",
	    "-t", "*[!x]", "FILE" } },
	{ tool_report, OUT_TEXT, false,
	  { "report", "--data=text", "-e", "*a*", "-x", "?b*", "FILE" } },
	{ tool_report, OUT_ANY, false,
	  { "report", "--template", "TEMPLATES", "FILE" } },
	{ tool_query, OUT_JSON, false,
	  { "query", "--json", "FILE", "SELECT * FROM events" } },
	{ tool_query, OUT_TEXT, false,
	  { "query", "FILE", "SELECT * FROM events WHERE time_ns > (SELECT "
	    "min(time_ns) FROM events); SELECT * FROM slices; SELECT * FROM "
	    "losses; SELECT * FROM threads; SELECT * FROM types; SELECT event, "
	    "count(*) FROM events GROUP BY event" } },
	{ tool_convert, OUT_TEXT, false,
	  { "convert", "--to", "chrome", "-o", "OUT", "FILE" } },
	{ tool_convert, OUT_TEXT, false,
	  { "convert", "--to", "speedscope", "-o", "OUT", "FILE" } },
	{ tool_stat, OUT_TEXT, false, { "stat", "FILE" } },
	{ tool_stat, OUT_JSON, false, { "stat", "--json", "FILE" } },
	{ tool_stat, OUT_TEXT, false,
	  { "stat", "--by=call,thread,process,file,lock", "--top=3",
	    "--histogram", "FILE" } },
	{ tool_info, OUT_TEXT, false, { "info", "--blocks", "FILE" } },
	{ tool_info, OUT_JSON, false,
	  { "info", "--blocks", "--json", "FILE" } },
	{ tool_check, OUT_TEXT, false, { "check", "FILE" } },
	{ tool_check, OUT_JSON, false, { "check", "--json", "FILE" } },
	{ tool_convert, OUT_TEXT, true,
	  { "convert", "--to", "log", "-o", "OUT", "FILE" } },
	{ tool_convert, OUT_TEXT, true,
	  { "convert", "--to", "log", "--compress", "--last", "5", "-o", "OUT",
	    "FILE" } },
	{ tool_convert, OUT_TEXT, false,
	  { "convert", "--to", "csv", "-o", "OUT", "FILE" } },
	{ tool_convert, OUT_TEXT, false,
	  { "convert", "--to", "rkh", "-o", "OUT", "FILE" } },
	{ tool_convert, OUT_TEXT, false,
	  { "convert", "--to", "perfetto", "-o", "OUT", "FILE" } },
	{ tool_convert, OUT_TEXT, true,
	  { "convert", "--to", "tracex", "-o", "OUT", "FILE" } },
	{ tool_convert, OUT_TEXT, true,
	  { "convert", "--to", "tracex", "--tick", "1ns", "--names", "/dev/null",
	    "--events", "2-9", "-o", "OUT", "FILE" } },
	{ tool_view, OUT_TEXT, false,
	  { "view", "-o", "OUT", "FILE" } },
	{ tool_slice, OUT_TEXT, true,
	  { "slice", "--from", "1us", "--to", "1s", "-e", "*", "-o", "OUT",
	    "FILE" } },
	{ tool_merge, OUT_TEXT, true,
	  { "merge", "--offset", "2=+1us", "-o", "OUT", "FILE", "COPY" } },
	{ tool_merge, OUT_TEXT, true,
	  { "merge", "--keep-ids", "--align", "posix_trace_start", "--from",
	    "2us", "-x", "*b*", "-o", "OUT", "FILE", "COPY" } },
	{ tool_trcrpt, OUT_TEXT, false, { "trcrpt", "-O", "exec=on", "FILE" } },
	{ tool_trcrpt, OUT_ANY, false,
	  { "trcrpt", "-t", "TEMPLATES", "-O", "2line=on,pid=on,tid=on",
	    "FILE" } },
	{ tool_trcrpt, OUT_TEXT, false, { "trcrpt", "-r", "-m", "FILE",
	  "FILE" } },
	{ tool_trcrpt, OUT_TEXT, false, { "trcrpt", "-j", "FILE" } },
	{ tool_trcrpt, OUT_TEXT, false, { "trcrpt", "--mkmap", "FILE" } },
	{ tool_trcrpt, OUT_TEXT, false,
	  { "trcrpt", "-O", "hist=on,ids=on", "FILE" } },
	{ tool_trcrpt, OUT_TEXT, false, { "trcrpt", "-c", "-t", "TEMPLATES" } },
	{ tool_rkh, OUT_TEXT, false, { "rkh", "FILE" } },
	{ tool_rkh, OUT_JSON, false, { "rkh", "--json", "FILE" } },
	{ tool_rkh, OUT_TEXT, false, { "rkh", "--trazer", "-s", "FILE",
	  "FILE" } },
	{ tool_rkh, OUT_TEXT, true, { "rkh", "--msc", "-o", "OUT", "FILE" } },
	{ tool_recover, OUT_TEXT, false, { "recover", "FILE" } },
	{ tool_status, OUT_JSON, false,
	  { "status", "-i", "0", "--json" } },
	{ tool_receive, OUT_TEXT, true, { "receive", "-o", "OUT", "FILE" } },
	{ tool_filter, OUT_TEXT, false,
	  { "filter", "-p", "PID", "-f", "FILE" } },
	{ tool_trcupdate, OUT_ANY, false,
	  { "trcupdate", "-x", "0A1,010", "-t", "TEMPLATES" } },
};

enum { N_COMMANDS = sizeof(commands) / sizeof(commands[0]) };

static const struct command check_command = {
	tool_check, OUT_TEXT, false, { "check", "OUT" },
};

struct run {
	const struct command *command;
	char file[32], copy[32], templates[32], out[32], pid[16];
	char *argv[ARGS + 1];
	int argc;
};

__attribute__((noreturn))
static void fail(const struct run *run, const char *what)
{
	fprintf(stderr, "fuzz-tools: %s:", what);
	for (int i = 0; run && run->command->args[i]; i++)
		fprintf(stderr, " %s", run->command->args[i]);
	fputc('\n', stderr);
	abort();
}

static const char *stand_in(struct run *run, const char *arg)
{
	const struct {
		const char *name, *path;
	} names[] = {
		{ "FILE", run->file }, { "TEMPLATES", run->templates },
		{ "OUT", run->out }, { "PID", run->pid },
		{ "COPY", run->copy },
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(names[i].name, arg) == 0)
			return names[i].path;
	return arg;
}

static bool is_control(const unsigned char *text, size_t left)
{
	return (*text < ' ' && *text != '\n' && *text != '\t') ||
	       *text == 0x7f ||
	       (left > 1 && *text == 0xc2 && text[1] >= 0x80 && text[1] < 0xa0);
}

/* No control characters except line ends. */
static void check_text(const struct run *run, const unsigned char *text,
		       size_t len)
{
	for (size_t i = 0; i < len; i++) {
		size_t before = i < 80 ? i : 80;

		if (!is_control(text + i, len - i))
			continue;
		fwrite(text + i - before, 1, before, stderr);
		fprintf(stderr, "<%02x>\n", text[i]);
		fail(run, "a control character is printed");
	}
}

static void check_json(const struct run *run, const unsigned char *text,
		       size_t len)
{
	yajl_handle parser = yajl_alloc(NULL, NULL, NULL);

	if (!parser)
		fail(run, "out of memory");
	yajl_config(parser, yajl_allow_multiple_values, 1);
	if (yajl_parse(parser, text, len) != yajl_status_ok ||
	    (len && yajl_complete_parse(parser) != yajl_status_ok)) {
		fwrite(text, 1, len, stderr);
		fail(run, "what is printed is no JSON");
	}
	yajl_free(parser);
}

/* Print a file, to investigate a failure. */
static void show(int fd)
{
	char text[4096];
	ssize_t n = pread(fd, text, sizeof(text), 0);

	if (n > 0)
		fwrite(text, 1, (size_t)n, stderr);
}

static void check_output(const struct run *run, int fd, int status)
{
	struct stat st;
	unsigned char *text;

	if (fstat(fd, &st) != 0)
		fail(run, "fstat");
	if (st.st_size == 0 || run->command->output == OUT_ANY)
		return;
	text = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
	if (text == MAP_FAILED)
		fail(run, "mmap");
	if (run->command->output == OUT_TEXT)
		check_text(run, text, (size_t)st.st_size);
	else if (status != TOOL_FAILURE)
		check_json(run, text, (size_t)st.st_size);
	munmap(text, (size_t)st.st_size);
}

/* Messages must be text, too.  Sanitizers write to the descriptor itself. */
static int run_quietly(struct run *run, int out)
{
	FILE *messages, *old = stderr;
	int keep = dup(STDOUT_FILENO), status;
	char *text = NULL;
	size_t len;

	messages = open_memstream(&text, &len);
	fflush(stdout);
	if (keep < 0 || !messages || dup2(out, STDOUT_FILENO) < 0)
		fail(run, "no place for the output");
	stderr = messages;
	status = run->command->run(run->argc, run->argv);
	stderr = old;
	fflush(stdout);
	dup2(keep, STDOUT_FILENO);
	close(keep);
	fclose(messages);
	check_text(run, (const unsigned char *)text, len);
	free(text);
	return status;
}

static int lowest_free(void)
{
	int fd = fcntl(STDERR_FILENO, F_DUPFD, 3);

	close(fd);
	return fd;
}

static int run_command(struct run *run, const struct command *command,
		       unsigned allowed)
{
	int before = lowest_free(), out = fuzz_file(NULL, 0), status;

	run->command = command;
	run->argc = 0;
	for (; command->args[run->argc]; run->argc++)
		run->argv[run->argc] = (char *)stand_in(run,
				command->args[run->argc]);
	run->argv[run->argc] = NULL;
	tool_set_name(command->args[0]);
	status = run_quietly(run, out);
	if (status < 0 || status > 31 || !(allowed >> status & 1)) {
		show(out);
		fail(run, "another exit status than it may have");
	}
	check_output(run, out, status);
	close(out);
	if (lowest_free() != before)
		fail(run, "descriptors are left open");
	return status;
}

/* A stream of this process, whose filter `posixtrace filter` changes. */
static void begin_tracing(void)
{
	static bool has_begun;
	trace_id_t trid;

	if (has_begun)
		return;
	has_begun = true;
	if (posix_trace_create(0, NULL, &trid) != 0)
		fail(NULL, "no stream");
}

/* The file in the input; the caller frees it. */
static uint8_t *file_of(const uint8_t *data, size_t size, unsigned form,
			size_t *len)
{
	uint8_t *file;

	*len = size;
	if (form & TOOLS_SPARSE) {
		file = sparse_unpack(data, size, FILE_MOST, len);
	} else {
		file = malloc(size ? size : 1);
		if (file)
			memcpy(file, data, size);
	}
	if (!file)
		fail(NULL, "out of memory");
	if (form & TOOLS_SEALED)
		seal_log(file, *len);
	return file;
}

static void name_file(char *path, size_t size, int fd)
{
	if (fd < 0)
		fail(NULL, "no file");
	snprintf(path, size, "/proc/self/fd/%d", fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct command *command;
	struct run run = { .argc = 0 };
	int fds[4], status;
	uint16_t n_text;
	uint8_t *file;
	size_t len;

	if (size < TOOLS_HEAD)
		return -1;
	begin_tracing();
	command = &commands[data[0] % N_COMMANDS];
	memcpy(&n_text, data + 2, sizeof(n_text));
	if (n_text > size - TOOLS_HEAD)
		n_text = (uint16_t)(size - TOOLS_HEAD);
	file = file_of(data + TOOLS_HEAD + n_text, size - TOOLS_HEAD - n_text,
		       data[1], &len);
	fds[0] = fuzz_file(file, len);
	fds[1] = fuzz_file(data + TOOLS_HEAD, n_text);
	fds[2] = fuzz_file(NULL, 0);
	fds[3] = fuzz_file(file, len);
	name_file(run.file, sizeof(run.file), fds[0]);
	name_file(run.templates, sizeof(run.templates), fds[1]);
	name_file(run.out, sizeof(run.out), fds[2]);
	name_file(run.copy, sizeof(run.copy), fds[3]);
	snprintf(run.pid, sizeof(run.pid), "%d", (int)getpid());
	/* The installed templates are many. */
	setenv("POSIXTRACE_TEMPLATES", "", 1);
	status = run_command(&run, command, command->run == tool_filter ?
			     ANY | 1u << TOOL_USAGE : ANY);
	/* A log that was written is valid, whatever its input was. */
	if (command->makes_log && status != TOOL_FAILURE &&
	    command->run != tool_receive)
		run_command(&run, &check_command, WHOLE);
	for (size_t i = 0; i < 4; i++)
		close(fds[i]);
	free(file);
	return status == TOOL_FAILURE || status == TOOL_USAGE ? -1 : 0;
}

/* Add a file as a seed, packed if that makes it smaller. */
uint8_t *fuzz_seed(unsigned n, size_t *size)
{
	const char *text = tools_templates(n);
	const uint16_t n_text = (uint16_t)strlen(text);
	size_t len, packed_len;
	uint8_t *file = tools_file(n, &len), *packed, *seed;

	if (!file)
		return NULL;
	packed = sparse_pack(file, len, &packed_len);
	seed = malloc(TOOLS_HEAD + n_text + len + packed_len);
	if (!packed || !seed)
		fail(NULL, "out of memory");
	seed[0] = (uint8_t)(n * 7);
	seed[1] = packed_len < len / 2 ? TOOLS_SPARSE | TOOLS_SEALED : 0;
	memcpy(seed + 2, &n_text, sizeof(n_text));
	memcpy(seed + TOOLS_HEAD, text, n_text);
	if (seed[1]) {
		memcpy(seed + TOOLS_HEAD + n_text, packed, packed_len);
		*size = TOOLS_HEAD + n_text + packed_len;
	} else {
		memcpy(seed + TOOLS_HEAD + n_text, file, len);
		*size = TOOLS_HEAD + n_text + len;
	}
	free(packed);
	free(file);
	return seed;
}

/* Any command.  Most logs get right checksums, nearly all templates a
 * length. */
void fuzz_repair(uint8_t *data, size_t size, uint64_t random)
{
	const uint16_t n_text = (uint16_t)(random >> 16 & 127);

	if (size < TOOLS_HEAD)
		return;
	data[0] = (uint8_t)random;
	data[1] = (uint8_t)(data[1] & TOOLS_SPARSE) |
		  (random >> 8 & 7 ? TOOLS_SEALED : 0);
	if ((random >> 12 & 15) == 0)
		memcpy(data + 2, &n_text, sizeof(n_text));
}
