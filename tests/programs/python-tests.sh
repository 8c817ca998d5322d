#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Some of CPython's own tests.
#
# needs: python3=python3 /usr/lib/python3*/test/test_signal.py=libpython3.11-testsuite
# seconds: 170
set -eu

for python in /usr/lib/python3*/test/test_signal.py; do
	:
done
python=$(basename "$(dirname "$(dirname "$python")")")
# Times and addresses are in what they print, so only failures are shown.
for test in test_posix test_os test_thread test_queue test_popen \
		test_mmap test_fcntl test_select test_file \
		test_dbm_dumb test_tempfile test_threadsignals \
		test_faulthandler test_contextlib test_largefile; do
	status=0
	timeout 60 "/usr/bin/$python" -m test -q "$test" >log 2>&1 || status=$?
	echo "$test: $status"
	grep -E '^(ERROR|FAIL): ' log | sort || :
done
