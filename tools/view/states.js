// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// What threads do, as the events of `record --sched` tell: each of what a thread has done
// until then.

import { firstTimeAt } from './lanes.js';

// As the tables of the page have them.
export const STATES = ['running', 'ready', 'waiting'];
const STATE_UNKNOWN = STATES.length;
// Of a column of pixels so many changes are looked at.
const CHANGES_ASKED = 16;

export class States {
	constructor(trace) {
		this.lanes = [];
		const states = trace.types.map((type) => STATES.indexOf(type.was));
		// By when they end.
		const rests = [...trace.restSpans].sort((a, b) => a.end - b.end);
		let rest = 0;
		for (let i = 0; i < trace.spanEvent.length; i++) {
			const event = trace.spanEvent[i];
			const end = trace.time[event];
			for (; rest < rests.length && rests[rest].end <= end; rest++)
				this.addRest(rests[rest]);
			this.add(trace.lane[event], end - trace.spanNs[i], end,
				states[trace.type[event]]);
		}
		for (; rest < rests.length; rest++)
			this.addRest(rests[rest]);
	}

	addRest({ lane, begin, end, was }) {
		this.add(lane, begin, end, STATES.indexOf(was));
	}

	// Not before what has been added to that lane.
	add(lane, begin, end, state) {
		const { times, states } = this.lanes[lane] ??= { times: [], states: [] };
		if (times.length && begin <= times.at(-1)) {
			times.pop();
			states.pop();
		}
		times.push(Math.max(begin, times.at(-1) ?? begin), end);
		states.push(state < 0 ? STATE_UNKNOWN : state, STATE_UNKNOWN);
	}

	get n() {
		return this.lanes.length;
	}

	// What is to be drawn of a lane: { x, width, state }, states by their numbers.
	spans(lane, scale) {
		const { times, states } = this.lanes[lane] ?? { times: [], states: [] };
		const spans = [];
		let i = Math.max(0, firstTimeAt(times, scale.start) - 1);
		while (i < times.length && times[i] <= scale.end) {
			const x = Math.max(0, scale.x(times[i]));
			let next = i + 1;
			let state = states[i];
			let to = Math.min(scale.width, scale.x(times[next] ?? times[i]));
			if (to < x + 1) {
				// The others of this column.
				to = x + 1;
				next = firstTimeAt(times, scale.time(to), next);
				state = usualState(times, states, i, next);
			}
			if (state !== STATE_UNKNOWN)
				spans.push({ x, width: to - x, state });
			i = next;
		}
		return spans;
	}
}

// The state that lasts longest, of those between two places.
function usualState(times, states, from, to) {
	const sums = [];
	for (let k = from; k < Math.min(to, from + CHANGES_ASKED) && k + 1 < times.length; k++)
		sums[states[k]] = (sums[states[k]] ?? 0) + times[k + 1] - times[k];
	return sums.reduce((best, sum, state) => (sum > (sums[best] ?? 0) ? state : best),
		states[from]);
}
