// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// What the page is doing: it takes its data from its own elements, and keeps
// what is looked at, which all the other parts show.

import { Arrows } from './arrows.js';
import { readColors } from './colors.js';
import { Timeline } from './draw.js';
import { byId, element } from './element.js';
import { Finder } from './finder.js';
import { fillHeader, whyEmpty } from './header.js';
import { Pointer, keyActions, listenForKeys } from './input.js';
import { LaneIndex, arrangeLanes } from './lanes.js';
import { Layout } from './layout.js';
import { Legend } from './legend.js';
import { EventList } from './list.js';
import { longestFirst } from './longest.js';
import { Overview } from './overview.js';
import { DetailsPanel } from './panel.js';
import { formatPlace, parsePlace } from './place.js';
import { RangePanel } from './rangepanel.js';
import { Scale, Times } from './scale.js';
import { grouped } from './text.js';
import { States } from './states.js';
import { Trace } from './trace.js';

const LEFT = 210;
const PLACE_DELAY = 300;
const SORT_DELAY = 80;

class App {
	constructor(trace) {
		this.trace = trace;
		this.tables = trace.tables;
		this.times = new Times(trace.tables);
		this.scale = new Scale(trace.bounds);
		this.index = new LaneIndex(trace);
		this.arrows = new Arrows(trace);
		this.states = new States(trace);
		this.groups = arrangeLanes(trace.lanes, trace.tables.processes);
		this.layout = new Layout(this.groups);
		this.laneByNumber = [];
		for (const group of this.groups) {
			for (const lane of group.lanes)
				this.laneByNumber[lane.number] = { ...lane, group: group.name };
		}
		this.left = LEFT;
		this.scroll = 0;
		this.selected = -1;
		this.range = null;
		this.hits = null;
		this.isCompact = false;
		this.area = byId('area');
		this.colors = readColors(trace.types);
		this.timeline = new Timeline(byId('timeline'), this);
		this.overview = new Overview(byId('overview'), this);
		this.list = new EventList(byId('list'), this);
		this.details = new DetailsPanel(byId('details'), this);
		this.rangePanel = new RangePanel(byId('range'), this);
		this.legend = new Legend(byId('legend'), this);
		this.finder = new Finder(byId('finder'), this);
		fillHeader(document.querySelector('header'), this);
		this.listen();
	}

	listen() {
		const actions = keyActions(this);
		listenForKeys(actions);
		this.pointer = new Pointer(this.area, this);
		this.area.addEventListener('scroll', () => {
			this.scroll = this.area.scrollTop;
			this.redraw();
		});
		new ResizeObserver(() => this.resize()).observe(document.body);
		new ResizeObserver(() => this.resize()).observe(this.area);
		matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
			this.colors = readColors(this.trace.types);
			this.timeline.pattern = null;
			this.legend.build();
			this.details.shown = -2;
			this.redraw();
		});
		window.addEventListener('hashchange', () => this.goTo(location.hash));
		byId('splitter').addEventListener('pointerdown',
			(event) => this.dragSplitter(event));
	}

	dragSplitter(event) {
		const bottom = byId('bottom');
		const from = event.clientY + bottom.offsetHeight;
		const move = (moved) => {
			bottom.style.height = `${Math.max(60, from - moved.clientY)}px`;
		};
		event.target.setPointerCapture(event.pointerId);
		event.target.addEventListener('pointermove', move);
		event.target.addEventListener('pointerup', () => (
			event.target.removeEventListener('pointermove', move)), { once: true });
	}

	arrange() {
		const { index, scale, isCompact } = this;
		this.layout.arrange(index.rows, (lane) => !isCompact ||
			index.isBusy(lane.number, scale.start, scale.end));
		const more = this.layout.height + this.timeline.top - this.area.clientHeight;
		byId('lanes-height').style.height = `${Math.max(0, more)}px`;
	}

	resize() {
		const strip = byId('overview');
		this.timeline.resize(this.area.clientWidth, this.area.clientHeight);
		this.overview.resize(strip.clientWidth, strip.clientHeight);
		this.arrange();
		this.list.resize();
		// A canvas is empty when its size was set, and would be shown like that.
		this.drawNow();
	}

	// Once for all that changes until the next picture.
	redraw() {
		this.frameAsked ??= requestAnimationFrame(() => this.drawNow());
	}

	drawNow() {
		cancelAnimationFrame(this.frameAsked ?? 0);
		this.frameAsked = null;
		try {
			this.draw();
		} catch (error) {
			this.fail(error);
		}
	}

	draw() {
		this.timeline.draw();
		this.overview.draw();
		this.list.draw();
		this.details.update();
		document.body.dataset.drawn = String(Number(document.body.dataset.drawn ?? 0) + 1);
	}

	fail(error) {
		showFailure(error);
		throw error;
	}

	viewChanged() {
		this.hover(null);
		if (this.isCompact)
			this.arrange();
		this.followView();
		this.keepPlace();
		this.redraw();
	}

	// The list begins where the picture does, unless an event that both show
	// is looked at.
	followView() {
		const { trace, scale, selected } = this;
		if (selected >= 0 && trace.time[selected] >= scale.start &&
		    trace.time[selected] <= scale.end)
			return;
		if (!this.list.longest)
			this.list.moveTo(this.index.placeOf(trace.firstAt(scale.start)));
	}

	keepPlace() {
		clearTimeout(this.placeTimer);
		this.placeTimer = setTimeout(() => {
			this.place = formatPlace({
				start: this.scale.start, span: this.scale.span, range: this.range,
				event: this.selected >= 0 ? this.selected : null,
				longest: this.list.longest !== null,
			});
			history.replaceState(null, '', this.place);
		}, PLACE_DELAY);
	}

	goTo(fragment) {
		if (fragment === this.place)
			return;
		const place = parsePlace(fragment);
		if (place.span > 0 && place.start !== null)
			this.scale.show(place.start, place.span);
		this.setRange(place.range);
		this.showLongest(place.longest);
		if (place.event !== null && place.event < this.trace.n)
			this.select(place.event, { reveal: place.start === null });
		this.viewChanged();
	}

	laneOf(event) {
		return this.laneByNumber[this.trace.lane[event]];
	}

	select(event, { reveal }) {
		this.selected = event;
		if (event >= 0) {
			if (reveal) {
				this.scale.reveal(this.trace.time[event]);
				if (this.isCompact)
					this.arrange();
				this.showLane(this.trace.lane[event]);
			}
			this.list.reveal(event);
		}
		this.keepPlace();
		this.redraw();
	}

	// To the next event of the lane; without one, to the first in the picture.
	step(by, sameType) {
		const { index } = this;
		const next = this.selected < 0 ?
			index.eventAt(index.placeOf(this.trace.firstAt(this.scale.start))) :
			index.neighbour(this.selected, by, sameType);
		if (next >= 0 && next < this.trace.n)
			this.select(next, { reveal: true });
	}

	// From event to event of all that are shown.
	stepInList(by) {
		const { list } = this;
		const at = this.selected < 0 ? -1 : list.placeOf(this.selected);
		const place = at < 0 ? list.top : at + by;
		if (list.n)
			this.select(list.eventAt(Math.max(0, Math.min(place, list.n - 1))),
				{ reveal: true });
	}

	// The list has the longest slices, of the range if there is one, or all events.
	showLongest(isShown) {
		const { trace, index, range } = this;
		byId('longest').setAttribute('aria-pressed', isShown);
		this.list.show(isShown ? longestFirst(trace, index.isHidden, range).events : null);
		if (this.selected >= 0)
			this.list.reveal(this.selected);
		this.followView();
		this.keepPlace();
		this.redraw();
	}

	// While a range is drawn it changes all the time.
	sortAgain() {
		clearTimeout(this.sortTimer);
		if (this.list.longest)
			this.sortTimer = setTimeout(() => this.showLongest(true), SORT_DELAY);
	}

	// The longest slice fills the picture, then the one that is next to it in length.
	stepLongest(by) {
		const { list } = this;
		if (!list.longest)
			this.showLongest(true);
		const at = this.selected < 0 ? -1 : list.placeOf(this.selected);
		const place = at < 0 ? 0 : Math.max(0, Math.min(at + by, list.n - 1));
		if (!list.n)
			return;
		this.frameEvent(list.eventAt(place));
		this.showLane(this.trace.lane[this.selected]);
		list.reveal(this.selected);
	}

	// Scroll to a lane that is not in sight.
	showLane(number) {
		const group = this.layout.groupOf(number);
		if (group && this.layout.closed.has(group))
			this.toggleGroup(group);
		const item = this.layout.find(number);
		const height = this.area.clientHeight - this.timeline.top;
		if (!item)
			return;
		const top = this.area.scrollTop;
		if (item.top < top || item.top + item.height > top + height)
			this.area.scrollTop = item.top - height / 3;
		this.redraw();
	}

	toggleGroup(group) {
		this.layout.toggle(group);
		this.arrange();
		this.redraw();
	}

	// Only lanes with something in the part that is shown, or all.
	toggleCompact() {
		this.isCompact = !this.isCompact;
		byId('compact').setAttribute('aria-pressed', this.isCompact);
		this.arrange();
		this.redraw();
	}

	setRange(range) {
		this.range = range && range.end > range.start ? range : null;
		this.rangePanel.update();
		this.sortAgain();
		this.keepPlace();
		this.redraw();
	}

	setHits(hits) {
		this.hits = hits;
		this.redraw();
	}

	hideTypes(isHidden) {
		this.index.show(isHidden);
		this.overview.forget();
		this.arrange();
		this.list.resize();
		this.sortAgain();
		this.rangePanel.update();
		this.finder.repeat();
		this.details.shown = -2;
		this.followView();
		this.redraw();
	}

	showAll() {
		this.scale.showAll();
		this.viewChanged();
	}

	frameRange() {
		this.scale.frame(this.range.start, this.range.end);
		this.viewChanged();
	}

	frameEvent(event) {
		const slice = this.index.sliceOf(event);
		const end = this.trace.time[slice < 0 ? event : this.trace.sliceEvent[slice]];
		this.selected = event;
		const around = this.scale.span / 20;
		if (slice >= 0)
			this.scale.frame(end - this.trace.sliceNs[slice], end);
		else
			this.scale.frame(end - around, end + around);
		this.viewChanged();
	}

	// What is marked fills the picture.
	frame() {
		if (this.range)
			this.frameRange();
		else if (this.selected >= 0)
			this.frameEvent(this.selected);
	}

	escape() {
		if (byId('help').open)
			byId('help').close();
		else if (this.range)
			this.setRange(null);
		else
			this.select(-1, {});
	}

	help() {
		const dialog = byId('help');
		if (dialog.open)
			dialog.close();
		else
			dialog.showModal();
	}

	wordsOn({ event, slice, gap }) {
		const { trace, times, scale } = this;
		if (gap) {
			const span = gap.width / scale.width * scale.span;
			return [`${grouped(gap.events)} lost`,
				`in ${times.length(span)} that are in sight`];
		}
		if (event === undefined)
			return null;
		const type = trace.types[trace.type[event]];
		return slice >= 0 ? [type.slice, times.exactLength(trace.sliceNs[slice])] :
			[type.name, times.since(trace.exact(event))];
	}

	// What the pointer is over, in words beside it.
	hover(found, at) {
		const tip = byId('tip');
		this.pointerX = at && at.x >= this.left ? at.x - this.left : null;
		const words = found && this.wordsOn(found);
		tip.hidden = !words;
		this.area.style.cursor = !found ? 'default' : 'pointer';
		if (tip.hidden)
			return;
		tip.replaceChildren(element('b', {}, words[0]), element('span', {}, words[1]));
		const box = this.area.getBoundingClientRect();
		const x = Math.min(at.x + box.left + 14, innerWidth - tip.offsetWidth - 4);
		tip.style.transform = `translate(${x}px, ${at.y + box.top + 18}px)`;
	}
}

function showFailure(error) {
	document.body.dataset.state = 'failed';
	byId('loading').hidden = false;
	byId('loading').textContent = `This page does not work: ${error.message}`;
}

function readBlocks() {
	const read = (kind) => [...document.querySelectorAll(`script.${kind}`)].map((found) => {
		const block = { form: found.dataset.form, text: found.textContent };
		found.remove();
		return block;
	});
	const [tables] = read('tables');
	if (!tables)
		throw new Error('it ends before its tables; was it saved as a whole?');
	return { tables, events: read('events'), details: read('details') };
}

async function start() {
	const loading = byId('loading');
	const trace = await Trace.load(readBlocks(), (part) => {
		loading.textContent = `Unpacking: ${Math.round(part * 100)} %`;
	});
	const app = new App(trace);
	loading.hidden = true;
	byId('empty').hidden = trace.n > 0;
	byId('empty').textContent = trace.n ? '' : `No events: ${whyEmpty(trace.tables)}.`;
	app.resize();
	app.goTo(location.hash);
	document.body.dataset.events = trace.n;
	document.body.dataset.lanes = trace.lanes.length;
	document.body.dataset.state = 'ready';
}

start().catch(showFailure);
