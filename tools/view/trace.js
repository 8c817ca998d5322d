// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// The trace that is in the page: its tables, the columns of its events, and its
// details, which stay packed until they are asked for.

import { unpack } from './base64.js';
import { Details, addTimes, exactTime, viewColumns } from './decode.js';
import { plain } from './text.js';

const FORMAT = 1;
// Blocks of details that are kept unpacked.
const DETAILS_KEPT = 24;
// Blocks that are unpacked at a time.
const AT_A_TIME = 4;

function readTypes(types) {
	return types.map((type) => ({
		id: type.id,
		name: plain(type.name),
		slice: plain(type.slice ?? type.name),
		arguments: Object.fromEntries((type.arguments ?? '').split(' ')
			.filter((word) => word.includes(':'))
			.map((word) => word.split(':'))),
		isSystem: type.id < 64,
		was: type.was,
		count: 0,
	}));
}

function readLosses(tables) {
	let before = 0;
	return tables.losses.map((loss) => {
		const events = Number(loss.events);
		before += events;
		return { events, upTo: before, first: loss.first, resume: loss.resume };
	});
}

export class Trace {
	constructor(tables) {
		if (tables.format !== FORMAT)
			throw new Error(`the data is of format ${tables.format}, not ${FORMAT}`);
		const n = tables.events;
		this.tables = tables;
		this.n = n;
		this.time = new Float64Array(n);
		this.low = new Uint32Array(n);
		this.lane = new Uint32Array(n);
		this.type = new Uint16Array(n);
		this.types = readTypes(tables.types);
		this.lanes = tables.lanes;
		this.losses = readLosses(tables);
		this.lossEnds = Float64Array.from(this.losses, (loss) => loss.resume);
		this.rest = Number(tables.rest ?? 0);
		this.lost = tables.lost;
		// Of slices, in the order in which they end.
		this.sliceEvent = null;
		this.sliceNs = null;
		// Of what threads did until events that say so, the same; and what no event
		// ends.
		this.spanEvent = null;
		this.spanNs = null;
		this.restSpans = tables.states ?? [];
		this.firstOfBlock = [];
		this.packedDetails = [];
		this.details = new Map();
	}

	// `blocks` has { form, text } of the tables, and lists of those of events
	// and of details.  `progress` is told how much of it is done.
	static async load(blocks, progress = () => {}) {
		if (new Uint8Array(Uint32Array.of(1).buffer)[0] !== 1)
			throw new Error('the numbers of this machine are big-endian');
		const trace = new Trace(JSON.parse(
			new TextDecoder().decode(await unpack(blocks.tables))));
		const slices = [];
		let at = 0;
		let waiting = blocks.events.slice(0, AT_A_TIME).map(unpack);
		for (let i = 0; i < blocks.events.length; i++) {
			const columns = viewColumns(await waiting.shift());
			const next = blocks.events[i + AT_A_TIME];
			if (next)
				waiting.push(unpack(next));
			trace.add(columns, at, slices);
			at += columns.n;
			if (i % 8 === 7)
				progress(at / trace.n);
		}
		if (at !== trace.n || blocks.details.length !== blocks.events.length)
			throw new Error('the page is damaged: blocks are missing');
		trace.packedDetails = blocks.details;
		trace.finish(slices);
		return trace;
	}

	add(columns, at, slices) {
		if (at + columns.n > this.n)
			throw new Error('the page is damaged: it has too many events');
		addTimes(columns, this.time, this.low, at);
		this.lane.set(columns.lane, at);
		this.type.set(columns.type, at);
		this.firstOfBlock.push(at);
		slices.push({ at, event: columns.sliceEvent, ns: columns.sliceNs });
	}

	finish(slices) {
		const n = slices.reduce((sum, one) => sum + one.event.length, 0);
		this.sliceEvent = new Uint32Array(n);
		this.sliceNs = new Float64Array(n);
		let to = 0;
		for (const { at, event, ns } of slices) {
			for (let i = 0; i < event.length; i++, to++) {
				this.sliceEvent[to] = at + event[i];
				this.sliceNs[to] = ns[2 * i] + ns[2 * i + 1] * 2 ** 32;
			}
		}
		for (let i = 0; i < this.n; i++) {
			if (this.lane[i] >= this.lanes.length || !this.types[this.type[i]])
				throw new Error('the page is damaged: an event of nowhere');
			this.types[this.type[i]].count++;
		}
		this.takeSpansOut();
	}

	// What threads did are no slices of the program.
	takeSpansOut() {
		const isSpan = (event) => Boolean(this.types[this.type[event]].was);
		const { sliceEvent: event, sliceNs: ns } = this;
		this.spanEvent = event.filter(isSpan);
		this.spanNs = ns.filter((_, i) => isSpan(event[i]));
		if (this.spanEvent.length === 0)
			return;
		this.sliceEvent = event.filter((one) => !isSpan(one));
		this.sliceNs = ns.filter((_, i) => !isSpan(event[i]));
	}

	// From when to when there is something to see.
	get bounds() {
		let start = this.n ? this.time[0] : 0;
		let end = this.n ? this.time[this.n - 1] : 0;
		for (const loss of this.losses) {
			start = Math.min(start, loss.first);
			end = Math.max(end, loss.resume);
		}
		return { start, end };
	}

	// Nanoseconds since the first event of the log.
	exact(i) {
		return exactTime(this.time[i], this.low[i]);
	}

	// The first event at or after a time; n if there is none.
	firstAt(time) {
		let from = 0;
		let to = this.n;
		while (from < to) {
			const middle = (from + to) >>> 1;
			if (this.time[middle] < time)
				from = middle + 1;
			else
				to = middle;
		}
		return from;
	}

	// The number of the slice that ends at an event, or -1.
	sliceOf(i) {
		let from = 0;
		let to = this.sliceEvent.length;
		while (from < to) {
			const middle = (from + to) >>> 1;
			if (this.sliceEvent[middle] < i)
				from = middle + 1;
			else
				to = middle;
		}
		return this.sliceEvent[from] === i ? from : -1;
	}

	blockOf(i) {
		let block = Math.min(this.firstOfBlock.length - 1, Math.floor(i / 16384));
		// Blocks with much text have fewer events.
		while (this.firstOfBlock[block + 1] <= i)
			block++;
		return block;
	}

	async detailsOfBlock(block) {
		let details = this.details.get(block);
		this.details.delete(block);
		if (!details)
			details = new Details(await unpack(this.packedDetails[block]));
		this.details.set(block, details);
		if (this.details.size > DETAILS_KEPT)
			this.details.delete(this.details.keys().next().value);
		return details;
	}

	// What is to be known of an event: { details, i }.
	async detailsOf(i) {
		const block = this.blockOf(i);
		return {
			details: await this.detailsOfBlock(block),
			i: i - this.firstOfBlock[block],
		};
	}

	// Its data as text, if that is at hand, else undefined.
	textAtHand(i) {
		const block = this.blockOf(i);
		return this.details.get(block)?.text(i - this.firstOfBlock[block]);
	}
}
