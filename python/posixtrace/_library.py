# SPDX-FileCopyrightText: 2026 The libposixtrace authors
# SPDX-License-Identifier: MIT

"""The C library, by ctypes: its structures as <posixtrace.h> declares them."""

from __future__ import annotations

import ctypes
import operator
import os
from ctypes import (POINTER, Structure, byref, c_char, c_char_p, c_int,
                    c_int64, c_long, c_size_t, c_uint, c_uint32, c_uint64,
                    c_ulong, c_void_p)
from typing import SupportsIndex

__all__ = ["LIBRARY", "as_id", "byref", "check", "check_process"]


class Timespec(Structure):
    _fields_ = [("sec", c_long), ("nsec", c_long)]

    def ns(self) -> int:
        return int(self.sec) * 1000000000 + int(self.nsec)


class EventSet(Structure):
    _fields_ = [("bits", c_ulong * (256 // ctypes.sizeof(c_ulong)))]


class Attributes(Structure):
    _fields_ = [("opaque", c_ulong * (256 // ctypes.sizeof(c_ulong)))]


class EventInfo(Structure):
    _fields_ = [("id", c_uint), ("pid", c_int), ("address", c_void_p),
                ("thread", c_ulong), ("time", Timespec), ("truncated", c_int),
                ("tid", c_int)]


class Columns(Structure):
    _fields_ = [("size", c_size_t), ("max", c_size_t), ("time", c_void_p),
                ("id", c_void_p), ("pid", c_void_p), ("tid", c_void_p),
                ("thread", c_void_p), ("address", c_void_p),
                ("truncated", c_void_p), ("offset", c_void_p),
                ("data", c_void_p), ("data_size", c_size_t)]


class Loss(Structure):
    _fields_ = [("events", c_uint64), ("first", Timespec),
                ("resume", Timespec)]


class Usage(Structure):
    _fields_ = [("events", c_uint64), ("bytes", c_uint64), ("lost", c_uint64),
                ("log_lost", c_uint64), ("stream_size", c_uint64),
                ("peak", c_uint64), ("processes", c_uint32),
                ("threads", c_uint32), ("starts", c_uint32),
                ("filtered", c_uint32), ("complete", c_int)]


class Anchor(Structure):
    _fields_ = [("ticks", c_uint64), ("ns", c_uint64)]


class Log(Structure):
    _fields_ = [("version", c_uint), ("pointer_size", c_uint),
                ("block_start", c_uint64), ("block_limit", c_uint64),
                ("block_max", c_uint64), ("blocks", c_uint64),
                ("records", c_uint64), ("damaged", c_uint64),
                ("has_status", c_int), ("has_counter", c_int),
                ("anchors", c_uint), ("first", Anchor), ("last", Anchor),
                ("first_real_ns", c_int64), ("segment", c_char * 128)]


class Arguments(Structure):
    _fields_ = [("text", c_char * 248), ("is_big_endian", c_int)]


class Context(Structure):
    _fields_ = [("kind", c_int), ("core", c_int), ("priority", c_int),
                ("threshold", c_int), ("thread", c_uint64), ("id", c_uint64),
                ("ticks", c_uint64), ("name", c_char * 64)]


class Word(Structure):
    _fields_ = [("name", c_char * 32), ("text", c_char * 32), ("kind", c_int),
                ("value", c_uint64)]


class Object(Structure):
    _fields_ = [("type", c_int), ("priority", c_int), ("is_deleted", c_int),
                ("address", c_uint64), ("parameter", c_uint64 * 2),
                ("offset", c_uint64), ("name", c_char_p)]


class Argument(Structure):
    _fields_ = [("name", c_char_p), ("kind", c_uint32), ("size", c_uint32),
                ("value", c_uint64)]


class Point(Structure):
    _fields_ = [("name", c_char_p), ("id", c_uint)]


# The types of the system, by their ids from 1 on: known though a trace has lost
# their names.
SYSTEM_TYPES = dict(enumerate([
    *("posix_trace_" + name for name in (
        "error", "start", "stop", "filter", "overflow", "resume",
        "flush_start", "flush_stop")),
    *("posixtrace_" + name for name in (
        "thread_create", "thread_start", "thread_exit", "thread_join",
        "mutex_wait", "cond_wait", "read", "write", "open", "close", "fsync",
        "malloc", "free", "fork", "exec", "exit", "signal",
        "socket", "socketpair", "bind", "listen", "accept", "connect", "send",
        "recv", "shutdown", "transfer",
        "poll", "select", "epoll_wait", "sleep", "sigwait", "dup", "pipe",
        "descriptor",
        "rdlock_wait", "wrlock_wait", "spin_wait", "sem_wait",
        "barrier_wait", "waitpid", "kill", "process", "inherited",
        "close_range", "dlopen", "dlclose", "mmap", "munmap",
        "mprotect", "once", "thread_name", "meta", "function_enter",
        "function_exit")),
], 1))

TRID = c_ulong
_FUNCTIONS = {
    "posix_trace_open": (c_int, POINTER(TRID)),
    "posix_trace_close": (TRID,),
    "posix_trace_rewind": (TRID,),
    "posix_trace_eventid_get_name": (TRID, c_uint, c_char_p),
    "posix_trace_eventtypelist_getnext_id":
        (TRID, POINTER(c_uint), POINTER(c_int)),
    "posix_trace_eventtypelist_rewind": (TRID,),
    "posix_trace_attr_init": (POINTER(Attributes),),
    "posix_trace_attr_destroy": (POINTER(Attributes),),
    "posix_trace_get_attr": (TRID, POINTER(Attributes)),
    "posix_trace_attr_getcreatetime": (POINTER(Attributes), POINTER(Timespec)),
    "posix_trace_attr_setname": (POINTER(Attributes), c_char_p),
    "posix_trace_attr_setstreamsize": (POINTER(Attributes), c_size_t),
    "posix_trace_attr_setlogsize": (POINTER(Attributes), c_size_t),
    "posix_trace_attr_setmaxdatasize": (POINTER(Attributes), c_size_t),
    "posix_trace_attr_setstreamfullpolicy": (POINTER(Attributes), c_int),
    "posix_trace_attr_setlogfullpolicy": (POINTER(Attributes), c_int),
    "posix_trace_attr_setinherited": (POINTER(Attributes), c_int),
    "posix_trace_create": (c_int, POINTER(Attributes), POINTER(TRID)),
    "posix_trace_create_withlog":
        (c_int, POINTER(Attributes), c_int, POINTER(TRID)),
    "posix_trace_start": (TRID,),
    "posix_trace_stop": (TRID,),
    "posix_trace_flush": (TRID,),
    "posixtrace_switch_log": (TRID, c_int),
    "posix_trace_clear": (TRID,),
    "posix_trace_shutdown": (TRID,),
    "posix_trace_eventid_open": (c_char_p, POINTER(c_uint)),
    "posix_trace_trid_eventid_open": (TRID, c_char_p, POINTER(c_uint)),
    "posix_trace_eventset_empty": (POINTER(EventSet),),
    "posix_trace_eventset_add": (c_uint, POINTER(EventSet)),
    "posix_trace_set_filter": (TRID, POINTER(EventSet), c_int),
    "posix_trace_trygetnext_event":
        (TRID, POINTER(EventInfo), c_void_p, c_size_t, POINTER(c_size_t),
         POINTER(c_int)),
    "posixtrace_is_being_written": (c_int,),
    "posixtrace_read_columns": (TRID, POINTER(Columns), POINTER(c_size_t)),
    "posixtrace_seek": (TRID, POINTER(Timespec)),
    "posixtrace_get_loss": (TRID, POINTER(Loss)),
    "posixtrace_get_usage": (TRID, POINTER(Usage)),
    "posixtrace_get_log": (TRID, POINTER(Log)),
    "posixtrace_get_arguments": (TRID, c_uint, POINTER(Arguments)),
    "posixtrace_get_context": (TRID, POINTER(Context)),
    "posixtrace_get_word": (TRID, c_uint, POINTER(Word)),
    "posixtrace_get_object": (TRID, c_size_t, POINTER(Object)),
    "posixtrace_get_thread_name": (TRID, c_int, c_int, c_char_p),
}


def _load() -> ctypes.CDLL:
    """The library of $POSIXTRACE_LIBRARY, or the one that is installed."""
    name = os.environ.get("POSIXTRACE_LIBRARY", "libposixtrace.so.0")
    try:
        return _declare(ctypes.CDLL(name))
    except OSError as error:
        raise ImportError(f"{error}; install libposixtrace, or set "
                          "POSIXTRACE_LIBRARY to its path",
                          path=name) from error
    except AttributeError as error:
        raise ImportError(f"{name} is too old: {error}", path=name) from error


def _declare(library: ctypes.CDLL) -> ctypes.CDLL:
    for name, arguments in _FUNCTIONS.items():
        function = getattr(library, name)
        function.argtypes = arguments
        function.restype = c_int
    record = library.posixtrace_record
    record.argtypes = (POINTER(Point), POINTER(Argument), c_size_t)
    record.restype = None
    library.posixtrace_is_traced.argtypes = ()
    library.posixtrace_is_traced.restype = c_int
    return library


LIBRARY = _load()


def check(error: int, what: str) -> None:
    """Raise what a function of POSIX has returned."""
    if error:
        raise OSError(error, os.strerror(error), what)


def check_process(pid: int, what: str) -> None:
    """Raise if this is not the process that `what` belongs to: a fork copies the
    object, and not what the library has behind it."""
    if os.getpid() != pid:
        raise RuntimeError(f"{what} in another process, {pid}, and cannot be "
                           "used in this one")


def as_id(what: str, value: SupportsIndex) -> int:
    """The id of a process or a thread, of which ctypes would take 32 bits of any
    number."""
    if not isinstance(value, SupportsIndex):
        raise TypeError(f"{what}: {type(value).__name__}: give an int")
    number = operator.index(value)
    if not -(1 << 31) <= number < 1 << 31:
        raise OverflowError(f"{what}: {number}: more than 32 bits")
    return number


def created(trid: TRID, path: str) -> int:
    """When the stream was created, as a time of an event."""
    attributes, time = Attributes(), Timespec()
    check(LIBRARY.posix_trace_get_attr(trid, byref(attributes)), path)
    LIBRARY.posix_trace_attr_getcreatetime(byref(attributes), byref(time))
    LIBRARY.posix_trace_attr_destroy(byref(attributes))
    return time.ns()
