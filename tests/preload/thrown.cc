/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Compiled with -finstrument-functions: functions that exceptions leave, and threads
 * that end in the middle of functions.  functions-thrown.sh counts them.
 */
#include <exception>
#include <pthread.h>
#include <stdexcept>

enum { THREADS = 4, TIMES = 1000 };

#define PLAIN extern "C" __attribute__((noinline))

/* Its destructor is a function, too. */
struct held {
	explicit held(int *n) : n(n) { ++*n; }
	~held() { --*n; }
	int *n;
};

PLAIN void throws(int n)
{
	if (n % 2)
		throw std::runtime_error("odd");
	throw n;
}

PLAIN void passes(int n)
{
	throws(n);
}

PLAIN void cleans(int n, int *held_now)
{
	held one(held_now);

	passes(n);
}

PLAIN void rethrows(int n, int *held_now)
{
	try {
		cleans(n, held_now);
	} catch (const std::exception &) {
		throw;
	}
}

PLAIN int catches(int n)
{
	int held_now = 0;

	try {
		rethrows(n, &held_now);
	} catch (...) {
		return held_now;
	}
	return 1;
}

PLAIN void ends_thread(void)
{
	pthread_exit(nullptr);
}

PLAIN void *in_thread(void *)
{
	int wrong = 0;

	for (int i = 0; i < TIMES; i++)
		wrong += catches(i);
	if (wrong)
		return reinterpret_cast<void *>(1);
	ends_thread();
	return nullptr;
}

int main()
{
	pthread_t thread[THREADS];
	void *result;
	int wrong = 0;

	for (pthread_t &one : thread)
		if (pthread_create(&one, nullptr, in_thread, nullptr) != 0)
			return 1;
	for (pthread_t &one : thread)
		if (pthread_join(one, &result) != 0 || result)
			wrong++;
	return wrong;
}
