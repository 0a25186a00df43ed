import requests
session = requests.Session(); session.trust_env = False
session.mount("http://", requests.adapters.HTTPAdapter(pool_connections=200, pool_maxsize=200))
CHUNKS, WHY, UNPACKS = True, "", True
def ask(method, path, headers={}, body=None):
    answer = session.request(method, base + path, headers=headers, data=body, timeout=60)
    return answer.status_code, {k.lower(): v for k, v in answer.headers.items()}, answer.content
run_all()
