/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Starting, holding, following and outliving the process that is recorded.
 *
 * The recorder blocks the signals it cares for and reads them from a
 * descriptor, so none is lost between fork and wait, and the threads that
 * the library makes never see one.  The command starts with the mask that
 * the recorder was started with.
 */
#include "record/target.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/nanoseconds.h"
#include "record/process.h"

/* How often to look for the end of a process that has no descriptor. */
enum { TICK_MS = 100 };

void target_prepare(struct target *target)
{
	const struct sigaction ignore = { .sa_handler = SIG_IGN };
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGUSR2);
	pthread_sigmask(SIG_BLOCK, &set, &target->mask);
	sigaction(SIGPIPE, &ignore, &target->on_pipe);
	target->is_prepared = true;
}

static int signals_init(struct target *target)
{
	const struct sigaction standard = { .sa_handler = SIG_DFL };
	const struct sigaction ignore = { .sa_handler = SIG_IGN };
	struct sigaction hangup;
	sigset_t set;
	int err;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGQUIT);
	sigaddset(&set, SIGTERM);
	/* Under nohup(1) SIGHUP stays ignored. */
	if (sigaction(SIGHUP, NULL, &hangup) < 0 ||
	    hangup.sa_handler != SIG_IGN)
		sigaddset(&set, SIGHUP);
	if (target->is_prepared) {
		sigaddset(&set, SIGUSR1);
		sigaddset(&set, SIGUSR2);
		sigaddset(&set, TARGET_REQUEST_SIGNAL);
	}
	err = pthread_sigmask(SIG_BLOCK, &set,
			      target->is_prepared ? NULL : &target->mask);
	if (err)
		return err;
	target->signalfd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (target->signalfd < 0) {
		err = errno;
		pthread_sigmask(SIG_SETMASK, &target->mask, NULL);
		return err;
	}
	/* If it were ignored, the command's status would be lost. */
	sigaction(SIGCHLD, &standard, &target->on_child);
	/* Exceeding a limit of the file size is an error of the log, and must
	 * not end us. */
	sigaction(SIGXFSZ, &ignore, &target->on_limit);
	return 0;
}

static void signals_fini(const struct target *target)
{
	sigaction(SIGCHLD, &target->on_child, NULL);
	sigaction(SIGXFSZ, &target->on_limit, NULL);
	if (target->is_prepared)
		sigaction(SIGPIPE, &target->on_pipe, NULL);
	pthread_sigmask(SIG_SETMASK, &target->mask, NULL);
}

/* Insert a word at the front of a variable. */
static bool put_in_front(const char *variable, const char *word)
{
	const char *old = getenv(variable);
	char *value;
	bool done;

	if (asprintf(&value, "%s%s%s", word, old && *old ? ":" : "",
		     old ? old : "") < 0)
		return false;
	done = setenv(variable, value, 1) == 0;
	free(value);
	return done;
}

/* A space would end the path of the library in LD_PRELOAD, but does not end
 * that of its directory in LD_LIBRARY_PATH. */
static bool preload(const char *path)
{
	const char *name = strrchr(path, '/');
	char *folder;
	bool done;

	if (!name || !strchr(path, ' '))
		return put_in_front("LD_PRELOAD", path);
	folder = strndup(path, (size_t)(name - path));
	done = folder && put_in_front("LD_LIBRARY_PATH", folder) &&
	       put_in_front("LD_PRELOAD", name + 1);
	free(folder);
	return done;
}

static bool ask_for_functions(const struct function_rules *rules)
{
	char *text = function_rules_text(rules);
	bool done = text &&
		    setenv(FUNCTION_RULES_VARIABLE, text, 1) == 0;

	free(text);
	return done;
}

bool target_apply(const struct target_setting *setting)
{
	if (setting->prints_aside && dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
		return false;
	if (setting->threshold &&
	    setenv("POSIXTRACE_PRELOAD_MALLOC", setting->threshold, 1) < 0)
		return false;
	if (setting->functions && !ask_for_functions(setting->functions))
		return false;
	return !setting->preload || preload(setting->preload);
}

static _Noreturn void become(const struct target *target, char *const *argv)
{
	char go;
	int err;

	/* If the recorder ends, the pipe is closed without a byte. */
	while (recv(target->leash, &go, 1, 0) != 1) {
		if (errno != EINTR)
			_exit(126);
		errno = 0;
	}
	signals_fini(target);
	execvp(argv[0], argv);
	err = errno;
	send(target->leash, &err, sizeof(err), MSG_NOSIGNAL);
	_exit(126);
}

int target_spawn(struct target *target, char *const *argv,
		 const struct target_setting *setting)
{
	int leash[2];
	int err;

	err = signals_init(target);
	if (err)
		return err;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, leash) < 0) {
		err = errno;
		goto fini_signals;
	}
	target->pid = fork();
	if (target->pid < 0) {
		err = errno;
		goto close_leash;
	}
	if (target->pid == 0) {
		close(leash[0]);
		target->leash = leash[1];
		if (!target_apply(setting))
			_exit(126);
		become(target, argv);
	}
	close(leash[1]);
	target->leash = leash[0];
	target->pidfd = pidfd_open(target->pid, 0);
	target->is_child = true;
	return 0;

close_leash:
	close(leash[0]);
	close(leash[1]);
fini_signals:
	close(target->signalfd);
	signals_fini(target);
	return err;
}

int target_attach(struct target *target, pid_t pid)
{
	pid_t of;
	int err;

	target->pid = pid;
	target->is_child = false;
	target->leash = -1;
	target->pidfd = -1;
	/* "All processes" never end. */
	if (pid < 0)
		return signals_init(target);
	if (kill(pid, 0) < 0)
		return errno;
	if (process_identify(pid, &of) != PROCESS_RUNS)
		return ESRCH;
	/* Fails for a thread that is not a process, with EINVAL, or, where
	 * threads can have one, with ENOENT. */
	target->pidfd = pidfd_open(pid, 0);
	if (target->pidfd < 0 && errno != ENOSYS)
		return errno == EINVAL || errno == ENOENT ? ESRCH : errno;
	err = signals_init(target);
	if (err && target->pidfd >= 0)
		close(target->pidfd);
	return err;
}

int target_release(struct target *target)
{
	int failure = 0;
	ssize_t n = send(target->leash, "", 1, MSG_NOSIGNAL);

	/* target_wait() finds a child that has already ended. */
	while (n == 1) {
		n = recv(target->leash, &failure, sizeof(failure), MSG_WAITALL);
		if (n >= 0 || errno != EINTR)
			break;
		n = 1;
	}
	close(target->leash);
	target->leash = -1;
	if (n != sizeof(failure))
		return 0;
	waitpid(target->pid, NULL, 0);
	return failure;
}

void target_abandon(struct target *target)
{
	if (!target->is_child)
		return;
	close(target->leash);
	target->leash = -1;
	waitpid(target->pid, NULL, 0);
}

/* Milliseconds to wait at most, -1: for ever; rounded up. */
static int patience(const struct target *target, int64_t deadline)
{
	int64_t ms = -1;

	if (deadline) {
		ms = (deadline - ns_now() + 999999) / 1000000;
		ms = ms < 0 ? 0 : ms;
	}
	if (target->pidfd < 0 && target->pid > 0 && !target->is_child && (ms < 0 || ms > TICK_MS))
		return TICK_MS;
	return ms > 1000000000 ? 1000000000 : (int)ms;
}

static enum target_event take_stray(struct target *target, int signo,
				    enum target_event event)
{
	target->stray = signo;
	return event == TARGET_TIME ? TARGET_STRAY : event;
}

/* What the signals so far ask for; TARGET_TIME: nothing. */
static enum target_event take_signals(struct target *target)
{
	enum target_event event = TARGET_TIME;
	struct signalfd_siginfo info;

	while (read(target->signalfd, &info, sizeof(info)) == sizeof(info)) {
		int signo = (int)info.ssi_signo;

		if (signo == SIGCHLD)
			continue;
		if (signo == TARGET_REQUEST_SIGNAL)
			event = event == TARGET_END ? event : TARGET_REQUEST;
		else if (signo == target->signal)
			event = event == TARGET_END || event == TARGET_REQUEST ?
				event : TARGET_SIGNAL;
		else if (signo == SIGUSR1 || signo == SIGUSR2)
			event = take_stray(target, signo, event);
		else if (!target->is_child)
			event = TARGET_END;
		/* The terminal sends INT and QUIT to the command itself. */
		else if (signo == SIGTERM || signo == SIGHUP)
			kill(target->pid, signo);
	}
	return event;
}

static bool has_ended(const struct target *target, int *status)
{
	struct pollfd end = { .fd = target->pidfd, .events = POLLIN };

	if (target->is_child)
		return waitpid(target->pid, status, WNOHANG) == target->pid;
	if (target->pidfd >= 0)
		return poll(&end, 1, 0) == 1;
	return target->pid > 0 && kill(target->pid, 0) < 0 && errno == ESRCH;
}

enum target_event target_next(struct target *target, int64_t until, int *status)
{
	struct pollfd fds[] = {
		{ .fd = target->signalfd, .events = POLLIN },
		{ .fd = target->pidfd, .events = POLLIN },
	};

	while (!(target->has_ended = has_ended(target, status))) {
		int wait = patience(target, until);
		enum target_event event;

		if (wait == 0 && until)
			return TARGET_TIME;
		poll(fds, 2, wait);
		event = take_signals(target);
		if (event != TARGET_TIME)
			return event;
	}
	return TARGET_END;
}

int target_wait(struct target *target, int64_t limit_ns)
{
	int64_t until = limit_ns ? ns_now() + limit_ns : 0;
	int status = 0;
	enum target_event event;

	do {
		event = target_next(target, until, &status);
	} while (event != TARGET_END && event != TARGET_TIME);
	return status;
}

void target_fini(struct target *target)
{
	if (target->pidfd >= 0)
		close(target->pidfd);
	close(target->signalfd);
}
