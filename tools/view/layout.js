// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// Where lanes are, one below the other, in pixels from the top.

import { firstNotBelow } from './lanes.js';

export const ROW = { group: 22, ticks: 24, slice: 17, gap: 5 };

export class Layout {
	constructor(groups) {
		this.groups = groups;
		this.closed = new Set();
		this.items = [];
		this.tops = [];
		this.height = 0;
	}

	// Anew, for lanes with so many rows of slices; some may be left out.
	arrange(rows, isWanted = () => true) {
		let top = 0;
		this.items = [];
		const add = (item) => {
			item.top = top;
			this.items.push(item);
			top += item.height;
		};
		for (const group of this.groups) {
			add({ group, height: ROW.group });
			if (this.closed.has(group))
				continue;
			for (const lane of group.lanes.filter(isWanted)) {
				add({ lane, height: ROW.ticks + ROW.gap +
					ROW.slice * rows[lane.number].length });
			}
		}
		this.tops = this.items.map((item) => item.top);
		this.height = top;
	}

	toggle(group) {
		if (!this.closed.delete(group))
			this.closed.add(group);
	}

	// Those that are between two heights.
	between(top, bottom) {
		const first = Math.max(0, firstNotBelow(this.tops, top + 1e-3) - 1);
		const last = firstNotBelow(this.tops, bottom);
		return this.items.slice(first, last);
	}

	at(y) {
		const item = this.between(y, y + 1)[0];
		return item && y < item.top + item.height ? item : null;
	}

	find(laneNumber) {
		return this.items.find((item) => item.lane?.number === laneNumber) ?? null;
	}

	groupOf(laneNumber) {
		return this.groups.find((group) => (
			group.lanes.some((lane) => lane.number === laneNumber)));
	}
}
