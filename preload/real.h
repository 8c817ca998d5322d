/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The functions behind the wrappers: what the program would have called.
 *
 * Each is the next definition in the loader's search order (RTLD_NEXT), so
 * that an allocator or another library preloaded after this one goes on working.
 * All are looked up by the constructor, because dlsym() takes a lock and a
 * wrapper may run in a signal handler or in a vfork child; or at the first
 * call, if the loader or another constructor makes one before that.
 *
 * Everything in preload/ includes this header first.
 */
#ifndef PXT_PRELOAD_REAL_H
#define PXT_PRELOAD_REAL_H

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#if defined(__USE_FILE_OFFSET64) || defined(__USE_FORTIFY_LEVEL) && __USE_FORTIFY_LEVEL > 0
#error "macros would rename functions of libc: -U_FILE_OFFSET_BITS -U_FORTIFY_SOURCE"
#endif

/* Exported by libc, but not declared by its headers. */
ssize_t __read_chk(int fd, void *buf, size_t count, size_t buf_size);
ssize_t __pread_chk(int fd, void *buf, size_t count, off_t offset,
		    size_t buf_size);
ssize_t __pread64_chk(int fd, void *buf, size_t count, off64_t offset,
		      size_t buf_size);
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
int __openat_2(int dir, const char *path, int flags);
int __openat64_2(int dir, const char *path, int flags);
int __libc_start_main(int (*main)(int, char **, char **), int argc,
		      char **argv, void (*init)(void), void (*fini)(void),
		      void (*rtld_fini)(void), void *stack_end);
int close_range(unsigned first, unsigned last, int flags);
void closefrom(int first);
__sighandler_t bsd_signal(int sig, __sighandler_t handler);

/*
 * REAL(name, version): the version asked for where libc is next and has several
 * that differ.  Without it, or on a machine where libc has no such version,
 * dlsym() gives the newest.  The conditions of GLIBC_2.2.5 are another
 * structure, the spawn of GLIBC_2.2.5 ran scripts without #!.
 *
 * They are looked up in this order.  The allocator, which dlsym() calls, comes
 * first, and free() before what allocates: no block of the real allocator exists
 * before its free() is known.
 */
#define PXT_REAL_FUNCTIONS(REAL)					\
	REAL(free, NULL)						\
	REAL(realloc, NULL)						\
	REAL(malloc_usable_size, NULL)					\
	REAL(aligned_alloc, NULL)					\
	REAL(posix_memalign, NULL)					\
	REAL(memalign, NULL)						\
	REAL(valloc, NULL)						\
	REAL(pvalloc, NULL)						\
	REAL(calloc, NULL)						\
	REAL(malloc, NULL)						\
	REAL(pthread_create, NULL)					\
	REAL(pthread_exit, NULL)					\
	REAL(pthread_join, NULL)					\
	REAL(pthread_mutex_lock, NULL)					\
	REAL(pthread_mutex_trylock, NULL)				\
	REAL(pthread_mutex_timedlock, NULL)				\
	REAL(pthread_mutex_clocklock, NULL)				\
	REAL(pthread_rwlock_rdlock, NULL)				\
	REAL(pthread_rwlock_tryrdlock, NULL)				\
	REAL(pthread_rwlock_timedrdlock, NULL)				\
	REAL(pthread_rwlock_clockrdlock, NULL)				\
	REAL(pthread_rwlock_wrlock, NULL)				\
	REAL(pthread_rwlock_trywrlock, NULL)				\
	REAL(pthread_rwlock_timedwrlock, NULL)				\
	REAL(pthread_rwlock_clockwrlock, NULL)				\
	REAL(pthread_spin_lock, NULL)					\
	REAL(pthread_spin_trylock, NULL)				\
	REAL(sem_wait, NULL)						\
	REAL(sem_trywait, NULL)						\
	REAL(sem_timedwait, NULL)					\
	REAL(sem_clockwait, NULL)					\
	REAL(pthread_barrier_wait, NULL)				\
	REAL(pthread_cond_wait, "GLIBC_2.3.2")				\
	REAL(pthread_cond_timedwait, "GLIBC_2.3.2")			\
	REAL(pthread_cond_clockwait, NULL)				\
	REAL(read, NULL)						\
	REAL(__read_chk, NULL)						\
	REAL(pread, NULL)						\
	REAL(__pread_chk, NULL)						\
	REAL(pread64, NULL)						\
	REAL(__pread64_chk, NULL)					\
	REAL(write, NULL)						\
	REAL(pwrite, NULL)						\
	REAL(pwrite64, NULL)						\
	REAL(open, NULL)						\
	REAL(__open_2, NULL)						\
	REAL(open64, NULL)						\
	REAL(__open64_2, NULL)						\
	REAL(openat, NULL)						\
	REAL(__openat_2, NULL)						\
	REAL(openat64, NULL)						\
	REAL(__openat64_2, NULL)					\
	REAL(creat, NULL)						\
	REAL(creat64, NULL)						\
	REAL(close, NULL)						\
	REAL(fsync, NULL)						\
	REAL(fdatasync, NULL)						\
	REAL(readv, NULL)						\
	REAL(preadv, NULL)						\
	REAL(preadv64, NULL)						\
	REAL(preadv2, NULL)						\
	REAL(preadv64v2, NULL)						\
	REAL(writev, NULL)						\
	REAL(pwritev, NULL)						\
	REAL(pwritev64, NULL)						\
	REAL(pwritev2, NULL)						\
	REAL(pwritev64v2, NULL)						\
	REAL(sendfile, NULL)						\
	REAL(sendfile64, NULL)						\
	REAL(splice, NULL)						\
	REAL(tee, NULL)							\
	REAL(copy_file_range, NULL)					\
	REAL(socket, NULL)						\
	REAL(socketpair, NULL)						\
	REAL(bind, NULL)						\
	REAL(listen, NULL)						\
	REAL(accept, NULL)						\
	REAL(accept4, NULL)						\
	REAL(connect, NULL)						\
	REAL(send, NULL)						\
	REAL(sendto, NULL)						\
	REAL(sendmsg, NULL)						\
	REAL(sendmmsg, NULL)						\
	REAL(recv, NULL)						\
	REAL(__recv_chk, NULL)						\
	REAL(recvfrom, NULL)						\
	REAL(__recvfrom_chk, NULL)					\
	REAL(recvmsg, NULL)						\
	REAL(recvmmsg, NULL)						\
	REAL(shutdown, NULL)						\
	REAL(poll, NULL)						\
	REAL(__poll_chk, NULL)						\
	REAL(ppoll, NULL)						\
	REAL(__ppoll_chk, NULL)						\
	REAL(select, NULL)						\
	REAL(pselect, NULL)						\
	REAL(epoll_wait, NULL)						\
	REAL(epoll_pwait, NULL)						\
	REAL(epoll_pwait2, NULL)					\
	REAL(nanosleep, NULL)						\
	REAL(clock_nanosleep, NULL)					\
	REAL(usleep, NULL)						\
	REAL(sleep, NULL)						\
	REAL(thrd_sleep, NULL)						\
	REAL(pause, NULL)						\
	REAL(sigsuspend, NULL)						\
	REAL(sigwait, NULL)						\
	REAL(sigwaitinfo, NULL)						\
	REAL(sigtimedwait, NULL)					\
	REAL(dup, NULL)							\
	REAL(dup2, NULL)						\
	REAL(dup3, NULL)						\
	REAL(fcntl, NULL)						\
	REAL(fcntl64, NULL)						\
	REAL(pipe, NULL)						\
	REAL(pipe2, NULL)						\
	REAL(eventfd, NULL)						\
	REAL(timerfd_create, NULL)					\
	REAL(signalfd, NULL)						\
	REAL(epoll_create, NULL)					\
	REAL(epoll_create1, NULL)					\
	REAL(inotify_init, NULL)					\
	REAL(inotify_init1, NULL)					\
	REAL(memfd_create, NULL)					\
	REAL(close_range, NULL)						\
	REAL(closefrom, NULL)						\
	REAL(fopen, NULL)						\
	REAL(fopen64, NULL)						\
	REAL(freopen, NULL)						\
	REAL(freopen64, NULL)						\
	REAL(fclose, NULL)						\
	REAL(fflush, NULL)						\
	REAL(fflush_unlocked, NULL)					\
	REAL(fread, NULL)						\
	REAL(fread_unlocked, NULL)					\
	REAL(__fread_chk, NULL)						\
	REAL(__fread_unlocked_chk, NULL)				\
	REAL(fgets, NULL)						\
	REAL(fgets_unlocked, NULL)					\
	REAL(__fgets_chk, NULL)						\
	REAL(__fgets_unlocked_chk, NULL)				\
	REAL(getline, NULL)						\
	REAL(getdelim, NULL)						\
	REAL(__getdelim, NULL)						\
	REAL(getc, NULL)						\
	REAL(_IO_getc, NULL)						\
	REAL(fgetc, NULL)						\
	REAL(getchar, NULL)						\
	REAL(getc_unlocked, NULL)					\
	REAL(fgetc_unlocked, NULL)					\
	REAL(getchar_unlocked, NULL)					\
	REAL(__uflow, NULL)						\
	REAL(fwrite, NULL)						\
	REAL(fwrite_unlocked, NULL)					\
	REAL(fputs, NULL)						\
	REAL(fputs_unlocked, NULL)					\
	REAL(puts, NULL)						\
	REAL(putc, NULL)						\
	REAL(_IO_putc, NULL)						\
	REAL(fputc, NULL)						\
	REAL(putchar, NULL)						\
	REAL(putc_unlocked, NULL)					\
	REAL(fputc_unlocked, NULL)					\
	REAL(putchar_unlocked, NULL)					\
	REAL(__overflow, NULL)						\
	REAL(vprintf, NULL)						\
	REAL(vfprintf, NULL)						\
	REAL(vdprintf, NULL)						\
	REAL(__vprintf_chk, NULL)					\
	REAL(__vfprintf_chk, NULL)					\
	REAL(__vdprintf_chk, NULL)					\
	REAL(wait, NULL)						\
	REAL(waitpid, NULL)						\
	REAL(wait3, NULL)						\
	REAL(wait4, NULL)						\
	REAL(waitid, NULL)						\
	REAL(kill, NULL)						\
	REAL(killpg, NULL)						\
	REAL(tgkill, NULL)						\
	REAL(sigqueue, NULL)						\
	REAL(raise, NULL)						\
	REAL(pthread_kill, NULL)					\
	REAL(pthread_sigqueue, NULL)					\
	REAL(fork, NULL)						\
	REAL(_Fork, NULL)						\
	REAL(vfork, NULL)						\
	REAL(clone, NULL)						\
	REAL(posix_spawn, "GLIBC_2.15")					\
	REAL(posix_spawnp, "GLIBC_2.15")				\
	REAL(execve, NULL)						\
	REAL(execv, NULL)						\
	REAL(execvp, NULL)						\
	REAL(execvpe, NULL)						\
	REAL(fexecve, NULL)						\
	REAL(exit, NULL)						\
	REAL(_exit, NULL)						\
	REAL(_Exit, NULL)						\
	REAL(quick_exit, NULL)						\
	REAL(__libc_start_main, NULL)					\
	REAL(prctl, NULL)						\
	REAL(syscall, NULL)						\
	REAL(sigaction, NULL)						\
	REAL(signal, NULL)						\
	REAL(ssignal, NULL)						\
	REAL(bsd_signal, NULL)						\
	REAL(sysv_signal, NULL)						\
	REAL(__sysv_signal, NULL)					\
	REAL(sigset, NULL)						\
	REAL(dlopen, NULL)						\
	REAL(dlmopen, NULL)						\
	REAL(dlclose, NULL)						\
	REAL(mmap, NULL)						\
	REAL(mmap64, NULL)						\
	REAL(munmap, NULL)						\
	REAL(mprotect, NULL)						\
	REAL(pthread_setname_np, NULL)					\
	REAL(pthread_once, NULL)					\
	REAL(stat, NULL)						\
	REAL(stat64, NULL)						\
	REAL(lstat, NULL)						\
	REAL(lstat64, NULL)						\
	REAL(fstat, NULL)						\
	REAL(fstat64, NULL)						\
	REAL(fstatat, NULL)						\
	REAL(fstatat64, NULL)						\
	REAL(statx, NULL)						\
	REAL(access, NULL)						\
	REAL(faccessat, NULL)						\
	REAL(unlink, NULL)						\
	REAL(unlinkat, NULL)						\
	REAL(remove, NULL)						\
	REAL(rmdir, NULL)						\
	REAL(mkdir, NULL)						\
	REAL(mkdirat, NULL)						\
	REAL(rename, NULL)						\
	REAL(renameat, NULL)						\
	REAL(renameat2, NULL)						\
	REAL(link, NULL)						\
	REAL(linkat, NULL)						\
	REAL(symlink, NULL)						\
	REAL(symlinkat, NULL)						\
	REAL(chmod, NULL)						\
	REAL(fchmod, NULL)						\
	REAL(fchmodat, NULL)						\
	REAL(chown, NULL)						\
	REAL(lchown, NULL)						\
	REAL(fchown, NULL)						\
	REAL(fchownat, NULL)						\
	REAL(truncate, NULL)						\
	REAL(truncate64, NULL)						\
	REAL(ftruncate, NULL)						\
	REAL(ftruncate64, NULL)						\
	REAL(chdir, NULL)						\
	REAL(fchdir, NULL)						\
	REAL(readlink, NULL)						\
	REAL(readlinkat, NULL)						\
	REAL(opendir, NULL)						\
	REAL(closedir, NULL)

enum pxt_real_name {
#define PXT_REAL_ENUM(name, version) PXT_REAL_##name,
	PXT_REAL_FUNCTIONS(PXT_REAL_ENUM)
#undef PXT_REAL_ENUM
	PXT_REAL_COUNT,
	PXT_REAL_LAST_ALLOCATOR = PXT_REAL_malloc
};

typedef void (*pxt_function)(void);

extern _Atomic(pxt_function) pxt_real_table[PXT_REAL_COUNT];

/*
 * Look them up.  NULL for a function of the allocator while this thread is
 * looking it up: dlsym() may call it, and its wrapper has to do without.
 */
pxt_function pxt_real_resolve(enum pxt_real_name name);

/* Look all of them up; a function that libc does not have fails with ENOSYS. */
void pxt_real_resolve_all(void);

static inline pxt_function pxt_real(enum pxt_real_name name)
{
	pxt_function function = atomic_load_explicit(&pxt_real_table[name],
						     memory_order_relaxed);

	if (__builtin_expect(function == NULL, 0))
		function = pxt_real_resolve(name);
	return function;
}

/* The function of libc, with the type that the headers give it. */
#define REAL(name) ((__typeof__(&name))pxt_real(PXT_REAL_##name))

/* A definition that the loader finds before that of libc. */
#define PXT_INTERPOSE __attribute__((visibility("default")))

#endif
