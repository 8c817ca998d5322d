#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# What python3 does with threads, processes, files, sockets and signals.
#
# needs: python3=python3
# seconds: 60
set -eu

cat >all.py <<'END'
import concurrent.futures, hashlib, multiprocessing, os, queue, selectors
import signal, socket, subprocess, sys, tempfile, threading, mmap, ctypes, fcntl

def square(n):
    return n * n

def main():
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        print(sum(pool.map(square, range(1000))))
    with multiprocessing.Pool(3) as pool:
        print(sum(pool.map(square, range(1000))))
    for method in ('fork', 'spawn', 'forkserver'):
        context = multiprocessing.get_context(method)
        q = context.Queue()
        p = context.Process(target=q.put, args=(method,))
        p.start()
        print(q.get(), p.join(), p.exitcode)
    a, b = socket.socketpair()
    t = threading.Thread(target=lambda: [b.sendall(x * 1000) for x in (b'a', b'b', b'c')] and b.close())
    t.start()
    data = b''
    while chunk := a.recv(777):
        data += chunk
    t.join()
    print(hashlib.sha256(data).hexdigest())
    got = []
    signal.signal(signal.SIGALRM, lambda *args: got.append(args[0]))
    signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
    while len(got) < 5:
        signal.pause()
    signal.setitimer(signal.ITIMER_REAL, 0)
    print('alarms')
    for args in (['true'], ['false'], ['sh', '-c', 'kill -9 $$']):
        print(subprocess.run(args).returncode)
    try:
        subprocess.run(['/nonexistent'])
    except FileNotFoundError as error:
        print(error)
    print(subprocess.run('cat; exit 4', shell=True, input=b'text', stdout=subprocess.PIPE))
    with tempfile.TemporaryFile() as f:
        f.write(b'x' * 100000)
        f.flush()
        fcntl.lockf(f, fcntl.LOCK_EX)
        with mmap.mmap(f.fileno(), 0) as m:
            print(m[99999])
    if os.fork() == 0:
        os.closerange(3, 256)
        os._exit(5)
    print(os.waitstatus_to_exitcode(os.wait()[1]))
    print(ctypes.CDLL(None).abs(-3))
    barrier = threading.Barrier(16)
    def meet():
        for _ in range(50):
            barrier.wait()
    threads = [threading.Thread(target=meet) for _ in range(16)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    sys.exit(7)

if __name__ == '__main__':
    main()
END
python3 all.py || echo "status $?"
