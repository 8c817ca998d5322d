// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// The field to search in, and going from hit to hit.

import { button, element } from './element.js';
import { firstNotBelow } from './lanes.js';
import { search } from './search.js';
import { grouped } from './text.js';

export class Finder {
	constructor(root, app) {
		this.app = app;
		this.serial = 0;
		this.words = '';
		this.field = element('input', {
			type: 'search', placeholder: 'find in names and data, or > 1ms  ( / )',
			spellcheck: false,
			'aria-label': 'find events',
			onkeydown: (event) => this.key(event),
			oninput: () => this.field.value === '' && this.clear(),
		});
		this.status = element('output', { class: 'dim' });
		root.append(this.field,
			button('\u2039', 'the hit before (Shift Enter)', () => this.step(-1)),
			button('\u203a', 'the next hit (Enter)', () => this.step(1)), this.status);
	}

	key(event) {
		event.stopPropagation();
		if (event.key === 'Escape') {
			this.field.value = '';
			this.clear();
			this.field.blur();
		} else if (event.key === 'Enter' && this.field.value !== this.words) {
			this.start();
		} else if (event.key === 'Enter') {
			this.step(event.shiftKey ? -1 : 1);
		}
	}

	clear() {
		this.serial++;
		this.words = '';
		this.app.setHits(null);
		this.status.value = '';
	}

	// Again, if other types are shown.
	repeat() {
		if (this.words)
			this.start();
	}

	async start() {
		const { app } = this;
		const serial = ++this.serial;
		this.words = this.field.value;
		const progress = (part, found) => {
			if (serial !== this.serial)
				return false;
			this.status.value =
				`${grouped(found.length)} \u2026 ${Math.round(part * 100)} %`;
			return true;
		};
		const hits = await search(app.trace, app.index.isHidden, this.words, progress)
			.catch((error) => app.fail(error));
		if (!hits || serial !== this.serial)
			return;
		app.setHits(hits);
		if (hits.length)
			this.step(1);
		else
			this.status.value = 'no hit';
	}

	// From the event that is looked at, else from where the picture begins;
	// round at the ends.
	step(by) {
		const { app } = this;
		const { hits } = app;
		if (!hits?.length)
			return;
		const from = app.selected >= 0 ? app.selected : app.trace.firstAt(app.scale.start);
		let at = firstNotBelow(hits, from);
		if (by < 0)
			at--;
		else if (hits[at] === app.selected)
			at++;
		at = (at + hits.length) % hits.length;
		app.select(hits[at], { reveal: true });
		this.status.value = `${grouped(at + 1)} of ${grouped(hits.length)}`;
	}
}
