// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// The whole trace in a strip: how many events when, what was lost, what was
// found, and which part of it the picture shows.

import { gapsOf } from './draw.js';
import { Scale } from './scale.js';

const EDGE = 6;

// How many events that are shown are in each of so many equal parts.
export function densityOf(trace, isHidden, scale, parts) {
	const counts = new Float64Array(parts);
	for (let i = 0; i < trace.n; i++) {
		const part = Math.floor(scale.x(trace.time[i]));
		if (!isHidden[trace.type[i]])
			counts[Math.min(parts - 1, Math.max(0, part))]++;
	}
	return counts;
}

export class Overview {
	constructor(canvas, app) {
		this.canvas = canvas;
		this.app = app;
		this.context = canvas.getContext('2d', { alpha: false });
		this.scale = new Scale(app.trace.bounds);
		this.drag = null;
		canvas.addEventListener('pointerdown', (event) => this.down(event));
		canvas.addEventListener('pointermove', (event) => this.move(event));
		canvas.addEventListener('pointerup', () => this.up());
	}

	resize(width, height) {
		const ratio = window.devicePixelRatio || 1;
		this.width = width;
		this.height = height;
		this.canvas.width = Math.round(width * ratio);
		this.canvas.height = Math.round(height * ratio);
		this.scale.width = width;
		this.counts = null;
	}

	// The types that are shown are others, or the width.
	forget() {
		this.counts = null;
	}

	draw() {
		const { context, app, width, height } = this;
		const ratio = window.devicePixelRatio || 1;
		context.setTransform(ratio, 0, 0, ratio, 0, 0);
		context.fillStyle = app.colors.back;
		context.fillRect(0, 0, width, height);
		this.drawDensity();
		context.fillStyle = app.colors.lost;
		for (const gap of gapsOf(app.trace, this.scale)) {
			context.globalAlpha = 0.3;
			context.fillRect(gap.x, 0, gap.width, height);
			context.globalAlpha = 1;
			context.fillRect(gap.x, 0, gap.width, 5);
		}
		if (app.trace.rest && app.tables.rest_is_at_end) {
			const x = this.scale.x(app.trace.bounds.end);
			context.fillRect(x, 0, Math.max(2, width - x), 5);
		}
		this.drawHits();
		this.drawWindow();
	}

	drawDensity() {
		const { context, app, height } = this;
		const parts = Math.max(1, Math.floor(this.width));
		this.counts ??= densityOf(app.trace, app.index.isHidden, this.scale, parts);
		const most = this.counts.reduce((max, n) => Math.max(max, n), 1);
		context.fillStyle = app.colors.accent;
		this.counts.forEach((n, x) => {
			if (n === 0)
				return;
			const size = 3 + (height - 12) * Math.sqrt(n / most);
			context.fillRect(x, height - size, 1, size);
		});
	}

	drawHits() {
		const { context, app, height } = this;
		let last = -1;
		context.fillStyle = app.colors.hit;
		for (const event of app.hits ?? []) {
			const x = Math.floor(this.scale.x(app.trace.time[event]));
			if (x !== last)
				context.fillRect(x, height - 6, 2, 6);
			last = x;
		}
	}

	borders() {
		return [this.scale.x(this.app.scale.start), this.scale.x(this.app.scale.end)];
	}

	drawWindow() {
		const { context, app, width, height } = this;
		const [from, to] = this.borders();
		context.fillStyle = app.colors.back;
		context.globalAlpha = 0.6;
		context.fillRect(0, 0, from, height);
		context.fillRect(to, 0, width - to, height);
		context.globalAlpha = 1;
		context.strokeStyle = app.colors.text;
		context.lineWidth = 1;
		context.strokeRect(from + 0.5, 0.5, Math.max(2, to - from) - 1, height - 1);
		context.fillStyle = app.colors.text;
		context.fillRect(from - 1, height / 2 - 8, 3, 16);
		context.fillRect(Math.max(to, from + 2) - 2, height / 2 - 8, 3, 16);
		if (app.selected >= 0) {
			const x = this.scale.x(app.trace.time[app.selected]);
			context.fillStyle = app.colors.select;
			context.fillRect(Math.round(x), 0, 1, height);
		}
	}

	xOf(event) {
		return event.clientX - this.canvas.getBoundingClientRect().left;
	}

	// What would be dragged at x.
	gripAt(x) {
		const [from, to] = this.borders();
		if (Math.abs(x - from) <= EDGE)
			return 'start';
		if (Math.abs(x - to) <= EDGE)
			return 'end';
		return x > from && x < to && to - from < this.width * 0.97 ? 'window' : 'new';
	}

	down(event) {
		const x = this.xOf(event);
		const { start, end } = this.app.scale;
		this.canvas.setPointerCapture(event.pointerId);
		this.drag = { x, grip: this.gripAt(x), start, end, moved: false };
	}

	move(event) {
		const x = this.xOf(event);
		if (!this.drag) {
			this.canvas.style.cursor = { start: 'ew-resize', end: 'ew-resize',
				window: 'grab', new: 'crosshair' }[this.gripAt(x)];
			return;
		}
		this.drag.moved ||= Math.abs(x - this.drag.x) > 3;
		if (!this.drag.moved)
			return;
		const { grip, start, end } = this.drag;
		const now = this.scale.time(x);
		const then = this.scale.time(this.drag.x);
		let [from, to] = [start, end];
		if (grip === 'window')
			[from, to] = [start + now - then, end + now - then];
		else if (grip === 'start')
			[from, to] = [now, end];
		else if (grip === 'end')
			[from, to] = [start, now];
		else
			[from, to] = [then, now];
		this.app.scale.show(Math.min(from, to), Math.abs(to - from));
		this.app.viewChanged();
	}

	up() {
		const { app, drag } = this;
		this.drag = null;
		if (!drag || drag.moved)
			return;
		app.scale.show(this.scale.time(drag.x) - app.scale.span / 2, app.scale.span);
		app.viewChanged();
	}
}
