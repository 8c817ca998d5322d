// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// What stands above everything: whose trace it is, and whether it is whole.

import { button, element } from './element.js';
import { dateOf } from './scale.js';
import { grouped, plain, plural } from './text.js';

function nameOfLog(path) {
	return path === '-' ? 'standard input' : path.replace(/^.*\//, '');
}

export function titleOf(tables) {
	return plain(tables.title ?? nameOfLog(tables.log));
}

// What is known of it, as [what, value].
function factsOf(trace, times) {
	const { tables } = trace;
	const { start, end } = trace.bounds;
	const facts = [['log', nameOfLog(tables.log)]];
	if (tables.stream)
		facts.push(['stream', tables.stream]);
	if (tables.target > 0)
		facts.push(['process', String(tables.target)]);
	if (tables.host)
		facts.push(['host', tables.host]);
	if (tables.dump)
		facts.push(['ThreadX dump', `${tables.target_is}, ULONG of ${tables.ulong} bytes`]);
	if (tables.created && times.isDated)
		facts.push(['recorded', dateOf(BigInt(tables.created)).replace(/\.\d+Z$/, 'Z')]);
	facts.push(['duration', times.length(end - start)]);
	facts.push(['events', grouped(trace.n)]);
	facts.push(['threads', grouped(trace.lanes.filter((lane) => (
		lane.tid || lane.context === 'thread')).length)]);
	return facts.map(([what, value]) => [what, plain(value)]);
}

// What is wrong with it: a list, which is empty if it is whole.
export function warningsOf(trace) {
	const { tables } = trace;
	const warnings = [];
	if (tables.lost !== '0')
		warnings.push(`${plural(tables.lost, 'event')} lost`);
	if (tables.incomplete)
		warnings.push('the log is incomplete: its writer died or goes on, ' +
			'or it is damaged');
	return warnings;
}

// Why there is nothing to see.
export function whyEmpty(tables) {
	if (tables.why_empty)
		return plain(tables.why_empty);
	return 'none of the events of the log is what was asked for; ' +
		'leave out some of the options: ' + plain(tables.command ?? '');
}

export function fillHeader(root, app) {
	const { trace, times, tables } = app;
	const facts = element('dl', {}, ...factsOf(trace, times).map(([what, value]) => (
		element('div', {}, element('dt', {}, what), element('dd', {}, value)))));
	facts.title = plain(tables.command ?? '');
	root.querySelector('h1').textContent = titleOf(tables);
	root.querySelector('.facts').replaceChildren(facts, ...warningsOf(trace).map((text) => (
		element('strong', { class: 'lost' }, text))));
	root.querySelector('.tools').replaceChildren(
		button('all', 'show all of the trace (0)', () => app.showAll()),
		element('button', {
			type: 'button', id: 'compact',
			title: 'only lanes with something in sight (c)',
			'aria-pressed': 'false', onclick: () => app.toggleCompact(),
		}, 'compact'),
		element('button', {
			type: 'button', id: 'longest',
			title: 'list the longest slices, of the range if one is marked (l)',
			'aria-pressed': 'false',
			onclick: () => app.showLongest(!app.list.longest),
		}, 'longest'),
		button('?', 'keys and mouse (?)', () => app.help()));
	document.title = `${titleOf(tables)} \u2013 posixtrace`;
}
