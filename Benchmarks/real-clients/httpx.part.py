import httpx
client = httpx.Client(trust_env=False, follow_redirects=True, timeout=60, limits=httpx.Limits(max_connections=200))
CHUNKS, WHY, UNPACKS = True, "", True
def ask(method, path, headers={}, body=None):
    answer = client.request(method, base + path, headers=headers, content=body)
    return answer.status_code, {k.lower(): v for k, v in answer.headers.items()}, answer.content
run_all()
