// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// The panel with all that is to be known of the event that is looked at.

import { dataOf, eventRows, hexDump } from './details.js';
import { button, element, swatch } from './element.js';
import { grouped } from './text.js';

function pairs(rows) {
	return element('table', { class: 'pairs' }, ...rows.map((cells) => (
		element('tr', {}, ...cells.map((cell, i) => (
			element(i ? 'td' : 'th', {}, cell)))))));
}

export class DetailsPanel {
	constructor(root, app) {
		this.root = root;
		this.app = app;
		this.shown = -2;
	}

	update() {
		const { app } = this;
		if (this.shown === app.selected)
			return;
		this.shown = app.selected;
		if (app.selected < 0) {
			this.root.replaceChildren(element('p', { class: 'hint' },
				'Click an event, or press n for the first one. ? lists all keys.'));
			return;
		}
		this.show(app.selected);
	}

	heading(event) {
		const { app } = this;
		const type = app.trace.type[event];
		return element('div', { class: 'heading' },
			swatch(app.colors.types[type]),
			element('h2', {}, app.trace.types[type].name),
			element('span', { class: 'dim' }, `#${grouped(event + 1)}`),
			button('\u2039', 'the one before on this lane (p)',
				() => app.step(-1, false)),
			button('\u203a', 'the next one on this lane (n)',
				() => app.step(1, false)));
	}

	// To what it has brought about, and back.
	arrows(event) {
		const { app } = this;
		const { arrows, trace } = app;
		const nameOf = (number) => {
			const lane = app.laneByNumber[number];
			return lane.note ? `${lane.name} ${lane.note}` : lane.name;
		};
		return element('p', { class: 'arrows' }, ...arrows.of(event).map((i) => {
			const isFrom = arrows.from[i] === event;
			const other = isFrom ? arrows.to[i] : arrows.from[i];
			const lane = isFrom ? arrows.toLane[i] : arrows.fromLane[i];
			return other < 0 ?
				button(`\u2190 held by ${nameOf(lane)}`, 'show its lane',
					() => app.showLane(lane)) :
				button(`${isFrom ? '\u2192' : '\u2190'} ${
					trace.types[trace.type[other]].name} of ${nameOf(lane)}`,
				isFrom ? 'what it has brought about' : 'what has brought it about',
				() => app.select(other, { reveal: true }));
		}));
	}

	async show(event) {
		const { app } = this;
		const lane = app.laneOf(event);
		const rows = eventRows(app.trace, app.index, app.times, lane, event);
		const rest = element('div', {});
		this.root.replaceChildren(this.heading(event), this.arrows(event), pairs(rows),
			rest);
		const { details, i } = await app.trace.detailsOf(event);
		if (this.shown !== event)
			return;
		if (details.address(i))
			rows.push(['address', `0x${details.address(i).toString(16)}`]);
		this.root.replaceChildren(this.heading(event), this.arrows(event), pairs(rows),
			rest);
		this.showData(rest, event, details, i);
	}

	showData(rest, event, details, i) {
		const { rows, bytes } = dataOf(this.app.trace, event, details, i);
		if (details.isCut(i)) {
			rest.append(element('p', { class: 'warning' },
				'Its data was cut: there was more than the stream takes.'));
		}
		if (rows.length) {
			rest.append(element('h3', {}, 'Data'), element('table', { class: 'data' },
				...rows.map(([name, kind, value]) => element('tr', {},
					element('th', {}, name),
					element('td', { class: 'dim' }, kind),
					element('td', { class: 'value' }, value)))));
		}
		if (bytes) {
			rest.append(element('h3', {}, `${grouped(bytes.length)} bytes`),
				element('pre', {}, hexDump(bytes)));
		}
	}
}
