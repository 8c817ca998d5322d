#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# A server with two workers, requests, a reload, and its end.
#
# needs: nginx=nginx curl=curl
# seconds: 60
set -eu

mkdir -p html logs
seq 1 5000 >html/numbers
cat >nginx.conf <<END
daemon off;
worker_processes 2;
pid $PWD/pid;
error_log $PWD/error.log;
user root;
events { worker_connections 64; }
http {
	access_log $PWD/access.log;
	client_body_temp_path $PWD/body; proxy_temp_path $PWD/proxy;
	fastcgi_temp_path $PWD/fastcgi; uwsgi_temp_path $PWD/uwsgi;
	scgi_temp_path $PWD/scgi;
	server { listen unix:$PWD/socket; root $PWD/html; gzip on; gzip_types *; }
}
END
[ "$(id -u)" -eq 0 ] || sed -i '/^user/d' nginx.conf
nginx -c "$PWD/nginx.conf" 2>/dev/null &
server=$!
get() {
	curl -s --unix-socket socket "$@"
}
tries=0
until get http://here/numbers >/dev/null; do
	tries=$((tries + 1))
	[ $tries -lt 300 ]
	sleep 0.1
done
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	get --compressed http://here/numbers | cksum
	get -o /dev/null -w '%{http_code}\n' "http://here/absent$i"
done
kill -HUP "$server"
sleep 0.5
get http://here/numbers | cksum
kill -QUIT "$server"
wait "$server"
echo "server: $?"
wc -l <access.log
