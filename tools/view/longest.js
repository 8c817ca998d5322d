// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// Slices by how long they are.

// A longer list is nothing that anybody reads, and takes its time.
const LONGEST_MOST = 10000;

const UNITS_OF_LENGTH = {
	ns: 1, us: 1e3, '\u00b5s': 1e3, '\u03bcs': 1e3, ms: 1e6, s: 1e9, m: 60e9, h: 3600e9,
};
const COMPARE = {
	'>': (a, b) => a > b, '>=': (a, b) => a >= b, '<': (a, b) => a < b, '<=': (a, b) => a <= b,
};

// What is looked for if it is a length, as "read > 1.5ms": { words, fits }, and else
// null.  Ticks have no unit, all others need one: "a > 1" is text.
export function lengthIn(text, isTicks) {
	const found = /^(.*?)\s*([<>]=?)\s*(\d*\.?\d+)\s*([a-z\u00b5\u03bc]*)\s*$/u.exec(text);
	if (!found)
		return null;
	const [, words, sign, number, name] = found;
	const unit = isTicks && /^(ticks?)?$/.test(name) ? 1 : UNITS_OF_LENGTH[name];
	if (!unit || (isTicks && name && UNITS_OF_LENGTH[name]))
		return null;
	// As a decimal it may be just below what was meant.
	const limit = Math.round(Number(number) * unit * 1e3) / 1e3;
	return { words, fits: (ns) => COMPARE[sign](ns, limit) };
}

function isIn(trace, slice, range) {
	const end = trace.time[trace.sliceEvent[slice]];
	return !range || (end <= range.end && end - trace.sliceNs[slice] >= range.start);
}

// The events at which the longest slices end, the longest first: of the types that are
// shown, and those that are entirely in the range, if there is one.  `n` is the
// number of all.
export function longestFirst(trace, isHidden, range) {
	const shown = [];
	for (let s = 0; s < trace.sliceEvent.length; s++) {
		if (!isHidden[trace.type[trace.sliceEvent[s]]] && isIn(trace, s, range))
			shown.push(s);
	}
	// Numbers alone are sorted much faster than by a function.
	const lengths = Float64Array.from(shown, (s) => trace.sliceNs[s]).sort();
	const least = lengths[Math.max(0, lengths.length - LONGEST_MOST)];
	const longest = shown.filter((s) => trace.sliceNs[s] >= least)
		.sort((a, b) => trace.sliceNs[b] - trace.sliceNs[a] || a - b)
		.slice(0, LONGEST_MOST);
	return {
		n: shown.length,
		events: Uint32Array.from(longest, (s) => trace.sliceEvent[s]),
	};
}
