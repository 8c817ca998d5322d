// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// What is in a range of time: events by type, and how long slices took.

import { firstTimeAt } from './lanes.js';

function quantile(sorted, part) {
	return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
}

// How many there are of each power of two, from that of the shortest to that of the
// longest: { from, below, count }.  What takes no time counts as 1.
export function histogramOf(sorted) {
	const powerOf = (length) => Math.floor(Math.log2(Math.max(1, length)));
	const first = powerOf(sorted[0]);
	const bars = [];
	for (let power = first; power <= powerOf(sorted[sorted.length - 1]); power++) {
		bars.push({ from: power ? 2 ** power : 0, below: 2 ** (power + 1), count: 0 });
	}
	for (const length of sorted)
		bars[powerOf(length) - first].count++;
	return bars;
}

function sumUp(name, lengths) {
	const sorted = Float64Array.from(lengths).sort();
	const total = sorted.reduce((sum, one) => sum + one, 0);
	return {
		name, total,
		count: sorted.length,
		min: sorted[0],
		mean: total / sorted.length,
		p50: quantile(sorted, 0.5),
		p99: quantile(sorted, 0.99),
		max: sorted[sorted.length - 1],
		histogram: histogramOf(sorted),
	};
}

// Slices that are in the range as a whole, by their name, the longest first.
function slicesIn(trace, index, start, end) {
	const lengths = new Map();
	for (const rows of index.rows) {
		for (const row of rows) {
			const last = firstTimeAt(row.begin, end);
			for (let i = firstTimeAt(row.begin, start); i < last; i++) {
				if (row.end[i] > end)
					continue;
				const event = trace.sliceEvent[row.slice[i]];
				const { slice } = trace.types[trace.type[event]];
				if (!lengths.has(slice))
					lengths.set(slice, []);
				lengths.get(slice).push(trace.sliceNs[row.slice[i]]);
			}
		}
	}
	return [...lengths].map(([name, list]) => sumUp(name, list))
		.sort((a, b) => b.total - a.total);
}

// Of the types that are shown.
export function statsOf(trace, index, start, end) {
	const counts = new Float64Array(trace.types.length);
	let n = 0;
	for (let i = trace.firstAt(start); i < trace.n && trace.time[i] <= end; i++) {
		if (index.isHidden[trace.type[i]])
			continue;
		counts[trace.type[i]]++;
		n++;
	}
	const lost = trace.losses
		.filter((loss) => loss.first < end && loss.resume > start)
		.reduce((sum, loss) => sum + loss.events, 0);
	return {
		n, lost,
		types: [...counts.keys()].filter((type) => counts[type])
			.map((type) => ({ type, count: counts[type] }))
			.sort((a, b) => b.count - a.count),
		slices: slicesIn(trace, index, start, end),
	};
}
