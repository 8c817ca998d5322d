/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The rings of perf_event_open(2).
 *
 * A counter of nothing, or of page faults, is opened for the process on each processor,
 * so that the kernel records its context switches; it is inherited by threads and children.
 * Inherited ones need a ring for each processor.  The target was forked before, and
 * descriptors are closed on exec, so no program has one of them.
 */
#include "record/perf.h"

#include <dirent.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "common/tool.h"

enum {
	/* What a user without privileges may have by default, less where others have
	 * some of it: 16384 switches of a processor, 1024 at least. */
	RING_PAGES = 128,
	RING_PAGES_LEAST = 8,
	/* The threads that are there are looked for so often, since they may make
	 * others meanwhile. */
	ROUNDS = 10,
};

/* Behind each record: PERF_SAMPLE_TID, _TIME and _CPU. */
struct sample_id {
	uint32_t pid, tid;
	uint64_t ns;
	uint32_t cpu, reserved;
};

/* Since Linux 6.0; a constant of the header is no macro. */
enum { FORMAT_LOST = 1 << 4 };

static void fill_attr(struct perf_event_attr *attr, const struct perf_target *target,
		      size_t ring_size, bool counts_lost)
{
	const bool has_faults = target->has_faults;

	*attr = (struct perf_event_attr){
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(*attr),
		.config = has_faults ? PERF_COUNT_SW_PAGE_FAULTS : PERF_COUNT_SW_DUMMY,
		.sample_period = has_faults,
		.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU |
			       (has_faults ? PERF_SAMPLE_IP | PERF_SAMPLE_ADDR : 0),
		.read_format = counts_lost ? FORMAT_LOST : 0,
		.disabled = target->is_held,
		.enable_on_exec = target->is_held,
		.inherit = 1,
		.inherit_thread = !target->has_children,
		.exclude_kernel = 1,
		.exclude_hv = 1,
		.comm = 1,
		.comm_exec = 1,
		.task = 1,
		.context_switch = 1,
		.sample_id_all = 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
		.watermark = 1,
		.wakeup_watermark = (uint32_t)(ring_size / 4),
	};
}

static int open_event(const struct perf *perf, const struct perf_target *target,
		      pid_t tid, int cpu, size_t ring_size)
{
	struct perf_event_attr attr;

	fill_attr(&attr, target, ring_size, perf->counts_lost);
	return (int)syscall(SYS_perf_event_open, &attr, tid, cpu, -1,
			    PERF_FLAG_FD_CLOEXEC);
}

static int paranoia(void)
{
	FILE *file = fopen("/proc/sys/kernel/perf_event_paranoid", "re");
	int level = -1;

	if (!file)
		return level;
	if (fscanf(file, "%d", &level) != 1)
		level = -1;
	fclose(file);
	return level;
}

#define GOES_ON "; recording goes on without --sched"

static void explain_refused(int err)
{
	int level = paranoia();

	if (err == ENOSYS || level < 0)
		tool_note("--sched: this kernel, or its sandbox, has no "
			  "perf_event_open(); use another one" GOES_ON);
	else if (err != EACCES && err != EPERM)
		tool_note("--sched: perf_event_open(): %s" GOES_ON, strerror(err));
	else if (level > 2)
		tool_note("--sched: kernel.perf_event_paranoid is %d; let root set it "
			  "to 2 by 'sysctl kernel.perf_event_paranoid=2', or be "
			  "root" GOES_ON, level);
	else
		tool_note("--sched: a sandbox refuses perf_event_open(), or the process "
			  "may not be traced; permit it, as by 'docker run --cap-add "
			  "PERFMON', or be root" GOES_ON);
}

static void explain(int err, bool is_memory)
{
	if (err == EMFILE || err == ENFILE)
		tool_note("--sched: no descriptors for all threads and processors; "
			  "raise 'ulimit -n'" GOES_ON);
	else if (err == ENOMEM || is_memory)
		tool_note("--sched: no memory for its rings; raise "
			  "kernel.perf_event_mlock_kb or 'ulimit -l', or end other "
			  "recordings" GOES_ON);
	else
		explain_refused(err);
}

static bool init(struct perf *perf)
{
	long n = sysconf(_SC_NPROCESSORS_CONF);

	*perf = (struct perf){ .n_rings = n > 0 ? (size_t)n : 1, .counts_lost = true };
	perf->rings = calloc(perf->n_rings, sizeof(*perf->rings));
	if (!perf->rings)
		return false;
	for (size_t i = 0; i < perf->n_rings; i++)
		perf->rings[i] = (struct perf_ring){ .fd = -1, .map = MAP_FAILED };
	return true;
}

static size_t page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

/* Rings are of one size; the first one decides it. */
static bool map_ring(struct perf *perf, struct perf_ring *ring, size_t *pages)
{
	const int protection = PROT_READ | PROT_WRITE;

	while (*pages >= RING_PAGES_LEAST) {
		ring->map = mmap(NULL, (1 + *pages) * page_size(), protection,
				 MAP_SHARED, ring->fd, 0);
		if (ring->map != MAP_FAILED || perf->ring_size)
			break;
		*pages /= 2;
	}
	if (ring->map == MAP_FAILED)
		return false;
	perf->ring_size = *pages * page_size();
	return true;
}

/* The rings, with the events of a first thread.  Returns 0 or an errno value. */
static int open_rings(struct perf *perf, const struct perf_target *target, size_t pages,
		      bool *is_memory)
{
	size_t n = 0;

	for (size_t i = 0; i < perf->n_rings; i++) {
		struct perf_ring *ring = &perf->rings[i];

		*is_memory = false;
		ring->fd = open_event(perf, target, target->pid, (int)i,
				      pages * page_size());
		if (ring->fd < 0 && errno == EINVAL && perf->counts_lost) {
			perf->counts_lost = false;
			ring->fd = open_event(perf, target, target->pid, (int)i,
					      pages * page_size());
		}
		/* A processor that is switched off. */
		if (ring->fd < 0 && (errno == ENODEV || errno == ENXIO))
			continue;
		if (ring->fd < 0)
			return errno;
		*is_memory = true;
		if (!map_ring(perf, ring, &pages))
			return errno;
		n++;
	}
	return n ? 0 : ENODEV;
}

static bool add_other(struct perf *perf, int fd)
{
	int *more = reallocarray(perf->others, perf->n_others + 1, sizeof(*more));

	if (!more) {
		close(fd);
		errno = ENOMEM;
		return false;
	}
	perf->others = more;
	more[perf->n_others++] = fd;
	return true;
}

/* Another thread of a process that runs, into the same rings. */
static bool add_thread(struct perf *perf, const struct perf_target *target, pid_t tid)
{
	for (size_t i = 0; i < perf->n_rings; i++) {
		struct perf_ring *ring = &perf->rings[i];
		int fd;

		if (ring->fd < 0)
			continue;
		fd = open_event(perf, target, tid, (int)i, perf->ring_size);
		if (fd < 0)
			return errno == ESRCH;
		if (!add_other(perf, fd) ||
		    ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, ring->fd) < 0)
			return false;
	}
	return true;
}

/* Threads known so far; what they make is inherited. */
struct known {
	pid_t *tids;
	size_t n;
};

static bool is_known(const struct known *known, pid_t tid)
{
	for (size_t i = 0; i < known->n; i++)
		if (known->tids[i] == tid)
			return true;
	return false;
}

static bool learn(struct known *known, pid_t tid)
{
	pid_t *more = reallocarray(known->tids, known->n + 1, sizeof(*more));

	if (!more)
		return false;
	known->tids = more;
	more[known->n++] = tid;
	return true;
}

/* Those that the process has now; *n is how many were new.  One that was made by a
 * known thread meanwhile is told of twice. */
static bool add_threads(struct perf *perf, const struct perf_target *target,
			struct known *known, size_t *n)
{
	char path[32];
	DIR *folder;
	struct dirent *entry;
	bool is_fine = true;

	*n = 0;
	snprintf(path, sizeof(path), "/proc/%d/task", (int)target->pid);
	folder = opendir(path);
	if (!folder)
		return true;
	while (is_fine && (entry = readdir(folder))) {
		pid_t tid = (pid_t)atoi(entry->d_name);

		if (tid <= 0 || is_known(known, tid))
			continue;
		is_fine = learn(known, tid) &&
			  (tid == target->pid || add_thread(perf, target, tid));
		(*n)++;
	}
	closedir(folder);
	return is_fine;
}

static bool add_all_threads(struct perf *perf, const struct perf_target *target)
{
	struct known known = { 0 };
	bool is_fine = true;
	size_t n = 1;

	for (int round = 0; round < ROUNDS && n && is_fine; round++)
		is_fine = add_threads(perf, target, &known, &n);
	free(known.tids);
	return is_fine;
}

/* A descriptor for each thread and processor may be more than the usual limit. */
static void raise_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
		limit.rlim_cur = limit.rlim_max;
		setrlimit(RLIMIT_NOFILE, &limit);
	}
}

bool perf_open(struct perf *perf, const struct perf_target *target)
{
	bool is_memory = true;
	int err;

	if (!init(perf)) {
		explain(ENOMEM, true);
		return false;
	}
	if (!target->is_held)
		raise_limit();
	err = open_rings(perf, target, RING_PAGES, &is_memory);
	if (!err && !target->is_held && !add_all_threads(perf, target)) {
		is_memory = false;
		err = errno;
	}
	if (!err)
		return true;
	explain(err, is_memory);
	perf_close(perf);
	return false;
}

void perf_close(struct perf *perf)
{
	for (size_t i = 0; i < perf->n_others; i++)
		close(perf->others[i]);
	for (size_t i = 0; perf->rings && i < perf->n_rings; i++) {
		struct perf_ring *ring = &perf->rings[i];

		if (ring->map != MAP_FAILED)
			munmap(ring->map, page_size() + perf->ring_size);
		if (ring->fd >= 0)
			close(ring->fd);
	}
	free(perf->rings);
	free(perf->others);
	*perf = (struct perf){ 0 };
}

/* The largest record that was asked for has a name of 16 bytes. */
enum { RECORD_MOST = 256 };

static void copy_out(const struct perf *perf, const struct perf_ring *ring, uint64_t at,
		     void *to, size_t size)
{
	const char *records = (const char *)ring->map + page_size();
	size_t from = (size_t)(at % perf->ring_size);
	size_t first = perf->ring_size - from;

	if (first > size)
		first = size;
	memcpy(to, records + from, first);
	memcpy((char *)to + first, records, size - first);
}

/* What is behind the header of each kind that is used. */
struct task {
	uint32_t pid, ppid, tid, ptid;
	uint64_t ns;
};

struct loss {
	uint64_t id, n;
};

/* PERF_SAMPLE_IP, _TID, _TIME, _ADDR and _CPU; the only one without a sample_id. */
struct fault {
	uint64_t code;
	uint32_t pid, tid;
	uint64_t ns, address;
	uint32_t cpu, reserved;
};

struct comm {
	uint32_t pid, tid;
	char name[16];
};

static void take_comm(const struct perf_event_header *header,
		      struct perf_record *record)
{
	const size_t at = offsetof(struct comm, name);
	size_t size = header->size - sizeof(*header) - sizeof(struct sample_id);

	size = size > at ? size - at : 0;
	if (size > sizeof(record->name))
		size = sizeof(record->name);
	memcpy(record->name, (const char *)(header + 1) + at, size);
	record->name[sizeof(record->name) - 1] = '\0';
	record->kind = header->misc & PERF_RECORD_MISC_COMM_EXEC ? PERF_EXEC :
		       PERF_NAME;
}

static void take_fault(const struct perf_event_header *header,
		       struct perf_record *record)
{
	struct fault fault;

	memcpy(&fault, header + 1, sizeof(fault));
	*record = (struct perf_record){
		.kind = PERF_FAULT,
		.ns = fault.ns,
		.pid = (pid_t)fault.pid,
		.tid = (pid_t)fault.tid,
		.cpu = fault.cpu,
		.address = fault.address,
		.code = fault.code,
	};
}

/* False: it is of no kind that is used. */
static bool take_record(const struct perf_event_header *header,
			struct perf_record *record)
{
	const char *bytes = (const char *)header;
	struct sample_id id;
	struct task task;
	struct loss loss;

	memcpy(&id, bytes + header->size - sizeof(id), sizeof(id));
	record->ns = id.ns;
	record->pid = (pid_t)id.pid;
	record->tid = (pid_t)id.tid;
	record->cpu = id.cpu;
	switch (header->type) {
	case PERF_RECORD_SWITCH:
		record->kind = !(header->misc & PERF_RECORD_MISC_SWITCH_OUT) ?
			       PERF_IN :
			       header->misc & PERF_RECORD_MISC_SWITCH_OUT_PREEMPT ?
			       PERF_OUT_READY : PERF_OUT_WAITING;
		return true;
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT:
		memcpy(&task, header + 1, sizeof(task));
		record->kind = header->type == PERF_RECORD_FORK ? PERF_NEW : PERF_END;
		record->pid = (pid_t)task.pid;
		record->tid = (pid_t)task.tid;
		record->by = (pid_t)task.ptid;
		return true;
	case PERF_RECORD_COMM:
		take_comm(header, record);
		return true;
	case PERF_RECORD_LOST:
		memcpy(&loss, header + 1, sizeof(loss));
		record->kind = PERF_LOST;
		record->n = loss.n;
		return true;
	case PERF_RECORD_SAMPLE:
		take_fault(header, record);
		return true;
	default:
		return false;
	}
}

static size_t least_size(uint32_t type)
{
	switch (type) {
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT:
		return sizeof(struct task);
	case PERF_RECORD_COMM:
		return sizeof(struct comm) - sizeof(((struct comm *)0)->name);
	case PERF_RECORD_LOST:
		return sizeof(struct loss);
	case PERF_RECORD_SAMPLE:
		return sizeof(struct fault) - sizeof(struct sample_id);
	default:
		return 0;
	}
}

void perf_read(struct perf *perf, size_t number, perf_take *take, void *context)
{
	struct perf_ring *ring = &perf->rings[number];
	struct perf_event_mmap_page *page = ring->map;
	_Alignas(8) char bytes[RECORD_MOST];
	const struct perf_event_header *header = (void *)bytes;
	uint64_t head, tail;
	bool is_full;

	if (ring->map == MAP_FAILED)
		return;
	/* Pairs with the kernel's, which has written what is before the head. */
	head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
	is_full = head - page->data_tail > perf->ring_size - RECORD_MOST;
	for (tail = page->data_tail; tail != head; tail += header->size) {
		struct perf_record record = { 0 };

		copy_out(perf, ring, tail, bytes, sizeof(*header));
		if (header->size < sizeof(*header) + sizeof(struct sample_id) +
				   least_size(header->type) ||
		    header->size > sizeof(bytes)) {
			tail = head;
			break;
		}
		copy_out(perf, ring, tail, bytes, header->size);
		if (!take_record(header, &record))
			continue;
		record.since = ring->newest;
		if (record.ns > ring->newest)
			ring->newest = record.ns;
		take(context, &record);
	}
	/* The kernel may have had no room for the next one. */
	if (is_full)
		take(context, &(struct perf_record){
			.kind = PERF_FULL, .ns = ring->newest, .cpu = (uint32_t)number,
		});
	/* What was read may be overwritten. */
	__atomic_store_n(&page->data_tail, tail, __ATOMIC_RELEASE);
}

static bool add_lost(int fd, uint64_t *n)
{
	uint64_t values[2];		/* the count of the event is the first */

	if (read(fd, values, sizeof(values)) != sizeof(values))
		return false;
	*n += values[1];
	return true;
}

bool perf_count_lost(const struct perf *perf, uint64_t *n)
{
	bool counts = perf->counts_lost;

	*n = 0;
	for (size_t i = 0; counts && i < perf->n_rings; i++)
		counts = perf->rings[i].fd < 0 || add_lost(perf->rings[i].fd, n);
	for (size_t i = 0; counts && i < perf->n_others; i++)
		counts = add_lost(perf->others[i], n);
	return counts;
}
