// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// The list of all events that are shown, or of the longest slices.  Only the rows in sight are elements,
// so it may be of any length; where it is longer than a browser lets an element
// be, the scroll bar moves in larger steps.

import { element, swatch } from './element.js';

const ROW_HEIGHT = 20;
const HEIGHT_MOST = 8000000;
const TEXT_MOST = 2000;

function laneText(lane) {
	return lane.note ? `${lane.name} ${lane.note}` : lane.name;
}

export class EventList {
	constructor(root, app) {
		this.root = root;
		this.app = app;
		this.top = 0;			// the first place in sight
		this.longest = null;		// slices by the events at their ends
		this.spacer = element('div', { class: 'spacer' });
		this.rows = element('div', { class: 'rows', role: 'grid' });
		this.root.append(this.rows, this.spacer);
		this.setWidths();
		root.addEventListener('scroll', () => this.scrolled());
		root.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
		root.addEventListener('click', (event) => this.click(event));
		this.resize();
	}

	// Columns as wide as what is in them, within reason.
	setWidths() {
		const { trace, laneByNumber } = this.app;
		const widest = (list, textOf, least, most) => list.reduce((width, one) => (
			Math.max(width, Math.min(textOf(one).length, most))), least);
		const type = widest(trace.types, (one) => one.name, 8, 40);
		const lane = widest(laneByNumber, (one) => laneText(one), 8, 30);
		this.root.style.setProperty('--type-width', `${type + 2}ch`);
		this.root.style.setProperty('--thread-width', `${lane}ch`);
	}

	get n() {
		return this.longest ? this.longest.length : this.app.index.n;
	}

	eventAt(place) {
		return this.longest ? this.longest[place] : this.app.index.eventAt(place);
	}

	// Of slices -1 for those that are not in the list.
	placeOf(event) {
		return this.longest ? this.longest.indexOf(event) :
			this.app.index.placeOf(event);
	}

	// The longest slices, or null: all events again.
	show(longest) {
		this.longest = longest;
		this.top = 0;
		this.resize();
	}

	get visible() {
		return Math.max(1, Math.floor(this.root.clientHeight / ROW_HEIGHT));
	}

	get last() {
		return Math.max(0, this.n - this.visible);
	}

	// Also after other types are shown.
	resize() {
		const height = Math.min(this.n * ROW_HEIGHT, HEIGHT_MOST);
		this.spacer.style.height = `${height}px`;
		this.moveTo(this.top);
	}

	get range() {
		return Math.max(1, this.spacer.offsetHeight - this.root.clientHeight);
	}

	moveTo(top) {
		this.top = Math.max(0, Math.min(Math.round(top), this.last));
		this.ours = Math.round(this.last ? this.top / this.last * this.range : 0);
		this.root.scrollTop = this.ours;
		this.app.redraw();
	}

	scrolled() {
		const { scrollTop } = this.root;
		if (Math.abs(scrollTop - this.ours) <= 1)
			return;
		this.ours = scrollTop;
		this.top = Math.round(scrollTop / this.range * this.last);
		this.app.redraw();
	}

	// By rows, however long the list is.
	wheel(event) {
		event.preventDefault();
		const lines = event.deltaMode === 0 ? event.deltaY / ROW_HEIGHT : event.deltaY;
		this.rest = (this.rest ?? 0) + lines;
		const whole = Math.trunc(this.rest);
		this.rest -= whole;
		if (whole)
			this.moveTo(this.top + whole);
	}

	click(event) {
		const found = event.target.closest('.row');
		if (found)
			this.app.select(Number(found.dataset.event), { reveal: true });
	}

	// Show an event; it moves only if that is not in sight.
	reveal(event) {
		const place = this.placeOf(event);
		if (place < 0)
			return;
		if (place < this.top || place >= this.top + this.visible)
			this.moveTo(place - Math.floor(this.visible / 3));
	}

	draw() {
		const { app } = this;
		const end = Math.min(this.n, this.top + this.visible + 1);
		const rows = [];
		let missing = -1;
		for (let place = this.top; place < end; place++) {
			const event = this.eventAt(place);
			const text = app.trace.textAtHand(event);
			if (text === undefined && missing < 0)
				missing = event;
			rows.push(this.row(place, event, text ?? '\u2026'));
		}
		this.rows.replaceChildren(...rows);
		this.rows.style.transform = `translateY(${this.root.scrollTop}px)`;
		if (missing >= 0)
			this.fetch(missing);
	}

	// The length of a slice, or the time since the event above.
	lengthCell(place, event) {
		const { trace, times } = this.app;
		if (this.longest)
			return times.length(trace.sliceNs[trace.sliceOf(event)]);
		const before = place ? this.eventAt(place - 1) : event;
		return `+${times.length(trace.time[event] - trace.time[before])}`;
	}

	row(place, event, text) {
		const { app } = this;
		const { trace } = app;
		const lane = app.laneOf(event);
		const type = trace.type[event];
		const cell = (name, content) => (
			element('span', { class: name, role: 'gridcell' }, content));
		const made = element('div', {
			class: event === app.selected ? 'row chosen' : 'row', role: 'row',
		},
		cell('time', app.times.since(trace.exact(event))),
		cell('delta', this.lengthCell(place, event)),
		cell('thread', laneText(lane)),
		element('span', { class: 'type', role: 'gridcell' }, swatch(app.colors.types[type]),
			this.longest ? trace.types[type].slice : trace.types[type].name),
		cell('text', text.slice(0, TEXT_MOST)));
		made.dataset.event = event;
		return made;
	}

	// One block of details at a time.
	async fetch(event) {
		if (this.fetching)
			return;
		this.fetching = true;
		try {
			await this.app.trace.detailsOf(event);
		} catch (error) {
			this.app.fail(error);
			return;
		}
		this.fetching = false;
		this.app.redraw();
	}
}
