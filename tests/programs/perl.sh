#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Forks, pipes, signals, sockets, and big strings, by perl.
#
# needs: perl=perl
# seconds: 30
set -eu

cat >script <<'END'
use strict; use warnings; use Socket; use POSIX ":sys_wait_h"; use Config;
$| = 1;
local $SIG{USR1} = sub { print "USR1\n" };
kill USR1 => $$;
for my $i (1 .. 5) {
	my $pid = fork() // die;
	exit $i if $pid == 0;
	waitpid $pid, 0;
	print "child ", $? >> 8, "\n";
}
open my $pipe, "-|", "echo piped; exit 3" or die;
print <$pipe>;
close $pipe;
print "pipe ", $? >> 8, "\n";
print `printf back`, "\n";
socketpair my $a, my $b, AF_UNIX, SOCK_STREAM, PF_UNSPEC or die;
if (my $pid = fork()) { close $b; my @l = <$a>; print scalar(@l), "\n"; waitpid $pid, 0 }
else { close $a; print $b "$_\n" for 1 .. 1000; exit 0 }
my $s = "x" x 10_000_000; $s =~ s/x/yy/g; print length $s, "\n";
my %h = map { $_ => $_ ** 2 } 1 .. 100000; my $t = 0; $t += $_ for values %h; print "$t\n";
if ($Config{useithreads}) {
	require threads;
	print join(",", map { $_->join } map { my $n = $_; threads->create(sub { $n * 2 }) } 1 .. 8), "\n";
}
eval { local $SIG{ALRM} = sub { die "alarm\n" }; alarm 1; select undef, undef, undef, 10; };
print $@;
exec "sh", "-c", "exit 9";
END
perl script || echo "status $?"
