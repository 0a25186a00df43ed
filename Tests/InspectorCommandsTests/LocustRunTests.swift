import DemoServer
import Glibc
import NetEngine
import TestServer
import TestSupport
import Testing

/// Exported load on a master and two workers, against the demo's server: Locust's failures are our kinds.
///
/// `INSPECTOR_LOCUST` names the program; the deep run installs it.
@Suite("Load by Locust", .timeLimit(.minutes(5)))
struct LocustRunTests {
  nonisolated private static let locust = getenv("INSPECTOR_LOCUST").map { String(cString: $0) }

  private static let requests = """
    ### log in
    # @name login
    POST {{base}}/login
    Content-Type: application/json

    {"name": "ada", "password": "secret"}
    ### refused
    POST {{base}}/login
    Content-Type: application/x-www-form-urlencoded

    name=ada&password=wrong
    ### orders
    GET {{base}}/orders
    Authorization: Bearer {{login.response.body.$.data.token}}
    ### one
    GET {{base}}/orders/11
    Authorization: Bearer {{login.response.body.$.data.token}}
    ### ended
    GET {{base}}/users/42
    ### users
    GET {{base}}/users
    ### gone
    GET {{base}}/status/404
    ### broken
    GET {{base}}/status/503
    ### cut
    GET {{base}}/broken/json/html
    ### page
    GET {{base}}/image

    """

  @Test("counts of verdicts on a master and two workers are ours", .enabled(if: locust != nil))
  func distributed() throws {
    let server = try DemoServer.withBroken()
    let folder = try TestFolder()
    let kinds = try recorded(server, folder)
    let before = server.log.count
    let log = try load(folder)
    let rows = Self.rows(try #require(folder.read("out_stats.csv"), "\(log)"))
    let total = rows.first { $0["Name"] == "Aggregated" }?["Request Count"]
    let asked = server.log.dropFirst(before)
    #expect(total == "\(asked.count)", "\(log)")
    #expect(asked.count > 50, "\(log)")
    // What the server was asked, by what it means here.
    var expected: [String: Int] = [:]
    for request in asked {
      let target = String(decoding: request.target, as: UTF8.self)
      let isWrong = String(decoding: request.body.kept, as: UTF8.self).contains("wrong")
      let place = target == "/login" && isWrong ? "refused" : target
      expected[try #require(kinds[place], "\(place)"), default: 0] += 1
    }
    expected["ok"] = nil
    var told: [String: Int] = [:]
    for row in Self.rows(try #require(folder.read("out_failures.csv"), "\(log)")) {
      let error = row["Error"] ?? ""
      let kind = error.split(separator: "'").dropFirst().first?.split(separator: " ").first
      told["\(kind ?? "")", default: 0] += Int(row["Occurrences"] ?? "") ?? 0
    }
    #expect(told == expected, "\(log)")
    let names: Set = ["business", "invalidSession", "client", "server", "mapping"]
    #expect(Set(told.keys) == names, "\(told)")
  }

  /// Records the requests and exports them; what each of them means here, by its path.
  private func recorded(_ server: DemoServer, _ folder: TestFolder) throws -> [String: String] {
    let file = try folder.write("load.http", Self.requests)
    let session = folder.path + "/sessions/load.har"
    let profile = ["--profile", "status/msg/data"]
    _ = try Piped(["run", file, "--set", "base=\(server.baseURL)", "--record", "load"])
    let check = try Piped(["check", session, "--json"] + profile)
    let ours = JSONLines(Array(check.output.utf8)).map(\.json)
    #expect(ours.count == 10, "\(check.error)")
    let export = ["export", session, "--as", "locust", "--out", folder.path + "/locustfile.py"]
    #expect(try Piped(export + profile).ending == .exited(0))
    var kinds: [String: String] = [:]
    for line in ours {
      let target = line["url"].stringValue.dropFirst(server.baseURL.count)
      let place = line["name"].stringValue == "refused" ? "refused" : String(target)
      kinds[place] = line["kind"].stringValue
    }
    return kinds
  }

  /// Twenty users for eight seconds, on three processes; what the master says.
  private func load(_ folder: TestFolder) throws -> String {
    let locust = "'\(try #require(Self.locust))' -f '\(folder.path)/locustfile.py'"
    // A port that was free a moment ago.
    let port = try DemoServer().baseURL.split(separator: ":").last.map(String.init) ?? ""
    let worker = "\(locust) --worker --master-port \(port) >/dev/null 2>&1 &"
    let script = """
      \(worker)
      \(worker)
      \(locust) --master --headless --expect-workers 2 --master-bind-port \(port) \\
        -u 20 -r 20 -t 8s --stop-timeout 10 --csv '\(folder.path)/out' >'\(folder.path)/log' 2>&1
      wait
      """
    let secrets = ["PASSWORD": "secret", "PASSWORD_2": "wrong"]
    _ = try Piped(["-c", script], environment: secrets, program: "/bin/sh")
    return folder.read("log") ?? ""
  }

  /// The rows of a CSV file by the names of its columns; fields may stand in quotes.
  private static func rows(_ text: String) -> [[String: String]] {
    var lines = text.split(whereSeparator: \.isNewline).map { line in
      var (fields, isQuoted) = ([""], false)
      for letter in line {
        switch letter {
        case "\"": isQuoted.toggle()
        case "," where !isQuoted: fields.append("")
        default: fields[fields.count - 1].append(letter)
        }
      }
      return fields
    }
    guard !lines.isEmpty else { return [] }
    let names = lines.removeFirst()
    return lines.map { Dictionary(zip(names, $0), uniquingKeysWith: { first, _ in first }) }
  }
}
