// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// What is shown, as the fragment of the page's address: t is where it begins,
// w how wide it is, in nanoseconds; e is the event that is looked at, r the
// range that is marked, and l is there if the list has the longest slices.

function numberOf(text) {
	const number = text === null || text === undefined || text === '' ? NaN : Number(text);
	return Number.isFinite(number) ? number : null;
}

export function parsePlace(fragment) {
	const values = new URLSearchParams(fragment.replace(/^#/, ''));
	const event = numberOf(values.get('e'));
	const [from, to] = (values.get('r') ?? '').split('~').map(numberOf);
	return {
		start: numberOf(values.get('t')),
		span: numberOf(values.get('w')),
		event: Number.isInteger(event) && event >= 0 ? event : null,
		range: from !== null && to !== null && to !== undefined && from < to ?
			{ start: from, end: to } : null,
		longest: values.has('l'),
	};
}

export function formatPlace({ start, span, event, range, longest }) {
	const parts = [`t=${Math.round(start)}`, `w=${Math.round(span)}`];
	if (event !== null)
		parts.push(`e=${event}`);
	if (range)
		parts.push(`r=${Math.round(range.start)}~${Math.round(range.end)}`);
	if (longest)
		parts.push('l');
	return `#${parts.join('&')}`;
}
