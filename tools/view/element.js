// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// Making elements.  Whatever text is in them is text, and never anything else.

export function element(name, properties = {}, ...children) {
	const made = document.createElement(name);
	for (const [key, value] of Object.entries(properties)) {
		if (key === 'class')
			made.className = value;
		else if (key.startsWith('on'))
			made.addEventListener(key.slice(2), value);
		else if (key in made)
			made[key] = value;
		else
			made.setAttribute(key, value);
	}
	made.append(...children);
	return made;
}

export function byId(id) {
	return document.getElementById(id);
}

// A small square of a colour; `style` attributes are not allowed here.
export function swatch(color) {
	const made = element('span', { class: 'swatch' });
	made.style.backgroundColor = color;
	return made;
}

export function button(text, title, onclick) {
	return element('button', { type: 'button', title, onclick }, text);
}

export function row(...cells) {
	return element('tr', {}, ...cells.map((cell) => element('td', {}, cell)));
}
