// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// Text and numbers for people.

// Names are any text: what is not to be seen in it, or steers the layout, is
// written as its number.
export function plain(text) {
	return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu,
		(c) => `\\u{${c.codePointAt(0).toString(16)}}`);
}

// A whole number, or a string of digits, with blanks between thousands.
export function grouped(number) {
	return String(number).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

// The part of a name that tells it from its like, if all does not fit.
export function shortened(name) {
	return name.replace(/^(posixtrace_|posix_trace_|.*:(?=.))/, '');
}

export function plural(number, word) {
	return `${grouped(number)} ${word}${String(number) === '1' ? '' : 's'}`;
}

// A number with three digits that count, as 1.23 or 45.6 or 789.
export function rounded(number) {
	const size = Math.abs(number);
	if (size >= 100 || Number.isInteger(number))
		return grouped(Math.round(number));
	return number.toFixed(size >= 10 ? 1 : 2);
}
