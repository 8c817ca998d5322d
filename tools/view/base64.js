// SPDX-FileCopyrightText: 2026 The libposixtrace authors
// SPDX-License-Identifier: MIT

// Blocks of bytes as they stand in the page: base64, perhaps of a gzip file.

function bytesOfBase64(text) {
	if (Uint8Array.fromBase64)
		return Uint8Array.fromBase64(text);
	const binary = atob(text);
	const bytes = new Uint8Array(binary.length);
	for (let i = 0; i < bytes.length; i++)
		bytes[i] = binary.charCodeAt(i);
	return bytes;
}

async function unzip(bytes) {
	const stream = new Blob([bytes]).stream().pipeThrough(
		new DecompressionStream('gzip'));
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

// A block is { form, text }, as the page has it.
export async function unpack(block) {
	const bytes = bytesOfBase64(block.text);
	if (block.form === 'plain')
		return bytes;
	if (block.form !== 'gzip')
		throw new Error(`a block in a form unknown here: ${block.form}`);
	if (typeof DecompressionStream === 'undefined')
		throw new Error('this browser cannot unpack gzip; use one of 2023 or later');
	return unzip(bytes);
}
