// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// Colours of event types: told apart by people who do not see all colours, in
// the light and in the dark; red is for what was lost, and nothing else.

import { STATES } from './states.js';

const LIGHT = ['#0072b2', '#d98c00', '#00916a', '#c0649b', '#3a9fdc', '#6a51a3',
	'#7a7a2e', '#2f4b7c', '#44aa99', '#8c564b'];
const DARK = ['#4ea8de', '#e5a83a', '#2eb894', '#d98bb8', '#90d5ff', '#a893e0',
	'#b8b060', '#8aa0d6', '#7fd1c3', '#c79a8b'];
const SYSTEM_LIGHT = ['#7f8c9b', '#a3adba'];
const SYSTEM_DARK = ['#8b98a8', '#68758a'];

const NAMES = ['back', 'panel', 'line', 'faint', 'text', 'dim', 'accent', 'lost',
	'lost-back', 'select', 'hit', 'band', 'running', 'ready', 'waiting'];

// The colours that the style sheet has now, and one for each type.
export function readColors(types) {
	const style = getComputedStyle(document.documentElement);
	const colors = {};
	for (const name of NAMES)
		colors[name] = style.getPropertyValue(`--${name}`).trim();
	colors.states = STATES.map((name) => colors[name]);
	const isDark = style.getPropertyValue('--is-dark').trim() === '1';
	const hues = isDark ? DARK : LIGHT;
	const system = isDark ? SYSTEM_DARK : SYSTEM_LIGHT;
	let nHues = 0;
	let nSystem = 0;
	// Calls of the preload library are worth a colour; START and STOP are not.
	colors.types = types.map((type) => {
		if (type.state)
			return colors[type.state] ?? colors.dim;
		return type.isSystem && type.id < 9 ? system[nSystem++ % system.length] :
			hues[nHues++ % hues.length];
	});
	colors.ink = isDark ? '#0d1117' : '#ffffff';
	return colors;
}

// Stripes for what was lost.
export function lossPattern(context, colors) {
	const size = 8 * (window.devicePixelRatio || 1);
	const tile = document.createElement('canvas');
	tile.width = tile.height = size;
	const ink = tile.getContext('2d');
	ink.fillStyle = colors['lost-back'];
	ink.fillRect(0, 0, size, size);
	ink.strokeStyle = colors.lost;
	ink.lineWidth = size / 5;
	ink.beginPath();
	for (const offset of [-size, 0, size]) {
		ink.moveTo(offset, size);
		ink.lineTo(offset + size, 0);
	}
	ink.stroke();
	const pattern = context.createPattern(tile, 'repeat');
	const ratio = window.devicePixelRatio || 1;
	pattern.setTransform(new DOMMatrix([1 / ratio, 0, 0, 1 / ratio, 0, 0]));
	return pattern;
}
