/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Tables of names; searched once for each name in a template.
 */
#include "names.h"

#include <string.h>

static const char *const macros[] = {
	[TF_D1] = "D1", [TF_D2] = "D2", [TF_D3] = "D3", [TF_D4] = "D4",
	[TF_D5] = "D5",
	[TF_L1] = "L1", [TF_L2] = "L2", [TF_L3] = "L3", [TF_L4] = "L4",
	[TF_L5] = "L5",
	[TF_HD] = "HD", [TF_HL] = "HL",
	[TF_HOOKENV] = "HOOKENV", [TF_TRACEENV] = "TRACEENV",
	[TF_WORDSIZE] = "WORDSIZE", [TF_GENERIC] = "GENERIC",
	[TF_DATAPOINTER] = "DATAPOINTER", [TF_BASEPOINTER] = "BASEPOINTER",
	[TF_SVC] = "SVC", [TF_PID] = "PID", [TF_TID] = "TID",
	[TF_CPUID] = "CPUID", [TF_PRI] = "PRI",
	[TF_TRACEID] = "TRACEID", [TF_LOGIDX] = "LOGIDX",
	[TF_LOGIDX0] = "LOGIDX0", [TF_RELLINENO] = "RELLINENO",
	[TF_TOTALCPUS] = "TOTALCPUS", [TF_TRACEDCPUS] = "TRACEDCPUS",
	[TF_REPORTEDCPUS] = "REPORTEDCPUS",
	[TF_LARGEDATATYPES] = "LARGEDATATYPES",
	[TF_EVID] = "EVID", [TF_PROGADDR] = "PROGADDR", [TF_TRUNC] = "TRUNC",
	[TF_SEC] = "SEC", [TF_NSEC] = "NSEC",
	[TF_EXECPATH] = "EXECPATH", [TF_LOGFILE] = "LOGFILE",
	[TF_IPADDR] = "IPADDR", [TF_BUFF] = "BUFF", [TF_EVNAME] = "EVNAME",
	[TF_TRNAME] = "TRNAME",
	[TF_ERROR] = "ERROR", [TF_STOP] = "STOP", [TF_BREAK] = "BREAK",
	[TF_SKIP] = "SKIP", [TF_DEFAULT] = "DEFAULT",
};

static const struct {
	const char *name;
	unsigned args;
} functions[] = {
	[TF_SETDELIM] = { "setdelim", 0 },
	[TF_STARTTIMER] = { "starttimer", 2 },
	[TF_ENDTIMER] = { "endtimer", 2 },
	[TF_FLIH] = { "flih", TF_ARGS_ANY },
	[TF_SLIH] = { "slih", TF_ARGS_ANY },
	[TF_RESUME] = { "resume", TF_ARGS_ANY },
	[TF_BUFTOFILENAME] = { "buftofilename", TF_ARGS_ANY },
	[TF_FDINSTALL] = { "fdinstall", TF_ARGS_ANY },
	[TF_FDTOFILENAME] = { "fdtofilename", TF_ARGS_ANY },
	[TF_LOOKUPPNINSTALL1] = { "lookuppninstall1", TF_ARGS_ANY },
	[TF_LOOKUPPNINSTALL2] = { "lookuppninstall2", TF_ARGS_ANY },
	[TF_PFSRDWRINSTALL1] = { "pfsrdwrinstall1", TF_ARGS_ANY },
	[TF_PFSRDWRINSTALL2] = { "pfsrdwrinstall2", TF_ARGS_ANY },
	[TF_SIDTOFILENAME] = { "sidtofilename", TF_ARGS_ANY },
	[TF_VMBUFINSTALL] = { "vmbufinstall", TF_ARGS_ANY },
	[TF_VNODETOFILENAME] = { "vnodetofilename", TF_ARGS_ANY },
	[TF_VPAGETOFILENAME] = { "vpagetofilename", TF_ARGS_ANY },
};

enum { N_MACROS = sizeof(macros) / sizeof(macros[0]) };
enum { N_FUNCTIONS = sizeof(functions) / sizeof(functions[0]) };

static bool same(const char *known, const char *name, size_t size)
{
	return known && strlen(known) == size && !memcmp(known, name, size);
}

enum tf_macro tf_macro_find(const char *name, size_t size)
{
	for (unsigned i = 1; i < N_MACROS; i++)
		if (same(macros[i], name, size))
			return (enum tf_macro)i;
	return TF_MACRO_NONE;
}

bool tf_macro_is_decimal(enum tf_macro macro)
{
	switch (macro) {
	case TF_SVC:
	case TF_PID:
	case TF_TID:
	case TF_CPUID:
	case TF_PRI:
	case TF_EVID:
	case TF_TRUNC:
	case TF_SEC:
	case TF_NSEC:
		return true;
	default:
		return false;
	}
}

enum tf_function tf_function_find(const char *name, size_t size)
{
	for (unsigned i = 1; i < N_FUNCTIONS; i++)
		if (same(functions[i].name, name, size))
			return (enum tf_function)i;
	return TF_FUNCTION_NONE;
}

const char *tf_function_name(enum tf_function function)
{
	return functions[function].name;
}

unsigned tf_function_args(enum tf_function function)
{
	return functions[function].args;
}
