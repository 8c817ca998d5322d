#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A repository: commits, branches, a merge, packing, a clone.
#
# needs: git=git
# seconds: 60
set -eu

export GIT_AUTHOR_DATE='2020-01-01T00:00:00Z' GIT_COMMITTER_DATE='2020-01-01T00:00:00Z'
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
export GIT_CONFIG_NOSYSTEM=1
git init -q -b main one
cd one
for i in 1 2 3 4 5 6 7 8; do
	seq "$i" 2000 >"file$i"
	git add .
	git commit -q -m "commit $i"
done
git checkout -q -b side HEAD~3
echo more >other
git add other
git commit -q -m side
git checkout -q main
git merge -q -m merge side
git gc -q
git fsck --no-progress
git log --format='%H %s' --graph
cd ..
git clone -q one two
git -C two grep -c 1999 || :
git -C two blame file3 | tail -n 1
