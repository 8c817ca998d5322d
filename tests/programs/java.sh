#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# Threads and files of a Java program, if there is one that runs it.
#
# needs: java=none
# seconds: 90
set -eu

cat >All.java <<'END'
import java.nio.file.*; import java.util.stream.*; import java.util.concurrent.*;
public class All { public static void main(String[] a) throws Exception {
	System.out.println(IntStream.range(0, 100000).parallel().mapToLong(i -> i).sum());
	ExecutorService pool = Executors.newFixedThreadPool(4);
	System.out.println(pool.submit(() -> 42).get()); pool.shutdown();
	Files.writeString(Path.of("file"), "text"); System.out.println(Files.readString(Path.of("file")));
	System.out.println(new ProcessBuilder("sh", "-c", "exit 3").start().waitFor());
	try { Object o = null; o.hashCode(); } catch (NullPointerException e) { System.out.println("null"); }
	System.exit(5);
} }
END
java All.java || echo "status $?"
