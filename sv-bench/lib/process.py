"""Runs a command with limits on the CPU time and memory of all its processes.

Limits of the kernel (setrlimit) are per process, and a verifier works in
several. So each command gets a session of its own, and whoever belongs to it
is found in /proc: what its processes used is added up, and all of them are
ended when it was too much. A process that ends gives its CPU time to the one
that waits for it, so no time is lost or counted twice.
"""

import ctypes
import os
import signal
import subprocess
import time

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
MEGABYTE = 1 << 20
GRACE = 3.0  # seconds from the request to end to the end
MEMORY_SLACK = 1.1  # beyond this there is no grace
# Two processes above this may share much of it: then pages are counted by share.
SHARING = 32 * MEGABYTE

_libc = ctypes.CDLL(None, use_errno=True)
_PR_SET_PDEATHSIG = 1


class Member:
    """A process, as /proc shows it."""

    __slots__ = ("pid", "parent", "session", "is_zombie", "cpu", "resident")

    def __init__(self, pid, fields):
        self.pid = pid
        self.is_zombie = fields[0] in ("Z", "X")
        self.parent = int(fields[1])
        self.session = int(fields[3])
        self.cpu = sum(map(int, fields[11:15])) / TICKS  # its own, and of those it waited for
        self.resident = int(fields[21]) * PAGE


def snapshot():
    """All processes of the machine."""
    members = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", encoding="ascii", errors="replace") as file:
                text = file.read()
        except OSError:
            continue  # it has just ended
        # The name of the program stands in parentheses and may contain any character.
        members.append(Member(int(name), text[text.rindex(")") + 2 :].split()))
    return members


def family(members, leader):
    """The processes of the leader's session, and their descendants."""
    pids = {m.pid for m in members if m.session == leader or m.pid == leader}
    grows = True
    while grows:
        more = {m.pid for m in members if m.parent in pids} - pids
        grows = bool(more)
        pids |= more
    return [m for m in members if m.pid in pids]


def _proportional(pid):
    try:
        with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
            for line in file:
                if line.startswith("Pss:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


def _die_with_parent():
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


class Limits:
    """Seconds of CPU time and of wall time, and bytes; None: no limit."""

    def __init__(self, cpu=None, wall=None, memory=None):
        self.cpu = cpu
        self.wall = wall
        self.memory = memory


class Run:
    """One run of a command. Its end is noticed by poll()."""

    def __init__(self, command, stdout, stderr, limits):
        self.limits = limits
        self.start = time.monotonic()
        self.cpu = 0.0
        self.wall = 0.0
        self.memory = 0
        self.exceeded = None  # cpu, wall, memory or interrupted
        self.status = None  # exit code, or minus the signal, after the end
        self._kill_at = None
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=stderr,
            start_new_session=True,
            preexec_fn=_die_with_parent,
        )
        self.pid = self._process.pid

    def observe(self, members):
        """Adds up what the run uses, and ends it if that is too much."""
        mine = family(members, self.pid)
        self.cpu = max(self.cpu, sum(m.cpu for m in mine))
        self.wall = time.monotonic() - self.start
        resident = sum(m.resident for m in mine)
        if resident > self.memory:
            if sum(m.resident > SHARING for m in mine) > 1:
                resident = min(resident, sum(_proportional(m.pid) for m in mine) or resident)
            self.memory = max(self.memory, resident)
        self._enforce()

    def _enforce(self):
        limits = self.limits
        if limits.memory and self.memory > limits.memory * MEMORY_SLACK:
            self.end("memory", 0)
        elif limits.memory and self.memory > limits.memory:
            self.end("memory")
        elif limits.cpu and self.cpu > limits.cpu:
            self.end("cpu")
        elif limits.wall and self.wall > limits.wall:
            self.end("wall")
        if self._kill_at is not None and time.monotonic() >= self._kill_at:
            self._kill_all()

    def end(self, why, grace=GRACE):
        """Asks the run to end, so that it can tell what it did so far; kills it later."""
        if self.exceeded is None:
            self.exceeded = why
            if grace:
                os.kill(self.pid, signal.SIGTERM)
        kill_at = time.monotonic() + grace
        self._kill_at = kill_at if self._kill_at is None else min(self._kill_at, kill_at)

    def _kill_all(self):
        """Kills every process of the run. The leader must not have been waited for:
        its number could belong to somebody else by now."""
        for _ in range(100):
            alive = [m for m in family(snapshot(), self.pid) if not m.is_zombie]
            if not alive:
                return
            for member in alive:
                try:
                    os.kill(member.pid, signal.SIGKILL)
                except OSError:
                    pass
            time.sleep(0.01)

    def poll(self):
        """Whether the run has ended. Nothing of it is left then."""
        if self.status is not None:
            return True
        if os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            return False
        self.wall = time.monotonic() - self.start
        self._kill_all()
        _, status, usage = os.wait4(self.pid, 0)
        self.status = os.waitstatus_to_exitcode(status)
        self._process.returncode = self.status
        self.cpu = max(self.cpu, usage.ru_utime + usage.ru_stime)
        self.memory = max(self.memory, usage.ru_maxrss * 1024)
        # It may have ended by itself before anybody looked.
        if self.exceeded is None:
            if self.limits.cpu and self.cpu > self.limits.cpu:
                self.exceeded = "cpu"
            elif self.limits.memory and self.memory > self.limits.memory:
                self.exceeded = "memory"
        return True
