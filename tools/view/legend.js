// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// The lists of event types, which can be hidden, and of threads.

import { button, element, swatch } from './element.js';
import { STATES } from './states.js';
import { grouped } from './text.js';

const LANES_MOST = 2000;

export class Legend {
	constructor(root, app) {
		this.root = root;
		this.app = app;
		this.boxes = [];
		this.build();
	}

	build() {
		const { types } = this.app.trace;
		const order = [...types.keys()].sort((a, b) => types[b].count - types[a].count);
		this.boxes = [];
		this.list = element('ul', { class: 'types' }, ...order.map((t) => this.item(t)));
		this.root.replaceChildren(
			element('div', { class: 'heading' }, element('h2', {}, 'Event types'),
				button('all', 'show all types', () => this.set(() => false)),
				button('none', 'hide all types', () => this.set(() => true))),
			this.list,
			...this.stateList(),
			element('div', { class: 'heading' }, element('h2', {}, 'Threads')),
			this.laneList());
	}

	// The colours of what threads do, if that is known.
	stateList() {
		const { states, colors } = this.app;
		if (!states.n)
			return [];
		return [element('div', { class: 'heading' }, element('h2', {}, 'Processor')),
			element('ul', { class: 'states' }, ...STATES.map((name, i) => (
				element('li', {}, swatch(colors.states[i]), name))))];
	}

	item(t) {
		const { app } = this;
		const type = app.trace.types[t];
		const box = element('input', {
			type: 'checkbox', checked: !app.index.isHidden[t],
			onchange: () => this.apply(),
		});
		this.boxes[t] = box;
		return element('li', {},
			element('label', { title: type.name }, box, swatch(app.colors.types[t]),
				element('span', { class: 'name' }, type.name)),
			element('span', { class: 'dim' }, grouped(type.count)),
			button('only', 'hide all others', () => this.set((other) => other !== t)));
	}

	set(isHidden) {
		this.boxes.forEach((box, t) => {
			box.checked = !isHidden(t);
		});
		this.apply();
	}

	apply() {
		this.app.hideTypes(Uint8Array.from(this.boxes, (box) => (box.checked ? 0 : 1)));
	}

	laneList() {
		const { app } = this;
		const items = [];
		let n = 0;
		for (const group of app.groups) {
			items.push(element('li', { class: 'group' }, group.name));
			for (const lane of group.lanes) {
				if (++n > LANES_MOST)
					continue;
				items.push(element('li', {}, element('button', {
					type: 'button', class: 'lane', title: 'show its lane',
					onclick: () => app.showLane(lane.number),
				}, element('span', { class: 'name' }, lane.name),
				element('span', { class: 'dim' }, lane.note))));
			}
		}
		if (n > LANES_MOST)
			items.push(element('li', {}, `and ${grouped(n - LANES_MOST)} more`));
		return element('ul', { class: 'lanes' }, ...items);
	}
}
