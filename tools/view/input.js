// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// Mouse, fingers and keys.

import { AXIS, gapsOf } from './draw.js';
import { findAt } from './painter.js';

const WHEEL = 0.0016;
const PINCH = 0.012;
const STEP = 0.2;
const CLICK = 4;

function gapAt({ trace, scale }, x) {
	return gapsOf(trace, scale).find((gap) => x >= gap.x - 2 && x <= gap.x + gap.width + 2);
}

// The picture: wheel, drag, click, and two fingers.
export class Pointer {
	constructor(area, app) {
		this.area = area;
		this.app = app;
		this.fingers = new Map();
		this.drag = null;
		area.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
		area.addEventListener('pointerdown', (event) => this.down(event));
		area.addEventListener('pointermove', (event) => this.move(event));
		area.addEventListener('pointerup', (event) => this.up(event));
		area.addEventListener('pointercancel', (event) => {
			this.fingers.delete(event.pointerId);
			this.drag = null;
		});
		area.addEventListener('pointerleave', () => app.hover(null));
		area.addEventListener('dblclick', (event) => this.double(event));
	}

	at(event) {
		const box = this.area.getBoundingClientRect();
		return { x: event.clientX - box.left, y: event.clientY - box.top };
	}

	wheel(event) {
		const { app } = this;
		const { x } = this.at(event);
		const unit = event.deltaMode === 0 ? 1 : 20;
		// Beside the picture, and with Shift, it scrolls.
		if (x < app.left || event.shiftKey) {
			if (x < app.left && !event.shiftKey)
				return;
			event.preventDefault();
			this.area.scrollTop += (event.deltaY || event.deltaX) * unit;
			return;
		}
		event.preventDefault();
		const speed = unit * (event.ctrlKey ? PINCH : WHEEL);
		if (Math.abs(event.deltaX) > Math.abs(event.deltaY))
			app.scale.pan(event.deltaX * unit);
		else
			app.scale.zoom(Math.exp(event.deltaY * speed), x - app.left);
		app.viewChanged();
	}

	down(event) {
		const { app } = this;
		const at = this.at(event);
		// The scroll bar is the browser's.
		if (event.button !== 0 || at.x >= this.area.clientWidth)
			return;
		this.area.setPointerCapture(event.pointerId);
		this.fingers.set(event.pointerId, at);
		const isRange = event.shiftKey && at.x >= app.left;
		this.drag = {
			at, last: at, moved: false,
			range: isRange ? app.scale.time(at.x - app.left) : null,
		};
		if (this.fingers.size === 2)
			this.pinch = this.spread();
	}

	spread() {
		const [a, b] = [...this.fingers.values()];
		return { size: Math.max(10, Math.hypot(a.x - b.x, a.y - b.y)), x: (a.x + b.x) / 2 };
	}

	move(event) {
		const { app, drag } = this;
		const at = this.at(event);
		if (!drag) {
			app.hover(this.find(at), at);
			return;
		}
		this.fingers.set(event.pointerId, at);
		if (this.fingers.size === 2) {
			this.movePinch();
			return;
		}
		drag.moved ||= Math.hypot(at.x - drag.at.x, at.y - drag.at.y) > CLICK;
		if (!drag.moved)
			return;
		if (drag.range !== null) {
			const now = app.scale.time(at.x - app.left);
			app.setRange({
				start: Math.min(drag.range, now), end: Math.max(drag.range, now),
			});
		} else {
			app.scale.pan(drag.last.x - at.x);
			this.area.scrollTop += drag.last.y - at.y;
			app.viewChanged();
		}
		drag.last = at;
		app.hover(null);
	}

	movePinch() {
		const { app } = this;
		const now = this.spread();
		app.scale.zoom(this.pinch.size / now.size, this.pinch.x - app.left);
		app.scale.pan(this.pinch.x - now.x);
		this.pinch = now;
		this.drag.moved = true;
		app.viewChanged();
	}

	up(event) {
		const { drag } = this;
		this.fingers.delete(event.pointerId);
		this.drag = this.fingers.size ? drag : null;
		if (drag && !drag.moved)
			this.click(drag.at);
	}

	// What is at a point: { event, slice }, { group }, { lane }, { gap }, or null.
	find({ x, y }) {
		const { app } = this;
		const { top } = app.timeline;
		if (y < top) {
			const gap = y < AXIS ? null : gapAt(app, x - app.left);
			return gap && { gap };
		}
		const item = app.layout.at(y - top + app.scroll);
		if (!item)
			return null;
		if (item.group)
			return { group: item.group };
		if (x < app.left)
			return { lane: item.lane };
		return findAt(app, item.lane, x - app.left, y - top + app.scroll - item.top);
	}

	click(at) {
		const { app } = this;
		const found = this.find(at);
		if (found?.group)
			app.toggleGroup(found.group);
		else if (found && found.event !== undefined)
			app.select(found.event, {});
	}

	double(event) {
		const { app } = this;
		const found = this.find(this.at(event));
		if (found?.event !== undefined)
			app.frameEvent(found.event);
	}
}

// Keys; `actions` says what each does, by its name.
export function listenForKeys(actions) {
	document.addEventListener('keydown', (event) => {
		if (event.ctrlKey || event.metaKey || event.altKey ||
		    event.target.matches('input[type=search]'))
			return;
		const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
		const action = actions[key];
		if (!action)
			return;
		event.preventDefault();
		action(event.shiftKey);
	});
}

export function keyActions(app) {
	const { scale } = app;
	const pan = (part) => () => {
		scale.pan(part * scale.width);
		app.viewChanged();
	};
	const zoom = (factor) => () => {
		const x = app.pointerX ?? scale.width / 2;
		scale.zoom(factor, x);
		app.viewChanged();
	};
	// The lanes, or in the list from event to event.
	const move = (pixels, rows) => () => {
		if (document.activeElement?.id === 'list')
			app.stepInList(rows());
		else
			app.area.scrollTop += pixels();
	};
	const page = () => app.area.clientHeight - AXIS;
	return {
		a: pan(-STEP), ArrowLeft: pan(-STEP), d: pan(STEP), ArrowRight: pan(STEP),
		w: zoom(1 / 1.5), '+': zoom(1 / 1.5), '=': zoom(1 / 1.5),
		s: zoom(1.5), '-': zoom(1.5),
		ArrowUp: move(() => -60, () => -1), ArrowDown: move(() => 60, () => 1),
		PageUp: move(() => -page(), () => -app.list.visible),
		PageDown: move(page, () => app.list.visible),
		0: () => app.showAll(), Home: () => app.showAll(),
		n: (isShifted) => app.step(1, isShifted), p: (isShifted) => app.step(-1, isShifted),
		']': () => app.step(1, false), '[': () => app.step(-1, false),
		'}': () => app.step(1, true), '{': () => app.step(-1, true),
		c: () => app.toggleCompact(), f: () => app.frame(),
		l: (isShifted) => app.stepLongest(isShifted ? -1 : 1),
		'/': () => app.finder.field.focus(),
		'?': () => app.help(), Escape: () => app.escape(),
	};
}
