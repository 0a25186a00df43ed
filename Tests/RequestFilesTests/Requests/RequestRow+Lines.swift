extension RequestRow {
  /// Request lines and header lines.
  static let lines: [RequestRow] = [
    RequestRow(
      "plain",
      "GET http://h.test/a\n",
      ["GET http://h.test/a"]),
    RequestRow(
      "no method",
      "http://h.test/a\n",
      ["GET http://h.test/a"]),
    RequestRow(
      "no scheme",
      "GET h.test/a\n",
      ["GET http://h.test/a"]),
    RequestRow(
      "host and port alone",
      "localhost:8080/a\n",
      ["GET http://localhost:8080/a"]),
    RequestRow(
      "localhost",
      "GET localhost\n",
      ["GET http://localhost/"]),
    RequestRow(
      "no line end",
      "GET http://h.test/a",
      ["GET http://h.test/a"]),
    RequestRow(
      "small letters",
      "post http://h.test/a\n",
      ["POST http://h.test/a"]),
    RequestRow(
      "another method",
      "PURGE http://h.test/a\n",
      ["PURGE http://h.test/a"]),
    RequestRow(
      "webdav",
      "PROPFIND http://h.test/a\n",
      ["PROPFIND http://h.test/a"]),
    RequestRow(
      "blanks around",
      "  GET   http://h.test/a  \n",
      ["GET http://h.test/a"]),
    RequestRow(
      "tabs",
      "\tGET\thttp://h.test/a\t\n",
      ["GET http://h.test/a"]),
    RequestRow(
      "version 1",
      "GET http://h.test/a HTTP/1.1\n",
      ["GET http://h.test/a http1"]),
    RequestRow(
      "version 2",
      "GET http://h.test/a HTTP/2\n",
      ["GET http://h.test/a http2"]),
    RequestRow(
      "version 2.0",
      "GET http://h.test/a HTTP/2.0\n",
      ["GET http://h.test/a http2"]),
    RequestRow(
      "version without method",
      "http://h.test/a HTTP/1.1\n",
      ["GET http://h.test/a http1"]),
    RequestRow(
      "blank in target",
      "GET http://h.test/a b?c=d e\n",
      ["GET http://h.test/a%20b?c=d%20e"]),
    RequestRow(
      "query",
      "GET http://h.test/a?b=c&d=%20#top\n",
      ["GET http://h.test/a?b=c&d=%20"]),
    RequestRow(
      "continued",
      "GET http://h.test/a\n  ?page=2\n  &size=10\nAccept: a/b\n",
      ["GET http://h.test/a?page=2&size=10 | Accept: a/b"]),
    RequestRow(
      "continued without indent",
      "GET http://h.test/a\n?page=2\n&size=10\n",
      ["GET http://h.test/a?page=2&size=10"]),
    RequestRow(
      "continued path",
      "GET http://h.test\n    /users\n    /42\n\n",
      ["GET http://h.test/users/42"]),
    RequestRow(
      "continued with version",
      "GET http://h.test/a\n  ?page=2 HTTP/1.1\nA: b\n",
      ["GET http://h.test/a?page=2 http1 | A: b"]),
    RequestRow(
      "continued with comment",
      "GET http://h.test/a\n  # the page\n  ?page=2\n",
      ["GET http://h.test/a?page=2"]),
    RequestRow(
      "method alone then target",
      "GET\n  http://h.test/a\n",
      ["GET http://h.test/a"]),
    RequestRow(
      "port",
      "GET http://h.test:8443/a\n",
      ["GET http://h.test:8443/a"]),
    RequestRow(
      "ipv6",
      "GET http://[::1]:80/a\n",
      ["GET http://[::1]:80/a"]),
    RequestRow(
      "user in url",
      "GET http://ada:secret@h.test/a\n",
      ["GET http://h.test/a | Authorization: Basic YWRhOnNlY3JldA=="]),
    RequestRow(
      "host header",
      "GET /a?b=c\nHost: h.test\n",
      ["GET http://h.test/a?b=c"]),
    RequestRow(
      "host header with tls port",
      "GET /a\nHost: h.test:8443\nA: b\n",
      ["GET https://h.test:8443/a | A: b"]),
    RequestRow(
      "base url",
      "@baseUrl = https://h.test/api/\nGET /users\n",
      ["GET https://h.test/api/users"]),
    RequestRow(
      "base url without scheme",
      "@baseUrl=h.test\nGET /users?x=1\n",
      ["GET http://h.test/users?x=1"]),
    RequestRow(
      "absolute with host header",
      "GET http://h.test/a\nHost: other.test\n",
      ["GET http://h.test/a | Host: other.test"]),
    RequestRow(
      "base of another editor",
      "GET /users\n",
      ["GET http://h.test/users"]),
    RequestRow(
      "asterisk",
      "OPTIONS *\n",
      [
        "✗ t.http:1:1: the target '*' is no URL — write a URL such as https://host/path"
      ]),
    RequestRow(
      "word only",
      "hello\n",
      [
        "✗ t.http:1:1: expected a request line, found 'hello' — write one such as GET https://host/path; requests stand between ### lines"
      ]),
    RequestRow(
      "words only",
      "hello world\n",
      [
        "✗ t.http:1:1: expected a request line, found 'hello world' — write one such as GET https://host/path; requests stand between ### lines"
      ]),
    RequestRow(
      "unknown method",
      "GTE http://h.test/a\n",
      ["✗ t.http:1:1: there is no method 'GTE' — did you mean 'GET'?"]),
    RequestRow(
      "method without target",
      "GET\n",
      [
        "✗ t.http:1:4: the method has no target behind it — write a URL, or a path with a Host header or @baseUrl"
      ]),
    RequestRow(
      "method without target, headers",
      "DELETE\nA: b\n",
      [
        "✗ t.http:1:7: the method has no target behind it — write a URL, or a path with a Host header or @baseUrl"
      ]),
    RequestRow(
      "bad version",
      "GET http://h.test/a HTTP/3\n",
      [
        "✗ t.http:1:21: 'HTTP/3' cannot be asked for — write HTTP/1.1 or HTTP/2, or nothing"
      ]),
    RequestRow(
      "old version",
      "GET http://h.test/a HTTP/1.0\n",
      [
        "✗ t.http:1:21: 'HTTP/1.0' cannot be asked for — write HTTP/1.1 or HTTP/2, or nothing"
      ]),
    RequestRow(
      "websocket",
      "WEBSOCKET ws://h.test/a\n",
      [
        "✗ t.http:1:1: WEBSOCKET is not HTTP: kept, not sent",
        "note t.http:1:1: WEBSOCKET is not HTTP: kept, not sent",
      ]),
    RequestRow(
      "ftp",
      "GET ftp://h.test/a\n",
      [
        "✗ the URL 'ftp://h.test/a' cannot be sent: the scheme 'ftp' is not http or https"
      ]),
    RequestRow(
      "bad port",
      "GET http://h.test:99999/a\n",
      [
        "✗ the URL 'http://h.test:99999/a' cannot be sent: the port '99999' is not a number up to 65535"
      ]),
    RequestRow(
      "header",
      "GET http://h.test/a\nAccept: application/json\n",
      ["GET http://h.test/a | Accept: application/json"]),
    RequestRow(
      "headers in order",
      "GET http://h.test/a\nB: 1\na: 2\nB: 3\n",
      ["GET http://h.test/a | B: 1 | a: 2 | B: 3"]),
    RequestRow(
      "odd spacing",
      "GET http://h.test/a\nAccept:a/b\nX-One :  two  \nX-Empty:\n",
      ["GET http://h.test/a | Accept: a/b | X-One: two | X-Empty: "]),
    RequestRow(
      "colon in value",
      "GET http://h.test/a\nX: a:b: c\n",
      ["GET http://h.test/a | X: a:b: c"]),
    RequestRow(
      "indented header",
      "GET http://h.test/a\n  Accept: a/b\n",
      ["GET http://h.test/a | Accept: a/b"]),
    RequestRow(
      "indented request and header",
      "  GET http://h.test/a\n  Accept: a/b\n",
      ["GET http://h.test/a | Accept: a/b"]),
    RequestRow(
      "comment between headers",
      "GET http://h.test/a\n# no\nA: b\n// no\nC: d\n",
      ["GET http://h.test/a | A: b | C: d"]),
    RequestRow(
      "missing empty line",
      "POST http://h.test/a\nContent-Type: application/json\n{\"a\": 1}\n",
      [#"POST http://h.test/a | Content-Type: application/json ‖ {"a": 1}"#]),
    RequestRow(
      "not a header",
      "GET http://h.test/a\nnot a header\nA: b\n",
      [
        "✗ t.http:2:1: expected 'Name: value' or an empty line, found 'not a header' — a body needs an empty line in front of it"
      ]),
    RequestRow(
      "blank in name",
      "GET http://h.test/a\nMy Header: x\n",
      [
        "✗ t.http:2:1: expected 'Name: value' or an empty line, found 'My Header: x' — a body needs an empty line in front of it"
      ]),
    RequestRow(
      "variable in name",
      "@n = X-Id\nGET http://h.test/a\n{{n}}-2: y\n",
      ["GET http://h.test/a | X-Id-2: y"]),
    RequestRow(
      "credentials", "GET http://h.test/a\nAuthorization: Basic ada s3 cret\n",
      ["GET http://h.test/a | Authorization: Basic YWRhOnMzIGNyZXQ="]),
    RequestRow(
      "credentials with colon",
      "@p = s3:cret\nGET http://h.test/a\nauthorization: Basic  ada:{{p}}\n",
      ["GET http://h.test/a | authorization: Basic YWRhOnMzOmNyZXQ="]),
    RequestRow(
      "credentials encoded", "GET http://h.test/a\nAuthorization: Basic YWRhOnMzOmNyZXQ=\n",
      ["GET http://h.test/a | Authorization: Basic YWRhOnMzOmNyZXQ="]),
    RequestRow(
      "another header", "GET http://h.test/a\nX: Basic a b\n",
      ["GET http://h.test/a | X: Basic a b"]),
    RequestRow(
      "unicode value",
      "GET http://h.test/a\nX: 您好\n",
      ["GET http://h.test/a | X: 您好"]),
  ]
}
