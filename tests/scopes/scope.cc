/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/* Scopes end however they are left, and a log is a range. */
#include <posixtrace.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#if __cplusplus >= 202002L
#include <ranges>
#endif
#include <stdexcept>
#include <vector>

#define CHECK(condition) \
	do { \
		if (!(condition)) { \
			std::fprintf(stderr, "%s:%d: %s\n", __FILE__, \
				     __LINE__, #condition); \
			std::exit(1); \
		} \
	} while (0)

static int returns(int n)
{
	POSIXTRACE_SCOPE("return", n);
	if (n > 1)
		return n;
	return 0;
}

static void throws(const std::string &path)
{
	double x = 0.5;

	POSIXTRACE_SCOPE("throw", path, x);
	throw std::runtime_error("thrown");
}

static void nests()
{
	POSIXTRACE_SCOPE("outer");
	for (int i = 0; i < 2; i++) {
		POSIXTRACE_SCOPE("inner", i);
		if (i == 0)
			continue;
		POSIXTRACE_POINT("inside");
		POSIXTRACE_POINT("inside:with", i);
		break;
	}
}

static void jumps()
{
	{
		POSIXTRACE_SCOPE("goto");
		goto out;
	}
out:
	POSIXTRACE_POINT("out");
}

#define TWO_SCOPES(n) POSIXTRACE_SCOPE("first", n); POSIXTRACE_SCOPE("second")

static void has_two_on_a_line(int n)
{
	TWO_SCOPES(n);
	{ POSIXTRACE_SCOPE("within"); }
}

static void all_eight()
{
	int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;

	POSIXTRACE_SCOPE("eight", a, b, c, d, e, f, g, h);
}

/* Whatever a variable may be. */
static void all_types(const std::string &reference)
{
	enum color { RED } color = RED;
	const void *constant = &color;
	unsigned long long large = 1;
	signed char small = 1;
	char text[8] = "abc";
	const char *string = text;
	int *pointer = nullptr;
	short less = 2;
	float real = 1;
	bool yes = true;
	char c = 'c';
	auto closure = [reference] {
		POSIXTRACE_SCOPE("closure", reference);
		return reference.size();
	};

	POSIXTRACE_SCOPE("types", reference, constant, large, small, text,
			 string, pointer, less);
	POSIXTRACE_POINT("more", real, yes, c, color);
	CHECK(closure() == 9);
}

#if __cplusplus >= 201703L
struct pair {
	int first;
	std::string second;
};

static void binds(const pair &pair)
{
	const auto &[first, second] = pair;

	POSIXTRACE_SCOPE("bound", first, second);
	POSIXTRACE_POINT("binding", second, first);
}
#else
static void binds()
{
	int first = 1;
	std::string second = "two";

	POSIXTRACE_SCOPE("bound", first, second);
	POSIXTRACE_POINT("binding", second, first);
}
#endif

static std::vector<std::string> record(const char *path)
{
	std::vector<std::string> names;
	trace_id_t trid;
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);

	CHECK(posix_trace_create_withlog(0, nullptr, fd, &trid) == 0);
	CHECK(posix_trace_start(trid) == 0);
	CHECK(returns(2) == 2);
	try {
		throws("/tmp");
		CHECK(false);
	} catch (const std::runtime_error &) {
	}
	nests();
	jumps();
	has_two_on_a_line(3);
	all_eight();
	all_types("reference");
#if __cplusplus >= 201703L
	binds({ 1, "two" });
#else
	binds();
#endif
	CHECK(posix_trace_stop(trid) == 0);
	CHECK(posix_trace_shutdown(trid) == 0);
	for (const posixtrace::event &event : posixtrace::log(path))
		if (event.id > POSIX_TRACE_UNNAMED_USEREVENT)
			names.push_back(event.name());
	return names;
}

/* Overwrite a byte of the data that is last in the file. */
static void damage(const char *path, const std::string &data)
{
	const int fd = open(path, O_RDWR);
	std::string text;
	char byte;
	std::size_t at;

	CHECK(fd >= 0);
	while (read(fd, &byte, 1) == 1)
		text += byte;
	at = text.rfind(data);
	CHECK(at != std::string::npos);
	CHECK(pwrite(fd, "\xff", 1, static_cast<off_t>(at)) == 1);
	close(fd);
}

/* What is damaged is no error: the log tells. */
static void read_damaged(const char *path, std::size_t whole)
{
	std::size_t n = 0;

	damage(path, "reference");
	posixtrace::log log(path);
	for (const posixtrace::event &event : log)
		n += event.id > POSIX_TRACE_UNNAMED_USEREVENT;
	CHECK(n < whole);
	CHECK(log.damage() == 1);
	CHECK(!log.is_complete());
}

#if __cplusplus >= 202002L
static_assert(std::ranges::input_range<posixtrace::log>, "for views");
#endif

int main(int argc, char **argv)
{
	const std::vector<std::string> expected = {
		"return_begin", "return_end", "throw_begin", "throw_end",
		"outer_begin", "inner_begin", "inner_end", "inner_begin",
		"inside", "inside:with", "inner_end", "outer_end",
		"goto_begin", "goto_end", "out", "first_begin", "second_begin",
		"within_begin", "within_end", "second_end", "first_end",
		"eight_begin", "eight_end",
		"types_begin", "more", "closure_begin", "closure_end",
		"types_end", "bound_begin", "binding", "bound_end",
	};
	const char *path = argc > 1 ? argv[1] : "scope.ptl";
	const std::vector<std::string> names = record(path);
	posixtrace::log log(path);
	std::int64_t before = 0;
	std::size_t n = 0;

#ifdef POSIXTRACE_DISABLE
	CHECK(names.empty());
	return 0;
#endif
	CHECK(names == expected);
	for (const posixtrace::event &event : log) {
		posixtrace_arguments arguments;

		CHECK(event.time_ns >= before);
		before = event.time_ns;
		n++;
		if (event.name() == "throw_begin") {
			CHECK(posixtrace_get_arguments(log.id(), event.id,
						       &arguments) == 0);
			CHECK(!std::strcmp(arguments.text,
					   "path:str x:f64"));
			CHECK(event.size == 5 + sizeof(double));
			CHECK(!std::memcmp(event.data, "/tmp", 5));
			CHECK(!event.is_cut && event.address);
		}
		if (event.name() == "bound_begin")
			CHECK(event.size == sizeof(int) + 4);
		if (event.name() == "eight_begin")
			CHECK(event.size == 8 * sizeof(int));
	}
	CHECK(n >= expected.size() + 2);
	CHECK(log.damage() == 0 && log.lost() == 0 && log.is_complete());
	posixtrace::log again(path);
	CHECK(std::count_if(again.begin(), again.end(),
			    [](const posixtrace::event &event) {
				return event.name() == "inner_end"; }) == 2);
	try {
		posixtrace::log none("/nonexistent/x.ptl");
		CHECK(false);
	} catch (const std::system_error &error) {
		CHECK(error.code().value() == ENOENT);
	}
	read_damaged(path, names.size());
	return 0;
}
