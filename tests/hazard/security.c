/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Which users can find, open and trace which processes: only the owner of a
 * process, and root.  Objects that another user creates in place of the
 * library's files do no harm.  A set-user-ID program can be traced by its owner
 * only.
 *
 * All cases need root, to act as two users that do not exist.  The program is
 * linked with the static library, so that a copy of it with the set-user-ID bit
 * finds its library.
 */
#include "users.h"

#include <sys/file.h>
#include <sys/socket.h>
#include <sys/un.h>

/* Another user can reach nothing of a user's tracing. */
static void owner_only(void)
{
	char path[128];
	trace_id_t trid;
	pid_t alice, mallory;
	struct stat st;
	int err;

	need_root();
	alice = target_of(ALICE);
	wait_for_directory(ALICE);
	mallory = hz_fork();
	if (mallory == 0) {
		become(MALLORY);
		err = posix_trace_create(alice, NULL, &trid);
		CHECK(err == EPERM, "%s", strerror(err));
		snprintf(path, sizeof(path), "/dev/shm/posixtrace-%u", ALICE);
		CHECK(open(path, O_RDONLY) < 0 && errno == EACCES, "opened");
		err = posix_trace_create(1, NULL, &trid);
		CHECK(err == EPERM, "root's: %s", strerror(err));
		err = posix_trace_create(0x3ffffff, NULL, &trid);
		CHECK(err == ESRCH, "no process: %s", strerror(err));
		exit(0);
	}
	hz_join(mallory);

	/* Root can trace, and the files that it creates belong to the target's
	 * user only. */
	trid = hz_create(&(struct hz_setup){ .pid = alice });
	expect_events(trid);
	snprintf(path, sizeof(path), "/dev/shm/posixtrace-%u/s0", ALICE);
	SYS(stat(path, &st));
	CHECK(st.st_uid == ALICE && (st.st_mode & 07777) == 0600,
	      "uid %u, mode %o", st.st_uid, st.st_mode);
	OK(posix_trace_shutdown(trid));
	hz_kill(alice);
}

/* Objects that Mallory creates at the path of Alice's directory. */
static const char *const planted[] = {
	"directory", "link", "dangling", "fifo", "file", "socket",
};

static void plant(unsigned i, const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd;

	umask(0);
	switch (i) {
	case 0:
		SYS(mkdir(path, 0777));
		break;
	case 1:
		SYS(mkdir("/dev/shm/mallory", 0777));
		SYS(symlink("/dev/shm/mallory", path));
		break;
	case 2:
		SYS(symlink("/dev/shm/not-there", path));
		break;
	case 3:
		SYS(mkfifo(path, 0666));
		break;
	case 4:
		SYS(open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0666));
		break;
	default:
		strcpy(address.sun_path, path);
		fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
		SYS(bind(fd, (void *)&address, sizeof(address)));
	}
}

/* Alice can trace own processes and gets the events of a child; no other user can. */
static void trace_in_spite(const char *what)
{
	trace_event_id_t type = hz_type("security");
	trace_id_t trid = hz_create(&(struct hz_setup){0});
	uint64_t begin = hz_ns();

	posix_trace_event(type, "secret", 6);
	expect_events(trid);
	OK(posix_trace_shutdown(trid));
	CHECK(hz_is_within(begin, 20), "%s: held up", what);
}

static void in_place_of_the_directory(void)
{
	char path[64];

	need_root();
	snprintf(path, sizeof(path), "/dev/shm/posixtrace-%u", ALICE);
	for (unsigned i = 0; i < sizeof(planted) / sizeof(*planted); i++) {
		pid_t mallory = hz_fork(), alice;
		trace_id_t trid;
		int err;

		if (mallory == 0) {
			become(MALLORY);
			plant(i, path);
			exit(0);
		}
		hz_join(mallory);
		alice = hz_fork();
		if (alice == 0) {
			become(ALICE);
			trace_in_spite(planted[i]);
			exit(0);
		}
		hz_join(alice);
		/* Root does not follow the planted object either. */
		alice = target_of(ALICE);
		err = posix_trace_create(alice, NULL, &trid);
		CHECK(err == ENOMEM || err == EPERM, "%s: %s", planted[i],
		      strerror(err));
		hz_kill(alice);
		CHECK(hz_count_dir(path) == 0, "%s: a file was created there",
		      planted[i]);
		if (i == 1)
			CHECK(hz_count_dir("/dev/shm/mallory") == 0,
			      "something is in the directory of the link");
		if (unlink(path) != 0)
			SYS(rmdir(path));
	}
	SYS(rmdir("/dev/shm/mallory"));
}

/*
 * A malicious user puts objects into their own directory, which root uses when
 * it traces one of the user's processes.
 */
static void plant_inside(const char *dir, pid_t target)
{
	char path[128], line[1024], *start;
	struct stat space;
	int fd;

	SYS(chdir(dir));
	umask(0);
	SYS(mkfifo("s0", 0600));
	SYS(symlink("/dev/shm/victim", "s1"));
	SYS(mkdir("s2", 0700));
	SYS(symlink("s1", "s3.names"));
	/* The directory of the hard links for streams of all processes. */
	SYS(symlink("/dev/shm/victims", "all"));
	/* A lease blocks a process that opens the file, for up to 45
	 * seconds. */
	fd = open("s4", O_CREAT | O_RDWR | O_CLOEXEC, 0600);
	SYS(fd);
	SYS(ftruncate(fd, 1 << 20));
	close(fd);
	fd = open("s4", O_RDONLY | O_CLOEXEC);
	fcntl(fd, F_SETLEASE, F_WRLCK);
	/* A lock like that of a controller, on a file that is no segment. */
	fd = open("s5", O_CREAT | O_RDWR | O_CLOEXEC, 0600);
	SYS(flock(fd, LOCK_EX));
	/* A control block of the wrong size, or a fifo. */
	snprintf(path, sizeof(path), "/proc/%d/stat", (int)target);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	SYS(read(fd, line, sizeof(line) - 1));
	start = strrchr(line, ')');
	CHECK(start, "no stat");
	for (int i = 0; i < 20; i++)
		start = strchr(start + 1, ' ');
	snprintf(path, sizeof(path), "/proc/%d/ns/pid", (int)target);
	SYS(stat(path, &space));
	snprintf(path, sizeof(path), "p%d-%llu-%llu", (int)target,
		 strtoull(start + 1, NULL, 10), (unsigned long long)space.st_ino);
	if (access(path, F_OK) == 0)
		SYS(unlink(path));
	SYS(mkfifo(path, 0600));
}

/* Files with the names of links for streams of all processes. */
enum { VICTIMS = 16 };

static void make_victims(void)
{
	char path[64];

	SYS(mkdir("/dev/shm/victims", 0700));
	for (unsigned i = 0; i < VICTIMS; i++) {
		snprintf(path, sizeof(path), "/dev/shm/victims/%u", i);
		SYS(close(open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600)));
	}
}

static void remove_victims(void)
{
	char path[64];

	for (unsigned i = 0; i < VICTIMS; i++) {
		snprintf(path, sizeof(path), "/dev/shm/victims/%u", i);
		SYS(unlink(path));
	}
	SYS(rmdir("/dev/shm/victims"));
}

static void inside_the_directory(void)
{
	int victim, ready[2], err;
	char dir[64], byte;
	trace_id_t trid;
	pid_t quiet, active, enemy;
	uint64_t begin;
	struct stat st;

	need_root();
	victim = open("/dev/shm/victim",
		      O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, 0600);
	SYS(victim);
	SYS(write(victim, "dear", 4));
	make_victims();
	snprintf(dir, sizeof(dir), "/dev/shm/posixtrace-%u", MALLORY);
	active = target_of(MALLORY);
	wait_for_directory(MALLORY);
	hz_sleep_ms(20);
	quiet = hz_fork();
	if (quiet == 0) {
		become(MALLORY);
		for (;;)
			pause();
	}
	wait_for_owner(quiet, MALLORY);
	SYS(pipe(ready));
	enemy = hz_fork();
	if (enemy == 0) {
		become(MALLORY);
		signal(SIGIO, SIG_IGN);
		plant_inside(dir, quiet);
		SYS(write(ready[1], "", 1));
		for (;;)
			pause();
	}
	SYS(read(ready[0], &byte, 1));
	begin = hz_ns();
	err = posix_trace_create(quiet, NULL, &trid);
	CHECK(err == ENOMEM, "%s", strerror(err));
	trid = hz_create(&(struct hz_setup){ .pid = active });
	expect_events(trid);
	OK(posix_trace_shutdown(trid));
	CHECK(hz_is_within(begin, 25), "held up for %llu ms",
	      (unsigned long long)(hz_ns() - begin) / 1000000);
	SYS(fstat(victim, &st));
	CHECK(st.st_size == 4 && st.st_uid == 0 && st.st_nlink == 1,
	      "the victim has changed");
	remove_victims();
	hz_kill(enemy);
	hz_kill(quiet);
	hz_kill(active);
	close(victim);
	unlink("/dev/shm/victim");
}

/* The set-user-ID program. */

static char suid_dir[] = "/tmp/posixtrace-hazard-XXXXXX";
static char suid_path[128];

static bool copy_program(uid_t owner, mode_t mode)
{
	char bytes[65536];
	ssize_t n;
	int from, to;

	CHECK(mkdtemp(suid_dir), "mkdtemp");
	SYS(chmod(suid_dir, 0755));
	/* /tmp itself may be mounted nosuid. */
	if (mount("none", suid_dir, "tmpfs", 0, "mode=755") != 0)
		return false;
	snprintf(suid_path, sizeof(suid_path), "%s/program", suid_dir);
	from = open(hz_program(), O_RDONLY | O_CLOEXEC);
	to = open(suid_path, O_WRONLY | O_CREAT | O_CLOEXEC, 0700);
	SYS(from);
	SYS(to);
	while ((n = read(from, bytes, sizeof(bytes))) > 0)
		CHECK(write(to, bytes, (size_t)n) == n, "write");
	SYS(fchown(to, owner, owner));
	SYS(fchmod(to, mode));
	close(from);
	close(to);
	return true;
}

static void remove_copy(void)
{
	umount2(suid_dir, MNT_DETACH);
	rmdir(suid_dir);
}

/*
 * The set-user-ID program reports that it is ready, and records until its
 * standard input ends.  It must not be traced then. --drop: with the rights of
 * the user who started it, temporarily.
 */
static int role(int argc, char **argv)
{
	trace_event_id_t type;
	char byte;

	(void)argc;
	if (strcmp(argv[1], "--drop") == 0)
		SYS(seteuid(getuid()));
	type = hz_type("security");
	posix_trace_event(type, "secret", 6);
	SYS(write(1, "", 1));
	SYS(read(0, &byte, 1));
	for (int i = 0; i < 100; i++)
		posix_trace_event(type, "secret", 6);
	/* Without destructors: a sanitizer's leak check cannot inspect a
	 * set-user-ID process. */
	_exit(posixtrace_is_traced() ? 1 : 0);
}

static void be_caller(const char *what)
{
	trace_id_t trid, other;
	int in[2], out[2], err;
	struct hz_event e;
	char xdg[128], log[128];
	pid_t pid;
	char byte;

	become(MALLORY);
	snprintf(xdg, sizeof(xdg), "%s/mallory", suid_dir);
	setenv("XDG_RUNTIME_DIR", xdg, 1);
	snprintf(log, sizeof(log), "log=%s/mallory/log", suid_dir);
	setenv("POSIXTRACE", log, 1);
	SYS(pipe(in));
	SYS(pipe(out));
	/* Traced by a stream that its children inherit. */
	trid = hz_create(&(struct hz_setup){
		.inherited = POSIX_TRACE_INHERITED });
	pid = hz_fork();
	if (pid == 0) {
		dup2(in[0], 0);
		dup2(out[1], 1);
		close(in[1]);
		execl(suid_path, suid_path, what, (char *)NULL);
		_exit(9);
	}
	close(in[0]);
	SYS(read(out[0], &byte, 1));
	err = posix_trace_create(pid, NULL, &other);
	CHECK(err == EPERM, "%s", strerror(err));
	close(in[1]);
	hz_join(pid);
	while (hz_try(trid, &e))
		CHECK(!hz_is_user(&e), "it is traced");
	CHECK(hz_count_dir(xdg) == 0, "it uses the caller's environment");
	exit(0);
}

static void start_by(const char *what, mode_t mode, uid_t owner)
{
	char xdg[128], path[64];
	pid_t caller;

	need_root();
	if (!copy_program(owner, mode))
		SKIP("cannot mount");
	/* The usual directory cannot be made, so $XDG_RUNTIME_DIR would be
	 * used. */
	snprintf(path, sizeof(path), "/dev/shm/posixtrace-%u", ALICE);
	SYS(close(open(path, O_CREAT | O_CLOEXEC, 0600)));
	snprintf(xdg, sizeof(xdg), "%s/mallory", suid_dir);
	SYS(mkdir(xdg, 0777));
	SYS(chmod(xdg, 0777));
	caller = hz_fork();
	if (caller == 0)
		be_caller(what);
	hz_join(caller);
	remove_copy();
	SYS(unlink(path));
}

static void set_user_id(void)
{
	start_by("--suid", 04755, ALICE);
}

static void set_user_id_that_drops_it(void)
{
	start_by("--drop", 04755, ALICE);
}

static void set_user_id_root(void)
{
	start_by("--suid", 04755, 0);
}

static void set_group_id(void)
{
	start_by("--suid", 02755, ALICE);
}

static const struct hz_case cases[] = {
	{ .name = "owner-only", .run = owner_only, .kills = true },
	{ .name = "in-place-of-the-directory",
	  .run = in_place_of_the_directory, .kills = true },
	{ .name = "inside-the-directory", .run = inside_the_directory,
	  .kills = true },
	{ .name = "set-user-id", .run = set_user_id, .kills = true },
	{ .name = "set-user-id-that-drops-it",
	  .run = set_user_id_that_drops_it, .kills = true },
	{ .name = "set-user-id-root", .run = set_user_id_root,
	  .kills = true },
	{ .name = "set-group-id", .run = set_group_id, .kills = true },
};

int main(int argc, char **argv)
{
	hz_role = role;
	return hz_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
}
