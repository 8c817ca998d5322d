// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// Looking for events by what they are called and what they say.

// Which of the texts that events share have the words: types and lanes.
function matching(list, textOf, wanted) {
	return Uint8Array.from(list, (one) => (
		textOf(one).toLowerCase().includes(wanted) ? 1 : 0));
}

// The hits so far, a list that grows, in the order of time.  `progress` is
// told from time to time of how much was looked through, and stops the search
// by returning false.
export async function search(trace, isHidden, words, progress) {
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
