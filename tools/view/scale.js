// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// Time on the screen: which part of the trace is shown, and how times are
// written.

import { grouped, rounded } from './text.js';

// Nobody sees less, and numbers have a finite number of digits.
const SPAN_LEAST = 20;
const MARGIN = 0.01;

// The part of the trace between two borders of the picture.
export class Scale {
	constructor({ start, end }) {
		const margin = Math.max((end - start) * MARGIN, SPAN_LEAST / 2);
		this.least = start - margin;
		this.most = end + margin;
		this.width = 1;
		this.showAll();
	}

	showAll() {
		this.start = this.least;
		this.span = this.most - this.least;
	}

	get end() {
		return this.start + this.span;
	}

	x(time) {
		return (time - this.start) / this.span * this.width;
	}

	time(x) {
		return this.start + x / this.width * this.span;
	}

	show(start, span) {
		const whole = this.most - this.least;
		this.span = Math.min(Math.max(span, Math.min(SPAN_LEAST, whole)), whole);
		this.start = Math.min(Math.max(start, this.least), this.most - this.span);
	}

	// So many times as much, the time at x staying where it is.
	zoom(factor, x) {
		const time = this.time(x);
		const whole = this.most - this.least;
		const span = Math.min(Math.max(this.span * factor, SPAN_LEAST), whole);
		this.show(time - x / this.width * span, span);
	}

	pan(pixels) {
		this.show(this.start + pixels / this.width * this.span, this.span);
	}

	// A time that is to be seen; moves only if it is not.
	reveal(time) {
		const margin = this.span * 0.05;
		if (time < this.start + margin || time > this.end - margin)
			this.show(time - this.span / 2, this.span);
	}

	// A part, with a bit around it.
	frame(start, end) {
		const span = Math.max((end - start) * 1.2, SPAN_LEAST);
		this.show((start + end) / 2 - span / 2, span);
	}
}

// Round distances between the marks of an axis, at least so many pixels apart.
export function stepOf(scale, pixels) {
	const least = scale.span / scale.width * pixels;
	const power = 10 ** Math.floor(Math.log10(least));
	for (const factor of [1, 2, 5]) {
		if (power * factor >= least)
			return Math.max(1, power * factor);
	}
	return Math.max(1, power * 10);
}

const UNITS = [[1e9, 's'], [1e6, 'ms'], [1e3, '\u00b5s'], [1, 'ns']];

// How times are written: of a log nanoseconds, of a ThreadX dump ticks.
export class Times {
	constructor(tables) {
		this.isTicks = tables.dump;
		this.isDated = tables.dated && !tables.dump;
		this.origin = BigInt(tables.origin);
	}

	// A length, with the digits that count.
	length(ns) {
		if (this.isTicks)
			return `${rounded(ns)} ticks`;
		const size = Math.abs(ns);
		const [unit, name] = UNITS.find(([least]) => size >= least) ?? UNITS[3];
		return `${rounded(ns / unit)} ${name}`;
	}

	// A length to the nanosecond.
	exactLength(ns) {
		if (this.isTicks)
			return `${grouped(ns)} ticks`;
		const size = Math.abs(ns);
		const [unit, name] = UNITS.find(([least]) => size >= least) ?? UNITS[3];
		const places = Math.round(Math.log10(unit));
		const digits = BigInt(Math.round(size)).toString().padStart(places + 1, '0');
		const whole = digits.slice(0, digits.length - places);
		const rest = digits.slice(digits.length - places).replace(/0+$/, '');
		return `${ns < 0 ? '-' : ''}${grouped(whole)}${rest && '.'}${rest} ${name}`;
	}

	// A time, a BigInt, since the first event of the log.
	since(exact) {
		if (this.isTicks)
			return grouped(exact.toString());
		const ns = exact < 0n ? -exact : exact;
		const digits = ns.toString().padStart(10, '0');
		return `${exact < 0n ? '-' : ''}${digits.slice(0, -9)}.${digits.slice(-9)}`;
	}

	// The same as a date; null: the trace knows none.
	date(exact) {
		if (!this.isDated)
			return null;
		return dateOf(this.origin + exact);
	}

	// What stands at a mark of the axis.
	mark(ns, step) {
		if (this.isTicks)
			return grouped(Math.round(ns));
		const places = Math.max(0, 9 - Math.floor(Math.log10(step) + 1e-9));
		const seconds = (ns / 1e9).toFixed(Math.min(places, 9));
		const [whole, rest = ''] = seconds.split('.');
		const groups = rest.replace(/(\d{3})(?=\d)/g, '$1\u202f');
		return `${whole}${rest && '.'}${groups} s`;
	}
}

// Nanoseconds since the epoch as 2026-01-31T12:00:00.000000000Z.
export function dateOf(ns) {
	const date = new Date(Number(ns / 1000000000n) * 1000);
	const rest = (ns % 1000000000n).toString().padStart(9, '0');
	return Number.isNaN(date.getTime()) ? `${ns} ns` :
		date.toISOString().replace(/\.\d+Z$/, `.${rest}Z`);
}
