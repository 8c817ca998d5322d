/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * vfork().  It returns twice to the frame of its caller, so no frame of this
 * library may be between: the wrapper notes that this thread may be about to
 * have a child, and jumps to the function of libc.
 *
 * Such a child runs in the memory of its parent's thread, which waits meanwhile,
 * and may therefore record as that thread.  The vfork itself is recorded when
 * the child calls exec or _exit (exec.c, process.c).  A child that shares memory
 * in another way, as by clone(), may run beside its parent, and records nothing.
 */
#include "real.h"

#include "record.h"

/* The child of this thread; UNKNOWN from vfork() until the child asks below. */
enum { UNKNOWN = -1 };
static __thread pid_t child __attribute__((tls_model("initial-exec")));

pxt_function pxt_vfork_begins(void);

/* Called by vfork() below; returns the function of libc. */
__attribute__((used)) pxt_function pxt_vfork_begins(void)
{
	/* Back in the parent it is not known that this is not the child. */
	if (!pxt_may_ask_pid() && child == 0 && pxt_recording(NULL))
		pxt_warn("the rest of the thread",
			 "it calls vfork(), and its seccomp filter does not "
			 "allow getpid()", 1, NULL);
	child = UNKNOWN;
	pxt_begin_vfork();
	return (pxt_function)REAL(vfork);
}

void pxt_forget_vfork(void)
{
	child = 0;
}

bool pxt_has_called_vfork(void)
{
	return child != 0;
}

bool pxt_is_vfork_child(bool *is_new)
{
	pid_t self;

	*is_new = false;
	if (!pxt_may_ask_pid())
		return false;
	self = getpid();
	*is_new = child == UNKNOWN;
	if (*is_new)
		child = self;
	return child == self;
}

#if defined(__x86_64__)
__asm__(
"	.text\n"
"	.globl vfork\n"
"	.type vfork, @function\n"
"	.p2align 4\n"
"vfork:\n"
"	.cfi_startproc\n"
"	endbr64\n"
"	subq $8, %rsp\n"
"	.cfi_adjust_cfa_offset 8\n"
"	call pxt_vfork_begins\n"
"	addq $8, %rsp\n"
"	.cfi_adjust_cfa_offset -8\n"
"	jmp *%rax\n"
"	.cfi_endproc\n"
"	.size vfork, . - vfork\n"
"	.globl __vfork\n"
"	.set __vfork, vfork\n"
"	.previous\n");
#elif defined(__aarch64__)
__asm__(
"	.text\n"
"	.globl vfork\n"
"	.type vfork, %function\n"
"	.p2align 4\n"
"vfork:\n"
"	.cfi_startproc\n"
"	hint #34\n"
"	stp x29, x30, [sp, #-16]!\n"
"	.cfi_adjust_cfa_offset 16\n"
"	bl pxt_vfork_begins\n"
"	ldp x29, x30, [sp], #16\n"
"	.cfi_adjust_cfa_offset -16\n"
"	mov x16, x0\n"
"	br x16\n"
"	.cfi_endproc\n"
"	.size vfork, . - vfork\n"
"	.globl __vfork\n"
"	.set __vfork, vfork\n"
"	.previous\n");
#endif
