// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// Which events are on which lane, of those types that are shown, and how lanes
// are called and ordered.

import { rowsOfSlices } from './slices.js';
import { plain } from './text.js';

function contextLane(lane) {
	const name = lane.context === 'interrupt' ? 'interrupts' : lane.context;
	return {
		name: plain(lane.context === 'thread' ?
			lane.name ?? `thread ${lane.address}` : name),
		note: lane.address ?? '',
		group: 'ThreadX',
		order: lane.context === 'thread' ? 1 : 0,
	};
}

function threadLane(lane, names) {
	const isStream = lane.tid === 0;
	const name = names.get(lane.pid);
	const process = `${name ? plain(name) : 'process'} ${lane.pid}`;
	return {
		name: isStream ? 'trace stream' : plain(lane.name ?? `thread ${lane.tid}`),
		note: isStream ? '' : String(lane.tid),
		group: lane.pid ? process : 'trace',
		order: isStream ? 0 : lane.tid === lane.pid ? 1 : 2,
	};
}

// Lanes as they are shown: { number, name, note, group }, those of a group
// together: that of the stream, or of interrupts, first, then that of the main
// thread, then others as they came.
export function arrangeLanes(lanes, processes) {
	const groups = new Map();
	const names = new Map(processes.map(({ pid, name }) => [pid, name]));
	lanes.forEach((lane, number) => {
		const shown = { number, pid: lane.pid, tid: lane.tid,
			...(lane.context ? contextLane(lane) : threadLane(lane, names)) };
		if (!groups.has(shown.group))
			groups.set(shown.group, []);
		groups.get(shown.group).push(shown);
	});
	return [...groups].map(([name, members]) => ({
		name,
		lanes: members.sort((a, b) => a.order - b.order || a.number - b.number),
	}));
}

export class LaneIndex {
	constructor(trace) {
		this.trace = trace;
		this.show(new Uint8Array(trace.types.length));
	}

	// Count anew, without the types that are marked.
	show(isHidden) {
		const { n, lane, type, lanes } = this.trace;
		const start = new Uint32Array(lanes.length + 1);
		for (let i = 0; i < n; i++)
			start[lane[i] + 1] += isHidden[type[i]] ? 0 : 1;
		for (let l = 0; l < lanes.length; l++)
			start[l + 1] += start[l];
		const next = start.slice();
		const shown = start[lanes.length];
		this.isHidden = isHidden;
		this.start = start;
		this.order = new Uint32Array(shown);
		// All of them in the order of time; none are hidden: it is known.
		this.all = shown === n ? null : new Uint32Array(shown);
		let at = 0;
		for (let i = 0; i < n; i++) {
			if (isHidden[type[i]])
				continue;
			this.order[next[lane[i]]++] = i;
			if (this.all)
				this.all[at++] = i;
		}
		this.rows = rowsOfSlices(this.trace, isHidden);
	}

	get n() {
		return this.order.length;
	}

	// The events of a lane, in the order of time.
	events(lane) {
		return this.order.subarray(this.start[lane], this.start[lane + 1]);
	}

	// The event at a place of all that are shown, and the place of an event, or
	// of the first one behind it.
	eventAt(place) {
		return this.all ? this.all[place] : place;
	}

	placeOf(event) {
		return this.all ? firstNotBelow(this.all, event) : event;
	}

	// Is there an event, or a slice, between two times?
	isBusy(lane, start, end) {
		const { time } = this.trace;
		const events = this.events(lane);
		const first = firstEventAt(events, time, start);
		if (first < events.length && time[events[first]] <= end)
			return true;
		return this.rows[lane].some((row) => {
			const i = firstTimeAt(row.end, start);
			return i < row.n && row.begin[i] <= end;
		});
	}

	// The slice that an event ends, or begins; -1: none.
	sliceOf(event) {
		const { trace } = this;
		const ended = trace.sliceOf(event);
		if (ended >= 0)
			return ended;
		const time = trace.time[event];
		const { name } = trace.types[trace.type[event]];
		for (const row of this.rows[trace.lane[event]]) {
			const i = firstTimeAt(row.begin, time);
			const end = trace.sliceEvent[row.slice[i]];
			if (row.begin[i] === time && end !== event &&
			    name.startsWith(trace.types[trace.type[end]].slice))
				return row.slice[i];
		}
		return -1;
	}

	// The next event of the lane, or the one before; -1: there is none.
	neighbour(event, step, sameType) {
		const { lane, type } = this.trace;
		const events = this.events(lane[event]);
		let at = firstNotBelow(events, event);
		if (step < 0 || events[at] === event)
			at += step;
		while (sameType && at >= 0 && at < events.length &&
		       type[events[at]] !== type[event])
			at += step;
		return events[at] ?? -1;
	}
}

// Where in a sorted list a value is, or would be.
export function firstNotBelow(list, value) {
	let from = 0;
	let to = list.length;
	while (from < to) {
		const middle = (from + to) >>> 1;
		if (list[middle] < value)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

// The first of a lane's events from place `from` on that is not before a time.
// It is looked for near to `from`: that costs little for what is near.
export function firstEventAt(events, time, wanted, from = 0) {
	let step = 1;
	let to = from;
	while (to < events.length && time[events[to]] < wanted) {
		from = to + 1;
		to += step;
		step *= 2;
	}
	to = Math.min(to, events.length);
	while (from < to) {
		const middle = (from + to) >>> 1;
		if (time[events[middle]] < wanted)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

// The same for a sorted list of times.
export function firstTimeAt(times, wanted, from = 0) {
	let step = 1;
	let to = from;
	while (to < times.length && times[to] < wanted) {
		from = to + 1;
		to += step;
		step *= 2;
	}
	to = Math.min(to, times.length);
	while (from < to) {
		const middle = (from + to) >>> 1;
		if (times[middle] < wanted)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}
