/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* The contents of a Perfetto trace: packets, tracks, annotations. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/out.h"
#include "content.h"
#include "sequence.h"
#include "support.h"
#include "tracks.h"

static FILE *file;
static struct out out;
static struct sequence sequence;
static struct notes notes;
static struct tracks tracks;
static Pft__Trace *trace;

static void setup(void)
{
	trace_event_id_t id;

	/* Unchecked, for what every process keeps once it uses the library. */
	posix_trace_eventid_open("any", &id);
	support_begin();
	file = tmpfile();
	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(out_init(&out, fileno(file)), 0);
	sequence_init(&sequence, &out, CLOCK_IS_REAL);
	ck_assert(notes_init(&notes, &sequence, 1 << 16));
	/* No stream, so threads have no names. */
	tracks_init(&tracks, &sequence, (trace_id_t)0);
	trace = NULL;
}

static void teardown(void)
{
	if (trace)
		pft__trace__free_unpacked(trace, NULL);
	tracks_fini(&tracks);
	notes_fini(&notes);
	out_fini(&out);
	fclose(file);
}

/* All output so far. */
static void decode(void)
{
	static unsigned char bytes[1 << 20];
	ssize_t n;

	out_flush(&out);
	ck_assert_int_eq(out.error, 0);
	n = pread(fileno(file), bytes, sizeof(bytes), 0);
	ck_assert_int_gt(n, 0);
	ck_assert_int_lt(n, sizeof(bytes));
	trace = pft__trace__unpack(NULL, (size_t)n, bytes);
	ck_assert_ptr_nonnull(trace);
}

static void ck_assert_bytes(ProtobufCBinaryData bytes, const char *expected)
{
	ck_assert_uint_eq(bytes.len, strlen(expected));
	ck_assert_mem_eq(bytes.data, expected, bytes.len);
}

/* An event that has the values in `notes`. */
static void put_noted(void)
{
	Pft__TracePacket packet = PFT__TRACE_PACKET__INIT;
	Pft__TrackEvent event = PFT__TRACK_EVENT__INIT;

	packet.track_event = &event;
	notes_give(&notes, &event);
	sequence_put(&sequence, &packet);
	notes_clear(&notes);
}

START_TEST(first_packet_says_whose_the_time_stamps_are)
{
	put_noted();
	put_noted();
	decode();
	ck_assert_uint_eq(trace->n_packet, 2);
	ck_assert_int_eq(trace->packet[0]->first_packet_on_sequence, 1);
	ck_assert_uint_eq(trace->packet[0]->sequence_flags, 3);
	ck_assert_uint_eq(trace->packet[0]->trace_packet_defaults->
			  timestamp_clock_id, 1);
	ck_assert_int_eq(trace->packet[1]->has_first_packet_on_sequence, 0);
	ck_assert_uint_eq(trace->packet[1]->sequence_flags, 2);
	ck_assert_ptr_null(trace->packet[1]->trace_packet_defaults);
	ck_assert_uint_eq(trace->packet[1]->trusted_packet_sequence_id, 1);
}
END_TEST

START_TEST(name_is_written_once_and_behind_a_gap_again)
{
	for (int i = 0; i < 4; i++) {
		if (i == 2)
			sequence_dropped(&sequence);
		notes_add_number(&notes, NOTE_MEMBER + SYSDATA_SIZE, (uint64_t)i);
		put_noted();
	}
	decode();
	for (size_t i = 0; i < 4; i++) {
		const Pft__TracePacket *packet = trace->packet[i];
		const Pft__DebugAnnotation *note =
			packet->track_event->debug_annotations[0];

		ck_assert_uint_eq(note->name_iid, NOTE_MEMBER + SYSDATA_SIZE);
		ck_assert_uint_eq(note->uint_value, i);
		ck_assert_int_eq(packet->interned_data != NULL, i % 2 == 0);
		ck_assert_int_eq(packet->has_previous_packet_dropped, i == 2);
		ck_assert_uint_eq(packet->sequence_flags, i % 2 ? 2 : 3);
		ck_assert_int_eq(packet->trace_packet_defaults != NULL,
				 i % 2 == 0);
		if (i % 2)
			continue;
		ck_assert_uint_eq(packet->interned_data->
				  debug_annotation_names[0]->iid, NOTE_MEMBER + SYSDATA_SIZE);
		ck_assert_bytes(packet->interned_data->
				debug_annotation_names[0]->name, "size");
	}
}
END_TEST

static struct type type;
static struct arguments arguments;

/* Write an event of such a type; the last packet has its annotations. */
static void put_event(const char *described, const void *data, size_t len,
		      bool is_cut)
{
	struct posixtrace_arguments text = { 0 };
	struct trace_event event = {
		.type = &type, .data = data, .len = len,
	};
	struct content_type seen = { 0 };

	event.info.posix_event_id = 100;
	event.info.posix_truncation_status = is_cut ?
		POSIX_TRACE_TRUNCATED_RECORD : POSIX_TRACE_NOT_TRUNCATED;
	type = (struct type){ .id = 100 };
	if (described) {
		strcpy(text.text, described);
		text.is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
		ck_assert(arguments_parse(&arguments, &text));
		type.arguments = &arguments;
	}
	content_add(&notes, &event, NULL, &seen);
	put_noted();
}

static const Pft__DebugAnnotation *note(size_t i)
{
	const Pft__TracePacket *last = trace->packet[trace->n_packet - 1];

	ck_assert_uint_lt(i, last->track_event->n_debug_annotations);
	return last->track_event->debug_annotations[i];
}

/* The interned name of an annotation of the last packet. */
static ProtobufCBinaryData name_of(size_t i)
{
	const Pft__TracePacket *last = trace->packet[trace->n_packet - 1];
	const Pft__InternedData *interned = last->interned_data;

	for (size_t k = 0; k < interned->n_debug_annotation_names; k++) {
		if (interned->debug_annotation_names[k]->iid ==
		    note(i)->name_iid)
			return interned->debug_annotation_names[k]->name;
	}
	ck_abort_msg("no name of annotation %zu", i);
}

START_TEST(arguments_keep_their_names_and_types)
{
	struct __attribute__((packed)) {
		uint8_t small;
		int16_t below;
		double floating;
		uint8_t yes;
		char letter;
		uint64_t pointer;
		uint32_t hex;
		char string[6];
		uint16_t len;
		unsigned char memory[2];
	} data = {
		200, -5, 1.5, 1, 'x', 0x1234, 0xbeef, "hello", 2, { 1, 0xff },
	};

	put_event("small:u8 below:i16 floating:f64 yes:bool letter:char "
		  "pointer:ptr hex:x32 string:str memory:mem", &data,
		  sizeof(data), false);
	decode();
	ck_assert_bytes(name_of(0), "small");
	ck_assert_uint_eq(note(0)->uint_value, 200);
	ck_assert_int_eq(note(0)->value_case,
			 PFT__DEBUG_ANNOTATION__VALUE_UINT_VALUE);
	ck_assert_bytes(name_of(1), "below");
	ck_assert_int_eq(note(1)->int_value, -5);
	ck_assert_int_eq(note(1)->value_case,
			 PFT__DEBUG_ANNOTATION__VALUE_INT_VALUE);
	ck_assert_double_eq(note(2)->double_value, 1.5);
	ck_assert_int_eq(note(3)->value_case,
			 PFT__DEBUG_ANNOTATION__VALUE_BOOL_VALUE);
	ck_assert_int_eq(note(3)->bool_value, 1);
	ck_assert_bytes(note(4)->string_value, "x");
	ck_assert_int_eq(note(5)->value_case,
			 PFT__DEBUG_ANNOTATION__VALUE_POINTER_VALUE);
	ck_assert_uint_eq(note(5)->pointer_value, 0x1234);
	ck_assert_int_eq(note(6)->value_case,
			 PFT__DEBUG_ANNOTATION__VALUE_POINTER_VALUE);
	ck_assert_uint_eq(note(6)->pointer_value, 0xbeef);
	ck_assert_bytes(note(7)->string_value, "hello");
	ck_assert_bytes(name_of(8), "memory");
	ck_assert_bytes(note(8)->string_value, "01ff");
}
END_TEST

START_TEST(data_without_description_is_text_or_hexadecimal)
{
	put_event(NULL, "plain text", 11, false);
	decode();
	ck_assert_bytes(name_of(0), "data");
	ck_assert_bytes(note(0)->string_value, "plain text");
	pft__trace__free_unpacked(trace, NULL);
	put_event(NULL, "\1\2\3", 3, true);
	decode();
	ck_assert_bytes(name_of(0), "data cut");
	ck_assert_int_eq(note(0)->bool_value, 1);
	ck_assert_bytes(note(1)->string_value, "010203");
}
END_TEST

/* Data that does not match the description is shown as raw data. */
START_TEST(data_of_another_form_is_shown_as_it_is)
{
	put_event("n:u32", "\1\2\3", 3, false);
	decode();
	ck_assert_bytes(note(0)->string_value, "010203");
}
END_TEST

START_TEST(string_of_any_bytes_becomes_utf8)
{
	put_event("s:str", "a\xff\xc3\xa4\xed\xa0\x80", 8, false);
	decode();
	ck_assert_bytes(note(0)->string_value,
			"a\xef\xbf\xbd\xc3\xa4\xef\xbf\xbd\xef\xbf\xbd\xef\xbf"
			"\xbd");
}
END_TEST

/* The length before it takes one, two or three bytes. */
START_TEST(packets_of_every_length_are_whole)
{
	static char text[1 << 16];
	const size_t lengths[] = { 90, 100, 110, 130, 16300, 16350, 16400,
				   60000 };
	size_t n = sizeof(lengths) / sizeof(lengths[0]);

	memset(text, '\xff', sizeof(text));
	for (size_t i = 0; i < n; i++)
		put_event(NULL, text, lengths[i], false);
	decode();
	ck_assert_uint_eq(trace->n_packet, n);
	for (size_t i = 0; i < n; i++)
		ck_assert_uint_eq(trace->packet[i]->track_event->
				  debug_annotations[0]->string_value.len,
				  2 * lengths[i]);
}
END_TEST

START_TEST(system_event_has_its_members)
{
	struct posixtrace_io io = { 3, 100, -9, 1234 };
	struct trace_event event = {
		.type = &type, .data = &io, .len = sizeof(io),
	};

	type = (struct type){ .id = POSIXTRACE_READ };
	event.info.posix_event_id = POSIXTRACE_READ;
	event.info.posix_prog_address = (void *)0x400000;
	event.info.posix_truncation_status = POSIX_TRACE_NOT_TRUNCATED;
	content_add(&notes, &event, NULL, NULL);
	put_noted();
	decode();
	ck_assert_bytes(name_of(0), "trace point");
	ck_assert_uint_eq(note(0)->pointer_value, 0x400000);
	ck_assert_bytes(name_of(1), "fd");
	ck_assert_int_eq(note(1)->int_value, 3);
	ck_assert_uint_eq(note(2)->uint_value, 100);
	ck_assert_int_eq(note(3)->int_value, -9);
	ck_assert_bytes(name_of(4), "errno");
	ck_assert_bytes(note(4)->string_value, "EBADF");
	ck_assert_uint_eq(note(5)->uint_value, 1234);
	pft__trace__free_unpacked(trace, NULL);
	event.len--;
	content_add(&notes, &event, NULL, NULL);
	put_noted();
	decode();
	ck_assert_bytes(name_of(1), "data");
}
END_TEST

static uint64_t track_of(pid_t pid, pid_t tid)
{
	const struct posix_trace_event_info info = {
		.posix_pid = pid, .posix_tid = tid,
	};
	const struct track *track = tracks_find(&tracks, &info, NULL);

	ck_assert_ptr_nonnull(track);
	return track->uuid;
}

START_TEST(track_is_described_before_it_is_used_and_once)
{
	uint64_t thread = track_of(7, 9);
	uint64_t stream = track_of(7, 0);

	ck_assert_uint_ne(thread, stream);
	ck_assert_uint_eq(track_of(7, 9), thread);
	ck_assert_uint_eq(track_of(7, 0), stream);
	decode();
	ck_assert_uint_eq(trace->n_packet, 3);
	ck_assert_int_eq(trace->packet[0]->track_descriptor->process->pid, 7);
	ck_assert_uint_eq(trace->packet[1]->track_descriptor->uuid, thread);
	ck_assert_int_eq(trace->packet[1]->track_descriptor->thread->pid, 7);
	ck_assert_int_eq(trace->packet[1]->track_descriptor->thread->tid, 9);
	ck_assert_uint_eq(trace->packet[2]->track_descriptor->uuid, stream);
	ck_assert_uint_eq(trace->packet[2]->track_descriptor->parent_uuid,
			  trace->packet[0]->track_descriptor->uuid);
	ck_assert_ptr_null(trace->packet[2]->track_descriptor->thread);
}
END_TEST

START_TEST(every_thread_has_a_track_of_its_own)
{
	enum { THREADS = 5000 };
	static bool is_used[2 * THREADS];

	for (int i = 0; i < THREADS; i++) {
		uint64_t uuid = track_of(7, 1 + (i << 16));

		ck_assert_uint_lt(uuid, 2 * THREADS);
		ck_assert(!is_used[uuid]);
		is_used[uuid] = true;
	}
	for (int i = 0; i < THREADS; i++)
		ck_assert(is_used[track_of(7, 1 + (i << 16))]);
	decode();
	ck_assert_uint_eq(trace->n_packet, THREADS + 1);
}
END_TEST

/* Perfetto gives these names a special meaning. */
START_TEST(ids_that_no_thread_has_are_a_name)
{
	track_of(0, 5);
	track_of(-1, -5);
	decode();
	ck_assert_uint_eq(trace->n_packet, 2);
	ck_assert_ptr_null(trace->packet[0]->track_descriptor->thread);
	ck_assert_bytes(trace->packet[0]->track_descriptor->name,
			"thread 0/5");
	ck_assert_bytes(trace->packet[1]->track_descriptor->name,
			"thread -1/-5");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("tool-perfetto");
	TCase *tc = support_case(suite, "trace");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, first_packet_says_whose_the_time_stamps_are);
	tcase_add_test(tc, name_is_written_once_and_behind_a_gap_again);
	tcase_add_test(tc, arguments_keep_their_names_and_types);
	tcase_add_test(tc, data_without_description_is_text_or_hexadecimal);
	tcase_add_test(tc, data_of_another_form_is_shown_as_it_is);
	tcase_add_test(tc, string_of_any_bytes_becomes_utf8);
	tcase_add_test(tc, packets_of_every_length_are_whole);
	tcase_add_test(tc, system_event_has_its_members);
	tcase_add_test(tc, track_is_described_before_it_is_used_and_once);
	tcase_add_test(tc, every_thread_has_a_track_of_its_own);
	tcase_add_test(tc, ids_that_no_thread_has_are_a_name);
	return support_run(suite);
}
