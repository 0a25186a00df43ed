"""A program in a terminal, for the benchmarks: keys go in, what is painted and what it costs come out."""
import fcntl
import os
import select
import signal
import struct
import termios
import time

from figures import FOLDER, Failed, once

# A home of its own: nobody's settings are measured, and nothing is left in them.
ENVIRONMENT = dict(
    os.environ, TERM="xterm-256color", LANG="C.UTF-8", LESSHISTFILE="-", HOME=os.path.join(FOLDER, "home"),
    XDG_STATE_HOME=os.path.join(FOLDER, "state"))
os.makedirs(ENVIRONMENT["HOME"], exist_ok=True)


class Screen:
    """A program in a terminal of its own."""

    def __init__(self, arguments, width=120, height=36):
        self.master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        actions = [
            (os.POSIX_SPAWN_OPEN, 0, os.ttyname(slave), os.O_RDWR, 0),
            (os.POSIX_SPAWN_DUP2, 0, 1),
            (os.POSIX_SPAWN_DUP2, 0, 2),
        ]
        self.begun = time.perf_counter()
        self.pid = os.posix_spawn(
            arguments[0], arguments, ENVIRONMENT, file_actions=actions, setsid=True)
        os.close(slave)
        self.seen = b""
        # Where the screens have a thread that is not the main one, all threads are counted.
        self.counts_all = False

    def _read(self, seconds):
        """What is painted within so many seconds; False when nothing is."""
        if not select.select([self.master], [], [], max(0, seconds))[0]:
            return False
        self.seen += os.read(self.master, 1 << 20)
        return True

    def type(self, keys):
        """Sends keys; what was painted before them is forgotten."""
        self.drain(0.0)
        self.seen = b""
        return self.press(keys)

    def press(self, keys):
        """Sends keys; what was painted before them is kept, for keys that may paint nothing."""
        os.write(self.master, keys)
        return time.perf_counter()

    def drain(self, seconds):
        """Reads for so long."""
        end = time.monotonic() + seconds
        while self._read(end - time.monotonic()):
            pass

    def until(self, mark, seconds=60.0):
        """The moment at which the mark has been painted."""
        end = time.monotonic() + seconds
        while mark not in self.seen:
            if not self._read(end - time.monotonic()):
                raise Failed(f"no {mark!r} after {seconds} s; last painted: {self.seen[-300:]}")
        return time.perf_counter()

    def until_quiet(self, seconds=0.2):
        """The moment of the last paint, once nothing is painted for so long."""
        last = time.perf_counter()
        while self._read(seconds):
            last = time.perf_counter()
        return last

    def answer(self, key, seconds=5.0):
        """How long a key waits for the first byte of what it changes, and what it costs in CPU."""
        self.drain(0.0)
        before = self.nanoseconds()
        began = time.perf_counter()
        os.write(self.master, key)
        if not self._read(seconds):
            raise Failed(f"nothing was painted within {seconds} s after {key!r}")
        taken = time.perf_counter() - began
        self.drain(0.002)
        return taken, (self.nanoseconds() - before) / 1e9

    def nanoseconds(self):
        """The CPU time of the main thread, where keys are taken and frames made, or of all threads."""
        total = 0
        for thread in os.listdir(f"/proc/{self.pid}/task") if self.counts_all else [self.pid]:
            with open(f"/proc/{self.pid}/task/{thread}/schedstat", encoding="ascii") as schedule:
                total += int(schedule.read().split()[0])
        return total

    def switches(self):
        """How often any of its threads gave up a processor, or lost one."""
        total = 0
        for thread in os.listdir(f"/proc/{self.pid}/task"):
            with open(f"/proc/{self.pid}/task/{thread}/status", encoding="ascii") as status:
                total += sum(int(line.split()[1]) for line in status if "ctxt_switches" in line)
        return total

    def megabytes(self):
        """The most memory it has had; mapped files are counted."""
        with open(f"/proc/{self.pid}/status", encoding="ascii") as status:
            fields = dict(line.split(":", 1) for line in status)
        return int(fields["VmHWM"].split()[0]) / 1024

    def close(self):
        """Ends it, and what a shell has begun with it; who does not hear SIGTERM is killed."""
        os.killpg(self.pid, signal.SIGTERM)
        deadline = time.monotonic() + 2
        try:
            while time.monotonic() < deadline:
                if self._read(deadline - time.monotonic()) and not self.seen:
                    break
                self.seen = b""
        except OSError:
            pass
        if time.monotonic() >= deadline:
            os.killpg(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.master)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def make_body(name, pretty, size=100_000_000):
    """A seeded body of many small objects, on one line or one member a line."""
    return once(name, lambda path: write_body(path, pretty, size))


def write_body(path, pretty, size):
    line, indent = ("\n", "    ") if pretty else ("", "")
    number, written, state = 0, 0, 7
    with open(path, "w", encoding="ascii") as file:
        written += file.write('{"first":"marker-first","items":[' + line)
        while written < size:
            state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
            members = [
                f'"id":{number}', f'"name":"item {number}"', f'"price":{state >> 44}.25',
                f'"tags":["a","b","c{number % 17}"]', f'"nested":{{"x":{number * 3},"y":null}}']
            text = (",".join(members) if not pretty
                    else ("," + line).join(indent + member for member in members))
            written += file.write("{" + line + text + line + "}," + line)
            number += 1
        file.write('{"last":"marker-last"}]}' + line)
