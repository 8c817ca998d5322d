/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The template compiler as a library: diagnostics of a file, what is kept of
 * it, and what an evaluation needs from outside.  What templates print is
 * tested by the vectors of tests/trcfmt/.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"
#include "trcfmt.h"

/* The last diagnostics, one per line: "file:line:column: text\n". */
static char reported[8192];
static unsigned n_reported;

static struct trcfmt *set;
static struct trcfmt_run *run;

static void complain(void *arg, const struct trcfmt_diag *diag)
{
	size_t used = strlen(reported);

	ck_assert_ptr_eq(arg, &n_reported);
	n_reported++;
	snprintf(reported + used, sizeof(reported) - used, "%s%s:%u:%u: %s\n",
		 diag->is_error ? "" : "warning ", diag->file, diag->line,
		 diag->column, diag->text);
}

static void setup(void)
{
	reported[0] = 0;
	n_reported = 0;
	ck_assert_int_eq(trcfmt_new(&set, complain, &n_reported), 0);
	run = NULL;
}

static void teardown(void)
{
	trcfmt_run_free(run);
	trcfmt_free(set);
}

static int load(const char *text)
{
	return trcfmt_load_text(set, "f", text, strlen(text));
}

static void load_well(const char *text)
{
	ck_assert_msg(load(text) == 0, "%s", reported);
}

/* Evaluate a 32-bit entry without payload; the text stays valid. */
static const char *evaluate(uint16_t hook, struct trcfmt_event *event)
{
	static unsigned char entry[64];
	const struct trcfmt_hookword word = {
		.hook = hook,
		.env = 32,
		.big_endian = true,
	};
	struct trcfmt_result result;

	event->hook = hook;
	event->env = 32;
	event->big_endian = true;
	event->entry = entry;
	event->size = trcfmt_entry_build(entry, &word, "\0\0\0\7", 4);
	if (!run)
		ck_assert_int_eq(trcfmt_run_new(&run, set, NULL), 0);
	ck_assert_int_eq(trcfmt_eval(run, event, &result), 0);
	ck_assert_uint_eq(strlen(result.text), result.size);
	return result.text;
}

static const char *text_of(uint16_t hook)
{
	struct trcfmt_event event = { 0 };

	return evaluate(hook, &event);
}

START_TEST(errors_name_line_and_column_and_what_was_expected)
{
	ck_assert_int_eq(load("010 1.0 \"a\" \\\n  \"b\" \\\n  LOOP 3 {X1}\n"),
			 EINVAL);
	ck_assert_str_eq(reported, "f:3:8: expected a format code or a macro "
			 "after LOOP\n");
	ck_assert_uint_eq(trcfmt_errors(set), 1);
}
END_TEST

START_TEST(one_load_reports_several_stanzas)
{
	ck_assert_int_eq(load("010 1.0 \"a\n"
			      "011 1.0 \"b\" D3 \\\n more \\\n# x\n lines\n"
			      "#%map 1\n"
			      "012 1.0 \"c\"\n"
			      "013 \"d\""), EINVAL);
	ck_assert_str_eq(reported,
			 "f:1:9: expected a closing quote on this line\n"
			 "f:2:13: expected a size of 1, 2, 4, 8 or W "
			 "(text must be in quotes)\n"
			 "f:6:7: expected a hook id, "
			 "3 or 4 hexadecimal digits\n"
			 "f:8:5: expected a version, as in 1.0\n");
	ck_assert_ptr_null(trcfmt_stanza(set, 0));
}
END_TEST

START_TEST(number_of_reports_is_limited)
{
	char text[4096] = "";

	for (unsigned i = 0; i < 300; i++)
		strcat(text, "x\n");
	ck_assert_int_eq(load(text), EINVAL);
	ck_assert_uint_eq(n_reported, TRCFMT_DIAGS_MAX);
	ck_assert_uint_eq(trcfmt_errors(set), 300);
	ck_assert_ptr_nonnull(strstr(reported, ":20:1: too many errors"));
}
END_TEST

START_TEST(zero_byte_is_an_error)
{
	static const char text[] = "010 1.0 \"a\"\n011 1.0 \"\0\"\n";

	ck_assert_int_eq(trcfmt_load_text(set, "f", text, sizeof(text) - 1),
			 EINVAL);
	ck_assert_str_eq(reported, "f:2:0: expected text, found a zero byte\n");
}
END_TEST

START_TEST(file_too_large_is_refused)
{
	size_t size = 5 * 1024 * 1024;
	char *text = malloc(size);

	ck_assert_ptr_nonnull(text);
	memset(text, '\n', size);
	ck_assert_int_eq(trcfmt_load_text(set, "f", text, size), EFBIG);
	ck_assert_uint_eq(n_reported, 1);
	free(text);
}
END_TEST

START_TEST(file_that_cannot_be_read_is_reported)
{
	ck_assert_int_eq(trcfmt_load_file(set, "/nonexistent/x"), ENOENT);
	ck_assert_str_eq(reported, "/nonexistent/x:0:0: cannot read it: "
			 "No such file or directory\n");
	reported[0] = 0;
	ck_assert_int_eq(trcfmt_load_file(set, "/"), EISDIR);
	ck_assert_str_eq(reported, "/:0:0: cannot read it: Is a directory\n");
}
END_TEST

START_TEST(a_file_with_an_error_changes_nothing)
{
	load_well("010 1.0 L=APPL \"old\"\n");
	ck_assert_int_eq(load("010 1.0 L=APPL \"new\"\n"
			      "#%map 010 \"name\"\n"
			      "011 1.0 \"\" X99\n"), EINVAL);
	ck_assert_str_eq(text_of(0x0100), "old");
	ck_assert_ptr_null(trcfmt_stanza(set, 1));
	ck_assert_ptr_null(trcfmt_map(set, 0));
}
END_TEST

START_TEST(a_later_file_replaces_single_stanzas)
{
	load_well("010 1.0 L=APPL \"a\"\n011 1.0 L=APPL \"b\"\n");
	load_well("010 2.7 L=APPL \"c\"\n");
	ck_assert_uint_eq(n_reported, 0);
	ck_assert_uint_eq(trcfmt_stanza(set, 0)->minor, 7);
	ck_assert_ptr_null(trcfmt_stanza(set, 2));
	ck_assert_str_eq(text_of(0x0100), "c");
	ck_assert_str_eq(text_of(0x0110), "b");
}
END_TEST

START_TEST(the_same_hook_twice_in_a_file_is_a_warning)
{
	load_well("010 1.0 \"a\"\n010 1.0 \"b\"\n");
	ck_assert_str_eq(reported, "warning f:2:1: this stanza replaces the one "
			 "of line 1, which has the same hook id\n");
	ck_assert_uint_eq(trcfmt_warnings(set), 1);
}
END_TEST

START_TEST(a_stanza_says_what_it_is_and_where)
{
	static const char text[] = "# head\n\n"
		"F5F1 12.34 L=SVC \"@label\" \\\n \"more\"  \r\n"
		"010 1.0 word\n";

	load_well(text);
	const struct trcfmt_stanza *s = trcfmt_find(set, 0xf5f1);
	ck_assert_ptr_nonnull(s);
	ck_assert_ptr_eq(s, trcfmt_find_label(set, "label"));
	ck_assert_ptr_eq(s, trcfmt_stanza(set, 0));
	ck_assert_uint_eq(s->hook, 0xf5f1);
	ck_assert_uint_eq(s->major, 12);
	ck_assert_uint_eq(s->minor, 34);
	ck_assert_int_eq(s->column, TRCFMT_SVC);
	ck_assert(s->hidden);
	ck_assert_str_eq(s->file, "f");
	ck_assert_uint_eq(s->line, 3);
	ck_assert_uint_eq(s->offset, 8);
	ck_assert_mem_eq(text + s->offset + s->size, "  \r\n010", 7);
	ck_assert_str_eq(trcfmt_find(set, 0x0100)->label, "word");
	ck_assert_ptr_null(trcfmt_find(set, 0x0110));
	ck_assert_ptr_null(trcfmt_find_label(set, "@label"));
}
END_TEST

START_TEST(maps_come_in_order)
{
	load_well("#%map 010 \"one\"\n#%map F5F1:1a \"two words\" env=32\n"
		  "  #%map 011:0x10 \"three\" env=64 generic\n");
	const struct trcfmt_map *m = trcfmt_map(set, 0);
	ck_assert_uint_eq(m->hook, 0x0100);
	ck_assert_uint_eq(m->subhook, 0);
	ck_assert_uint_eq(m->env, 0);
	ck_assert(!m->generic);
	m = trcfmt_map(set, 1);
	ck_assert_uint_eq(m->subhook, 0x1a);
	ck_assert_str_eq(m->name, "two words");
	ck_assert_uint_eq(m->env, 32);
	m = trcfmt_map(set, 2);
	ck_assert_uint_eq(m->subhook, 0x10);
	ck_assert_uint_eq(m->env, 64);
	ck_assert(m->generic);
	ck_assert_uint_eq(m->line, 3);
	ck_assert_ptr_null(trcfmt_map(set, 3));
}
END_TEST

START_TEST(warnings_are_of_what_is_probably_meant_otherwise)
{
	load_well("010 1.0 \"\" $HD, 10 \"x\" \\\n $y $y%Q1 $90F $DEFAULT\n"
		  "#%mapp 010\n");
	trcfmt_check(set);
	ck_assert_str_eq(reported,
		"warning f:1:17: 10 is read in base 16; write 0x before it, "
		"or a cast after the macro, or #%matchbase\n"
		"warning f:2:8: %Q1 is no cast, X2 is taken\n"
		"warning f:3:1: unknown directive, treated as a comment: there "
		"are #%map and #%matchbase\n"
		"warning f:2:2: $y is not defined in this template and is "
		"always 0\n"
		"warning f:2:5: $y is not defined in this template and is "
		"always 0\n"
		"warning f:2:11: there is no template $90F to call\n");
}
END_TEST

/* Each prefix in a buffer of exactly its size, so that a sanitizer detects
 * reads beyond. */
START_TEST(a_file_may_end_anywhere)
{
	static const char text[] =
		"#%matchbase 10\n#%map 010:2 \"n\" generic env=32\n"
		"010 1.0 L=APPL \"label\" `a $D1%U4 X4.` $HD, 10 \"x\", "
		"0x11 { X4 B0.5 HT&7,1 word }, \\* \"y\\\"\" \\n "
		"{{ $x = 1 + (X4 * -o17) }} {{ f(a,b) $a $b }} f(1,$x) \\\n"
		"# comment\n LOOP $HL & 0F {X0} $90F word A4, \"s\" t "
		"BITFLAGS $x%o4 & 07, 04 \"r\" \"-\" o2 \"w\" & 1 1 \"x\"";
	unsigned loaded = 0;

	for (size_t size = 1; size < sizeof(text); size++) {
		char *copy = malloc(size);

		ck_assert_ptr_nonnull(copy);
		memcpy(copy, text, size);
		loaded += !trcfmt_load_text(set, "f", copy, size);
		free(copy);
	}
	ck_assert_uint_ge(loaded, 20);
	load_well(text);
}
END_TEST

START_TEST(hook_ids_are_read_and_written)
{
	char text[5];
	uint16_t hook = 7;

	ck_assert_int_eq(trcfmt_hook_parse("010", &hook), 0);
	ck_assert_uint_eq(hook, 0x0100);
	ck_assert_int_eq(trcfmt_hook_parse("0ff0", &hook), 0);
	ck_assert_uint_eq(hook, 0x0ff0);
	ck_assert_int_eq(trcfmt_hook_parse("1001", &hook), 0);
	ck_assert_uint_eq(hook, 0x1001);
	ck_assert_int_eq(trcfmt_hook_parse("0101", &hook), EINVAL);
	ck_assert_int_eq(trcfmt_hook_parse("", &hook), EINVAL);
	ck_assert_int_eq(trcfmt_hook_parse("01", &hook), EINVAL);
	ck_assert_int_eq(trcfmt_hook_parse("01000", &hook), EINVAL);
	ck_assert_int_eq(trcfmt_hook_parse("01x", &hook), EINVAL);
	ck_assert_uint_eq(trcfmt_hook_format(text, 0x0100), 3);
	ck_assert_str_eq(text, "010");
	ck_assert_uint_eq(trcfmt_hook_format(text, 0xf5f1), 4);
	ck_assert_str_eq(text, "F5F1");
}
END_TEST

static const char *exec_path(void *arg, int64_t pid)
{
	return pid == 7 ? arg : NULL;
}

START_TEST(names_come_from_the_trace)
{
	struct trcfmt_trace trace = {
		.env = 32,
		.log_file = "log",
		.stream_name = "stream",
		.ip_address = "10.0.0.5",
		.buffering = "heap",
		.total_cpus = 8,
		.traced_cpus = 4,
		.reported_cpus = 2,
		.large_data_types = true,
		.exec_path = exec_path,
		.exec_arg = (void *)"/bin/sev\303\251n\n",
	};
	struct trcfmt_event event = {
		.pid = 7,
		.tid = -1,
		.cpu = 3,
		.priority = 60,
		.svc = 5,
		.event_id = 12,
		.prog_address = 0xabcdef01,
		.log_offset = 0x1000,
		.log_offset_end = 0x1010,
		.report_line = 9,
		.truncated = 2,
	};

	load_well("010 1.0 L=APPL \"\" W1 P4 $EXECPATH $EXECPATH%A4.6 $PID "
		  "$TID $CPUID $PRI $SVC $EVID $PROGADDR $TRUNC \\n $LOGFILE "
		  "$TRNAME $IPADDR $BUFF $LOGIDX $LOGIDX0 $RELLINENO "
		  "$TOTALCPUS $TRACEDCPUS $REPORTEDCPUS $LARGEDATATYPES "
		  "$TRACEENV%U1 \"  \"\n");
	ck_assert_int_eq(trcfmt_run_new(&run, set, &trace), 0);
	ck_assert_str_eq(evaluate(0x0100, &event),
			 "/bin/sev\303\251n. /bin/sev\303\251n. /bin   7 -1 3 "
			 "60 5 12 ABCDEF01 2\n"
			 "log stream 10.0.0.5 heap 1010 1000 0009 0008 0004 "
			 "0002 0001 32 [truncated]");
}
END_TEST

START_TEST(error_is_a_line_and_the_end_after_the_braces)
{
	struct trcfmt_event event = { .log_offset = 99 };

	load_well("010 1.0 L=SVC \"a\" $D1, 7 { $ERROR \"b\" } \"c\"\n"
		  "011 1.0 L=APPL \"\" $ERROR \"b\"\n"
		  "012 1.0 L=APPL \"\" $010 \"d\"\n");
	ck_assert_str_eq(evaluate(0x0100, &event), "        a\n        ERROR: "
			 "log file -, offset 99, trace id 010\n        b");
	ck_assert_str_eq(text_of(0x0110),
			 "\nERROR: log file -, offset 0, trace id 011\n");
	ck_assert_str_eq(text_of(0x0120),
			 "\nERROR: log file -, offset 0, trace id 012\nb");
}
END_TEST

START_TEST(trouble_is_reported_once_for_each_template)
{
	load_well("010 1.0 \"\" {{ $x = 1 / 0 }} {{ flih() }} $010 $90F\n"
		  "011 1.0 \"\" {{ $x = 1 / 0 }}\n");
	n_reported = 0;
	reported[0] = 0;
	for (unsigned i = 0; i < 3; i++) {
		text_of(0x0100);
		text_of(0x0110);
	}
	ck_assert_uint_eq(n_reported, 5);
	ck_assert_ptr_nonnull(strstr(reported, "warning f:1:1: template 010: "
				     "division by zero\n"));
	ck_assert_ptr_nonnull(strstr(reported, "flih() needs tables"));
	ck_assert_ptr_nonnull(strstr(reported, "more than 10 deep"));
	ck_assert_ptr_nonnull(strstr(reported, "does not exist"));
	ck_assert_ptr_nonnull(strstr(reported, "warning f:2:1: template 011: "
				     "division by zero\n"));
}
END_TEST

/* Loops without an end; each pass makes much text, or none. */
static const char *const endless[] = {
	"010 1.0 L=APPL \"\" LOOP U1 & 1 {} G3 {{ $n = 0xFFFFFFFF }} "
		"LOOP $n { {{ $n = $n - 1 }} }",
	"010 1.0 L=APPL \"\" LOOP $BIG { \"x\" } {{ $n = 0xFFFFFFFF }} "
		"LOOP $n { \"text\" }",
	"010 1.0 L=APPL \"\" {{ $n = 0xFFFFFFFF }} LOOP $n { A0.32767 \"|\" }",
	"010 1.0 L=APPL \"\" {{ $n = 0xFFFFFFFF }} "
		"LOOP $n { LOOP $n { LOOP $n { \\n \\t } } }",
	"010 1.0 L=APPL \"\" $010 $010 $010 $010 $010",
	"010 1.0 L=APPL \"\" {{ $n = 0xFFFFFFFF }} LOOP $n { $n%B30000.0 }",
	/* All the text is blanks, which are removed again. */
	"010 1.0 L=APPL \"\" {{ $n = 0xFFFFFFFF }} LOOP $n { A0.32767 \\n }",
};

START_TEST(an_event_that_does_not_end_is_cut)
{
	load_well(endless[_i]);
	const char *text = text_of(0x0100);
	size_t size = strlen(text);

	ck_assert_uint_le(size, TRCFMT_TEXT_MAX + 6);
	ck_assert_str_eq(text + size - 6, " [cut]");
	ck_assert_ptr_nonnull(strstr(reported, "was cut\n"));
	/* The next event starts from the beginning. */
	load_well("011 1.0 L=APPL \"fine\"");
	trcfmt_run_free(run);
	run = NULL;
	ck_assert_str_eq(text_of(0x0110), "fine");
}
END_TEST

START_TEST(timers_of_more_pairs_than_there_is_room_for_are_forgotten)
{
	struct trcfmt_event event = { 0 };
	unsigned found = 0;

	load_well("010 1.0 L=APPL \"\" {{ $t = $TID }} starttimer($t,1)\n"
		  "011 1.0 L=APPL \"\" {{ $t = $TID }} endtimer($t,1)\n");
	for (int i = 0; i < 100000; i++) {
		event.tid = i;
		event.time_ns = i * INT64_C(1000);
		evaluate(0x0100, &event);
	}
	event.time_ns = INT64_C(100000000);
	for (int i = 99000; i < 100000; i++) {
		char expected[32];

		event.tid = i;
		snprintf(expected, sizeof(expected), "[%d usec]", 100000 - i);
		found += !strcmp(evaluate(0x0110, &event), expected);
	}
	ck_assert_uint_eq(found, 1000);
	event.tid = 0;
	ck_assert_str_eq(evaluate(0x0110, &event), "");
}
END_TEST

START_TEST(what_is_no_entry_is_refused)
{
	struct trcfmt_event event = {
		.hook = 0x0100,
		.env = 32,
		.entry = "\1\n\0",
		.size = 3,
	};
	struct trcfmt_result result;

	load_well("010 1.0 \"\"\n");
	ck_assert_int_eq(trcfmt_run_new(&run, set, NULL), 0);
	ck_assert_int_eq(trcfmt_eval(run, &event, &result), EINVAL);
	event.env = 16;
	event.size = 8;
	ck_assert_int_eq(trcfmt_eval(run, &event, &result), EINVAL);
	event.env = 64;
	event.size = 7;
	ck_assert_int_eq(trcfmt_eval(run, &event, &result), EINVAL);
}
END_TEST

START_TEST(a_result_says_where_it_comes_from)
{
	struct trcfmt_event event = {
		.hook = 0x0100,
		.env = 32,
		.entry = "\1\t\0\0",
		.size = 4,
	};
	struct trcfmt_result result;

	load_well("010 1.0 L=INT \"x\" $SKIP\n011 1.0 \"y\" $STOP \"z\"\n");
	ck_assert_int_eq(trcfmt_run_new(&run, set, NULL), 0);
	ck_assert_int_eq(trcfmt_eval(run, &event, &result), 0);
	ck_assert_int_eq(result.outcome, TRCFMT_SKIP);
	ck_assert_int_eq(result.column, TRCFMT_INT);
	ck_assert_ptr_eq(result.stanza, trcfmt_find(set, 0x0100));
	event.hook = 0x0110;
	ck_assert_int_eq(trcfmt_eval(run, &event, &result), 0);
	ck_assert_int_eq(result.outcome, TRCFMT_STOP);
	ck_assert_str_eq(result.text, "                y");
	event.hook = 0x0120;
	ck_assert_int_eq(trcfmt_eval(run, &event, &result), 0);
	ck_assert_int_eq(result.outcome, TRCFMT_PRINT);
	ck_assert_ptr_null(result.stanza);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("tool-trcfmt");
	TCase *tc = support_case(suite, "trcfmt");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, errors_name_line_and_column_and_what_was_expected);
	tcase_add_test(tc, one_load_reports_several_stanzas);
	tcase_add_test(tc, number_of_reports_is_limited);
	tcase_add_test(tc, zero_byte_is_an_error);
	tcase_add_test(tc, file_too_large_is_refused);
	tcase_add_test(tc, file_that_cannot_be_read_is_reported);
	tcase_add_test(tc, a_file_with_an_error_changes_nothing);
	tcase_add_test(tc, a_later_file_replaces_single_stanzas);
	tcase_add_test(tc, the_same_hook_twice_in_a_file_is_a_warning);
	tcase_add_test(tc, a_stanza_says_what_it_is_and_where);
	tcase_add_test(tc, maps_come_in_order);
	tcase_add_test(tc, warnings_are_of_what_is_probably_meant_otherwise);
	tcase_add_test(tc, a_file_may_end_anywhere);
	tcase_add_test(tc, hook_ids_are_read_and_written);
	tcase_add_test(tc, names_come_from_the_trace);
	tcase_add_test(tc, error_is_a_line_and_the_end_after_the_braces);
	tcase_add_test(tc, trouble_is_reported_once_for_each_template);
	tcase_add_loop_test(tc, an_event_that_does_not_end_is_cut, 0,
			    (int)(sizeof(endless) / sizeof(endless[0])));
	tcase_add_test(tc,
		timers_of_more_pairs_than_there_is_room_for_are_forgotten);
	tcase_add_test(tc, what_is_no_entry_is_refused);
	tcase_add_test(tc, a_result_says_where_it_comes_from);
	return support_run(suite);
}
