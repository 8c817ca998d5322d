// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// What is in the range that is marked: how many events, how long slices took.

import { button, element, row, swatch } from './element.js';
import { statsOf } from './stats.js';
import { grouped, plural, rounded } from './text.js';

const TYPES_MOST = 100;
const DELAY = 80;
const LENGTHS = ['min', 'mean', 'p50', 'p99', 'max', 'total'];

function table(names, rows) {
	return element('table', { class: 'stats' },
		element('tr', {}, ...names.map((name) => element('th', {}, name))), ...rows);
}

// A bar for each power of two, and what the first begins and the last ends with.
function histogram(bars, times) {
	const most = Math.max(...bars.map((bar) => bar.count));
	const drawn = bars.map(({ from, below, count }) => {
		const bar = element('span', {
			title: `${grouped(count)} from ${times.length(from)} to ${
				times.length(below)}`,
		});
		bar.style.height = `${count && Math.max(4, Math.round(count / most * 100))}%`;
		return bar;
	});
	return [element('div', { class: 'histogram' }, ...drawn),
		element('div', { class: 'ends dim' },
			element('span', {}, times.length(bars[0].from)),
			element('span', {}, times.length(bars[bars.length - 1].below)))];
}

export class RangePanel {
	constructor(root, app) {
		this.root = root;
		this.app = app;
	}

	// While a range is drawn it changes all the time.
	update() {
		clearTimeout(this.timer);
		this.root.hidden = !this.app.range;
		this.timer = setTimeout(() => this.show(), DELAY);
	}

	show() {
		const { app } = this;
		if (!app.range)
			return;
		const { start, end } = app.range;
		const stats = statsOf(app.trace, app.index, start, end);
		this.root.replaceChildren(
			element('div', { class: 'heading' },
				element('h2', {}, `Range of ${app.times.length(end - start)}`),
				button('zoom', 'fill the picture with it (f)',
					() => app.frameRange()),
				button('\u00d7', 'no range (Escape)', () => app.setRange(null))),
			element('p', {}, plural(stats.n, 'event')),
			...this.lostLine(stats), ...this.typeTable(stats, end - start),
			...this.sliceTable(stats));
	}

	lostLine(stats) {
		return stats.lost ? [element('p', { class: 'lost' },
			`${grouped(stats.lost)} lost in gaps that reach into it`)] : [];
	}

	typeTable(stats, span) {
		const { app } = this;
		if (!stats.types.length)
			return [];
		const rows = stats.types.slice(0, TYPES_MOST).map(({ type, count }) => row(
			element('span', {}, swatch(app.colors.types[type]),
				app.trace.types[type].name),
			grouped(count),
			app.times.isTicks ? '' : rounded(count / (span / 1e9))));
		return [table(['type', 'count', app.times.isTicks ? '' : 'per s'], rows)];
	}

	sliceTable(stats) {
		const { times } = this.app;
		if (!stats.slices.length)
			return [];
		const slices = stats.slices.slice(0, TYPES_MOST).flatMap((one) => [
			element('h3', {}, `${one.name}: ${plural(one.count, 'slice')}`),
			element('dl', { class: 'lengths' }, ...LENGTHS.map((key) => element('div', {},
				element('dt', {}, key), element('dd', {}, times.length(one[key]))))),
			...(one.count > 1 ? histogram(one.histogram, times) : [])]);
		return [element('p', { class: 'dim' }, 'Slices that are in it as a whole:'),
			...slices];
	}
}
