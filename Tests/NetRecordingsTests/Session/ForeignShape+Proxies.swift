extension ForeignShape {
  static let proxies: [ForeignShape] = [
    ForeignShape(
      "Charles: whole milliseconds, its own word for the state",
      creator: "{\"name\":\"Charles Proxy\",\"version\":\"4.6.6\"}",
      entry: "\"serverIPAddress\":\"192.0.2.7\",\"comment\":\"\"",
      response: "\"_charlesStatus\":\"COMPLETE\"",
      timings: "\"dns\":5,\"connect\":20,\"ssl\":60,\"send\":1,\"wait\":90,\"receive\":3"),
    ForeignShape(
      "Fiddler: seven digits, ports, a number as comment",
      """
      \u{feff}{"log":{"pages":[],"comment":"exported @ 5/2/2024","entries":[{"connection":"ClientPort:51321;EgressPort:51322",
      "startedDateTime":"2024-05-02T10:00:00.1234567+02:00","time":68,"comment":"[#27]","cache":{},
      "request":{"headersSize":310,"method":"GET","url":"http://a.test/x","httpVersion":"HTTP/1.1",
      "headers":[{"name":"Host","value":"a.test"}],"cookies":[],"queryString":[],"bodySize":0},
      "response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","headers":[],"cookies":[],
      "redirectURL":"","headersSize":190,"bodySize":2,"content":{"size":2,"compression":0,
      "mimeType":"text/plain","text":"hi","comment":"Body length: 2 bytes."}},
      "timings":{"send":0,"wait":60,"receive":8,"connect":0,"ssl":0,"dns":0,"blocked":-1}}],
      "creator":{"version":"5.0.20","name":"Fiddler","comment":"https://www.telerik.com/fiddler"},"version":"1.2"}}
      """),
    ForeignShape(
      "mitmproxy: null where nothing was measured, an error in a sentence",
      """
      {"log":{"version":"1.2","creator":{"name":"mitmproxy","version":"10.1","comment":""},"pages":[],
      "entries":[{"startedDateTime":"2024-05-02T10:00:00.123456+00:00","time":3.0,"request":{"method":"GET",
      "url":"https://a.test/","httpVersion":"HTTP/1.1","cookies":[],"headers":[],"queryString":[],
      "headersSize":20,"bodySize":0},"response":{"status":0,"statusText":"","httpVersion":"","headers":[],
      "cookies":[],"content":{},"redirectURL":"","headersSize":-1,"bodySize":-1,"_transferSize":0,
      "_error":"Client disconnected."},"cache":{},"timings":{"connect":null,"ssl":null,"send":3.0,
      "receive":0,"wait":0}}]}}
      """),
    ForeignShape(
      "mitmproxy: a form, twice", secrets: ["FORMPASSWORD1x", "MITMCOOKIE22yy"],
      creator: "{\"name\":\"mitmproxy\",\"version\":\"10.1\",\"comment\":\"\"}",
      request: """
        "cookies":[{"name":"session","value":"MITMCOOKIE22yy"}],
        "postData":{"mimeType":"application/x-www-form-urlencoded","text":"user=me&password=FORMPASSWORD1x",
         "params":[{"name":"user","value":"me"},{"name":"password","value":"FORMPASSWORD1x"}]}
        """, timings: "\"connect\":-1.0,\"ssl\":-1.0,\"send\":0.5,\"receive\":1.5,\"wait\":20.25"),
    ForeignShape(
      "HTTP Toolkit: the program that asked is the page",
      creator: "{\"name\":\"HTTP Toolkit\",\"version\":\"1.2024\"}",
      log:
        "\"pages\":[{\"id\":\"Chrome on Linux\",\"title\":\"Chrome on Linux\",\"startedDateTime\":\"2024-05-02T10:00:00.000Z\",\"pageTimings\":{}}]",
      entry:
        "\"pageref\":\"Chrome on Linux\",\"_requestStatus\":\"completed\",\"_pinned\":true",
      request: "\"_requestBodyStatus\":\"discarded:too-large\",\"_trailers\":[]",
      response: "\"_responseBodyStatus\":\"ok\""),
    ForeignShape(
      "Proxyman: an application's name, a comment",
      creator: "{\"name\":\"Proxyman\",\"version\":\"5.1.0\"}",
      log: "\"pages\":[],\"comment\":\"flows\"",
      entry:
        "\"comment\":\"Slow one\",\"_isIntercepted\":true,\"_client\":{\"name\":\"curl\",\"port\":51333}"
    ),
    ForeignShape(
      "BrowserMob: comments everywhere, an error message",
      creator: "{\"name\":\"BrowserMob Proxy\",\"version\":\"2.1.5\",\"comment\":\"\"}",
      log:
        "\"browser\":null,\"pages\":[{\"id\":\"default\",\"startedDateTime\":\"2024-05-02T10:00:00.000+0000\",\"title\":\"default\",\"pageTimings\":{\"comment\":\"\"},\"comment\":\"\"}],\"comment\":\"\"",
      entry: "\"pageref\":\"default\",\"comment\":\"\",\"serverIPAddress\":\"192.0.2.3\"",
      request: "\"comment\":\"\"", response: "\"_errorMessage\":null,\"comment\":\"\"",
      timings:
        "\"comment\":\"\",\"connect\":3,\"wait\":60,\"blocked\":0,\"dns\":0,\"receive\":9,\"ssl\":0,\"send\":0"
    ),
    ForeignShape(
      "Whistle: fields without an underscore", secrets: ["WHISTLETOKEN333z"],
      creator: "{\"name\":\"Whistle\",\"version\":\"2.9.59\",\"comment\":\"\"}",
      entry: """
        "clientIPAddress":"127.0.0.1","hostIp":"192.0.2.9","whistleRules":{"host":{"raw":"a.test 127.0.0.1"}},
        "whistleVersion":"2.9.59","frames":[{"ctime":1,"opcode":1,"length":9,"text":"{\\"token\\":\\"WHISTLETOKEN333z\\"}"}],
        "whistleTimes":{"startTime":1714644000123,"dnsTime":0,"endTime":1714644000200}
        """),
    ForeignShape(
      "ZAP: the number of the message and its note",
      creator: "{\"name\":\"ZAP\",\"version\":\"2.15.0\"}",
      entry:
        "\"_zapMessageId\":17,\"_zapMessageNote\":\"look here\",\"_zapMessageType\":1,\"comment\":\"\"",
      request: "\"comment\":\"\"", response: "\"comment\":\"\""),
    ForeignShape(
      "a proxy that puts parsed JSON where its text should be", secrets: ["PARSEDSECRET44q"],
      """
      {"log":{"version":"1.2","creator":{"name":"own","version":""},"entries":[{"startedDateTime":
      "2024-05-02T10:00:00Z","time":1,"request":{"method":"POST","url":"http://a.test/","headers":
      {"Authorization":"Bearer PARSEDSECRET44q","X-List":["1","2"]},"cookies":{"a":"b"},"postData":"x=1"},
      "response":{"status":"201","headers":{"Content-Type":"application/json"},"content":{"text":
      {"a":1.0,"b":[null,true]}}},"timings":{},"extra":{"deep":[[[{"pin":123456,"n":1.50}]]]}}]}}
      """),
  ]
}
