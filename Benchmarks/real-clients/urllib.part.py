import http.cookiejar, urllib.request, urllib.error
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
CHUNKS, WHY, UNPACKS = True, "", False
def ask(method, path, headers={}, body=None):
    request = urllib.request.Request(base + path, body, headers, method=method)
    try: answer = opener.open(request, timeout=60)
    except urllib.error.HTTPError as error: answer = error
    with answer: return answer.status, {k.lower(): v for k, v in answer.headers.items()}, answer.read()
run_all()
