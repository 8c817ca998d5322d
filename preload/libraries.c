/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Libraries that are loaded and unloaded: these calls are recorded, and streams are
 * told what is there (posixtrace_note_loaded()), so that events of a library that is
 * unloaded have names.
 *
 * dlopen() searches where the object that calls it says (DT_RUNPATH, DT_RPATH,
 * $ORIGIN), which it knows by its return address.  So the wrapper, in assembler, jumps
 * to it as vfork() does, and is not there any more when it returns: the call is
 * recorded before.  Only where the caller makes no difference it is called from here,
 * and recorded with its result and duration.  A machine without that assembler has
 * no wrapper of dlopen().
 */
#include "real.h"

#include "calls.h"
#include "functions.h"

#include <errno.h>
#include <link.h>
#include <string.h>

/* A program may load hundreds of libraries one after the other.  Telling what has come
 * takes a tenth of the time at most, but for so much at once; what is unloaded is always
 * told. */
enum { TELL_SHARE = 10, TELL_AHEAD_NS = 500000000 };

/* When what was told so far is a tenth. */
static _Atomic(uint64_t) told_until_ns;

static void tell_sometimes(void)
{
	const uint64_t now = pxt_now();
	uint64_t until = atomic_load_explicit(&told_until_ns,
					      memory_order_relaxed);

	if (until > now + TELL_AHEAD_NS)
		return;
	posixtrace_note_loaded();
	if (until < now)
		until = now;
	atomic_store_explicit(&told_until_ns,
			      until + TELL_SHARE * (pxt_now() - now),
			      memory_order_relaxed);
}

/* `path`: NULL, or what the call has read. */
static void record(trace_event_id_t id, struct posixtrace_library *library,
		   const char *path, const void *caller)
{
	size_t len = path != NULL ? strnlen(path, POSIXTRACE_PATH_MAX) : 0;

	if (len != 0)
		memcpy(library->path, path, len);
	pxt_record(id, library, offsetof(struct posixtrace_library, path) + len,
		   caller);
}

PXT_INTERPOSE int dlclose(void *handle)
{
	const void *caller = CALLER;
	struct posixtrace_library library = { .handle = (uintptr_t)handle };
	uint64_t begin;
	int result, saved_errno;

	if (!pxt_recording(caller) || pxt_shares_memory())
		return REAL(dlclose)(handle);
	posixtrace_note_loaded();
	begin = pxt_now();
	result = REAL(dlclose)(handle);
	saved_errno = errno;
	library.duration = pxt_now() - begin;
	library.result = result;
	posixtrace_note_loaded();
	pxt_function_names_scan();
	record(POSIXTRACE_DLCLOSE, &library, NULL, caller);
	errno = saved_errno;
	return result;
}

#if defined(__x86_64__) || defined(__aarch64__)
static void *record_opened(void *handle, const char *path, int mode,
			   uint64_t begin, const void *caller)
{
	struct posixtrace_library library = {
		.handle = (uintptr_t)handle,
		.result = handle != NULL ? 0 : -1,
		.duration = pxt_now() - begin,
		.flags = mode,
	};
	int saved_errno = errno;

	if (handle != NULL && path != NULL) {
		tell_sometimes();
		pxt_function_names_scan();
	}
	record(POSIXTRACE_DLOPEN, &library, path, caller);
	errno = saved_errno;
	return handle;
}

/* Entered by a jump, as if the program had called them. */
static void *open_and_record(const char *path, int mode)
{
	const void *caller = CALLER;
	const uint64_t begin = pxt_now();

	return record_opened(REAL(dlopen)(path, mode), path, mode, begin,
			     caller);
}

static void *mopen_and_record(Lmid_t space, const char *path, int mode)
{
	const void *caller = CALLER;
	const uint64_t begin = pxt_now();

	return record_opened(REAL(dlmopen)(space, path, mode), path, mode,
			     begin, caller);
}

/* Has it a DT_RPATH?  What it loads searches there, too.  All search in that of the
 * program, which has no name here. */
static int has_rpath(struct dl_phdr_info *info, size_t size, void *none)
{
	(void)size;
	(void)none;
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &info->dlpi_phdr[i];
		uintptr_t at = info->dlpi_addr + part->p_vaddr;

		if (part->p_type != PT_DYNAMIC || info->dlpi_name[0] == '\0')
			continue;
		for (const ElfW(Dyn) *is = (const ElfW(Dyn) *)at;
		     is->d_tag != DT_NULL; is++)
			if (is->d_tag == DT_RPATH)
				return 1;
	}
	return 0;
}

/* Is the same file loaded whoever calls? */
static bool is_same_for_all(const char *path)
{
	return path == NULL ||
	       (strchr(path, '/') != NULL && strchr(path, '$') == NULL &&
		dl_iterate_phdr(has_rpath, NULL) == 0);
}

static bool should_record_after(const char *path, int mode, const void *caller)
{
	struct posixtrace_library library = { .flags = mode };

	if (is_same_for_all(path))
		return true;
	record(POSIXTRACE_DLOPEN, &library, path, caller);
	return false;
}

/* What the program called, but for the arguments that it did not pass. */
pxt_function pxt_dlopen_begins(const char *path, int mode, long none,
			       const void *caller);
pxt_function pxt_dlopen_begins(const char *path, int mode, long none,
			       const void *caller)
{
	(void)none;
	return pxt_recording(caller) && !pxt_shares_memory() &&
	       should_record_after(path, mode, caller) ?
	       (pxt_function)open_and_record : (pxt_function)REAL(dlopen);
}

pxt_function pxt_dlmopen_begins(Lmid_t space, const char *path, int mode,
				const void *caller);
pxt_function pxt_dlmopen_begins(Lmid_t space, const char *path, int mode,
				const void *caller)
{
	(void)space;
	return pxt_recording(caller) && !pxt_shares_memory() &&
	       should_record_after(path, mode, caller) ?
	       (pxt_function)mopen_and_record : (pxt_function)REAL(dlmopen);
}
#endif

#if defined(__x86_64__)
#define JUMP(name)							\
__asm__(								\
"	.text\n"							\
"	.globl " name "\n"						\
"	.type " name ", @function\n"					\
"	.p2align 4\n"							\
name ":\n"								\
"	.cfi_startproc\n"						\
"	endbr64\n"							\
"	pushq %rdi\n"							\
"	.cfi_adjust_cfa_offset 8\n"					\
"	pushq %rsi\n"							\
"	.cfi_adjust_cfa_offset 8\n"					\
"	pushq %rdx\n"							\
"	.cfi_adjust_cfa_offset 8\n"					\
"	movq 24(%rsp), %rcx\n"						\
"	call pxt_" name "_begins\n"					\
"	popq %rdx\n"							\
"	.cfi_adjust_cfa_offset -8\n"					\
"	popq %rsi\n"							\
"	.cfi_adjust_cfa_offset -8\n"					\
"	popq %rdi\n"							\
"	.cfi_adjust_cfa_offset -8\n"					\
"	jmp *%rax\n"							\
"	.cfi_endproc\n"							\
"	.size " name ", . - " name "\n"					\
"	.previous\n")
JUMP("dlopen");
JUMP("dlmopen");
#elif defined(__aarch64__)
#define JUMP(name)							\
__asm__(								\
"	.text\n"							\
"	.globl " name "\n"						\
"	.type " name ", %function\n"					\
"	.p2align 4\n"							\
name ":\n"								\
"	.cfi_startproc\n"						\
"	hint #34\n"							\
"	stp x29, x30, [sp, #-48]!\n"					\
"	.cfi_adjust_cfa_offset 48\n"					\
"	.cfi_rel_offset x29, 0\n"					\
"	.cfi_rel_offset x30, 8\n"					\
"	stp x0, x1, [sp, #16]\n"					\
"	str x2, [sp, #32]\n"						\
"	mov x3, x30\n"							\
"	bl pxt_" name "_begins\n"					\
"	mov x16, x0\n"							\
"	ldp x0, x1, [sp, #16]\n"					\
"	ldr x2, [sp, #32]\n"						\
"	ldp x29, x30, [sp], #48\n"					\
"	.cfi_adjust_cfa_offset -48\n"					\
"	.cfi_restore x29\n"						\
"	.cfi_restore x30\n"						\
"	br x16\n"							\
"	.cfi_endproc\n"							\
"	.size " name ", . - " name "\n"					\
"	.previous\n")
JUMP("dlopen");
JUMP("dlmopen");
#endif
