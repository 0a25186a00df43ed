import TestSupport

extension ForeignShape {
  private static let playwright = "{\"name\":\"Playwright\",\"version\":\"1.43.0\"}"

  static let testTools: [ForeignShape] = [
    ForeignShape(
      "Playwright: a frame, the certificate, times of a page",
      creator: playwright,
      log:
        "\"browser\":{\"name\":\"chromium\",\"version\":\"124.0\"},\"pages\":[{\"startedDateTime\":\"2024-05-02T10:00:00.000Z\",\"id\":\"page@226c46\",\"title\":\"Shop\",\"pageTimings\":{\"onContentLoad\":120,\"onLoad\":-1}}]",
      entry: """
        "_frameref":"frame@9","_monotonicTime":12345.678,"_wasFulfilled":true,"_apiRequest":false,
        "pageref":"page@226c46","serverIPAddress":"192.0.2.5","_serverPort":443,
        "_securityDetails":{"protocol":"TLS 1.3","subjectName":"shop.test","issuer":"R3","validFrom":1710000000,"validTo":1720000000}
        """, response: "\"_transferSize\":-1"),
    ForeignShape(
      "Playwright: a request that failed has the status -1",
      """
      {"log":{"version":"1.2","creator":\(playwright),"entries":[{"_frameref":"f","startedDateTime":
      "2024-05-02T10:00:00.123Z","time":-1,"request":{"method":"GET","url":"https://gone.test/",
      "httpVersion":"HTTP/1.1","cookies":[],"headers":[],"queryString":[],"headersSize":-1,"bodySize":-1},
      "response":{"status":-1,"statusText":"","httpVersion":"HTTP/1.1","cookies":[],"headers":[],
      "content":{"size":-1,"mimeType":"x-unknown"},"headersSize":-1,"bodySize":-1,"redirectURL":"",
      "_transferSize":-1,"_failureText":"net::ERR_NAME_NOT_RESOLVED"},"cache":{},
      "timings":{"send":-1,"wait":-1,"receive":-1}}]}}
      """),
    ForeignShape(
      "Playwright: bodies in files beside it",
      """
      {"log":{"version":"1.2","creator":\(playwright),"entries":[{"startedDateTime":
      "2024-05-02T10:00:00.123Z","time":5.5,"request":{"method":"POST","url":"https://a.test/up",
      "httpVersion":"HTTP/2.0","cookies":[],"headers":[{"name":"content-type","value":"text/plain"}],
      "queryString":[],"headersSize":-1,"bodySize":5,"postData":{"mimeType":"text/plain","params":[],"_file":"sent.txt"}},
      "response":{"status":200,"statusText":"OK","httpVersion":"HTTP/2.0","cookies":[],
      "headers":[{"name":"content-type","value":"application/octet-stream"}],"content":{"size":4,
      "mimeType":"application/octet-stream","_file":"body.bin"},"headersSize":-1,"bodySize":4,"redirectURL":""},
      "cache":{},"timings":{"send":-1,"wait":-1,"receive":5.5}}]}}
      """),
    ForeignShape(
      "chrome-har: priorities, where it was asked for, the cache before",
      creator:
        "{\"name\":\"chrome-har\",\"version\":\"0.13.2\",\"comment\":\"https://github.test/chrome-har\"}",
      entry: """
        "cache":{"beforeRequest":{"lastAccess":"","eTag":"","hitCount":0}},"_requestId":"8F.1",
        "_initialPriority":"VeryHigh","_priority":"VeryHigh","_initiator":"https://a.test/app.js",
        "_initiator_line":52,"_initiator_column":1001,"_initiator_function_name":"f",
        "_initiator_script_id":"7","_initiator_type":"script","_was_pushed":1,"pageref":"page_1"
        """, response: "\"fromDiskCache\":true,\"_chunks\":[{\"ts\":1.5,\"bytes\":2}]"),
    ForeignShape(
      "chrome-har-capturer: the cache in the response",
      creator: "{\"name\":\"Chrome HAR Capturer\",\"version\":\"0.13.5\",\"comment\":\"x\"}",
      entry: "\"_initiator\":{\"type\":\"parser\",\"url\":\"https://a.test/\",\"lineNumber\":3}",
      response: "\"_transferSize\":0,\"fromServiceWorker\":true"),
    ForeignShape(
      "a tool that keeps credentials in objects",
      secrets: ["OBJECTSECRET55q", "wagtail-pw", "tulip9pin"], creator: "{\"name\":\"Own\"}",
      entry: """
        "_login":{"authToken":{"value":"OBJECTSECRET55q","type":"bearer"},"password":{"new":"wagtail-pw"},
        "fields":[{"name":"userPin","value":"tulip9pin"}]}
        """),
    ForeignShape(
      "WebPageTest: a hundred figures of its own", secrets: ["WPTTOKENVALUE55k"],
      creator: "{\"name\":\"WebPagetest\",\"version\":\"21.07\"}",
      log: """
        "browser":{"name":"Chrome","version":"124"},"pages":[{"startedDateTime":"2024-05-02T10:00:00.000+00:00",
        "title":"Run 1, First View for https://a.test/","id":"page_1_0_1","pageTimings":{"onLoad":1200,
        "onContentLoad":-1,"_startRender":900},"_URL":"https://a.test/","_loadTime":1200,"_TTFB":200,
        "_eventName":"Step_1","_step":1,"_chromeUserTiming":[{"name":"firstPaint","time":811}],
        "_domElements":"321","_scores":{"cache":-1}}]
        """,
      entry: """
        "_ip_addr":"192.0.2.4","_method":"GET","_host":"a.test","_url":"/v1?token=WPTTOKENVALUE55k",
        "_full_url":"https://a.test/v1?token=WPTTOKENVALUE55k","_is_secure":1,"_ttfb_ms":180,"_load_ms":190,
        "_bytesIn":"310","_score_cache":-1,"_socket":"11","_index":0,"_number":1,"_type":3,"_http2_stream_id":1,
        "_certificates":["-----BEGIN CERTIFICATE-----\\nMIIB\\n-----END CERTIFICATE-----\\n"],"_all_ms":210,"_gzip_total":"0"
        """),
    ForeignShape(
      "sitespeed.io: what a page measured",
      creator: "{\"name\":\"Browsertime\",\"version\":\"21.5.0\",\"comment\":\"\"}",
      log: """
        "browser":{"name":"Chrome","version":"124"},"pages":[{"id":"page_1","startedDateTime":"2024-05-02T10:00:00.000Z",
        "title":"https://a.test/ run 1","pageTimings":{"onContentLoad":300.5,"onLoad":401,"_firstPaint":250,
        "_largestContentfulPaint":250.1},"_url":"https://a.test/","_meta":{"connectivity":"native"},
        "_googleWebVitals":{"ttfb":100,"cumulativeLayoutShift":0.0001}}]
        """, entry: "\"pageref\":\"page_1\",\"_requestId\":\"1\",\"_initiator_type\":\"other\""),
    ForeignShape(
      "k6: pages by name, a comment of the recorder",
      creator: "{\"name\":\"k6 Browser Recorder\",\"version\":\"0.3\",\"comment\":\"\"}",
      log:
        "\"browser\":{\"name\":\"Chrome\",\"version\":\"\"},\"pages\":[{\"startedDateTime\":\"2024-05-02T10:00:00Z\",\"id\":\"page_0\",\"title\":\"Recording\",\"pageTimings\":{}}],\"_recording\":{\"events\":[]}",
      entry: "\"pageref\":\"page_0\",\"_assertions\":[]"),
    ForeignShape(
      "PhantomJS: a page named by its address",
      creator: "{\"name\":\"PhantomJS\",\"version\":\"1.9.2\"}",
      log:
        "\"pages\":[{\"startedDateTime\":\"2013-10-28T15:16:40.987Z\",\"id\":\"http://www.a.test\",\"title\":\"A\",\"pageTimings\":{\"onLoad\":778}}]",
      entry: "\"pageref\":\"http://www.a.test\"",
      timings:
        "\"blocked\":0,\"dns\":-1,\"connect\":-1,\"send\":0,\"wait\":200,\"receive\":38,\"ssl\":-1"),
  ]

  static let clients: [ForeignShape] = [
    ForeignShape(
      "Insomnia: a request's name as comment, no response yet",
      """
      {"log":{"version":"1.2","creator":{"name":"Insomnia REST Client","version":"insomnia.desktop.app:v9.1"},
      "entries":[{"startedDateTime":"2024-05-02T10:00:00.123Z","time":12,"comment":"Create a user",
      "request":{"method":"POST","url":"https://a.test/users","httpVersion":"HTTP/1.1","cookies":[],
      "headers":[{"name":"Content-Type","value":"application/json"}],"queryString":[],
      "postData":{"mimeType":"application/json","text":"{\\n\\t\\"name\\": \\"a\\"\\n}"},"headersSize":-1,"bodySize":-1,
      "settingEncodeUrl":true},"response":{"status":0,"statusText":"","httpVersion":"HTTP/1.1","cookies":[],
      "headers":[],"content":{"size":0,"mimeType":""},"redirectURL":"","headersSize":-1,"bodySize":-1},
      "cache":{},"timings":{"blocked":-1,"dns":-1,"connect":-1,"send":0,"wait":12,"receive":0,"ssl":-1}}]}}
      """),
    ForeignShape(
      "Postman: parts as parameters only", secrets: ["PARTPASSWORD88x"],
      """
      {"log":{"version":"1.2","creator":{"name":"Postman","version":"v10"},"entries":[{"startedDateTime":
      "2024-05-02T10:00:00.123Z","time":9,"request":{"method":"POST","url":"https://a.test/form","httpVersion":
      "HTTP/1.1","headers":[],"queryString":[],"cookies":[],"postData":{"mimeType":"multipart/form-data",
      "params":[{"name":"password","value":"PARTPASSWORD88x"},{"name":"file","fileName":"a.txt","contentType":"text/plain"}]},
      "headersSize":-1,"bodySize":-1},"response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1",
      "headers":[],"cookies":[],"content":{"size":2,"mimeType":"application/json","text":"{}"},"redirectURL":"",
      "headersSize":-1,"bodySize":-1,"responseTime":9},"cache":{},"timings":{"send":0,"wait":9,"receive":0}}]}}
      """),
    ForeignShape(
      "Dart DevTools: figures of the isolate",
      creator: "{\"name\":\"devtools\",\"version\":\"2.34\"}",
      entry: """
        "connection":"","comment":"","_custom":{"isolateId":"isolates/1","type":"HttpProfileRequest","methodCode":"GET",
        "requestBodySize":0,"requestBody":[],"responseBody":[123,125],"startTimestamp":1714644000123456}
        """),
    ForeignShape(
      "Flipper: the least there may be",
      """
      {"log":{"version":"1.2","creator":{"name":"Flipper","version":"0.182.0"},"entries":[
      {"startedDateTime":"2024-05-02T10:00:00.123Z","time":7,"request":{"method":"GET",
      "url":"https://a.test/","headers":[],"queryString":[]},"response":{"status":204,
      "statusText":"","headers":[],"content":{"mimeType":"","size":0}},"timings":{"send":0,"wait":7,"receive":0},"cache":{}}]}}
      """),
    ForeignShape(
      "node-fetch-har: what a program kept of itself",
      creator: "{\"name\":\"node-fetch-har\",\"version\":\"1.0.1\"}",
      entry:
        "\"_timestamps\":{\"start\":[1,2],\"sent\":[1,3]},\"_resourceType\":\"fetch\",\"pageref\":\"page_1\",\"_parent\":null",
      request: "\"_redirects\":[]"),
    ForeignShape(
      "large and coded bodies", secrets: ["LARGEBODYSECRET1"],
      """
      {"log":{"version":"1.2","creator":{"name":"t","version":"1"},"entries":[{"startedDateTime":
      "2024-05-02T10:00:00Z","time":1,"request":{"method":"GET","url":"http://a.test/"},"response":{"status":200,
      "headers":[],"content":{"size":40000,"mimeType":"text/plain; charset=utf-8","compression":12,"text":"\(
        String(repeating: "long ", count: 4_000))password=LARGEBODYSECRET1"}},"timings":{}},
      {"startedDateTime":"2024-05-02T10:00:01Z","time":1,"request":{"method":"GET","url":"http://a.test/z"},
      "response":{"status":200,"headers":[{"name":"Content-Encoding","value":"gzip"}],"content":{
      "encoding":"base64","text":"\(CodedSample.gzip)"}},"timings":{}},
      {"startedDateTime":"2024-05-02T10:00:02Z","time":1,"request":{"method":"GET","url":"http://a.test/b"},
      "response":{"status":200,"content":{"encoding":"base64","text":"this is no base64!"}},"timings":{}}]}}
      """),
  ]
}
