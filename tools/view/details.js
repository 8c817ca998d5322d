// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// All that is to be known of one event, as rows of text.

import { FIELD, bytesOfHex, bytesOfText } from './decode.js';
import { grouped } from './text.js';

const DUMP_MOST = 4096;

// Bytes as lines of 16: offset, hexadecimal, characters.
export function hexDump(bytes) {
	const lines = [];
	for (let at = 0; at < Math.min(bytes.length, DUMP_MOST); at += 16) {
		const line = [...bytes.subarray(at, at + 16)];
		const hex = line.map((b, i) => (i === 8 ? ' ' : '') +
			b.toString(16).padStart(2, '0')).join(' ');
		const text = line.map((b) => (b >= 32 && b < 127 ?
			String.fromCharCode(b) : '.')).join('');
		lines.push(`${at.toString(16).padStart(4, '0')}  ${hex.padEnd(48)}  ${text}`);
	}
	if (bytes.length > DUMP_MOST)
		lines.push(`... ${grouped(bytes.length)} bytes in all`);
	return lines.join('\n');
}

function since(trace, times, event, before) {
	if (before < 0)
		return 'none';
	return `+${times.exactLength(Number(trace.exact(event) - trace.exact(before)))}`;
}

// Rows of [what, value] that are known at once.
export function eventRows(trace, index, times, lane, event) {
	const exact = trace.exact(event);
	const type = trace.types[trace.type[event]];
	const date = times.date(exact);
	const rows = [];
	if (date)
		rows.push(['time', date]);
	rows.push(['since start', times.isTicks ? `${times.since(exact)} ticks` :
		`${times.since(exact)} s`]);
	rows.push(['after, on this lane',
		since(trace, times, event, index.neighbour(event, -1, false))]);
	rows.push(['after, of this type',
		since(trace, times, event, index.neighbour(event, -1, true))]);
	rows.push([times.isTicks ? 'context' : 'thread', lane.note ?
		`${lane.name} (${lane.note})` : lane.name]);
	if (lane.pid)
		rows.push(['process', lane.group]);
	rows.push(['type id', String(type.id)]);
	const slice = index.sliceOf(event);
	if (slice >= 0) {
		rows.push(['slice', type.slice]);
		rows.push(['duration', times.exactLength(trace.sliceNs[slice])]);
	}
	return rows;
}

// What its data says: rows of [name, type, value], and bytes to be dumped.
export function dataOf(trace, event, details, i) {
	const type = trace.types[trace.type[event]];
	const rows = [];
	let bytes = null;
	for (const field of details.fields(i)) {
		if (field.kind === FIELD.VALUE) {
			rows.push([field.name, type.arguments[field.name] ?? '', field.value]);
		} else if (field.kind === FIELD.CONTEXT) {
			rows.push([field.name, '', field.value]);
		} else if (field.kind === FIELD.HEX) {
			bytes = bytesOfHex(field.value);
		} else {
			rows.push(['data', 'text', field.value]);
			bytes = bytesOfText(field);
		}
	}
	return { rows, bytes };
}
