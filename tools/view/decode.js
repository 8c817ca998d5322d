// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// The blocks of events, as tools/view/block.h describes them.

const HEADER_WORDS = 6;
const TWO_32 = 2 ** 32;

export const FIELD = Object.freeze({
	VALUE: '\x1f', TEXT: '\x1e', TEXT_ENDED: '\x1d', HEX: '\x1c', CONTEXT: '\x1b',
});

function damaged(what) {
	return new Error(`the page is damaged: ${what}`);
}

// What a block of columns consists of, as views of its bytes.
export function viewColumns(bytes) {
	if (bytes.byteLength < 4 * HEADER_WORDS || bytes.byteOffset % 8)
		throw damaged('a block is cut off');
	const [n, nFar, nSlices, , baseLow, baseHigh] =
		new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER_WORDS);
	let at = bytes.byteOffset + 4 * HEADER_WORDS;
	if (bytes.byteLength !== 4 * HEADER_WORDS + 8 * nFar + 12 * nSlices + 10 * n)
		throw damaged('a block has another length');
	const take = (Kind, count) => {
		const view = new Kind(bytes.buffer, at, count);
		at += view.byteLength;
		return view;
	};
	return {
		n, baseLow,
		base: baseHigh * TWO_32 + baseLow,
		far: take(Uint32Array, 2 * nFar),
		sliceNs: take(Uint32Array, 2 * nSlices),
		delta: take(Uint32Array, n),
		lane: take(Uint32Array, n),
		sliceEvent: take(Uint32Array, nSlices),
		type: take(Uint16Array, n),
	};
}

// Times of a block, from `at` on: as numbers, which are exact below 2^53, and
// their low 32 bits, with which they are exact in any case.
export function addTimes(columns, time, low, at) {
	let since = 0;
	let nextFar = 0;
	for (let i = 0; i < columns.n; i++) {
		let delta = columns.delta[i];
		if (delta === 0xffffffff) {
			delta = columns.far[nextFar] + columns.far[nextFar + 1] * TWO_32;
			nextFar += 2;
		}
		since += delta;
		time[at + i] = columns.base + since;
		low[at + i] = columns.baseLow + since % TWO_32;
	}
}

// A number of nanoseconds and its low 32 bits are one whole number.
export function exactTime(time, low) {
	const high = Math.round((time - low) / TWO_32);
	return BigInt(high) * BigInt(TWO_32) + BigInt(low);
}

// What a line says: { kind, name, value } for each field.
function parseFields(line) {
	const fields = [];
	for (const field of line.split(/(?=[\x1b-\x1f])/)) {
		const kind = field[0];
		if (kind === FIELD.VALUE || kind === FIELD.CONTEXT) {
			const equals = field.indexOf('=');
			fields.push({
				kind, name: field.slice(1, equals),
				value: field.slice(equals + 1),
			});
		} else if (kind) {
			fields.push({ kind, name: '', value: field.slice(1) });
		}
	}
	return fields;
}

// One block of what is to be known of events besides the columns.
export class Details {
	constructor(bytes) {
		const [n, textLen] = new Uint32Array(bytes.buffer, bytes.byteOffset, 2);
		if (bytes.byteLength !== 8 + 9 * n + textLen)
			throw damaged('a block of details has another length');
		this.addresses = new BigUint64Array(bytes.buffer, bytes.byteOffset + 8, n);
		this.flags = bytes.subarray(8 + 8 * n, 8 + 9 * n);
		this.lines = new TextDecoder().decode(bytes.subarray(8 + 9 * n)).split('\n');
		if (this.lines.length !== n + 1)
			throw damaged('a block has other lines than events');
	}

	address(i) {
		return this.addresses[i];
	}

	isCut(i) {
		return (this.flags[i] & 1) !== 0;
	}

	fields(i) {
		return parseFields(this.lines[i]);
	}

	// As `report` prints it.
	text(i) {
		return this.lines[i].slice(1).replace(/[\x1b-\x1f]/g, ' ');
	}
}

// The bytes that a text field stands for.
export function bytesOfText(field) {
	const bytes = [];
	const letters = { n: 10, t: 9, r: 13, '\\': 92, '"': 34 };
	const inner = field.value.slice(1, -1);
	for (const piece of inner.match(/\\x[0-9a-f]{2}|\\.|[^\\]+/gu) ?? []) {
		if (piece.startsWith('\\x'))
			bytes.push(parseInt(piece.slice(2), 16));
		else if (piece[0] === '\\')
			bytes.push(letters[piece[1]] ?? 63);
		else
			bytes.push(...new TextEncoder().encode(piece));
	}
	if (field.kind === FIELD.TEXT_ENDED)
		bytes.push(0);
	return Uint8Array.from(bytes);
}

export function bytesOfHex(digits) {
	const bytes = new Uint8Array(digits.length >> 1);
	for (let i = 0; i < bytes.length; i++)
		bytes[i] = parseInt(digits.slice(2 * i, 2 * i + 2), 16);
	return bytes;
}
