// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// What threads do, as the events of `record --sched` tell: their types say in which
// state a thread is from there on.

import { firstTimeAt } from './lanes.js';

// As the tables of the page have them.
export const STATES = ['running', 'ready', 'waiting'];
const STATE_UNKNOWN = STATES.length;
// Of a column of pixels so many changes are looked at.
const CHANGES_ASKED = 16;

export class States {
	constructor(trace) {
		this.lanes = [];
		const states = trace.types.map((type) => STATES.indexOf(type.state));
		const isChange = trace.types.map((type) => Boolean(type.state));
		if (!isChange.includes(true))
			return;
		let loss = 0;
		for (let i = 0; i < trace.n; i++) {
			// Nobody knows what threads did while events were lost.
			for (; loss < trace.losses.length &&
			     trace.losses[loss].first < trace.time[i]; loss++)
				this.forget(trace.losses[loss].first);
			if (!isChange[trace.type[i]])
				continue;
			const state = states[trace.type[i]];
			this.add(trace.lane[i], trace.time[i], state < 0 ? STATE_UNKNOWN : state);
		}
	}

	add(lane, time, state) {
		this.lanes[lane] ??= { times: [], states: [] };
		this.lanes[lane].times.push(time);
		this.lanes[lane].states.push(state);
	}

	forget(time) {
		this.lanes.forEach(({ states }, lane) => {
			if (states.at(-1) !== STATE_UNKNOWN)
				this.add(lane, time, STATE_UNKNOWN);
		});
	}

	get n() {
		return this.lanes.length;
	}

	// What is to be drawn of a lane, up to a time: { x, width, state }, states by
	// their numbers.
	spans(lane, scale, end) {
		const { times, states } = this.lanes[lane] ?? { times: [], states: [] };
		const spans = [];
		let i = Math.max(0, firstTimeAt(times, scale.start) - 1);
		while (i < times.length && times[i] <= scale.end) {
			const x = Math.max(0, scale.x(times[i]));
			let next = i + 1;
			let state = states[i];
			let to = Math.min(scale.width, scale.x(times[next] ?? end));
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
