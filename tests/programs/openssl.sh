#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Keys, signatures, encryption, and a TLS connection.
#
# needs: openssl=openssl
# seconds: 60
set -eu

seq 1 100000 >text
for cipher in aes-256-cbc chacha20 camellia-128-ctr; do
	openssl enc "-$cipher" -pbkdf2 -k secret -in text -out secret.bin
	openssl enc "-$cipher" -pbkdf2 -k secret -d -in secret.bin | cmp - text
	echo "$cipher"
done
openssl dgst -sha256 text
openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out key.pem 2>/dev/null
openssl pkey -in key.pem -pubout -out public.pem
openssl dgst -sha256 -sign key.pem -out signature text
openssl dgst -sha256 -verify public.pem -signature signature text
openssl speed -seconds 1 -bytes 1024 -multi 2 sha256 >/dev/null 2>&1
echo "speed: $?"
