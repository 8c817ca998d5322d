// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// The picture: an axis of time, what was lost, and the lanes that are in sight.

import { lossPattern } from './colors.js';
import { firstNotBelow, firstTimeAt } from './lanes.js';
import { ROW } from './layout.js';
import { fitText, paintEvents, paintGroup, paintSlices, paintStates } from './painter.js';
import { stepOf } from './scale.js';
import { grouped } from './text.js';

export const AXIS = 26;
const LOST = 22;
// More arrows than these are a tangle: then only those of the selected event.
const ARROWS_MOST = 200;
const HEAD = 5;
// Beyond the picture everything is as far.
const FAR = 5000;
const FONT = '12px system-ui, sans-serif';
const SMALL = '11px system-ui, sans-serif';

// The gaps on the screen, those that fall on one pixel together:
// { x, width, events }.
export function gapsOf(trace, scale) {
	const { losses, lossEnds: ends } = trace;
	const gaps = [];
	let i = firstTimeAt(ends, scale.start);
	while (i < losses.length && losses[i].first <= scale.end) {
		const x = Math.max(0, scale.x(losses[i].first));
		const width = Math.max(Math.min(scale.x(losses[i].resume), scale.width) - x, 2);
		const before = losses[i].upTo - losses[i].events;
		const next = width > 2 ? i + 1 :
			Math.max(i + 1, firstTimeAt(ends, scale.time(x + 2), i));
		gaps.push({ x, width, events: losses[next - 1].upTo - before });
		i = next;
	}
	return gaps;
}

export class Timeline {
	constructor(canvas, app) {
		this.canvas = canvas;
		this.app = app;
		this.context = canvas.getContext('2d', { alpha: false });
	}

	// The lost events have a row of their own as soon as there are any.
	get top() {
		return AXIS + (this.app.trace.losses.length || this.app.trace.rest ? LOST : 0);
	}

	resize(width, height) {
		const ratio = window.devicePixelRatio || 1;
		this.width = width;
		this.height = height;
		this.canvas.width = Math.round(width * ratio);
		this.canvas.height = Math.round(height * ratio);
		this.canvas.style.width = `${width}px`;
		this.canvas.style.height = `${height}px`;
		this.app.scale.width = Math.max(10, width - this.app.left);
		this.pattern = null;
	}

	draw() {
		const { context, app } = this;
		const { colors, left } = app;
		const ratio = window.devicePixelRatio || 1;
		this.pattern ??= lossPattern(context, colors);
		context.setTransform(ratio, 0, 0, ratio, 0, 0);
		context.textBaseline = 'middle';
		context.fillStyle = colors.back;
		context.fillRect(0, 0, this.width, this.height);
		context.save();
		context.beginPath();
		context.rect(left, 0, this.width - left, this.height);
		context.clip();
		this.drawGrid();
		this.drawLanes();
		this.drawArrows();
		this.drawGaps();
		this.drawMarks();
		context.restore();
		this.drawLabels();
		this.drawAxis();
	}

	eachMark(visit) {
		const { scale } = this.app;
		const step = stepOf(scale, 110);
		for (let k = Math.ceil(scale.start / step); k * step <= scale.end; k++)
			visit(this.app.left + scale.x(k * step), k * step, step);
	}

	drawGrid() {
		this.context.fillStyle = this.app.colors.faint;
		this.eachMark((x) => this.context.fillRect(Math.round(x), 0, 1, this.height));
	}

	eachItem(visit) {
		const { app } = this;
		const bottom = app.scroll + this.height - this.top;
		for (const item of app.layout.between(app.scroll, bottom))
			visit(item, this.top + item.top - app.scroll);
	}

	drawLanes() {
		const { context, app } = this;
		context.font = SMALL;
		this.eachItem((item, top) => {
			if (item.group) {
				context.fillStyle = app.colors.band;
				context.fillRect(0, top, this.width, item.height);
				if (app.layout.closed.has(item.group))
					paintGroup(context, app, item.group, app.left, top);
				return;
			}
			context.fillStyle = app.colors.faint;
			context.fillRect(0, top + item.height - 1, this.width, 1);
			paintEvents(context, app, item.lane, app.left, top);
			paintStates(context, app, item.lane, app.left, top);
			paintSlices(context, app, item.lane, app.left, top);
		});
	}

	drawArrows() {
		const { app, context } = this;
		const { arrows, scale, colors, index, trace, selected } = app;
		if (!arrows.n)
			return;
		const chosen = selected < 0 ? [] : arrows.of(selected);
		const all = arrows.between(scale.start, scale.end, ARROWS_MOST) ?? [];
		const tops = new Map(app.layout.items.filter((item) => item.lane)
			.map((item) => [item.lane.number, this.top + item.top - app.scroll]));
		const isShown = (i) => !index.isHidden[trace.type[arrows.to[i]]] &&
			(arrows.from[i] < 0 || !index.isHidden[trace.type[arrows.from[i]]]);
		const draw = (list, color, width) => {
			context.strokeStyle = color;
			context.fillStyle = color;
			context.lineWidth = width;
			list.filter(isShown).forEach((i) => this.drawArrow(i, tops));
			context.setLineDash([]);
		};
		draw(all, colors.dim, 1);
		draw(chosen, colors.select, 2);
	}

	drawArrow(i, tops) {
		const { app, context } = this;
		const { arrows, scale, left } = app;
		const from = tops.get(arrows.fromLane[i]);
		const to = tops.get(arrows.toLane[i]);
		if (from === undefined || to === undefined)
			return;
		const near = (time) => left + Math.max(-FAR, Math.min(scale.x(time),
			scale.width + FAR));
		const [x1, x2] = [near(arrows.fromTime[i]), near(arrows.toTime[i])];
		const [y1, y2] = [from + ROW.ticks / 2, to + ROW.ticks / 2];
		const bend = Math.max(10, Math.min(80, Math.abs(x2 - x1) / 2));
		context.setLineDash(arrows.from[i] < 0 ? [3, 3] : []);
		context.beginPath();
		context.moveTo(x1, y1);
		context.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2 - HEAD, y2);
		context.stroke();
		context.beginPath();
		context.moveTo(x2, y2);
		context.lineTo(x2 - HEAD - 1, y2 - HEAD + 1);
		context.lineTo(x2 - HEAD - 1, y2 + HEAD - 1);
		context.fill();
	}

	// Over all lanes: nobody knows whose events were lost.
	drawGaps() {
		const { context, app } = this;
		if (this.top === AXIS)
			return;
		context.fillStyle = app.colors.back;
		context.fillRect(0, AXIS, this.width, LOST);
		context.font = SMALL;
		const gaps = gapsOf(app.trace, app.scale);
		const end = app.scale.x(app.trace.bounds.end);
		if (app.trace.rest && app.tables.rest_is_at_end && end < app.scale.width) {
			gaps.push({ x: Math.max(0, end), width: app.scale.width - Math.max(0, end),
				events: app.trace.rest, isLast: true });
		}
		gaps.forEach((gap, i) => this.drawGap(gap, gaps[i - 1], gaps[i + 1]));
		context.fillStyle = app.colors.line;
		context.fillRect(0, AXIS + LOST - 1, this.width, 1);
	}

	drawGap(gap, before, after) {
		const { context, app } = this;
		const x = app.left + gap.x;
		context.fillStyle = this.pattern;
		context.globalAlpha = 0.35;
		context.fillRect(x, AXIS + LOST, gap.width, this.height);
		context.globalAlpha = 1;
		context.fillRect(x, AXIS + 2, gap.width, LOST - 5);
		const text = `${grouped(gap.events)} lost${gap.isLast ? ' until the end' : ''}`;
		const size = context.measureText(text).width + 8;
		const at = this.placeOfText(gap, size, before, after);
		if (at === null)
			return;
		context.fillStyle = app.colors.back;
		context.fillRect(app.left + at, AXIS + 4, size, LOST - 9);
		context.fillStyle = app.colors.lost;
		context.fillText(text, app.left + at + 4, AXIS + LOST / 2);
	}

	// In the gap, else behind it or before it, if there is room.
	placeOfText(gap, size, before, after) {
		const end = gap.x + gap.width;
		if (size + 8 <= gap.width)
			return gap.x + 4;
		if (end + size <= (after?.x ?? this.app.scale.width))
			return end;
		return gap.x - size >= (before ? before.x + before.width : 0) ? gap.x - size : null;
	}

	// Hits, the range, the event that is looked at, the pointer.
	drawMarks() {
		const { context, app } = this;
		const { scale, left, colors } = app;
		if (app.range) {
			const from = left + scale.x(app.range.start);
			const to = left + scale.x(app.range.end);
			context.fillStyle = colors.accent;
			context.globalAlpha = 0.14;
			context.fillRect(from, AXIS, to - from, this.height);
			context.globalAlpha = 1;
			context.fillRect(from, AXIS, 1, this.height);
			context.fillRect(to, AXIS, 1, this.height);
		}
		if (app.selected >= 0)
			this.drawSelected(left + scale.x(app.trace.time[app.selected]));
	}

	drawSelected(x) {
		const { context, app } = this;
		const lane = app.trace.lane[app.selected];
		context.fillStyle = app.colors.select;
		context.fillRect(Math.round(x), AXIS, 1, this.height);
		this.eachItem((item, top) => {
			if (item.lane?.number !== lane)
				return;
			const slice = app.index.sliceOf(app.selected);
			context.fillRect(Math.round(x) - 2, top + 1, 5, ROW.ticks - 2);
			context.strokeStyle = app.colors.select;
			context.lineWidth = 2;
			if (slice >= 0)
				this.outline(item, top, slice);
		});
	}

	outline(item, top, slice) {
		const { context, app } = this;
		app.index.rows[item.lane.number].forEach((row, depth) => {
			// They are numbered in the order in which they end.
			const k = firstNotBelow(row.slice, slice);
			if (row.slice[k] !== slice)
				return;
			const from = app.scale.x(row.begin[k]);
			const to = app.scale.x(row.end[k]);
			context.strokeRect(app.left + from, top + ROW.ticks +
				depth * ROW.slice - 1, Math.max(2, to - from), ROW.slice);
		});
	}

	drawLabels() {
		const { context, app } = this;
		const { colors, left } = app;
		context.fillStyle = colors.panel;
		context.fillRect(0, AXIS, left, this.height);
		this.eachItem((item, top) => {
			if (item.group)
				this.drawGroup(item, top);
			else
				this.drawLabel(item.lane, top);
		});
		if (this.top > AXIS) {
			context.font = FONT;
			context.fillStyle = colors.panel;
			context.fillRect(0, AXIS, left, LOST);
			context.fillStyle = colors.lost;
			const isSomewhere = app.trace.rest && !app.tables.rest_is_at_end;
			const text = isSomewhere ? `lost, and ${grouped(app.trace.rest)} somewhere` :
				'lost events';
			context.fillText(fitText(context, text, left - 16), 10, AXIS + LOST / 2);
		}
		context.fillStyle = colors.line;
		context.fillRect(left - 1, 0, 1, this.height);
	}

	drawGroup(item, top) {
		const { context, app } = this;
		const isClosed = app.layout.closed.has(item.group);
		context.fillStyle = app.colors.band;
		context.fillRect(0, top, app.left, item.height);
		context.fillStyle = app.colors.text;
		context.font = `600 ${FONT}`;
		const text = isClosed ?
			`\u25b8 ${item.group.name} (${grouped(item.group.lanes.length)})` :
			`\u25be ${item.group.name}`;
		context.fillText(fitText(context, text, app.left - 14), 8, top + item.height / 2);
	}

	drawLabel(lane, top) {
		const { context, app } = this;
		context.font = SMALL;
		const note = context.measureText(lane.note).width;
		context.fillStyle = app.colors.dim;
		context.fillText(lane.note, app.left - note - 8, top + ROW.ticks / 2);
		context.font = FONT;
		context.fillStyle = app.colors.text;
		context.fillText(fitText(context, lane.name, app.left - note - 32), 18,
			top + ROW.ticks / 2);
	}

	drawAxis() {
		const { context, app } = this;
		context.fillStyle = app.colors.panel;
		context.fillRect(0, 0, this.width, AXIS);
		context.font = SMALL;
		context.fillStyle = app.colors.dim;
		this.eachMark((x, time, step) => {
			if (x < app.left)
				return;
			context.fillRect(Math.round(x), AXIS - 6, 1, 6);
			context.fillText(app.times.mark(time, step), x + 4, AXIS / 2);
		});
		context.fillStyle = app.colors.panel;
		context.fillRect(0, 0, app.left, AXIS);
		context.fillStyle = app.colors.dim;
		context.fillText(`${app.times.length(app.scale.span)} wide`, 10, AXIS / 2);
		context.fillStyle = app.colors.line;
		context.fillRect(0, AXIS - 1, this.width, 1);
	}
}
