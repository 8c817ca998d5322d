// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// Which event has brought about which: what a thread or a process has begun, who
// waited for its end, where a signal came from, who had a lock that was waited for.

export class Arrows {
	constructor(trace) {
		const { from = [], to = [] } = trace.tables.arrows ?? {};
		const n = to.length;
		if (from.length !== n || !to.every((event) => event < trace.n) ||
		    !from.every((event) => event < trace.n && event >= -trace.lanes.length))
			throw new Error('the page is damaged: an arrow to nowhere');
		this.n = n;
		this.from = Int32Array.from(from);	// -1: only the lane is known
		this.to = Int32Array.from(to);
		this.fromLane = Uint32Array.from(from, (event) => (
			event < 0 ? -1 - event : trace.lane[event]));
		this.fromTime = Float64Array.from(to, (event, i) => (
			Arrows.timeFrom(trace, from[i], trace.time[event])));
		this.toTime = Float64Array.from(to, (event) => trace.time[event]);
		this.toLane = Uint32Array.from(to, (event) => trace.lane[event]);
		this.from.forEach((event, i) => {
			this.from[i] = Math.max(-1, event);
		});
	}

	// A call may return after what it has begun: then it was somewhere in it.
	static timeFrom(trace, event, to) {
		if (event < 0)
			return to;
		const time = trace.time[event];
		const slice = time > to ? trace.sliceOf(event) : -1;
		return slice < 0 ? time : Math.max(time - trace.sliceNs[slice], Math.min(time, to));
	}

	// Those that are partly between two times; null: more than `most`.
	between(start, end, most) {
		const found = [];
		for (let i = 0; i < this.n; i++) {
			if (Math.max(this.fromTime[i], this.toTime[i]) < start ||
			    Math.min(this.fromTime[i], this.toTime[i]) > end)
				continue;
			if (found.length === most)
				return null;
			found.push(i);
		}
		return found;
	}

	// Those from and to an event.
	of(event) {
		const found = [];
		for (let i = 0; i < this.n; i++) {
			if (this.from[i] === event || this.to[i] === event)
				found.push(i);
		}
		return found;
	}
}
