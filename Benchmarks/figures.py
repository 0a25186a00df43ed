"""What the benchmarks share: the program, builds, servers, peers, turns, and rows with their goals.

A benchmark makes one `Benchmark`, gives it rows and ends with its `end`. A person sees a line a row;
with --json each row is a line of JSON, which Benchmarks/all collects. With --quick rounds are few.
"""
import argparse
import contextlib
import ctypes
import dataclasses
import functools
import json
import os
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import traceback

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
PROGRAM = os.path.abspath(
    os.environ.get("INSPECTOR_PROGRAM") or os.path.join(ROOT, ".build", "release", "inspector"))
# What the program was built from, for what is measured from within; a copy elsewhere has none.
TREE = os.path.dirname(os.path.dirname(os.path.dirname(PROGRAM)))
if not os.path.exists(os.path.join(TREE, "Package.swift")):
    TREE = ROOT
# Bodies and recordings, made once.
FOLDER = os.path.join(ROOT, ".build", "benchmarks")
PEERS_FOLDER = os.path.join(ROOT, ".build", "peers")
os.makedirs(FOLDER, exist_ok=True)
# Whether peers are left out, but for those that measure.
ALONE, TOOLS = [False], {"curl", "wrk", "nginx", "valgrind", "python3"}
os.environ["PATH"] += os.pathsep + os.pathsep.join(
    [os.path.join(PEERS_FOLDER, "bin"), "/usr/sbin", "/sbin"])


class Failed(Exception):
    """Something cannot be measured; the text says what and why."""


# MARK: Rows


@dataclasses.dataclass
class Row:
    """One figure. What is judged is the ratio where there is a peer, else our own figure."""

    name: str
    ours: float | None = None
    unit: str = ""
    goal: float | None = None
    # Short of the goal and not of the floor is a miss that fails nothing.
    floor: float | None = None
    # Whether more is better.
    more: bool = False
    peer: str = ""
    theirs: float | None = None
    # Whether the ratio says how many times the peer's figure is ours.
    inverse: bool = False
    # Times as long for ten times as much.
    slope: float | None = None
    # Why there is no figure, or no peer's.
    absent: str = ""

    @property
    def ratio(self):
        if not self.ours or not self.theirs:
            return None
        return self.theirs / self.ours if self.inverse else self.ours / self.theirs

    def reaches(self, bound):
        judged = self.ratio if self.peer else self.ours
        if judged is None or bound is None:
            return None
        return judged >= bound if self.more else judged <= bound

    @property
    def verdict(self):
        if self.absent or self.reaches(self.goal) is None:
            return self.absent
        if self.reaches(self.goal):
            return "reached"
        return "missed" if self.reaches(self.floor) else "MISSED" if self.floor is None else "FLOOR MISSED"

    @property
    def fails(self):
        return "MISSED" in self.verdict

    def bound(self, name):
        """A goal or a floor as it is read; empty where there is none."""
        value = getattr(self, name)
        return "" if value is None else f"{'≥' if self.more else '≤'} {figure(value)}"

    def text(self):
        parts = [f"{self.name:<54}{figure(self.ours, self.unit):>14}"]
        if self.ratio:
            parts.append(f"{self.peer} {figure(self.theirs, self.unit)}  {figure(self.ratio):>5}x")
        if self.slope:
            parts.append(f"x10 {figure(self.slope)}")
        parts += [f"{name} {self.bound(name)}" for name in ("goal", "floor") if self.bound(name)]
        return "  ".join(parts + [self.verdict]).rstrip()


def figure(value, unit=""):
    """Three digits that count, or all in front of the point."""
    if value is None:
        return "–"
    size = abs(value)
    text = (f"{value:,.0f}" if size >= 100 or value == int(value)
            else f"{value:.1f}" if size >= 10 else f"{value:.2f}" if size >= 0.1 else f"{value:.3f}")
    return f"{text} {unit}".rstrip()


class Benchmark:
    """The options of a benchmark, and its rows as they come."""

    def __init__(self, text, **extra):
        options = argparse.ArgumentParser(
            description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
        options.add_argument("--quick", action="store_true", help="few rounds: whether it runs")
        options.add_argument("--json", action="store_true", help="rows as lines of JSON")
        for name, settings in extra.items():
            options.add_argument(settings.pop("flag", name), **settings)
        options.add_argument("--alone", action="store_true", help="without peers, for what compares programs of ours")
        self.options = options.parse_args()
        ALONE[0] = self.options.alone
        self.quick = self.options.quick
        self.failed = False

    def rounds(self, many, few=1):
        return few if self.quick else many

    def row(self, name, ours=None, unit="", **more):
        row = Row(name, ours, unit, **more)
        if row.peer and row.theirs is None and not row.absent:
            row.absent = f"no {row.peer} here"
        self.failed = self.failed or row.fails
        print(json.dumps(dataclasses.asdict(row)) if self.options.json else row.text(), flush=True)

    def tell(self, text):
        """Says something beside the rows."""
        print(text, file=sys.stderr if self.options.json else sys.stdout, flush=True)

    def run(self, main, *needs):
        """Runs a benchmark that needs these commands. It ends with 1 where a floor was missed, and with 2
        where something could not be measured."""
        try:
            for name in needs:
                if not peer(name).place:
                    raise Failed(f"{name} is not installed")
            if not os.access(PROGRAM, os.X_OK):
                raise Failed("there is no release build; run Scripts/run --version first")
            main(self)
        except Failed as failed:
            print(f"{os.path.basename(sys.argv[0])}: {failed}", file=sys.stderr)
            sys.exit(2)
        except Exception:
            traceback.print_exc()
            sys.exit(2)
        # Few rounds judge nothing.
        sys.exit(1 if self.failed and not self.quick else 0)


def turns(rounds, measures):
    """Medians by name of what the functions answer, called in turns; one that is None is left out, and
    one that answers several figures by name has them as `name figure`.

    Every other round goes backwards, so that what drifts takes from all of them."""
    found, names = {}, [name for name, measure in measures.items() if measure]
    for number in range(rounds):
        for name in names if number % 2 == 0 else reversed(names):
            value = measures[name]()
            several = value.items() if isinstance(value, dict) else [("", value)]
            for key, each in several:
                found.setdefault(f"{name} {key}".rstrip(), []).append(each)
    return {name: statistics.median(values) for name, values in found.items()}


def timed(words, **more):
    """Seconds of a whole process."""
    start = time.perf_counter()
    done = subprocess.run(
        words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False, **more)
    taken = time.perf_counter() - start
    if done.returncode:
        raise Failed(f"{' '.join(words)}: {done.stderr.decode(errors='replace')[-500:]}")
    return taken


def said(words, **more):
    """What a program prints."""
    done = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False, **more)
    if done.returncode:
        raise Failed(f"{' '.join(words)}: {(done.stderr or done.stdout)[-500:]}")
    return done.stdout


def pairs(words):
    """What a program of ours prints as `name value name value`."""
    found = said(words).split()
    return {name: float(value) for name, value in zip(found[::2], found[1::2])}


def p99(values):
    return sorted(values)[max(0, len(values) * 99 // 100 - 1)]


def once(name, make):
    """A file of the benchmarks' folder that is made where it is not there yet; an interrupted one counts not."""
    path = os.path.join(FOLDER, name)
    if not os.path.exists(path):
        make(path + ".new")
        os.rename(path + ".new", path)
    return path


# MARK: Peers


@dataclasses.dataclass(frozen=True)
class Peer:
    """A program that ours are compared with. It may be missing: then its rows say so."""

    name: str
    # Where it can be had: a package of Debian, one of PyPI, or nothing of the kind.
    source: str = ""
    # The words that make it tell its version, behind its command or, of a module, Python's.
    asks: tuple = ("--version",)
    module: str = ""

    @property
    def place(self):
        if ALONE[0] and self.name not in TOOLS:
            return None
        if not self.module:
            return shutil.which(self.name)
        return python_with(self.module)

    @property
    def version(self):
        if not self.place:
            return None
        asks = ("-c", f"import {self.module}; print({self.module}.__version__)") if self.module else self.asks
        done = subprocess.run(
            [self.place, *asks], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        found = re.search(r"\d+(\.\d+)*[\w.]*", done.stdout + done.stderr)
        return found.group(0) if found else "unknown"


PEERS = {peer.name: peer for peer in (
    Peer("curl", "Debian: curl"),
    Peer("wrk", "Debian: wrk", ("-v",)),
    Peer("nginx", "Debian: nginx-light", ("-v",)),
    Peer("httpx", "PyPI: httpx", module="httpx"),
    Peer("aiohttp", "PyPI: aiohttp", module="aiohttp"),
    Peer("deepdiff", "PyPI: deepdiff", module="deepdiff"),
    Peer("mitmproxy", "PyPI: mitmproxy>=11"),
    Peer("mitmdump", "PyPI: mitmproxy>=11"),
    Peer("less", "Debian: less"),
    Peer("jq", "Debian: jq"),
    Peer("lnav", "Debian: lnav", ("-V",)),
    Peer("jless"),
    Peer("fx"),
    Peer("hurl"),
    Peer("k6", asks=("version",)),
    Peer("valgrind", "Debian: valgrind"),
    Peer("python3", "Debian: python3"),
)}


def peer(name):
    return PEERS[name]


@functools.cache
def python_with(module):
    """A Python that has a module: the peers' own, or the one that runs this; else None."""
    for place in (os.path.join(PEERS_FOLDER, "bin", "python3"), sys.executable):
        if os.path.exists(place) and subprocess.run(
                [place, "-c", f"import {module}"], capture_output=True, check=False).returncode == 0:
            return place
    return None


def libcurl_version():
    library = ctypes.CDLL("libcurl.so.4")
    library.curl_version.restype = ctypes.c_char_p
    return library.curl_version().decode().split()[0].removeprefix("libcurl/")


# MARK: Builds


def build(words, folder=TREE, **variables):
    """A release build with Swift."""
    print(f"building {os.path.basename(words[-1])} (release)", file=sys.stderr, flush=True)
    done = subprocess.run(
        ["swift", "build", "-c", "release", "--static-swift-stdlib", *words], cwd=folder,
        env={**os.environ, **variables}, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed((done.stdout + done.stderr)[-2000:])


@functools.cache
def own(product):
    """A program of the project's own package that only benchmarks ask for."""
    scratch = os.path.join(TREE, ".build", "own-bench")
    build(["--scratch-path", scratch, "--product", product], INSPECTOR_BENCHMARKS="1")
    return os.path.join(scratch, "release", product)


@functools.cache
def engine(product):
    """A program of Benchmarks/engine, which stands on the libraries as a user's would."""
    folder = os.path.join(TREE, "Benchmarks", "engine")
    build(["--product", product], folder)
    return os.path.join(folder, ".build", "release", product)


@functools.cache
def compiled(name, source, *words):
    """A peer of one file in C or C++; None where it does not build."""
    place = os.path.join(FOLDER, name)
    if ALONE[0]:
        return None
    for compiler in ("cc", "clang") if source.endswith(".c") else ("c++", "g++", "clang++"):
        if shutil.which(compiler) and subprocess.run(
                [compiler, "-O3", "-o", place, os.path.join(ROOT, "Benchmarks", source), *words],
                capture_output=True, check=False).returncode == 0:
            return place
    return None


def or_none(make, *words):
    """What a function makes, or None where it fails: a peer that does not build is left out."""
    try:
        return None if ALONE[0] else make(*words)
    except Failed as failed:
        print(f"left out: {failed}", file=sys.stderr)
        return None


# MARK: Servers


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port, seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    raise Failed(f"nothing listens on {port} after {seconds} s")


@contextlib.contextmanager
def running(words, port, **more):
    """A server while it is asked: begun, listening on its port, ended with SIGTERM."""
    process = subprocess.Popen(words, **more)
    try:
        wait_for(port)
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


@contextlib.contextmanager
def folder_for_all():
    """A folder that other users see too: where root starts nginx its workers are another user."""
    with tempfile.TemporaryDirectory(prefix="inspector-benchmark-") as folder:
        os.chmod(folder, 0o755)
        yield folder


@contextlib.contextmanager
def nginx(server="root PLACE/www;", files=None, http="", log=False):
    """nginx with one worker, a `server` block of these lines and these files; gives its port.

    PLACE and PORT in the lines are its folder and its port."""
    with folder_for_all() as place:
        os.makedirs(os.path.join(place, "www"))
        for name, content in (files or {}).items():
            with open(os.path.join(place, "www", name), "wb") as file:
                file.write(content)
        port = free_port()
        temporary = " ".join(
            f"{name}_temp_path PLACE/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        text = f"""worker_processes 1; daemon off; pid PLACE/pid; error_log PLACE/errors;
            events {{ worker_connections 2048; }}
            http {{ access_log {'PLACE/lines' if log else 'off'}; keepalive_requests 100000000; sendfile on;
              {temporary} {http}
              server {{ listen 127.0.0.1:PORT backlog=1024; {server} }} }}"""
        with open(os.path.join(place, "conf"), "w", encoding="ascii") as file:
            file.write(text.replace("PLACE", place).replace("PORT", str(port)))
        with running(["nginx", "-p", place, "-c", f"{place}/conf"], port, stderr=subprocess.DEVNULL):
            yield port


def wrk(port, path, connections, seconds):
    """Requests a second; an answer that is none fails."""
    text = said(["wrk", "-t1", f"-c{connections}", f"-d{seconds}", f"http://127.0.0.1:{port}/{path}"])
    if "Non-2xx" in text or "Socket errors" in text:
        raise Failed(f"port {port} did not answer rightly\n{text}")
    return float(re.search(r"Requests/sec:\s*([\d.]+)", text).group(1))
