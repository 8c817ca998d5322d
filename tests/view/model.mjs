// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// The parts of the page of `posixtrace view` that need no browser, on pages and
// on what they are made of.
//
// usage: node model.mjs MODULES PAGE REPORT
//
// MODULES is the folder with the page's modules, PAGE a page, REPORT what
// `report --json` says of the same log.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [modules, page, report] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(join(resolve(modules), name)));

const { unpack } = await load('base64.js');
const decode = await load('decode.js');
const { Trace } = await load('trace.js');
const { nest } = await load('slices.js');
const lanes = await load('lanes.js');
const scales = await load('scale.js');
const { histogramOf, statsOf } = await load('stats.js');
const { dataOf, eventRows, hexDump } = await load('details.js');
const { search } = await load('search.js');
const { lengthIn, longestFirst } = await load('longest.js');
const { Arrows } = await load('arrows.js');
const { formatPlace, parsePlace } = await load('place.js');
const { grouped, plain, rounded } = await load('text.js');
const { columnsOf, findAt } = await load('painter.js');
const { gapsOf } = await load('draw.js');
const { densityOf } = await load('overview.js');
const { titleOf, warningsOf } = await load('header.js');
const { Layout } = await load('layout.js');
const { States } = await load('states.js');

function blocksOf(path) {
	const blocks = { events: [], details: [], tables: [] };
	const elements = new RegExp('<script type="application/octet-stream" ' +
		'class="(\\w+)" data-form="(\\w+)">([^<]*)</script>', 'g');
	for (const [, kind, form, text] of readFileSync(path, 'utf-8').matchAll(elements))
		blocks[kind].push({ form, text });
	return { ...blocks, tables: blocks.tables[0] };
}

const tests = {
	async blocksAreUnpacked() {
		const bytes = await unpack({ form: 'plain', text: btoa('\x00\x01\xff') });
		assert.deepEqual([...bytes], [0, 1, 255]);
		await assert.rejects(unpack({ form: 'other', text: '' }), /form/);
	},

	statesAreThoseOfTheirTime() {
		const types = ['running', 'waiting', 'ready', undefined].map((was) => ({ was }));
		// Of lane 1: 10 running, 20 waiting, 25 ready, 30 running, 40 ended.  Of lane 0:
		// 12 running, 35 waiting, which no event ends.
		const trace = {
			types,
			time: [10, 20, 25, 30, 35, 36, 40],
			lane: [1, 1, 1, 1, 0, 1, 1],
			type: [3, 0, 1, 2, 0, 3, 0],
			spanEvent: [1, 2, 3, 4, 6], spanNs: [10, 5, 5, 23, 10],
			restSpans: [{ lane: 0, was: 'waiting', begin: 35, end: 60 }],
		};
		const scale = new scales.Scale({ start: 0, end: 10000 });
		scale.width = 100;
		scale.show(0, 100);
		const spans = (states, lane) => states.spans(lane, scale)
			.map(({ x, width, state }) => [Math.round(x), Math.round(width), state]);
		const states = new States(trace);
		assert.deepEqual(spans(states, 1), [[10, 10, 0], [20, 5, 2], [25, 5, 1], [30, 10, 0]]);
		assert.deepEqual(spans(states, 0), [[12, 23, 0], [35, 25, 2]]);
		assert.deepEqual(spans(states, 2), []);
		// Nothing is known where nothing tells of it.
		trace.spanEvent = [1, 3, 6];
		trace.spanNs = [10, 5, 10];
		trace.restSpans = [{ lane: 1, was: 'waiting', begin: 20, end: 22 }];
		assert.deepEqual(spans(new States(trace), 1),
			[[10, 10, 0], [20, 2, 2], [25, 5, 1], [30, 10, 0]]);
		assert.deepEqual(spans(new States(trace), 0), []);
		// One column has what lasts longest in it, and no more than that is drawn.
		scale.show(0, 2000);
		assert.deepEqual(spans(states, 1), [[1, 1, 0], [2, 1, 0]]);
		scale.show(26, 20);
		assert.deepEqual(spans(states, 1), [[0, 20, 1], [20, 50, 0]]);
		assert.equal(new States({ ...trace, spanEvent: [], restSpans: [] }).n, 0);
	},

	timesAreExact() {
		const columns = {
			n: 4, base: 2 ** 60, baseLow: 0, delta: [0, 7, 0xffffffff, 1],
			far: [0xffffffff, 1],
		};
		const time = new Float64Array(4);
		const low = new Uint32Array(4);
		decode.addTimes(columns, time, low, 0);
		const exact = [...time].map((t, i) => decode.exactTime(t, low[i]));
		const start = 2n ** 60n;
		assert.deepEqual(exact, [start, start + 7n, start + 7n + 2n ** 33n - 1n,
			start + 8n + 2n ** 33n - 1n]);
	},

	blocksOfOtherLengthsAreRefused() {
		const bytes = new Uint8Array(24);
		new Uint32Array(bytes.buffer)[0] = 1;
		assert.throws(() => decode.viewColumns(bytes), /damaged/);
		assert.throws(() => decode.viewColumns(bytes.subarray(0, 8)), /damaged/);
	},

	textStandsForItsBytes() {
		const of = (kind, value) => [...decode.bytesOfText({ kind, value })];
		assert.deepEqual(of('\x1e', '"a\\n\\x1b\\\\\\"\u00e4"'),
			[97, 10, 27, 92, 34, 0xc3, 0xa4]);
		assert.deepEqual(of('\x1d', '"x"'), [120, 0]);
		assert.deepEqual([...decode.bytesOfHex('00ff10')], [0, 255, 16]);
	},

	namesThatSteerTheLayoutAreShown() {
		assert.equal(plain('a\u202eb\x1b\u200b<b>\u00e4'),
			'a\\u{202e}b\\u{1b}\\u{200b}<b>\u00e4');
		assert.equal(grouped('1234567').replace(/\u202f/g, ' '), '1 234 567');
		assert.deepEqual([1.234, 12.34, 123.4, 5].map(rounded),
			['1.23', '12.3', '123', '5']);
	},

	innerSlicesAreBelow() {
		// By their ends: [2,3] in [1,4], beside [5,6], all in [0,9].
		assert.deepEqual([...nest([2, 1, 5, 0], [3, 4, 6, 9])], [2, 1, 1, 0]);
		// Those that meet are beside each other, also if they take no time.
		assert.deepEqual([...nest([0, 1, 1], [1, 1, 2])], [0, 0, 0]);
		// Of two that overlap, one is below.
		assert.deepEqual([...nest([0, 2], [3, 4])], [1, 0]);
		const deep = Array.from({ length: 100 }, (_, i) => i);
		const depths = nest(deep.map((i) => 100 - i), deep.map((i) => 101 + i));
		assert.equal(Math.max(...depths), 19);
	},

	lengthsAreToldFromText() {
		const of = (text, ns, isTicks = false) => {
			const found = lengthIn(text, isTicks);
			return found && [found.words, found.fits(ns)];
		};
		assert.deepEqual(of('read > 1.5ms', 1500001), ['read', true]);
		assert.deepEqual(of('read > 1.5ms', 1500000), ['read', false]);
		assert.deepEqual(of('>=.1us', 100), ['', true]);
		assert.deepEqual(of('io:copy<=2 \u00b5s', 2001), ['io:copy', false]);
		assert.deepEqual(of('a->b < 1h', 3599e9), ['a->b', true]);
		assert.deepEqual(of('a > 5', 6, true), ['a', true]);
		assert.deepEqual(of('> 5 ticks', 5, true), ['', false]);
		for (const text of ['read', 'a > 5', '> 1 day', '> ms', 'x > 1ms y', ''])
			assert.equal(of(text, 0), null);
		assert.equal(of('> 5ms', 0, true), null);
	},

	lengthsAreCountedByPowersOfTwo() {
		assert.deepEqual(histogramOf([0, 1, 1, 2, 3, 8, 15, 16]).map((bar) => (
			[bar.from, bar.below, bar.count])),
		[[0, 2, 3], [2, 4, 2], [4, 8, 0], [8, 16, 2], [16, 32, 1]]);
		assert.deepEqual(histogramOf([2 ** 40]), [
			{ from: 2 ** 40, below: 2 ** 41, count: 1 }]);
	},

	arrowsGoFromCauseToEffect() {
		const trace = {
			n: 5, lanes: [{}, {}, {}],
			time: [10, 20, 30, 40, 50], lane: [0, 1, 0, 2, 1],
			tables: { arrows: { from: [0, 3, -3, 4], to: [1, 2, 4, 2] } },
			sliceNs: [15], sliceOf: (event) => (event === 3 ? 0 : -1),
		};
		const arrows = new Arrows(trace);
		// The second is a call that returned after what it began; the last one, too,
		// but nobody knows when it was called.
		assert.deepEqual([...arrows.fromTime], [10, 30, 50, 50]);
		assert.deepEqual([...arrows.toTime], [20, 30, 50, 30]);
		assert.deepEqual([...arrows.fromLane], [0, 2, 2, 1]);
		assert.deepEqual([...arrows.from], [0, 3, -1, 4]);
		assert.deepEqual(arrows.between(15, 18, 9), [0]);
		assert.deepEqual(arrows.between(25, 60, 9), [1, 2, 3]);
		assert.equal(arrows.between(0, 60, 3), null);
		assert.deepEqual(arrows.of(2), [1, 3]);
		assert.deepEqual(arrows.of(4), [2, 3]);
		assert.equal(new Arrows({ ...trace, tables: {} }).n, 0);
		for (const from of [5, -4])
			assert.throws(() => new Arrows({ ...trace,
				tables: { arrows: { from: [from], to: [0] } } }), /damaged/);
	},

	longestSlicesAreFirst() {
		const n = 20000;
		const trace = {
			time: Float64Array.from({ length: n }, (_, i) => 100 * i),
			type: Uint16Array.from({ length: n }, (_, i) => i % 3),
			sliceEvent: Uint32Array.from({ length: n }, (_, i) => i),
			sliceNs: Float64Array.from({ length: n }, (_, i) => i * 7919 % 1000),
		};
		const all = longestFirst(trace, [0, 0, 0], null);
		assert.deepEqual([all.n, all.events.length], [n, 10000]);
		for (let i = 1; i < all.events.length; i++) {
			const [a, b] = [all.events[i - 1], all.events[i]];
			assert.ok(trace.sliceNs[a] > trace.sliceNs[b] ||
				(trace.sliceNs[a] === trace.sliceNs[b] && a < b));
		}
		assert.equal(trace.sliceNs[all.events[0]], 999);
		const some = longestFirst(trace, [0, 1, 0], { start: 1000, end: 3000 });
		const inside = [...trace.sliceEvent].filter((i) => i % 3 !== 1 && i <= 30 &&
			100 * i - trace.sliceNs[i] >= 1000);
		assert.deepEqual([...some.events].sort((a, b) => a - b), inside);
		assert.equal(longestFirst(trace, [1, 1, 1], null).events.length, 0);
	},

	placesAreFoundFromAnywhere() {
		const times = Float64Array.from({ length: 1000 }, (_, i) => 2 * i);
		const events = Uint32Array.from(times, (_, i) => i);
		for (const from of [0, 1, 17, 500, 1000]) {
			for (const wanted of [-1, 0, 1, 2, 33, 999, 1000, 1997, 1998, 1999]) {
				const first = Math.max(from, Math.max(0, Math.ceil(wanted / 2)));
				assert.equal(lanes.firstTimeAt(times, wanted, from),
					Math.min(first, 1000));
				assert.equal(lanes.firstEventAt(events, times, wanted, from),
					Math.min(first, 1000));
			}
		}
		assert.equal(lanes.firstNotBelow([1, 3, 5], 4), 2);
	},

	zoomKeepsWhatIsUnderThePointer() {
		const scale = new scales.Scale({ start: 0, end: 1e9 });
		scale.width = 1000;
		const time = scale.time(300);
		scale.zoom(0.01, 300);
		assert.ok(Math.abs(scale.time(300) - time) < 1);
		scale.zoom(1e-12, 300);
		assert.equal(scale.span, 20);
		scale.pan(-1e12);
		assert.equal(scale.start, scale.least);
		scale.zoom(1e30, 0);
		assert.equal(scale.span, scale.most - scale.least);
		const none = new scales.Scale({ start: 5, end: 5 });
		assert.ok(none.span > 0);
		scale.showAll();
		assert.equal(scales.stepOf(scale, 110), 2e8);
	},

	timesAreWrittenToTheNanosecond() {
		const times = new scales.Times({
			dump: false, dated: true, origin: '1790000000000000001',
		});
		assert.equal(times.since(1234567890123n), '1234.567890123');
		assert.equal(times.since(-5n), '-0.000000005');
		assert.equal(times.date(8n), '2026-09-21T14:13:20.000000009Z');
		assert.equal(times.exactLength(1002003), '1.002003 ms');
		assert.equal(times.exactLength(2e9), '2 s');
		assert.equal(times.exactLength(0), '0 ns');
		assert.equal(times.length(12345), '12.3 \u00b5s');
		assert.equal(times.mark(1500000, 500000), '0.001\u202f5 s');
		assert.equal(times.mark(2e9, 1e9), '2 s');
		const ticks = new scales.Times({ dump: true, dated: false, origin: '0' });
		assert.equal(ticks.date(8n), null);
		assert.equal(ticks.exactLength(12), '12 ticks');
	},

	placesComeBack() {
		const place = { start: -12, span: 3456, event: 7, range: { start: -5, end: 9 },
			longest: true };
		assert.deepEqual(parsePlace(formatPlace(place)), place);
		assert.deepEqual(parsePlace('#t=x&w=&e=-1&r=5~2'),
			{ start: null, span: null, event: null, range: null, longest: false });
		assert.deepEqual(parsePlace(''),
			{ start: null, span: null, event: null, range: null, longest: false });
	},

	bytesAreDumped() {
		assert.equal(hexDump(Uint8Array.of(65, 0, 255)),
			`0000  41 00 ff${' '.repeat(42)}A..`);
	},

	lanesOfAProcessStandTogether() {
		const groups = lanes.arrangeLanes([
			{ pid: 5, tid: 6, name: 'late' }, { pid: 9, tid: 9 },
			{ pid: 5, tid: 5, name: 'p' }, { pid: 5, tid: 0 },
			{ context: 'interrupt' }, { context: 'thread', address: '0x10' },
		], [{ pid: 9 }, { pid: 5, name: 'p' }]);
		const names = groups.map((group) => [group.name,
			group.lanes.map((lane) => lane.name)]);
		assert.deepEqual(names, [
			['p 5', ['trace stream', 'p', 'late']], ['process 9', ['thread 9']],
			['ThreadX', ['interrupts', 'thread 0x10']]]);
		const layout = new Layout(groups);
		layout.arrange([[], [], [{}, {}], [], [], []]);
		assert.equal(layout.at(layout.find(2).top + 1).lane.number, 2);
		assert.equal(layout.at(1e9), null);
		const { height } = layout;
		layout.arrange([[], [], [], [], [], []], (lane) => lane.number === 2);
		assert.deepEqual(layout.items.filter((item) => item.lane).length, 1);
		layout.toggle(groups[0]);
		layout.arrange([[], [], [{}, {}], [], [], []]);
		assert.ok(layout.height < height && layout.find(2) === null);
	},
};

// The page against the report.
async function testPage() {
	const lines = readFileSync(report, 'utf-8').split('\n').filter(Boolean)
		.map((line) => JSON.parse(line));
	const trace = await Trace.load(blocksOf(page));
	const none = new Uint8Array(trace.types.length);
	const index = new lanes.LaneIndex(trace);
	const times = new scales.Times(trace.tables);
	const groups = lanes.arrangeLanes(trace.lanes, trace.tables.processes);
	assert.equal(trace.n, lines.length);
	assert.equal(groups.flatMap((group) => group.lanes).length, trace.lanes.length);
	for (let i = 0; i < trace.n; i++) {
		const ns = BigInt(lines[i].time.replace('.', ''));
		assert.equal(trace.exact(i) + times.origin, ns);
		assert.equal(trace.types[trace.type[i]].name, lines[i].event);
		assert.equal(trace.lanes[trace.lane[i]].tid, lines[i].tid);
	}
	for (const i of [0, trace.n >> 1, trace.n - 1]) {
		const { details, i: at } = await trace.detailsOf(i);
		assert.equal(details.address(at), BigInt(lines[i].addr));
		dataOf(trace, i, details, at);
		const rows = eventRows(trace, index, times, { name: 'x', note: '' }, i);
		assert.ok(rows.some(([what]) => what === 'since start'));
	}
	// Each event is on one lane, and the neighbours there are those of it.
	const seen = new Set();
	for (let l = 0; l < trace.lanes.length; l++) {
		const events = index.events(l);
		events.forEach((event, k) => {
			assert.equal(trace.lane[event], l);
			seen.add(event);
			assert.equal(index.neighbour(event, 1, false), events[k + 1] ?? -1);
			assert.equal(index.neighbour(event, -1, false), events[k - 1] ?? -1);
		});
	}
	assert.equal(seen.size, trace.n);
	await testSearch(trace, none, lines);
	testStats(trace, index, lines);
	testPicture(trace, index, none);
	testHiding(trace, index, none, lines);
	assert.ok(titleOf(trace.tables).length > 0);
	assert.equal(warningsOf(trace).length > 0, trace.lost !== '0');
}

async function testSearch(trace, none, lines) {
	const [{ event }] = lines;
	const hits = await search(trace, none, event.toUpperCase(), () => true);
	assert.deepEqual([...hits].map((i) => lines[i].event),
		lines.filter((line) => line.event === event).map((line) => line.event));
	assert.equal((await search(trace, none, '\x1f', () => true)).length, 0);
	assert.equal(await search(trace, none, 'x', () => false), null);
	// By the length of slices; then also by name.
	const lengths = Float64Array.from(trace.sliceNs).sort();
	const middle = lengths[lengths.length >> 1] ?? 0;
	const longer = await search(trace, none, `>= ${middle}ns`, () => true);
	assert.deepEqual([...longer], [...trace.sliceEvent].filter((_, s) => (
		trace.sliceNs[s] >= middle)));
	for (const type of new Set([...longer].map((i) => trace.type[i]))) {
		const { slice } = trace.types[type];
		const named = await search(trace, none, `${slice} >= ${middle}ns`, () => true);
		for (const i of longer) {
			if (trace.type[i] === type)
				assert.ok(named.includes(i));
		}
	}
	assert.equal((await search(trace, none, '\x1f > 0ns', () => true)).length, 0);
}

function testStats(trace, index, lines) {
	const { start, end } = trace.bounds;
	const stats = statsOf(trace, index, start, end);
	assert.equal(stats.n, lines.length);
	for (const { type, count } of stats.types)
		assert.equal(count, trace.types[type].count);
	const n = stats.slices.reduce((sum, one) => sum + one.count, 0);
	const inside = [...trace.sliceEvent].filter((event, s) => (
		trace.time[event] - trace.sliceNs[s] >= start)).length;
	assert.equal(n, inside);
	for (const one of stats.slices) {
		const lengths = [one.min, one.p50, one.p99, one.max];
		assert.deepEqual(lengths, [...lengths].sort((a, b) => a - b));
		assert.ok(one.min <= one.mean && one.mean <= one.max);
		assert.equal(one.histogram.reduce((sum, bar) => sum + bar.count, 0), one.count);
	}
}

// What is drawn accounts for every event, and is no more than there are pixels.
function testPicture(trace, index, none) {
	const scale = new scales.Scale(trace.bounds);
	scale.width = 300;
	for (let l = 0; l < trace.lanes.length; l++) {
		const events = index.events(l);
		const columns = columnsOf(trace, scale, events);
		assert.equal(columns.reduce((sum, c) => sum + c.to - c.from, 0), events.length);
		assert.ok(columns.length <= 301);
		const [event] = events;
		const found = findAt({ trace, index, scale }, { number: l },
			scale.x(trace.time[event]), 3);
		const far = scale.x(trace.time[found.event]) - scale.x(trace.time[event]);
		assert.ok(Math.abs(far) < 1);
	}
	assert.equal(densityOf(trace, none, scale, 300).reduce((sum, n) => sum + n, 0), trace.n);
	assert.equal(gapsOf(trace, scale).reduce((sum, gap) => sum + gap.events, 0),
		trace.losses.reduce((sum, loss) => sum + loss.events, 0));
}

function testHiding(trace, index, none, lines) {
	const isHidden = Uint8Array.from(none, (_, t) => (
		trace.types[t].name === lines[0].event ? 1 : 0));
	const shown = lines.filter((line) => line.event !== lines[0].event).length;
	index.show(isHidden);
	assert.equal(index.n, shown);
	for (let place = 0; place < index.n; place++)
		assert.equal(index.placeOf(index.eventAt(place)), place);
	assert.equal(statsOf(trace, index, -Infinity, Infinity).n, shown);
	index.show(none);
	assert.equal(index.n, trace.n);
}

for (const [name, test] of Object.entries(tests)) {
	try {
		await test();
	} catch (error) {
		console.error(`${name}: ${error.stack}`);
		process.exitCode = 1;
	}
}
await testPage();
