#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Threads, children, streams and timers of node.
#
# needs: node=nodejs
# seconds: 60
set -eu

cat >all.js <<'END'
const { Worker, isMainThread, parentPort } = require('worker_threads');
const cp = require('child_process'), fs = require('fs'), zlib = require('zlib');
const crypto = require('crypto');
if (!isMainThread) { parentPort.postMessage(42); return; }
(async () => {
	for (let i = 0; i < 4; i++)
		console.log(await new Promise(r => new Worker(__filename).on('message', r)));
	console.log(cp.execSync('echo child').toString().trim());
	console.log(cp.spawnSync('sh', ['-c', 'kill -9 $$']).signal);
	fs.writeFileSync('file', 'x'.repeat(1e6));
	console.log((await fs.promises.readFile('file')).length);
	console.log(await new Promise(r => zlib.gzip(Buffer.alloc(1e6), (e, b) => r(b.length > 0))));
	console.log(await new Promise(r => crypto.pbkdf2('a', 'b', 1000, 16, 'sha256', (e, k) => r(k.toString('hex')))));
	process.on('SIGUSR2', () => { console.log('SIGUSR2'); process.exit(6); });
	setInterval(() => {}, 1000);
	process.kill(process.pid, 'SIGUSR2');
})();
END
node all.js || echo "status $?"
