#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Round trips of what compresses, with several threads.
#
# needs: xz=xz-utils zstd=zstd gzip=gzip bzip2=bzip2 cmp=diffutils
# seconds: 60
set -eu

seq 1 300000 >numbers
for tool in 'xz -T2 -1 --block-size=256KiB' 'xz -0' 'zstd -T2 -q' gzip bzip2; do
	$tool -c <numbers >packed
	${tool%% *} -dc <packed | cmp - numbers
	echo "$tool: $(wc -c <packed)"
done
head -c 1000 packed >part
bzip2 -dc <part >/dev/null 2>&1 || echo "cut: $?"
