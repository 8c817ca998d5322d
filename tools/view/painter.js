// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// Drawing what is on one lane.  What that costs depends on how many pixels the
// picture is wide, not on how many events there are: from one column of pixels
// the next one is looked for.

import { firstEventAt, firstTimeAt } from './lanes.js';
import { ROW } from './layout.js';
import { shortened } from './text.js';

const TICK_WIDTH = 2;
const STATE_HEIGHT = 4;
// Of a column with many events so many are asked for their types.
const ASKED = 5;
const LABEL_LEAST = 42;
// Lanes of a folded process that are looked at.
const FOLDED_MOST = 200;

// As much of a text as fits; of a name rather its end than its beginning.
export function fitText(context, full, width) {
	if (width < 12)
		return '';
	if (context.measureText(full).width <= width)
		return full;
	const text = shortened(full);
	if (context.measureText(text).width <= width)
		return text;
	let from = 0;
	let to = text.length;
	while (from < to) {
		const middle = (from + to + 1) >> 1;
		if (context.measureText(`${text.slice(0, middle)}\u2026`).width <= width)
			from = middle;
		else
			to = middle - 1;
	}
	return from > 1 ? `${text.slice(0, from)}\u2026` : '';
}

// The type that most of some events between two places have.
function usualType(events, type, from, to) {
	if (to - from === 1)
		return type[events[from]];
	const counts = new Map();
	let best = type[events[from]];
	for (let k = 0; k < ASKED; k++) {
		const at = from + Math.floor((to - from - 1) * k / (ASKED - 1));
		const one = type[events[at]];
		counts.set(one, (counts.get(one) ?? 0) + 1);
		if (counts.get(one) > counts.get(best))
			best = one;
	}
	return best;
}

// { x, from, to } of each column of pixels with events in it.
export function columnsOf(trace, scale, events) {
	const { time } = trace;
	const columns = [];
	let from = firstEventAt(events, time, scale.start);
	while (from < events.length && time[events[from]] <= scale.end) {
		const x = Math.floor(scale.x(time[events[from]]));
		const to = Math.max(from + 1,
			firstEventAt(events, time, scale.time(x + 1), from));
		columns.push({ x, from, to });
		from = to;
	}
	return columns;
}

export function paintEvents(context, { trace, index, scale, colors }, lane, left, top) {
	const events = index.events(lane.number);
	const columns = columnsOf(trace, scale, events);
	const most = columns.reduce((max, c) => Math.max(max, c.to - c.from), 1);
	const height = ROW.ticks - 4;
	for (let i = 0; i < columns.length; i++) {
		const { x, from, to } = columns[i];
		const n = to - from;
		const part = most === 1 ? 1 : 0.35 + 0.65 * Math.log2(1 + n) / Math.log2(1 + most);
		const size = Math.round(height * part);
		const room = (columns[i + 1]?.x ?? scale.width) - x;
		const type = usualType(events, trace.type, from, to);
		context.fillStyle = colors.types[type];
		context.fillRect(left + x, top + 2 + height - size,
			Math.min(TICK_WIDTH, Math.max(1, room)), size);
		if (n === 1 && room > LABEL_LEAST)
			paintName(context, trace.types[type].name, colors, left + x, top, room);
	}
}

// What the thread did, as a strip below its events.
export function paintStates(context, { scale, states, colors }, lane, left, top) {
	for (const span of states.spans(lane.number, scale)) {
		context.fillStyle = colors.states[span.state];
		context.fillRect(left + span.x, top + ROW.ticks - STATE_HEIGHT,
			span.width, STATE_HEIGHT);
	}
}

// What is on the lanes of a folded process, on top of each other.
export function paintGroup(context, { trace, index, scale, colors }, group, left, top) {
	context.fillStyle = colors.dim;
	context.globalAlpha = 0.5;
	for (const lane of group.lanes.slice(0, FOLDED_MOST)) {
		for (const { x } of columnsOf(trace, scale, index.events(lane.number)))
			context.fillRect(left + x, top + 4, 1, ROW.group - 8);
	}
	context.globalAlpha = 1;
}

function paintName(context, name, colors, x, top, room) {
	context.fillStyle = colors.dim;
	context.fillText(fitText(context, name, room - 10), x + 5, top + 2 + ROW.ticks / 2);
}

// The ends of a slice on the screen.
function borders(scale, row, i) {
	const from = Math.max(0, scale.x(row.begin[i]));
	const to = Math.min(scale.width, scale.x(row.end[i]));
	return [from, Math.max(to - from, 1)];
}

function paintSlice(context, { trace, colors, times }, slice, x, y, width) {
	const event = trace.sliceEvent[slice];
	const type = trace.types[trace.type[event]];
	context.fillStyle = colors.types[trace.type[event]];
	// A line between this and the next one.
	context.fillRect(x, y, width < 3 ? width : width - 1, ROW.slice - 2);
	if (width < 30)
		return;
	const text = `${type.slice}  ${times.length(trace.sliceNs[slice])}`;
	context.fillStyle = colors.ink;
	context.fillText(fitText(context, text, width - 8), x + 4, y + ROW.slice / 2);
}

export function paintSlices(context, scene, lane, left, top) {
	const { index, scale } = scene;
	index.rows[lane.number].forEach((row, depth) => {
		const y = top + ROW.ticks + depth * ROW.slice;
		let i = firstTimeAt(row.end, scale.start);
		while (i < row.n && row.begin[i] <= scale.end) {
			const [x, width] = borders(scale, row, i);
			paintSlice(context, scene, row.slice[i], left + x, y, width);
			i = Math.max(i + 1, width < 2 ?
				firstTimeAt(row.end, scale.time(Math.floor(x) + 1), i) : 0);
		}
	});
}

// What is under a point: { event, slice } or null.
export function findAt({ trace, index, scale }, lane, x, y) {
	if (y >= ROW.ticks) {
		const row = index.rows[lane.number][Math.floor((y - ROW.ticks) / ROW.slice)];
		const i = row ? firstTimeAt(row.end, scale.time(x - 2)) : -1;
		if (!row || i >= row.n || scale.x(row.begin[i]) > x + 2)
			return null;
		return { slice: row.slice[i], event: trace.sliceEvent[row.slice[i]] };
	}
	const events = index.events(lane.number);
	const at = firstEventAt(events, trace.time, scale.time(x));
	const far = (event) => Math.abs(scale.x(trace.time[event]) - x);
	const near = [at - 1, at].filter((k) => k >= 0 && k < events.length)
		.map((k) => ({ event: events[k], far: far(events[k]) }))
		.sort((a, b) => a.far - b.far)[0];
	return near && near.far < 8 ? { event: near.event, slice: -1 } : null;
}
