import NetEngine
import RequestFiles
import TestSupport

/// A sandbox in which every snippet of the tables is read.
struct RequestFixture {
  let sandbox: TestFolder
  var context = RequestContext()

  init(_ text: String) throws {
    try self.init(Array(text.utf8))
  }

  init(_ bytes: [UInt8]) throws {
    sandbox = try TestFolder()
    try sandbox.write("files/t.http", bytes)
    try sandbox.write("files/body.json", #"{"from":"file"}"#)
    try sandbox.write("files/template.txt", "x is {{x}}\n")
    try sandbox.write("files/latin.txt", [0xe9, 0x31])
    try sandbox.write("files/wide.txt", [0, 0x68, 0, 0x69])
    try sandbox.write("files/query.gql", "query { a { ...G } }")
    try sandbox.write("files/fragment.gql", "fragment G on T { id }")
    try sandbox.write("body.json", "outside")
    sandbox.link("files/link", to: "../body.json")
    sandbox.link("files/inside", to: "body.json")
    sandbox.fifo("files/fifo")
    try sandbox.write(
      "files/.env",
      "# settings\nKEY=value # no\nexport QUOTED=\"a \\\"b\\\" \\n#c\"\nSINGLE='d \\n e'\n PLAIN = f g \nEMPTY=\nodd line\n"
    )
    try sandbox.write(
      "files/http-client.env.json",
      #"{"$shared":{"shared":"all","user":"nobody"},"dev":{"host":"http://h.test","user":"ada","number":1.50,"flag":true,"secret":"public","nested":"<{{user}}>","Security":{"Auth":{}},"none":null},"prod":{"host":"https://prod.test"}}"#
    )
    try sandbox.write(
      "files/http-client.private.env.json", #"{"dev":{"secret":"s3cret"}}"#)
    context.environment = "dev"
    context.system = .fixed
    context.earlier = { entry in
      guard entry.request.listName != "other" else { return nil }
      var earlier = EarlierExchange(
        requestHeaders: ["X-Sent": "1", "Cookie": "theme=dark; lang=de"],
        requestBody: #"{"user":"ada"}"#,
        responseHeaders: [
          "X-Id": "7", "Set-Cookie": "sid=s0; Path=/; HttpOnly", "Set-Cookie": "connect.sid=s%3A1",
        ],
        responseBody:
          #"{"data":{"token":"t0"},"list":[{"id":1},{"id":2}],"odd key":"o","none":null,"number":1.50}"#
      )
      earlier.status = 201
      return earlier
    }
  }

  func lines() throws -> [String] {
    let folder = sandbox.path + "/files"
    return RequestSnapshot(try RequestCollection(path: folder), context).lines
  }
}
