import InspectorCore
import NetEngine
import Sessions

/// `scan`: what is secret in sessions and has no mark; for CI.
enum ScanCommand {
  static let words = "SESSION…"

  static func run(_ arguments: Arguments) async throws -> Int32 {
    let isJSON = arguments["--json"] != nil
    let redactor = Redactor()
    var count = 0
    var exchangeCount = 0
    var codes = ExitCodes()
    for path in try arguments.words.map({ try SessionWord.path(of: $0) }) {
      let session = try Session.open(path)
      for notice in session.notices { Output.talk("\(path): \(notice)") }
      for index in 0..<session.count {
        do throws(SessionProblem) {
          let exchange = try session.exchange(at: index)
          exchangeCount += 1
          let finds = redactor.scan(exchange)
          count += finds.count
          for find in finds { try? tell(find, exchange.sequence, path, isJSON: isJSON) }
        } catch {
          Output.talk("\(path): \(error)")
          codes.add(2)
        }
      }
    }
    guard count > 0 else {
      Output.talk("no secrets found in \(Units.count(exchangeCount, "exchange"))")
      return codes.first
    }
    Output.talk(
      "\(Units.count(count, "secret")) \(count == 1 ? "is" : "are") left — 'inspector seal' takes out what it finds, or keep the file to yourself"
    )
    codes.add(4)
    return codes.first
  }

  private static func tell(
    _ find: Redactor.Find, _ sequence: Int, _ path: String, isJSON: Bool
  ) throws {
    guard isJSON else { return try Output.data("\(path)#\(sequence): \(find.path)") }
    let line = JSON(members: [
      ("session", JSON(path)), ("seq", JSON(sequence)), ("path", JSON(find.path)),
      ("name", JSON(find.name)),
    ])
    try Output.data(JSONPrinter.compact.text(line))
  }
}
