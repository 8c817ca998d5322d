#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Programs on top of other allocators, and of other preloaded libraries.
#
# needs: /usr/lib/*/libjemalloc.so.2=libjemalloc2 /usr/lib/*/libtcmalloc_minimal.so.4=libtcmalloc-minimal4 fakeroot=fakeroot python3=python3 xz=xz-utils
# seconds: 60
set -eu

seq 1 100000 >numbers
for library in /usr/lib/*/libjemalloc.so.2 \
		/usr/lib/*/libtcmalloc_minimal.so.4; do
	echo "${library##*/}"
	# Before other preloaded libraries, and after them.
	for preload in "$library${LD_PRELOAD:+:$LD_PRELOAD}" \
			"${LD_PRELOAD:+$LD_PRELOAD:}$library"; do
		LD_PRELOAD=$preload sort -R --random-source=numbers numbers |
			LD_PRELOAD=$preload sort -n --parallel=2 | cksum
		LD_PRELOAD=$preload xz -T2 -0 --block-size=64KiB -c numbers |
			LD_PRELOAD=$preload xz -dc | cmp - numbers
		LD_PRELOAD=$preload python3 -c '
import subprocess, threading
def work():
    for i in range(200):
        b = [bytes(n * 100) for n in range(i)]
threads = [threading.Thread(target=work) for _ in range(8)]
[t.start() for t in threads]; [t.join() for t in threads]
print(subprocess.run(["echo", "child"], stdout=subprocess.PIPE).stdout)'
	done
done
fakeroot sh -c 'touch file; chown 12:34 file; stat -c "%u %g" file; id -u'
