#!/bin/sh
# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

# The templates that come with trcrpt: for the system events, for those of
# the preload library, and for ThreadX.
# shellcheck source=tests/tool/support.sh disable=SC1091
. "$(dirname "$0")/support.sh"

: "${EMIT:?where is the program that makes logs?}"
ln -s "$POSIXTRACE" trcrpt
case $(printf '\001\000' | od -An -tu2 | tr -d ' ') in
1) ;;
*) skip 'the data is of a little-endian machine' ;;
esac

# Numbers as the structures of <posixtrace.h> hold them.
n() {
	case $1 in
	*-*) printf '%02xffffffffffffff' $((256 + $1)) ;;
	*) printf '%02x%02x000000000000' $(($1 % 256)) $(($1 / 256)) ;;
	esac
}
thread=$(n 4096)$(n 8192)$(n 1500)$(n 0)
"$EMIT" log 512 \
	posixtrace_thread_create="$thread" posixtrace_thread_start="$thread" \
	posixtrace_thread_exit="$thread" posixtrace_thread_join="$thread" \
	posixtrace_mutex_wait="$(n 4096)$(n 77)$(n 0)" \
	posixtrace_cond_wait="$(n 4096)$(n 77)$(n -110)" \
	posixtrace_read="$(n 3)$(n 512)$(n -11)$(n 9)" \
	posixtrace_write="$(n 4)$(n 512)$(n 100)$(n 9)" \
	posixtrace_open="$(n -2)$(n 9)$(n 577)2f6e6f2f66696c65" \
	posixtrace_close="$(n 4)$(n 0)$(n 0)$(n 9)" \
	posixtrace_fsync="$(n 4)$(n 0)$(n 0)$(n 9)" \
	posixtrace_malloc="$(n 4096)$(n 300)" \
	posixtrace_free="$(n 4096)$(n 300)" \
	posixtrace_fork="$(n 4711)$(n 0)" \
	posixtrace_exec="$(n 0)$(n 0)$(n 0)2f62696e2f6c73" \
	posixtrace_exit="$(n 4711)$(n 1)" \
	posixtrace_signal="$(n 15)$(n 0)$(n 99)" \
	posixtrace_socket="$(n 2)$(n 1)$(n 6)$(n 2048)$(n 5)$(n 9)" \
	posixtrace_socketpair="$(n 5)$(n 6)$(n 2048)$(n 0)$(n 9)" \
	posixtrace_bind="$(n 5)$(n 0)$(n -98)$(n 9)3a3a313a3830" \
	posixtrace_listen="$(n 5)$(n 128)$(n 0)$(n 9)" \
	posixtrace_accept="$(n 5)$(n 2048)$(n 7)$(n 9)2f72756e" \
	posixtrace_connect="$(n 5)$(n 0)$(n 0)$(n 9)" \
	posixtrace_send="$(n 5)$(n 512)$(n 100)$(n 9)" \
	posixtrace_recv="$(n 5)$(n 512)$(n -11)$(n 9)" \
	posixtrace_shutdown="$(n 5)$(n 1)$(n 0)$(n 9)" \
	posixtrace_transfer="$(n 3)$(n 5)$(n 512)$(n 99)$(n 9)" \
	posixtrace_poll="$(n -1)$(n 2)$(n 1)$(n 9)" \
	posixtrace_select="$(n -1)$(n 8)$(n 0)$(n 9)" \
	posixtrace_epoll_wait="$(n 5)$(n 64)$(n -4)$(n 9)" \
	posixtrace_sleep="$(n 0)$(n 9)" \
	posixtrace_sigwait="$(n 10)$(n 9)" \
	posixtrace_dup="$(n 1)$(n 0)$(n 7)$(n 9)" \
	posixtrace_pipe="$(n 5)$(n 6)$(n 2048)$(n 0)$(n 9)" \
	posixtrace_descriptor="$(n 8)$(n 9)$(n 2048)6576656e746664" \
	posixtrace_rdlock_wait="$(n 4096)$(n 77)$(n 0)$(n 99)" \
	posixtrace_wrlock_wait="$(n 4096)$(n 77)$(n 0)$(n 0)" \
	posixtrace_spin_wait="$(n 4096)$(n 77)$(n 0)$(n 0)" \
	posixtrace_sem_wait="$(n 4096)$(n 77)$(n -4)$(n 0)" \
	posixtrace_barrier_wait="$(n 4096)$(n 77)$(n 1)$(n 0)" \
	posixtrace_mutex_wait="$(n 4096)$(n 77)$(n 0)$(n 99)" \
	posixtrace_waitpid="$(n -1)$(n 4711)$(n 9)$(n 256)" \
	posixtrace_waitpid="$(n 4711)$(n -10)$(n 9)$(n -1)" \
	posixtrace_kill="$(n 4711)$(n 15)$(n 0)$(n 9)$(n 0)" \
	posixtrace_kill="$(n 0)$(n 10)$(n -3)$(n 9)$(n 4096)" \
	posixtrace_process="$(n 4711)$(n -1)" \
	posixtrace_process="$(n 4711)$(n 3)" \
	posixtrace_inherited="$(n 2)$(n 0)$(n 0)2f6465762f6e756c6c" \
	posixtrace_close_range="$(n 3)$(n 99)$(n 2)$(n -22)$(n 9)" \
	posixtrace_dlopen="$(n 4096)$(n 0)$(n 9)$(n 2)2f612e736f" \
	posixtrace_dlopen="$(n 0)$(n -1)$(n 9)$(n 2)61" \
	posixtrace_dlopen="$(n 0)$(n 0)$(n 0)$(n 2)61" \
	posixtrace_dlclose="$(n 4096)$(n 0)$(n 9)$(n 0)" \
	posixtrace_mmap="$(n 4096)$(n 100)$(n 3)$(n 34)$(n -1)$(n 0)$(n 9)" \
	posixtrace_munmap="$(n 4096)$(n 100)$(n 0)$(n 0)$(n -1)$(n -22)$(n 9)" \
	posixtrace_mprotect="$(n 4096)$(n 100)$(n 1)$(n 0)$(n -1)$(n 0)$(n 9)" \
	posixtrace_once="$(n 4096)$(n 77)$(n 0)$(n 0)" \
	posixtrace_thread_name="$(n 4096)$(n 0)61" \
	posixtrace_meta="$(n 6)$(n -1)$(n -2)$(n 9)61202d3e2062" \
	posixtrace_open=0102
run ./trcrpt -h -O timestamp=3 log
expect_status 0
cat >want <<'END'
001                    TRACE ON posix_trace_start
E01    thread_create thread=0x0000000000001000 routine=0x0000000000002000 result=0 duration=1500ns
E02    thread_start thread=0x0000000000001000 routine=0x0000000000002000
E03    thread_exit thread=0x0000000000001000 result=0 life=1500ns
E04    thread_join thread=0x0000000000001000 result=0 duration=1500ns
E05    mutex_wait mutex=0x0000000000001000 result=0 duration=77ns
E06    cond_wait cond=0x0000000000001000 result=-110(ETIMEDOUT) duration=77ns
E07            read fd=3 size=512 result=-11(EAGAIN) duration=9ns
E08            write fd=4 size=512 result=100 duration=9ns
E09            open path="/no/file" flags=0x00000241 result=-2(ENOENT) duration=9ns
E0A            close fd=4 result=0 duration=9ns
E0B            fsync fd=4 result=0 duration=9ns
E0C    malloc address=0x0000000000001000 size=300
E0D    free address=0x0000000000001000 size=300
E0E            fork child=4711
E0F            exec path="/bin/ls"
E10            exit pid=4711 status=1
E11                            signal signal=15(SIGTERM) code=0 sender=99
E12            socket family=2(AF_INET) type=1(SOCK_STREAM) protocol=6 flags=0x00000800 result=5 duration=9ns
E13            socketpair first=5 second=6 flags=0x00000800 result=0 duration=9ns
E14            bind fd=5 address="::1:80" result=-98(EADDRINUSE) duration=9ns
E15            listen fd=5 backlog=128 result=0 duration=9ns
E16            accept fd=5 address="/run" flags=0x00000800 result=7 duration=9ns
E17            connect fd=5 address="" result=0 duration=9ns
E18            send fd=5 size=512 result=100 duration=9ns
E19            recv fd=5 size=512 result=-11(EAGAIN) duration=9ns
E1A            shutdown fd=5 how=1(SHUT_WR) result=0 duration=9ns
E1B            transfer from=3 to=5 size=512 result=99 duration=9ns
E1C            poll size=2 result=1 duration=9ns
E1D            select size=8 result=0 duration=9ns
E1E            epoll_wait fd=5 size=64 result=-4(EINTR) duration=9ns
E1F            sleep result=0 duration=9ns
E20            sigwait result=10 duration=9ns
E21            dup fd=1 flags=0x00000000 result=7 duration=9ns
E22            pipe first=5 second=6 flags=0x00000800 result=0 duration=9ns
E23            descriptor kind="eventfd" flags=0x00000800 result=8 duration=9ns
E24    rdlock_wait rwlock=0x0000000000001000 result=0 duration=77ns holder=99
E25    wrlock_wait rwlock=0x0000000000001000 result=0 duration=77ns
E26    spin_wait spin=0x0000000000001000 result=0 duration=77ns
E27    sem_wait sem=0x0000000000001000 result=-4(EINTR) duration=77ns
E28    barrier_wait barrier=0x0000000000001000 result=1 duration=77ns
E05    mutex_wait mutex=0x0000000000001000 result=0 duration=77ns holder=99
E29            waitpid pid=-1 result=4711 duration=9ns status=256
E29            waitpid pid=4711 result=-10(ECHILD) duration=9ns
E2A            kill to=4711 signal=15(SIGTERM) result=0 duration=9ns
E2A            kill to=0 signal=10(SIGUSR1) result=-3(ESRCH) duration=9ns thread=0x0000000000001000
E2B            process parent=4711
E2B            process parent=4711 inherited=3
E2C            inherited fd=2 path="/dev/null"
E2D            close_range first=3 second=99 flags=0x00000002 result=-22(EINVAL) duration=9ns
E2E            dlopen path="/a.so" flags=0x00000002 handle=0x0000000000001000 duration=9ns
E2E            dlopen path="a" flags=0x00000002 handle=0x0000000000000000 duration=9ns
E2E            dlopen path="a" flags=0x00000002
E2F            dlclose handle=0x0000000000001000 result=0 duration=9ns
E30            mmap address=0x0000000000001000 size=100 protection=0x00000003 flags=0x00000022 fd=-1 result=0 duration=9ns
E31            munmap address=0x0000000000001000 size=100 result=-22(EINVAL) duration=9ns
E32            mprotect address=0x0000000000001000 size=100 protection=0x00000001 result=0 duration=9ns
E33    once once=0x0000000000001000 result=0 duration=77ns
E34    thread_name name="a" thread=0x0000000000001000 result=0
E35            meta call=6(rename) path="a -> b" fd=-1 result=-2(ENOENT) duration=9ns
END
head -n 60 out | diff -u want - || fail 'the events of the preload library'
# Data that is too short neither hides the event nor ends the report.
sed -n 61p out | grep -q '^E09            open ' || fail 'short data'
expect_out '^002                    TRACE OFF posix_trace_stop$'

# An exec gives the process its name.
run ./trcrpt -h -O exec=on,timestamp=3 -d posixtrace_exec,posixtrace_exit log
expect_out '^E0F emit  .* exec path="/bin/ls"$'
expect_out '^E10 ls  .* exit pid=4711'

# Events of ThreadX, by their names: information words of 4 and 8 bytes.
"$EMIT" log 64 \
	tx_queue_send=f46c0000102700000000000005000000 \
	tx_queue_send=f46c000000000000102700000000000001000000000000000500000000000000 \
	tx_internal_resume=f46c00000500000010270000aabb0000 \
	tx_mutex_get=f46c0000ffffffff1027000001000000 \
	tx_running=00000000000000000000000000000000 \
	tx_isr_enter=10270000200000000000000000000000 \
	nx_internal_arp_request_receive=f46c00000100a8c01027000000000000
cat >want <<'END'
845            tx_queue_send queue_ptr=0x00006CF4 source_ptr=0x00002710 wait_option=0 enqueued=5
845            tx_queue_send queue_ptr=0x0000000000006CF4 source_ptr=0x0000000000002710 wait_option=1 enqueued=5
801                    tx_internal_resume thread_ptr=0x00006CF4 previous_state=queue stack_ptr=0x00002710 next_thread_ptr=0x0000BBAA
834            tx_mutex_get mutex_ptr=0x00006CF4 wait_option=forever owner_ptr=0x00002710 own_count=1
806                    tx_running
803                            tx_isr_enter stack_ptr=0x00002710 isr_number=0x00000020 system_state=0x00000000 preempt_disable=0
92C                    nx_internal_arp_request_receive ip_ptr=0x00006CF4 source_ip_address=192.168.0.1 packet_ptr=0x00002710
END
run ./trcrpt -h -O timestamp=3 -d 'tx_*,nx_*' log
diff -u want out || fail 'the events of ThreadX'

# A genuine dump, if there is one: threads have names, times are ticks.
if [ -f "${PXT_SAMPLES:-}/txtb/demo_threadx.trx" ]; then
	run ./trcrpt -h -x "$PXT_SAMPLES/txtb/demo_threadx.trx"
	expect_status 0
	[ "$(wc -l <out)" -eq 974 ] || fail 'the events of the dump'
	expect_out '^844 thread 2 {12}0\.000000161       0\.000161           tx_queue_receive queue_ptr=0x00006B84 '
	expect_out '^803 .{15}1    0\.'
	run ./trcrpt -h -O hist=on "$PXT_SAMPLES/txtb/demo_threadx.hex"
	expect_out '^845 +493  tx_queue_send$'
fi

# A real program, if there is a library to preload.
if [ -n "$PRELOAD_LIB" ]; then
	run "$POSIXTRACE" record --preload -o log -- sh -c 'echo x >file'
	expect_status 0
	run ./trcrpt -x log
	expect_status 0
	expect_out '^E09 sh .* open path="file" flags=0x[0-9A-F]{8} result=[0-9]+ duration=[0-9]+ns$'
	expect_out '^E10 sh .* exit pid=[0-9]+ status=0$'
fi
