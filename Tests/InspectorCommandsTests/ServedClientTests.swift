import CurlTransport
import DemoServer
import Glibc
import NetEngine
import TestSupport
import Testing

/// A client that logs in, reads a list and opens an item: between it and its server, then without the
/// server, then with a backend that says no.
@Suite("A client's run, captured and served")
struct ServedClientTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer()
    folder = try TestFolder()
  }

  /// Runs `inspector` beside a client that is told the address, and ends it.
  private func beside(_ words: String, _ client: (String) async throws -> String) async throws
    -> (said: String, output: String)
  {
    let started = try folder.shell(
      "rm -f out; inspector \(words) --port 0 --json > out 2> err & echo $! > pid;"
        + " until [ -s out ]; do sleep 0.02; done; head -1 out")
    let url = JSONDocument(Array(started.output.utf8)).json["listening"].stringValue
    let said: String
    do { said = try await client(url) } catch { said = "\(error)" }
    let ended = try folder.shell(
      "kill -TERM $(cat pid); while kill -0 $(cat pid) 2>/dev/null; do sleep 0.02; done; cat out err"
    )
    return (said, ended.output)
  }

  /// In NetEngine.
  private static func swift(_ url: String) async throws -> String {
    struct Token: Decodable { var token: String }
    struct Order: Decodable {
      var id: Int
      var title: String
    }
    struct Item: Decodable { var total: String }
    let provider = Provider { $0.profile = .statusMsgData }
    var said: [String] = []
    do throws(NetError) {
      let token = try await provider.post(
        url + "/login", .requestJSONEncodable(["name": "ada", "password": "secret"])
      ).mapObject(Token.self).value
      let headers: Headers = ["Authorization": "Bearer \(token.token)"]
      let orders = try await provider.get(url + "/orders", headers: headers).mapArray(Order.self)
        .value
      said.append("\(orders.count) orders, first \(orders[0].title)")
      let item = try await provider.get(url + "/orders/\(orders[1].id)", headers: headers)
        .mapObject(Item.self).value
      said.append("total \(item.total)")
    } catch {
      said.append(error.kind == .invalidSession ? "log in again" : "failed: \(error.kind.rawValue)")
    }
    return said.joined(separator: "; ")
  }

  /// In Python, which is on most machines.
  private static let script = """
    import json, sys, urllib.request
    base = sys.argv[1]
    def ask(path, token=None, body=None):
        headers = {"Authorization": "Bearer " + token} if token else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(body).encode()
        request = urllib.request.Request(base + path, body, headers)
        with urllib.request.urlopen(request) as answer:
            envelope = json.load(answer)
        if envelope["status"] != "ok":
            print("refused: " + envelope["status"])
            sys.exit(3)
        return envelope["data"]
    token = ask("/login", body={"name": "ada", "password": "secret"})["token"]
    orders = ask("/orders", token)
    item = ask("/orders/%d" % orders[1]["id"], token)
    print("%d orders; total %s" % (len(orders), item["total"]))
    """

  private static let python: String? = {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin"
    return path.split(separator: ":").map { "\($0)/python3" }.first { access($0, X_OK) == 0 }
  }()

  private func run(_ client: (String) async throws -> String, wants whole: String, refused: String)
    async throws
  {
    let captured = try await beside(
      "capture --to \(server.baseURL) --record shop --profile status/msg/data", client)
    #expect(captured.said == whole, "\(captured.output)")
    let before = server.requestCount
    let served = try await beside("serve shop --strict --profile status/msg/data", client)
    #expect(served.said == whole, "\(served.output)")
    // The profile stands in the recording; every third request is refused: the item.
    try folder.write("shop.rules", "GET /orders/* answer as invalidSession\n")
    let refusedRun = try await beside(
      "serve shop --rules shop.rules --profile status/msg/data", client)
    #expect(refusedRun.said == refused, "\(refusedRun.output)")
    #expect(refusedRun.output.contains("rule 1: GET /orders/* answer as invalidSession"))
    #expect(server.requestCount == before)
    // The same, at the real server.
    let altered = try await beside(
      "capture --to \(server.baseURL) --rules shop.rules --profile status/msg/data", client)
    #expect(altered.said == refused, "\(altered.output)")
  }

  @Test("a client in Swift runs again without its server, and its error path runs")
  func inSwift() async throws {
    try await run(
      Self.swift, wants: "3 orders, first Order 11; total 19.90",
      refused: "3 orders, first Order 11; log in again")
  }

  @Test("so does one in Python", .enabled(if: python != nil))
  func inPython() async throws {
    try folder.write("client.py", Self.script)
    let python = try #require(Self.python)
    try await run(
      { url in
        try folder.shell("'\(python)' client.py \(url)").output.split(separator: "\n").joined()
      }, wants: "3 orders; total 19.90", refused: "refused: invalid_session")
  }
}
