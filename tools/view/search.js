// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// Looking for events by what they are called and what they say, and for slices by how
// long they are.

import { lengthIn } from './longest.js';

// Which of the texts that events share have the words: types and lanes.
function matching(list, textOf, wanted) {
	return Uint8Array.from(list, (one) => (
		textOf(one).toLowerCase().includes(wanted) ? 1 : 0));
}

// Slices of such a length, by the events at which they end.
async function slicesLike(trace, isHidden, { words, fits }, progress) {
	const wanted = words.toLowerCase();
	const types = matching(trace.types, (type) => `${type.slice}\n${type.name}`, wanted);
	const hits = [];
	let block = -1;
	let details;
	for (let s = 0; s < trace.sliceEvent.length; s++) {
		const event = trace.sliceEvent[s];
		const type = trace.type[event];
		if (isHidden[type] || !fits(trace.sliceNs[s]))
			continue;
		if (!types[type] && block !== trace.blockOf(event)) {
			block = trace.blockOf(event);
			details = await trace.detailsOfBlock(block);
			if (!progress(event / trace.n, hits))
				return null;
		}
		if (types[type] || details.text(event - trace.firstOfBlock[block])
			.toLowerCase().includes(wanted))
			hits.push(event);
	}
	return progress(1, hits) ? Uint32Array.from(hits) : null;
}

// The hits so far, a list that grows, in the order of time.  `progress` is
// told from time to time of how much was looked through, and stops the search
// by returning false.
export async function search(trace, isHidden, words, progress) {
	const length = lengthIn(words, trace.tables.dump);
	if (length)
		return slicesLike(trace, isHidden, length, progress);
	const wanted = words.toLowerCase();
	const types = matching(trace.types, (type) => type.name, wanted);
	const hits = [];
	const nBlocks = trace.firstOfBlock.length;
	for (let block = 0; block < nBlocks; block++) {
		const first = trace.firstOfBlock[block];
		const end = trace.firstOfBlock[block + 1] ?? trace.n;
		const details = await trace.detailsOfBlock(block);
		for (let i = first; i < end; i++) {
			const type = trace.type[i];
			if (!isHidden[type] && (types[type] ||
			    details.text(i - first).toLowerCase().includes(wanted)))
				hits.push(i);
		}
		if (!progress((block + 1) / nBlocks, hits))
			return null;
	}
	return Uint32Array.from(hits);
}
