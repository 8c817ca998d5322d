/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * What the macros of <posixtrace.h> are made of, which includes this.  Names
 * that end in _ are not for programs.
 */
#ifndef POSIXTRACE_INCLUDE_POSIXTRACE_MACROS_H
#define POSIXTRACE_INCLUDE_POSIXTRACE_MACROS_H

#include <posixtrace.h>

#if defined(__GNUC__)
#define POSIXTRACE_INLINE_ static __inline__ __attribute__((__unused__))
#define POSIXTRACE_LENGTH_(string) __builtin_strlen(string)
#define POSIXTRACE_COPY_(to, from, n) __builtin_memcpy(to, from, n)
#else
#include <string.h>
#define POSIXTRACE_INLINE_ static inline
#define POSIXTRACE_LENGTH_(string) strlen(string)
#define POSIXTRACE_COPY_(to, from, n) memcpy(to, from, n)
#endif

/*
 * A value as another type, and an address as a number, without a warning of
 * any compiler: in C++ by a template, where a cast that changes nothing on this
 * machine is not taken for a mistake.
 */
#ifdef __cplusplus
template <typename To, typename From>
inline To posixtrace_cast_(From value)
{
	return static_cast<To>(value);
}

#define POSIXTRACE_CAST_(type, value) posixtrace_cast_<type>(value)
#define POSIXTRACE_ADDRESS_(value) reinterpret_cast<uintptr_t>(value)
#else
#define POSIXTRACE_CAST_(type, value) ((type)(value))
#define POSIXTRACE_ADDRESS_(value) ((uintptr_t)(value))
#endif

POSIXTRACE_INLINE_ struct posixtrace_arg posixtrace_number_(const char *name,
		uint32_t kind, uint64_t value)
{
	struct posixtrace_arg arg;

	arg.name = name;
	arg.kind = kind;
	arg.size = kind & 15;
	arg.value = value;
	return arg;
}

POSIXTRACE_INLINE_ struct posixtrace_arg posixtrace_float_(const char *name,
		float value)
{
	uint32_t bits;

	POSIXTRACE_COPY_(&bits, &value, sizeof(bits));
	return posixtrace_number_(name, POSIXTRACE_KIND_F32, bits);
}

POSIXTRACE_INLINE_ struct posixtrace_arg posixtrace_double_(const char *name,
		double value)
{
	uint64_t bits;

	POSIXTRACE_COPY_(&bits, &value, sizeof(bits));
	return posixtrace_number_(name, POSIXTRACE_KIND_F64, bits);
}

POSIXTRACE_INLINE_ struct posixtrace_arg posixtrace_pointer_(const char *name,
		const volatile void *value)
{
	return posixtrace_number_(name, POSIXTRACE_KIND_POINTER,
				  POSIXTRACE_ADDRESS_(value));
}

POSIXTRACE_INLINE_ struct posixtrace_arg posixtrace_string_(const char *name,
		const char *value)
{
	struct posixtrace_arg arg;
	const char *string = value ? value : "(null)";
	size_t size = POSIXTRACE_LENGTH_(string) + 1;

	arg.name = name;
	arg.kind = POSIXTRACE_KIND_STRING;
	arg.size = POSIXTRACE_CAST_(uint32_t, size > 65535 ? 65535 : size);
	arg.value = POSIXTRACE_ADDRESS_(string);
	return arg;
}

POSIXTRACE_INLINE_ struct posixtrace_arg posixtrace_memory_(const char *name,
		const void *address, size_t size)
{
	struct posixtrace_arg arg;

	arg.name = name;
	arg.kind = POSIXTRACE_KIND_MEMORY;
	arg.size = POSIXTRACE_CAST_(uint32_t, size > 65503 ? 65503 : size) + 2;
	arg.value = POSIXTRACE_ADDRESS_(address);
	return arg;
}

/* A number whose kind follows from its type. */
#define POSIXTRACE_PLAIN_(function, type, base) \
	POSIXTRACE_INLINE_ struct posixtrace_arg function(const char *name, \
			type value) \
	{ \
		return posixtrace_number_(name, \
			base + POSIXTRACE_CAST_(uint32_t, sizeof(value)), \
			POSIXTRACE_CAST_(uint64_t, value)); \
	}

#define POSIXTRACE_MEMORY(name, address, size) \
	posixtrace_memory_(#name, address, size),

#define POSIXTRACE_U8(name, value) POSIXTRACE_INTEGER_(name, U8, value)
#define POSIXTRACE_U16(name, value) POSIXTRACE_INTEGER_(name, U16, value)
#define POSIXTRACE_U32(name, value) POSIXTRACE_INTEGER_(name, U32, value)
#define POSIXTRACE_U64(name, value) POSIXTRACE_INTEGER_(name, U64, value)
#define POSIXTRACE_I8(name, value) POSIXTRACE_INTEGER_(name, I8, value)
#define POSIXTRACE_I16(name, value) POSIXTRACE_INTEGER_(name, I16, value)
#define POSIXTRACE_I32(name, value) POSIXTRACE_INTEGER_(name, I32, value)
#define POSIXTRACE_I64(name, value) POSIXTRACE_INTEGER_(name, I64, value)
#define POSIXTRACE_X8(name, value) POSIXTRACE_INTEGER_(name, X8, value)
#define POSIXTRACE_X16(name, value) POSIXTRACE_INTEGER_(name, X16, value)
#define POSIXTRACE_X32(name, value) POSIXTRACE_INTEGER_(name, X32, value)
#define POSIXTRACE_X64(name, value) POSIXTRACE_INTEGER_(name, X64, value)
#define POSIXTRACE_CHAR(name, value) POSIXTRACE_INTEGER_(name, CHAR, value)
#define POSIXTRACE_BOOL(name, value) \
	posixtrace_number_(#name, POSIXTRACE_KIND_BOOL, (value) ? 1 : 0),

#if defined(__cplusplus) && __cplusplus >= 201103L

#define POSIXTRACE_INTEGER_(name, sort, value) \
	posixtrace_integer_<POSIXTRACE_KIND_##sort>(#name, value),
#define POSIXTRACE_FLOAT(name, value) \
	posixtrace_float_(#name, posixtrace_floating_<float>(value)),
#define POSIXTRACE_DOUBLE(name, value) \
	posixtrace_double_(#name, posixtrace_floating_<double>(value)),
#define POSIXTRACE_ARG(name, value) posixtrace_arg_(#name, value),

#elif !defined(__cplusplus) && defined(__STDC_VERSION__) && \
	__STDC_VERSION__ >= 201112L

/* Is the type of x, promoted, in the list? */
#define POSIXTRACE_IS_INTEGER_(x) _Generic((x) + 0, \
	int: 1, unsigned: 1, long: 1, unsigned long: 1, \
	long long: 1, unsigned long long: 1, default: 0)
#define POSIXTRACE_IS_NUMBER_(x) _Generic((x) + 0, \
	int: 1, unsigned: 1, long: 1, unsigned long: 1, \
	long long: 1, unsigned long long: 1, float: 1, double: 1, default: 0)

/* The string, or an error. */
#define POSIXTRACE_IF_(string, condition, message) \
	(&(string)[0 * sizeof(struct { \
		int zero; _Static_assert(condition, message); })])

#define POSIXTRACE_INTEGER_(name, sort, value) \
	posixtrace_number_( \
		POSIXTRACE_IF_(#name, POSIXTRACE_IS_INTEGER_(value), \
			#name " needs an integer"), \
		POSIXTRACE_KIND_##sort + 0 * \
		POSIXTRACE_IF_(#name, sizeof((value) + 0) <= sizeof(int) || \
			sizeof((value) + 0) <= (POSIXTRACE_KIND_##sort & 15), \
			#name " is given a wider integer")[0], \
		(uint64_t)(value)),
#define POSIXTRACE_FLOAT(name, value) \
	posixtrace_float_(POSIXTRACE_IF_(#name, POSIXTRACE_IS_NUMBER_(value), \
		#name " needs a number"), (float)(value)),
#define POSIXTRACE_DOUBLE(name, value) \
	posixtrace_double_(POSIXTRACE_IF_(#name, POSIXTRACE_IS_NUMBER_(value), \
		#name " needs a number"), (double)(value)),
/* What is no function cannot be called. */
#define POSIXTRACE_STRING(name, value) _Generic((value), \
	char *: posixtrace_string_, const char *: posixtrace_string_) \
		(#name, value),
#define POSIXTRACE_POINTER(name, value) _Generic((value), \
	int: 0, unsigned: 0, long: 0, unsigned long: 0, long long: 0, \
	unsigned long long: 0, default: posixtrace_pointer_)(#name, value),

POSIXTRACE_PLAIN_(posixtrace_bool_, _Bool, 0x50)
POSIXTRACE_PLAIN_(posixtrace_char_, char, 0x60)
POSIXTRACE_PLAIN_(posixtrace_schar_, signed char, 0x20)
POSIXTRACE_PLAIN_(posixtrace_uchar_, unsigned char, 0x10)
POSIXTRACE_PLAIN_(posixtrace_short_, short, 0x20)
POSIXTRACE_PLAIN_(posixtrace_ushort_, unsigned short, 0x10)
POSIXTRACE_PLAIN_(posixtrace_int_, int, 0x20)
POSIXTRACE_PLAIN_(posixtrace_uint_, unsigned, 0x10)
POSIXTRACE_PLAIN_(posixtrace_long_, long, 0x20)
POSIXTRACE_PLAIN_(posixtrace_ulong_, unsigned long, 0x10)
POSIXTRACE_PLAIN_(posixtrace_llong_, long long, 0x20)
POSIXTRACE_PLAIN_(posixtrace_ullong_, unsigned long long, 0x10)

#define POSIXTRACE_ARG(name, value) _Generic((value), \
	_Bool: posixtrace_bool_, char: posixtrace_char_, \
	signed char: posixtrace_schar_, unsigned char: posixtrace_uchar_, \
	short: posixtrace_short_, unsigned short: posixtrace_ushort_, \
	int: posixtrace_int_, unsigned: posixtrace_uint_, \
	long: posixtrace_long_, unsigned long: posixtrace_ulong_, \
	long long: posixtrace_llong_, \
	unsigned long long: posixtrace_ullong_, \
	float: posixtrace_float_, double: posixtrace_double_, \
	char *: posixtrace_string_, const char *: posixtrace_string_, \
	default: posixtrace_pointer_)(#name, value),

#else

/* Promoted, since C++98 has no templates for enumerations without a name. */
#define POSIXTRACE_INTEGER_(name, sort, value) \
	posixtrace_number_(#name, POSIXTRACE_KIND_##sort, \
		POSIXTRACE_CAST_(uint64_t, (value) + 0)),
#define POSIXTRACE_FLOAT(name, value) \
	posixtrace_float_(#name, POSIXTRACE_CAST_(float, (value) + 0)),
#define POSIXTRACE_DOUBLE(name, value) posixtrace_double_(#name, value),

#endif

#ifndef POSIXTRACE_STRING
#define POSIXTRACE_STRING(name, value) posixtrace_string_(#name, value),
#define POSIXTRACE_POINTER(name, value) posixtrace_pointer_(#name, value),
#endif

/* The list ends in one argument that does not count, so it may be empty. */
#define POSIXTRACE_ARGS_ \
	const struct posixtrace_arg posixtrace_args_[] = {
#define POSIXTRACE_END_ARGS_ \
		posixtrace_number_("", 0, 0) \
	}

/*
 * Few numbers, whose kinds the compiler knows, are put together in registers,
 * once the type has been opened.  The arguments that open it are a copy, so
 * that the others need no memory.
 */
#if defined(__GNUC__) && !defined(POSIXTRACE_NO_INLINE) && \
	__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
enum { POSIXTRACE_FEW_ = 8 };

#define POSIXTRACE_ALWAYS_ \
	static __inline__ __attribute__((__always_inline__, __unused__))
/* Not a loop, which is not unrolled early enough. */
#define POSIXTRACE_FOR_FEW_(do_it, n) \
	if (n > 0) { do_it(0) } \
	if (n > 1) { do_it(1) } \
	if (n > 2) { do_it(2) } \
	if (n > 3) { do_it(3) } \
	if (n > 4) { do_it(4) } \
	if (n > 5) { do_it(5) } \
	if (n > 6) { do_it(6) } \
	if (n > 7) { do_it(7) }

POSIXTRACE_ALWAYS_ int posixtrace_are_few_numbers_(
		const struct posixtrace_arg *args, size_t n)
{
	size_t size = 0;

	if (n == 0 || n > POSIXTRACE_FEW_)
		return 0;
#define POSIXTRACE_CHECK_(i) \
	if (args[i].kind >= POSIXTRACE_KIND_STRING) \
		return 0; \
	size += args[i].size;
	POSIXTRACE_FOR_FEW_(POSIXTRACE_CHECK_, n)
	return size <= 8 * POSIXTRACE_WORDS_MAX;
}

/* Put a number at byte `at` of the words. */
POSIXTRACE_ALWAYS_ size_t posixtrace_put_(uint64_t *words, size_t at,
		const struct posixtrace_arg *arg)
{
	const uint64_t value = arg->size == 8 ? arg->value :
		arg->value & ((UINT64_C(1) << 8 * (arg->size & 7)) - 1);

	words[at / 8] |= value << 8 * (at % 8);
	if (at % 8 + arg->size > 8)
		words[at / 8 + 1] = value >> (64 - 8 * (at % 8)) % 64;
	return at + arg->size;
}

POSIXTRACE_ALWAYS_ void posixtrace_record_few_(struct posixtrace_point *point,
		const struct posixtrace_arg *args, size_t n)
{
	/* Relaxed: another thread that opens it finds the same type. */
	const trace_event_id_t id =
		__atomic_load_n(&point->id, __ATOMIC_RELAXED);

	if (__builtin_expect(id != 0, 1)) {
		uint64_t words[POSIXTRACE_WORDS_MAX] = { 0, 0, 0, 0 };
		size_t size = 0;

#define POSIXTRACE_PUT_(i) size = posixtrace_put_(words, size, &args[i]);
		POSIXTRACE_FOR_FEW_(POSIXTRACE_PUT_, n)
		posixtrace_record_words(id, size, words[0], words[1],
					words[2], words[3]);
	} else {
		struct posixtrace_arg copy[POSIXTRACE_FEW_];

#define POSIXTRACE_COPY_ARG_(i) copy[i] = args[i];
		POSIXTRACE_FOR_FEW_(POSIXTRACE_COPY_ARG_, n)
		posixtrace_record(point, copy, n);
	}
}

#define POSIXTRACE_RECORD_(point, args, n) \
	do { \
		const int posixtrace_few_ = \
			posixtrace_are_few_numbers_(args, n); \
		\
		if (__builtin_constant_p(posixtrace_few_) && posixtrace_few_) \
			posixtrace_record_few_(point, args, n); \
		else \
			posixtrace_record(point, args, n); \
	} while (0)
#else
#define POSIXTRACE_RECORD_(point, args, n) posixtrace_record(point, args, n)
#endif

#ifndef POSIXTRACE_DISABLE
#define POSIXTRACE_BEGIN_IF_(name, condition) \
	do { \
		static struct posixtrace_point posixtrace_point_ = { name, 0 }; \
		if (condition) { \
			POSIXTRACE_ARGS_
#define POSIXTRACE_END \
			POSIXTRACE_END_ARGS_; \
			POSIXTRACE_RECORD_(&posixtrace_point_, \
				posixtrace_args_, \
				sizeof(posixtrace_args_) / \
				sizeof(posixtrace_args_[0]) - 1); \
		} \
	} while (0)
#define POSIXTRACE_BEGIN(name) \
	POSIXTRACE_BEGIN_IF_(name, posixtrace_is_traced())
#define POSIXTRACE_BEGIN_LAZY(name) \
	POSIXTRACE_BEGIN_IF_(name, posixtrace_is_wanted(&posixtrace_point_))
#else
#define POSIXTRACE_BEGIN(name) \
	do { \
		if (0) { \
			POSIXTRACE_ARGS_
#define POSIXTRACE_BEGIN_LAZY(name) POSIXTRACE_BEGIN(name)
#define POSIXTRACE_END \
			POSIXTRACE_END_ARGS_; \
			POSIXTRACE_CAST_(void, posixtrace_args_); \
		} \
	} while (0)
#endif

/* An event without arguments. */
#define POSIXTRACE_POINT(name) POSIXTRACE_BEGIN(name) POSIXTRACE_END

/* Tells scopes apart, also those on one line, as a macro may have them. */
#ifdef __COUNTER__
#define POSIXTRACE_NUMBER_ __COUNTER__
#else
#define POSIXTRACE_NUMBER_ __LINE__
#endif

/*
 * A scope of C: a declaration.  <posixtrace.hpp> has that of C++, with
 * arguments.  Where the compiler cannot run something at the end, it is not
 * there.
 */
#if defined(__GNUC__) && !defined(__cplusplus)
POSIXTRACE_INLINE_ struct posixtrace_point *posixtrace_scope_begin_(
		struct posixtrace_point *begin, struct posixtrace_point *end)
{
	if (posixtrace_is_traced())
		posixtrace_record(begin, 0, 0);
	return end;
}

POSIXTRACE_INLINE_ void posixtrace_scope_end_(
		struct posixtrace_point *const *end)
{
	if (posixtrace_is_traced())
		posixtrace_record(*end, 0, 0);
}

#define POSIXTRACE_SCOPE(name) POSIXTRACE_SCOPE_(name, POSIXTRACE_NUMBER_)
#define POSIXTRACE_SCOPE_(name, n) POSIXTRACE_SCOPE_AT_(name, n)
#ifndef POSIXTRACE_DISABLE
#define POSIXTRACE_SCOPE_AT_(name, n) \
	static struct posixtrace_point posixtrace_begin_##n##_ = \
		{ name "_begin", 0 }; \
	static struct posixtrace_point posixtrace_end_##n##_ = \
		{ name "_end", 0 }; \
	struct posixtrace_point *const posixtrace_scope_##n##_ \
		__attribute__((__cleanup__(posixtrace_scope_end_), \
			       __unused__)) = \
		posixtrace_scope_begin_(&posixtrace_begin_##n##_, \
					&posixtrace_end_##n##_)
#else
#define POSIXTRACE_SCOPE_AT_(name, n) \
	typedef char posixtrace_scope_##n##_[sizeof(name "_begin")] \
		__attribute__((__unused__))
#endif
#endif

/*
 * posix_trace_event(), with operands that are evaluated only if some stream
 * records events of this type just then; with POSIXTRACE_DISABLE never.
 */
#ifndef POSIXTRACE_DISABLE
#define POSIXTRACE_EVENT(event_id, data, data_len) \
	do { \
		trace_event_id_t posixtrace_id_ = (event_id); \
		if (posixtrace_is_recorded(posixtrace_id_)) \
			posix_trace_event(posixtrace_id_, data, data_len); \
	} while (0)
#else
#define POSIXTRACE_EVENT(event_id, data, data_len) \
	do { \
		if (0) \
			posix_trace_event(event_id, data, data_len); \
	} while (0)
#endif

#if defined(__cplusplus) && __cplusplus >= 201103L
#include <type_traits>

template <unsigned kind, typename T>
inline posixtrace_arg posixtrace_integer_(const char *name, T value)
{
	static_assert(std::is_integral<T>::value || std::is_enum<T>::value,
		      "the argument needs an integer");
	static_assert(sizeof(T) <= sizeof(int) || sizeof(T) <= (kind & 15),
		      "the argument is given a wider integer");
	return posixtrace_number_(name, kind, static_cast<uint64_t>(value));
}

template <typename Number, typename T>
inline Number posixtrace_floating_(T value)
{
	static_assert(std::is_arithmetic<T>::value &&
		      !std::is_same<T, long double>::value,
		      "the argument needs a number");
	return static_cast<Number>(value);
}

POSIXTRACE_PLAIN_(posixtrace_arg_, bool, 0x50)
POSIXTRACE_PLAIN_(posixtrace_arg_, char, 0x60)
POSIXTRACE_PLAIN_(posixtrace_arg_, signed char, 0x20)
POSIXTRACE_PLAIN_(posixtrace_arg_, unsigned char, 0x10)
POSIXTRACE_PLAIN_(posixtrace_arg_, short, 0x20)
POSIXTRACE_PLAIN_(posixtrace_arg_, unsigned short, 0x10)
POSIXTRACE_PLAIN_(posixtrace_arg_, int, 0x20)
POSIXTRACE_PLAIN_(posixtrace_arg_, unsigned, 0x10)
POSIXTRACE_PLAIN_(posixtrace_arg_, long, 0x20)
POSIXTRACE_PLAIN_(posixtrace_arg_, unsigned long, 0x10)
POSIXTRACE_PLAIN_(posixtrace_arg_, long long, 0x20)
POSIXTRACE_PLAIN_(posixtrace_arg_, unsigned long long, 0x10)

inline posixtrace_arg posixtrace_arg_(const char *name, float value)
{
	return posixtrace_float_(name, value);
}

inline posixtrace_arg posixtrace_arg_(const char *name, double value)
{
	return posixtrace_double_(name, value);
}

inline posixtrace_arg posixtrace_arg_(const char *name, const char *value)
{
	return posixtrace_string_(name, value);
}

inline posixtrace_arg posixtrace_arg_(const char *name,
				      const volatile void *value)
{
	return posixtrace_pointer_(name, value);
}
#endif

#endif
