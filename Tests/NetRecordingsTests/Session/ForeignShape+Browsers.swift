extension ForeignShape {
  private static let chrome = "{\"name\":\"WebInspector\",\"version\":\"537.36\"}"
  private static let page =
    "\"pages\":[{\"startedDateTime\":\"2024-05-02T10:00:00.000Z\",\"id\":\"page_3\","
    + "\"title\":\"https://shop.test/?access_token=PAGETOKENVALUE1\","
    + "\"pageTimings\":{\"onContentLoad\":801.1239999,\"onLoad\":1e3}}]"

  static let browsers: [ForeignShape] = [
    ForeignShape(
      "Chrome: who asked, how urgent, on which connection",
      secrets: ["STACKTOKENVALUE22", "PAGETOKENVALUE1"], creator: chrome, log: page,
      entry: """
        "_connectionId":"1391","_initiator":{"type":"script","stack":{"callFrames":[
          {"functionName":"load","scriptId":"9","url":"https://shop.test/app.js?token=STACKTOKENVALUE22",
           "lineNumber":12,"columnNumber":0}],"parent":{"description":"await","callFrames":[]}}},
        "_priority":"High","_resourceType":"fetch","connection":"443","pageref":"page_3",
        "serverIPAddress":"[2001:db8::1]"
        """,
      response: "\"_transferSize\":310,\"_error\":null,\"_fetchedViaServiceWorker\":false",
      timings:
        "\"blocked\":1900.5,\"dns\":-1,\"ssl\":12.1,\"connect\":30,\"send\":0.2,\"wait\":60,"
        + "\"receive\":9.3,\"_blocked_queueing\":1880.25,\"_blocked_proxy\":0.4,\"_workerStart\":-1"
    ),
    ForeignShape(
      "Chrome: from the memory cache", creator: chrome, log: page,
      entry: "\"_fromCache\":\"memory\",\"_priority\":\"Low\",\"_resourceType\":\"script\"",
      response: "\"_transferSize\":0,\"_error\":null"),
    ForeignShape(
      "Chrome: a service worker has answered", creator: chrome,
      entry: "\"_resourceType\":\"document\",\"pageref\":\"page_3\"",
      response: """
        "_transferSize":0,"_error":null,"_fetchedViaServiceWorker":true,
        "_responseCacheStorageCacheName":"v1","_serviceWorkerResponseSource":"cache-storage",
        "_serviceWorkerRouterInfo":{"ruleIdMatched":1}
        """),
    ForeignShape(
      "Chrome: a WebSocket and its messages", secrets: ["SOCKETSECRET77xy", "BINARYSECRET99ab"],
      creator: chrome,
      entry: #"""
        "_resourceType":"websocket","_webSocketMessages":[
          {"type":"send","time":1714644000.5,"opcode":1,"data":"{\"op\":\"auth\",\"password\":\"SOCKETSECRET77xy\"}"},
          {"type":"receive","time":1714644000.75,"opcode":2,"data":"dG9rZW49QklOQVJZU0VDUkVUOTlhYiZhPWI="},
          {"type":"receive","time":1714644001,"opcode":8,"data":"\u0003\u00e8 bye"}]
        """#),
    ForeignShape(
      "Chrome: events of a stream", secrets: ["EVENTSECRET12345"], creator: chrome,
      entry: #"""
        "_resourceType":"eventsource","_eventSourceMessages":[
          {"time":1714644000,"eventName":"message","eventId":"1","data":"{\"n\":1}"},
          {"time":1714644002.25,"eventName":"login","eventId":"","data":"access_token=EVENTSECRET12345"}]
        """#),
    ForeignShape(
      "Chrome: cookies, sanitised headers", secrets: ["COOKIEVALUE123ab", "SETCOOKIE456cd"],
      creator: chrome,
      request:
        "\"cookies\":[{\"name\":\"sid\",\"value\":\"COOKIEVALUE123ab\",\"path\":\"/\",\"domain\":\".shop.test\","
        + "\"expires\":\"2025-05-02T10:00:00.000Z\",\"httpOnly\":true,\"secure\":false,\"sameSite\":\"Lax\"}]",
      response:
        "\"cookies\":[{\"value\":\"SETCOOKIE456cd\",\"name\":\"refresh\",\"httpOnly\":false}]"),
    ForeignShape(
      "Chrome: an error beside a status", creator: chrome,
      response: "\"_transferSize\":120,\"_error\":\"net::ERR_ABORTED\""),
    ForeignShape(
      "Chrome: blocked, nothing came",
      """
      {"log":{"version":"1.2","creator":\(chrome),"pages":[],"entries":[{"_initiator":{"type":"other"},
      "_priority":"VeryLow","_resourceType":"ping","cache":{},"request":{"method":"POST",
      "url":"https://ads.test/p","httpVersion":"","headers":[],"queryString":[],"cookies":[],
      "headersSize":-1,"bodySize":4,"postData":{"mimeType":"text/plain;charset=UTF-8","text":"ping"}},
      "response":{"status":0,"statusText":"","httpVersion":"","headers":[],"cookies":[],
      "content":{"size":0,"mimeType":"x-unknown"},"redirectURL":"","headersSize":-1,"bodySize":-1,
      "_transferSize":0,"_error":"net::ERR_BLOCKED_BY_CLIENT"},"serverIPAddress":"",
      "startedDateTime":"2024-05-02T10:00:00.123Z","time":2000.75,"timings":{"blocked":2000.75,
      "dns":-1,"ssl":-1,"connect":-1,"send":0,"wait":0,"receive":0,"_blocked_queueing":-1}}]}}
      """),
    ForeignShape(
      "Chrome: an image as Base64",
      """
      {"log":{"version":"1.2","creator":\(chrome),"pages":[],"entries":[{"_fromCache":"disk",
      "request":{"method":"GET","url":"https://shop.test/a.png","httpVersion":"http/2.0",
      "headers":[{"name":":authority","value":"shop.test"},{"name":":method","value":"GET"}],
      "queryString":[],"cookies":[],"headersSize":-1,"bodySize":0},"response":{"status":200,
      "statusText":"","httpVersion":"http/2.0","headers":[{"name":"content-type","value":"image/png"}],
      "cookies":[],"content":{"size":9,"mimeType":"image/png","text":"iVBORw0KGgr/","encoding":"base64"},
      "redirectURL":"","headersSize":-1,"bodySize":0},"cache":{},"startedDateTime":
      "2024-05-02T10:00:00.123Z","time":0.5,"timings":{"send":0,"wait":0.25,"receive":0.25}}]}}
      """),
    ForeignShape(
      "Firefox: the browser, a page without a title, the state of security",
      creator: "{\"name\":\"Firefox\",\"version\":\"124.0\"}",
      log:
        "\"browser\":{\"name\":\"Firefox\",\"version\":\"124.0\"},\"pages\":[{\"id\":\"page_1\","
        + "\"pageTimings\":{\"onContentLoad\":-67,\"onLoad\":-1},"
        + "\"startedDateTime\":\"2024-05-02T12:00:00.123+02:00\",\"title\":\"\"}]",
      entry:
        "\"_securityState\":\"secure\",\"pageref\":\"page_1\",\"serverIPAddress\":\"192.0.2.1\",\"connection\":\"443\""
    ),
    ForeignShape(
      "Firefox: what stood in the cache, negative times",
      creator: "{\"name\":\"Firefox\",\"version\":\"60.0\"}",
      entry: """
        "cache":{"afterRequest":{"expires":"2024-05-02T10:01:00.000Z","lastFetched":"x",
          "eTag":"\\"a\\"","fetchCount":"2","_dataSize":"310","_lastModified":"2024","_device":"disk"}}
        """, timings: "\"blocked\":-1,\"dns\":0,\"connect\":0,\"send\":0,\"wait\":-3,\"receive\":0"),
    ForeignShape(
      "Safari: how it was fetched, a compression below zero",
      creator: "{\"name\":\"WebKit Web Inspector\",\"version\":\"19618\"}",
      log:
        "\"pages\":[{\"startedDateTime\":\"2024-05-02T10:00:00.000Z\",\"id\":\"page_0\",\"title\":\"https://shop.test/\",\"pageTimings\":{}}]",
      entry: "\"pageref\":\"page_0\",\"_fetchType\":\"Disk Cache\",\"_priority\":\"medium\"",
      response: "\"_transferSize\":0"),
    ForeignShape(
      "Safari: a failure in words",
      """
      {"log":{"version":"1.2","creator":{"name":"WebKit Web Inspector","version":"1.0"},"pages":[],
      "entries":[{"pageref":"page_0","startedDateTime":"2024-05-02T10:00:00.123Z","time":0,
      "request":{"method":"GET","url":"https://gone.test/","httpVersion":"","cookies":[],"headers":[],
      "queryString":[],"headersSize":-1,"bodySize":-1},"response":{"status":0,"statusText":"",
      "httpVersion":"","cookies":[],"headers":[],"content":{"size":0,"compression":0,
      "mimeType":"x-unknown"},"redirectURL":"","headersSize":-1,"bodySize":-1,
      "_error":"A server with the specified hostname could not be found."},"cache":{},
      "timings":{"blocked":-1,"dns":-1,"connect":-1,"ssl":-1,"send":0,"wait":0,"receive":0}}]}}
      """),
    ForeignShape(
      "the old Edge: a byte order mark, lines and blanks",
      "\u{feff}{\r\n  \"log\" : {\r\n\t\"version\" : \"1.2\",\r\n\t\"creator\" : { \"name\" : \"F12 Developer Tools\", \"version\" : \"11.0\" },\r\n"
        + "\t\"entries\" : [ { \"startedDateTime\" : \"2018-05-02T10:00:00.123+02:00\", \"time\" : 31.0,\r\n"
        + "\"request\" : { \"method\" : \"GET\", \"url\" : \"http://a.test/\\u00e9\\/x\", \"headers\" : [ ] },\r\n"
        + "\"response\" : { \"status\" : 200, \"content\" : { \"text\" : \"a\\tb\\u0000\\uD83D\\uDE00\" }, \"headers\" : [ ] },\r\n"
        + "\"timings\" : { \"send\" : 0, \"wait\" : 31.0, \"receive\" : 0 } } ],\r\n\t\"pages\" : [ { \"id\" : \"0\" } ], \"comment\" : \"x\"\r\n  }\r\n , \"after\" : { \"a\" : [ 1 , 2.50 ] } }\r\n"
    ),
  ]
}
