// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// Slices of each lane, in rows: a slice is below the one that it is in.

// Deeper ones share the last row.
const DEPTH_MOST = 20;

// The depths of slices that are sorted by when they end, the inner one first;
// no two of a depth are there at the same time.
export function nest(begin, end) {
	const depths = new Uint8Array(begin.length);
	const open = [];
	// From behind, where what is outside comes first.
	for (let i = begin.length - 1; i >= 0; i--) {
		while (open.length && open[open.length - 1] >= end[i])
			open.pop();
		depths[i] = Math.min(open.length, DEPTH_MOST - 1);
		open.push(begin[i]);
	}
	return depths;
}

function rowsOfLane(trace, slices) {
	const end = Float64Array.from(slices, (s) => trace.time[trace.sliceEvent[s]]);
	const begin = end.map((time, i) => time - trace.sliceNs[slices[i]]);
	const depths = nest(begin, end);
	const sizes = new Uint32Array(DEPTH_MOST);
	depths.forEach((depth) => sizes[depth]++);
	const rows = [...sizes].filter((size) => size).map((size) => ({
		n: 0,
		begin: new Float64Array(size),
		end: new Float64Array(size),
		slice: new Uint32Array(size),
	}));
	for (let i = 0; i < slices.length; i++) {
		const row = rows[depths[i]];
		row.begin[row.n] = begin[i];
		row.end[row.n] = end[i];
		row.slice[row.n++] = slices[i];
	}
	return rows;
}

// For each lane its rows: { begin, end, slice }, sorted, the outermost first.
export function rowsOfSlices(trace, isHidden) {
	const { lane, type, sliceEvent } = trace;
	const start = new Uint32Array(trace.lanes.length + 1);
	const isShown = (s) => !isHidden[type[sliceEvent[s]]];
	for (let s = 0; s < sliceEvent.length; s++)
		start[lane[sliceEvent[s]] + 1] += isShown(s) ? 1 : 0;
	for (let l = 0; l < trace.lanes.length; l++)
		start[l + 1] += start[l];
	const next = start.slice();
	const slices = new Uint32Array(start[trace.lanes.length]);
	for (let s = 0; s < sliceEvent.length; s++) {
		if (isShown(s))
			slices[next[lane[sliceEvent[s]]]++] = s;
	}
	return trace.lanes.map((_, l) => rowsOfLane(trace,
		slices.subarray(start[l], start[l + 1])));
}
