import NetEngine
import NetRecordings

/// `check --secrets`: what is secret in recordings and has no mark; for CI.
enum SecretCheck {
  static let option = Subcommand.Option(
    name: "--secrets", summary: "secrets that are left in recordings; 4 when there are any")

  static func run(_ arguments: Arguments) throws -> Int32 {
    let isJSON = arguments["--json"] != nil
    let redactor = Redactor()
    var count = 0
    var exchangeCount = 0
    var unread = UnreadBodies(isJSON: isJSON)
    var codes = ExitCodes()
    for path in try arguments.words.map({ try SessionWord.path(of: $0) }) {
      let session = try SessionWord.opened(path)
      for notice in session.notices { Output.talk("\(path): \(notice)") }
      if !session.omissions.isEmpty { codes.add(2) }
      let around = redactor.scan(log: session)
      count += around.count
      for find in around { try tell(find, 0, path, isJSON: isJSON) }
      for index in 0..<session.count {
        WorkProgress.report(.init("looking for secrets", index, of: session.count))
        do throws(SessionProblem) {
          let exchange = try session.exchange(at: index)
          exchangeCount += 1
          let finds = redactor.scan(exchange)
          count += finds.count
          for find in finds { try? tell(find, exchange.sequence, path, isJSON: isJSON) }
          for body in redactor.unread(in: exchange) {
            try? unread.tell(body, exchange.sequence, path)
          }
        } catch {
          Output.talk("\(path): \(error)")
          codes.add(2)
        }
      }
    }
    unread.tellMore()
    guard count > 0 else {
      tellNone(in: Units.count(exchangeCount, "exchange"), unread: unread.count)
      return codes.first
    }
    Output.talk(
      "\(Units.count(count, "secret")) \(count == 1 ? "is" : "are") left — 'inspector seal' takes out what it finds, or keep the file to yourself"
    )
    codes.add(4)
    return codes.first
  }

  private static func tellNone(in exchanges: String, unread: Int) {
    Output.talk(
      unread == 0
        ? "no secrets found in \(exchanges)"
        : "\(unread == 1 ? "1 body" : "\(unread) bodies") of \(exchanges) could not be read; "
          + "no secrets found in the rest")
  }

  private static func tell(
    _ find: Redactor.Find, _ sequence: Int, _ path: String, isJSON: Bool
  ) throws {
    // Beside the entries there is no number.
    let place = sequence == 0 ? path : "\(path)#\(sequence)"
    guard isJSON else { return try Output.data("\(place): \(find.path)") }
    try Output.data(
      MachineLine.text([
        ("session", JSON(path)), ("seq", JSON(sequence)), ("path", JSON(find.path)),
        ("name", JSON(find.name)),
      ]))
  }
}

/// Says which bodies nobody can look into: that nothing was found there says nothing.
private struct UnreadBodies {
  let isJSON: Bool
  private(set) var count = 0
  /// More lines than these nobody reads; those of JSON are for machines.
  private static let limit = 20

  init(isJSON: Bool) {
    self.isJSON = isJSON
  }

  mutating func tell(_ body: Redactor.Unread, _ sequence: Int, _ path: String) throws {
    count += 1
    let type = body.type.isEmpty ? "no text" : body.type
    if isJSON {
      try Output.data(
        MachineLine.text([
          ("session", JSON(path)), ("seq", JSON(sequence)), ("path", JSON(body.path)),
          ("unread", JSON(type)), ("bytes", JSON(body.count)),
        ]))
    } else if count <= Self.limit {
      Output.talk(
        "\(path)#\(sequence): \(body.path) is not read: \(type), \(Units.bytes(body.count))")
    }
  }

  func tellMore() {
    guard !isJSON, count > Self.limit else { return }
    Output.talk("… and \(count - Self.limit) more that are not read; --json lists all")
  }
}
