import concurrent.futures, hashlib, sys, threading
base = sys.argv[1]
def block(size): return hashlib.sha256(b"inspector").digest() * (size // 32)
def digest(body): return hashlib.sha256(body).hexdigest()[:16]
def step(name, run):
    try: print(f"{name}\t{run()}", flush=True)
    except Exception as error: print(f"{name}\tfailed: {type(error).__name__} {error}"[:200], flush=True)
def said(answer): return f"{answer[0]} {answer[2].decode()}"
def pieces():
    for _ in range(100): yield block(1 << 20)
def once(path):
    status, _, body = ask("GET", path)
    return status == 200 and body == path.encode()
def run_all():
    step("get", lambda: said(ask("GET", "/get")))
    step("post", lambda: said(ask("POST", "/sink", body=b"hello")))
    step("100 MB up", lambda: said(ask("POST", "/sink", body=block(100 << 20))))
    if CHUNKS: step("100 MB up, chunked", lambda: said(ask("POST", "/sink", body=pieces())))
    else: print("100 MB up, chunked\t– " + WHY)
    def down():
        status, _, body = ask("GET", "/source")
        return f"{status} {len(body)} {digest(body)}"
    step("100 MB down", down)
    step("gzip", lambda: said(ask("GET", "/gzip", {"Accept-Encoding": "gzip"})) if UNPACKS else digest(ask("GET", "/gzip", {"Accept-Encoding": "gzip"})[2]))
    step("chunked down", lambda: said(ask("GET", "/chunked")))
    step("redirect", lambda: said(ask("GET", "/redirect")))
    def cookies():
        ask("GET", "/login"); return said(ask("GET", "/private"))
    step("cookies", cookies)
    step("range", lambda: said(ask("GET", "/range", {"Range": "bytes=2-5"})))
    step("events", lambda: said(ask("GET", "/events")))
    step("HEAD", lambda: (lambda a: f"{a[0]} {a[1].get('content-length')} {len(a[2])}")(ask("HEAD", "/get")))
    step("204", lambda: said(ask("GET", "/204")))
    step("304", lambda: said(ask("GET", "/304")))
    step("1,000 in a row", lambda: sum(once(f"/n/{n}") for n in range(1000)))
    def many():
        with concurrent.futures.ThreadPoolExecutor(200) as pool:
            return sum(pool.map(once, [f"/n/{n}" for n in range(200)]))
    step("200 at once", many)
