/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The predefined names.
 */
#ifndef POSIXTRACE_TRCFMT_NAMES_H
#define POSIXTRACE_TRCFMT_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* $NAME */
enum tf_macro {
	TF_MACRO_NONE,
	TF_D1, TF_D2, TF_D3, TF_D4, TF_D5,
	TF_L1, TF_L2, TF_L3, TF_L4, TF_L5,
	TF_HD, TF_HL, TF_HB, TF_HT,
	TF_HOOKENV, TF_TRACEENV, TF_WORDSIZE, TF_GENERIC,
	TF_DATAPOINTER, TF_BASEPOINTER,
	TF_SVC, TF_PID, TF_TID, TF_CPUID, TF_PRI,
	TF_TRACEID, TF_LOGIDX, TF_LOGIDX0, TF_RELLINENO,
	TF_TOTALCPUS, TF_TRACEDCPUS, TF_REPORTEDCPUS, TF_LARGEDATATYPES,
	TF_EVID, TF_PROGADDR, TF_TRUNC, TF_SEC, TF_NSEC,
	/* Text. */
	TF_EXECPATH, TF_LOGFILE, TF_IPADDR, TF_BUFF, TF_EVNAME, TF_TRNAME,
	/* Actions, without a value. */
	TF_ERROR, TF_STOP, TF_BREAK, TF_SKIP, TF_DEFAULT,
};

/* TF_MACRO_NONE: it is not built in. */
enum tf_macro tf_macro_find(const char *name, size_t size);

static inline bool tf_macro_is_text(enum tf_macro macro)
{
	return macro >= TF_EXECPATH && macro <= TF_TRNAME;
}

static inline bool tf_macro_is_action(enum tf_macro macro)
{
	return macro >= TF_ERROR;
}

/* Printed in decimal, where others are hexadecimal. */
bool tf_macro_is_decimal(enum tf_macro macro);

/* NAME() */
enum tf_function {
	TF_FUNCTION_NONE,
	TF_SETDELIM, TF_STARTTIMER, TF_ENDTIMER,
	/* AIX kernel tables: known to the compiler, but not supported. */
	TF_FLIH, TF_SLIH, TF_RESUME, TF_BUFTOFILENAME, TF_FDINSTALL,
	TF_FDTOFILENAME, TF_LOOKUPPNINSTALL1, TF_LOOKUPPNINSTALL2,
	TF_PFSRDWRINSTALL1, TF_PFSRDWRINSTALL2, TF_SIDTOFILENAME,
	TF_VMBUFINSTALL, TF_VNODETOFILENAME, TF_VPAGETOFILENAME,
};

enum tf_function tf_function_find(const char *name, size_t size);

const char *tf_function_name(enum tf_function function);

/* The number of its arguments, or any number. */
enum { TF_ARGS_ANY = 255 };
unsigned tf_function_args(enum tf_function function);

#endif
