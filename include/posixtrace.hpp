/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * <posixtrace.hpp>: what <posixtrace.h> offers, as C++ has it; C++11 or later,
 * nothing to link with but the library.
 *
 *	void work(int n, const std::string &path)
 *	{
 *		POSIXTRACE_SCOPE("work", n, path);
 *		...
 *		POSIXTRACE_POINT("work:half");
 *	}
 *
 * records "work_begin" with both arguments, and "work_end" however the scope is
 * left: by its end, return, break, goto or an exception.
 *
 *	for (const posixtrace::event &event : posixtrace::log("x.ptl"))
 *		std::cout << event.time_ns << ' ' << event.name() << '\n';
 *
 * A std::string is recorded up to its first NUL, where strings of an event end;
 * POSIXTRACE_MEMORY() has any bytes.
 */
#ifndef POSIXTRACE_INCLUDE_POSIXTRACE_HPP
#define POSIXTRACE_INCLUDE_POSIXTRACE_HPP

#include <posixtrace.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <string>
#include <system_error>
#include <unistd.h>

inline posixtrace_arg posixtrace_arg_(const char *name,
				      const std::string &value)
{
	return posixtrace_string_(name, value.c_str());
}

namespace posixtrace {

/* Is it an identifier?  Arguments are called as the variables are. */
constexpr bool is_name(const char *text, bool is_first = true)
{
	return *text == '\0' ? !is_first :
	       ((*text >= 'a' && *text <= 'z') ||
		(*text >= 'A' && *text <= 'Z') || *text == '_' ||
		(!is_first && *text >= '0' && *text <= '9')) &&
	       is_name(text + 1, false);
}

/* Records an event without arguments at its end.  Made by POSIXTRACE_SCOPE. */
class scope {
public:
	explicit scope(posixtrace_point *end) noexcept : end_(end) {}
	scope(const scope &) = delete;
	scope &operator=(const scope &) = delete;
	~scope()
	{
		if (posixtrace_is_traced())
			posixtrace_record(end_, nullptr, 0);
	}

private:
	posixtrace_point *end_;
};

/* The begin of a scope; returns its end.  Inline, as the address of the event is
 * that of the caller of the library. */
#if defined(__GNUC__)
__attribute__((__always_inline__))
#endif
inline posixtrace_point *begin_(posixtrace_point *begin, posixtrace_point *end,
		std::initializer_list<posixtrace_arg> arguments)
{
	posixtrace_record(begin, arguments.begin(), arguments.size());
	return end;
}

class log;

/* An event of a log.  Its data, and itself, are there until the next. */
struct event {
	std::int64_t time_ns = 0;	/* since the epoch */
	trace_event_id_t id = 0;
	pid_t pid = 0;
	pid_t tid = 0;
	const void *address = nullptr;
	bool is_cut = false;
	const void *data = nullptr;
	std::size_t size = 0;

	/* Of its type; "type-N" if the log has lost it. */
	std::string name() const;

private:
	friend class log;
	const class log *log_ = nullptr;
};

/*
 * The events of a log or dump, as an input range: they are read as the iterator
 * advances, once.  Errors are std::system_error.  What is damaged is left out, and
 * is no error: ask damage() and lost() after the last event.
 */
class log {
public:
	explicit log(const std::string &path) : batch_(new batch)
	{
		int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
		int err = fd < 0 ? errno : posix_trace_open(fd, &trid_);

		if (fd >= 0)
			::close(fd);
		check(err, path);
	}
	log(const log &) = delete;
	log &operator=(const log &) = delete;
	~log() { posix_trace_close(trid_); }

	/* For what else <posixtrace.h> tells of it. */
	trace_id_t id() const noexcept { return trid_; }

	/* Places that are damaged, of those that have been read, so that events are
	 * missing; 0 for a dump, which cannot tell. */
	std::uint64_t damage() const
	{
		posixtrace_log told;
		const int err = posixtrace_get_log(trid_, &told);

		if (err == ENOENT)
			return 0;
		check(err, "log");
		return told.damaged;
	}

	/* Events that were lost, from the stream or from the log. */
	std::uint64_t lost() const
	{
		const posixtrace_usage usage = get_usage();

		return usage.lost + usage.log_lost;
	}

	/* False: its writer died, or writes it still, or it is damaged. */
	bool is_complete() const { return get_usage().complete != 0; }

	class iterator {
	public:
		using iterator_category = std::input_iterator_tag;
		using value_type = event;
		using difference_type = std::ptrdiff_t;
		using pointer = const event *;
		using reference = const event &;

		iterator() = default;
		explicit iterator(class log *log) : log_(log) { ++*this; }
		reference operator*() const { return log_->event_; }
		pointer operator->() const { return &log_->event_; }
		iterator &operator++()
		{
			if (!log_->next())
				log_ = nullptr;
			return *this;
		}
		void operator++(int) { ++*this; }
		bool operator==(const iterator &other) const
		{
			return log_ == other.log_;
		}
		bool operator!=(const iterator &other) const
		{
			return log_ != other.log_;
		}

	private:
		class log *log_ = nullptr;
	};

	iterator begin() { return iterator(this); }
	iterator end() { return iterator(); }

private:
	enum { rows = 1024 };
	struct batch {
		std::int64_t time[rows];
		std::uint32_t id[rows];
		std::int32_t pid[rows], tid[rows];
		std::uint64_t address[rows], offset[rows + 1];
		std::uint8_t truncated[rows];
		unsigned char data[2 * (POSIXTRACE_DATA_MAX + 1)];
	};

	static void check(int err, const std::string &what)
	{
		if (err)
			throw std::system_error(err, std::generic_category(),
						what);
	}

	posixtrace_usage get_usage() const
	{
		posixtrace_usage usage;

		check(posixtrace_get_usage(trid_, &usage), "log");
		return usage;
	}

	void fill()
	{
		posixtrace_columns columns = posixtrace_columns();
		batch &into = *batch_;

		columns.size = sizeof(columns);
		columns.max = rows;
		columns.time = into.time;
		columns.id = into.id;
		columns.pid = into.pid;
		columns.tid = into.tid;
		columns.address = into.address;
		columns.truncated = into.truncated;
		into.offset[0] = 0;
		columns.offset = into.offset;
		columns.data = into.data;
		columns.data_size = sizeof(into.data);
		at_ = n_ = 0;
		check(posixtrace_read_columns(trid_, &columns, &n_), "log");
	}

	bool next()
	{
		const batch &from = *batch_;

		if (at_ == n_)
			fill();
		if (n_ == 0)
			return false;
		event_.time_ns = from.time[at_];
		event_.id = from.id[at_];
		event_.pid = from.pid[at_];
		event_.tid = from.tid[at_];
		event_.address = reinterpret_cast<const void *>(
			static_cast<std::uintptr_t>(from.address[at_]));
		event_.is_cut = from.truncated[at_] !=
				POSIX_TRACE_NOT_TRUNCATED;
		event_.data = from.data + from.offset[at_];
		/* A variable, since the cast is none on 64 bits. */
		const std::uint64_t size = from.offset[at_ + 1] -
					   from.offset[at_];
		event_.size = static_cast<std::size_t>(size);
		event_.log_ = this;
		at_++;
		return true;
	}

	trace_id_t trid_ = 0;
	std::unique_ptr<batch> batch_;
	std::size_t at_ = 0, n_ = 0;
	event event_;
};

inline std::string event::name() const
{
	char name[TRACE_EVENT_NAME_MAX + 1];

	if (posix_trace_eventid_get_name(log_->id(), id, name) == 0)
		return name;
	return "type-" + std::to_string(id);
}

} /* namespace posixtrace */

/* Arguments by the names of variables; at most eight. */
#define POSIXTRACE_VARIABLE_(x) \
	(static_cast<void>(sizeof(char[posixtrace::is_name(#x) ? 1 : -1])), \
	 posixtrace_arg_(#x, x)),
#define POSIXTRACE_EACH_0_(name)
#define POSIXTRACE_EACH_1_(name, a) POSIXTRACE_VARIABLE_(a)
#define POSIXTRACE_EACH_2_(name, a, ...) \
	POSIXTRACE_VARIABLE_(a) POSIXTRACE_EACH_1_(name, __VA_ARGS__)
#define POSIXTRACE_EACH_3_(name, a, ...) \
	POSIXTRACE_VARIABLE_(a) POSIXTRACE_EACH_2_(name, __VA_ARGS__)
#define POSIXTRACE_EACH_4_(name, a, ...) \
	POSIXTRACE_VARIABLE_(a) POSIXTRACE_EACH_3_(name, __VA_ARGS__)
#define POSIXTRACE_EACH_5_(name, a, ...) \
	POSIXTRACE_VARIABLE_(a) POSIXTRACE_EACH_4_(name, __VA_ARGS__)
#define POSIXTRACE_EACH_6_(name, a, ...) \
	POSIXTRACE_VARIABLE_(a) POSIXTRACE_EACH_5_(name, __VA_ARGS__)
#define POSIXTRACE_EACH_7_(name, a, ...) \
	POSIXTRACE_VARIABLE_(a) POSIXTRACE_EACH_6_(name, __VA_ARGS__)
#define POSIXTRACE_EACH_8_(name, a, ...) \
	POSIXTRACE_VARIABLE_(a) POSIXTRACE_EACH_7_(name, __VA_ARGS__)
#define POSIXTRACE_NINTH_(n, a, b, c, d, e, f, g, h, each, ...) each
#define POSIXTRACE_EACH_(...) \
	POSIXTRACE_NINTH_(__VA_ARGS__, POSIXTRACE_EACH_8_, \
		POSIXTRACE_EACH_7_, POSIXTRACE_EACH_6_, POSIXTRACE_EACH_5_, \
		POSIXTRACE_EACH_4_, POSIXTRACE_EACH_3_, POSIXTRACE_EACH_2_, \
		POSIXTRACE_EACH_1_, POSIXTRACE_EACH_0_, 0)(__VA_ARGS__)
#define POSIXTRACE_FIRST_(first, ...) first
#define POSIXTRACE_NAME_(...) POSIXTRACE_FIRST_(__VA_ARGS__, 0)

#undef POSIXTRACE_POINT
#undef POSIXTRACE_SCOPE

/* POSIXTRACE_POINT("name", n, path): an event with these variables as its
 * arguments, or with none. */
#define POSIXTRACE_POINT(...) \
	POSIXTRACE_BEGIN(POSIXTRACE_NAME_(__VA_ARGS__)) \
		POSIXTRACE_EACH_(__VA_ARGS__) \
	POSIXTRACE_END

/* POSIXTRACE_SCOPE("name", n, path): a declaration; see above.  It has no lambda,
 * which could not name structured bindings before C++20. */
#ifndef POSIXTRACE_DISABLE
#define POSIXTRACE_SCOPE_(number, ...) \
	POSIXTRACE_SCOPE_AT_(number, __VA_ARGS__)
#define POSIXTRACE_SCOPE_AT_(number, ...) \
	static posixtrace_point posixtrace_begin_##number##_ = { \
		POSIXTRACE_NAME_(__VA_ARGS__) "_begin", 0 }; \
	static posixtrace_point posixtrace_end_##number##_ = { \
		POSIXTRACE_NAME_(__VA_ARGS__) "_end", 0 }; \
	const ::posixtrace::scope posixtrace_scope_##number##_( \
		posixtrace_is_traced() ? \
		::posixtrace::begin_(&posixtrace_begin_##number##_, \
				     &posixtrace_end_##number##_, \
				     { POSIXTRACE_EACH_(__VA_ARGS__) }) : \
		&posixtrace_end_##number##_)
#define POSIXTRACE_SCOPE(...) \
	POSIXTRACE_SCOPE_(POSIXTRACE_NUMBER_, __VA_ARGS__)
#else
#define POSIXTRACE_SCOPE(...) POSIXTRACE_POINT(__VA_ARGS__)
#endif

#endif /* POSIXTRACE_INCLUDE_POSIXTRACE_HPP */
