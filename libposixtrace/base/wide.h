/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * Products of two 64-bit numbers, scaled down again.  Where the compiler has
 * no type of 128 bits (on machines of 32) they are made of two words; these
 * functions are there on every machine, so that a test compares both.
 */
#ifndef PXT_BASE_WIDE_H
#define PXT_BASE_WIDE_H

#include <stdbool.h>
#include <stdint.h>

/* Two's complement. */
struct pxt_wide {
	uint64_t high, low;
};

static inline struct pxt_wide pxt_wide_sum(struct pxt_wide a, struct pxt_wide b)
{
	struct pxt_wide sum = { a.high + b.high, a.low + b.low };

	sum.high += sum.low < a.low;
	return sum;
}

static inline struct pxt_wide pxt_wide_negative(struct pxt_wide a)
{
	return pxt_wide_sum((struct pxt_wide){ ~a.high, ~a.low },
			    (struct pxt_wide){ 0, 1 });
}

static inline struct pxt_wide pxt_wide_product(uint64_t a, uint64_t b)
{
	uint64_t a0 = (uint32_t)a, a1 = a >> 32;
	uint64_t b0 = (uint32_t)b, b1 = b >> 32;
	uint64_t low = a0 * b0;
	/* Less than 2^64: (2^32 - 1)^2 + 2 * (2^32 - 1). */
	uint64_t middle = a0 * b1 + (low >> 32);
	uint64_t other = a1 * b0 + (uint32_t)middle;

	return (struct pxt_wide){
		a1 * b1 + (middle >> 32) + (other >> 32),
		other << 32 | (uint32_t)low,
	};
}

/* The quotient of numbers that are not negative, bit by bit; divisor not 0. */
static inline struct pxt_wide pxt_wide_quotient(struct pxt_wide a,
						uint64_t divisor)
{
	uint64_t rest = 0;

	for (int i = 0; i < 128; i++) {
		bool carry = rest >> 63;

		rest = rest << 1 | a.high >> 63;
		a.high = a.high << 1 | a.low >> 63;
		a.low <<= 1;
		if (carry || rest >= divisor) {
			rest -= divisor;
			a.low |= 1;
		}
	}
	return a;
}

static inline uint64_t pxt_wide_multiply_40(uint64_t a, uint64_t b)
{
	struct pxt_wide product = pxt_wide_product(a, b);

	return product.high << 24 | product.low >> 40;
}

static inline uint64_t pxt_wide_divide_40(uint64_t a, uint64_t divisor)
{
	return pxt_wide_quotient((struct pxt_wide){ a >> 24, a << 40 },
				 divisor).low;
}

static inline int64_t pxt_wide_line(uint64_t start, int64_t offset, int64_t x,
				    uint64_t rise, uint64_t run)
{
	uint64_t size = x < 0 ? -(uint64_t)x : (uint64_t)x;
	struct pxt_wide y = pxt_wide_quotient(pxt_wide_product(size, rise), run);

	if (x < 0)
		y = pxt_wide_negative(y);
	y = pxt_wide_sum(y, (struct pxt_wide){ 0, start });
	y = pxt_wide_sum(y, (struct pxt_wide){
			offset < 0 ? UINT64_MAX : 0, (uint64_t)offset });
	if (y.high >> 63)
		return y.high == UINT64_MAX && y.low >> 63 ? (int64_t)y.low :
		       INT64_MIN;
	return y.high == 0 && !(y.low >> 63) ? (int64_t)y.low : INT64_MAX;
}

/* What others use: the same results. */
#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 pxt_int128;
__extension__ typedef unsigned __int128 pxt_uint128;

/* The low 64 bits of a * b / 2^40. */
static inline uint64_t pxt_multiply_40(uint64_t a, uint64_t b)
{
	return (uint64_t)((pxt_uint128)a * b >> 40);
}

/* The low 64 bits of a * 2^40 / divisor, which is not 0. */
static inline uint64_t pxt_divide_40(uint64_t a, uint64_t divisor)
{
	return (uint64_t)(((pxt_uint128)a << 40) / divisor);
}

/*
 * start + offset + x * rise / run, limited to what the type holds.  Neither x nor
 * rise is beyond 2^62, and run is not 0.
 */
static inline int64_t pxt_line_at(uint64_t start, int64_t offset, int64_t x,
				  uint64_t rise, uint64_t run)
{
	pxt_int128 y = (pxt_int128)x * (pxt_int128)rise / (pxt_int128)run;

	y += (pxt_int128)start + offset;
	return y > INT64_MAX ? INT64_MAX : y < INT64_MIN ? INT64_MIN :
	       (int64_t)y;
}
#else
#define pxt_multiply_40	pxt_wide_multiply_40
#define pxt_divide_40	pxt_wide_divide_40
#define pxt_line_at	pxt_wide_line
#endif

#endif
