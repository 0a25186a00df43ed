import NetEngine

/// A bar for each phase of each hop, on one scale over all hops.
enum TimingDocument {
  private static let labelWidth = 9
  private static let valueWidth = 10

  static func make(_ firings: [AnswerSummary], _ response: Response, width: Int) -> TextDocument {
    var builder = TextBuilder()
    addTotals(response, to: &builder)
    let total = max(1, response.totalTime)
    let room = max(4, width - labelWidth - valueWidth - 4)
    var start = 0
    for hop in response.hops {
      builder.endLine()
      builder.add("\(hop.method.rawValue) \(response.shownURL(of: hop))", Style(.accent))
      builder.addLine("  \(hop.statusCode)", Style(.title, bold: true))
      addConnection(hop.connection, to: &builder)
      for (name, time) in hop.timings.phases {
        addPhase(name, time, start: start, total: total, room: room, to: &builder)
        start = start.saturatingSum(time ?? 0)
      }
    }
    Sparkline(firings).add(to: &builder)
    return TextDocument([builder.section])
  }

  private static func addTotals(_ response: Response, to builder: inout TextBuilder) {
    builder.add("total ", Style(.faint))
    builder.add(Units.time(microseconds: response.totalTime), Style(.title, bold: true))
    builder.add(" · \(Units.count(response.hops.count, "hop")) · body ", Style(.faint))
    builder.add(Units.bytes(response.bodySize), Style(.title, bold: true))
    if response.wireSize != response.bodySize {
      builder.add(" from \(Units.bytes(response.wireSize)) on the wire", Style(.faint))
    }
    builder.endLine()
  }

  private static func addConnection(_ connection: Connection, to builder: inout TextBuilder) {
    var words: [String] = []
    if let remote = connection.remote {
      words.append(connection.isReused ? "\(remote), a connection used before" : remote)
    }
    if let proxy = connection.proxy { words.append(proxy.words) }
    if let tls = connection.tls {
      words.append(
        [tls.version, tls.cipher, tls.isVerified ? nil : "NOT VERIFIED"].compactMap { $0 }
          .joined(separator: " "))
    }
    guard !words.isEmpty else { return }
    builder.addLine("  \(words.joined(separator: " · "))", Style(.faint))
  }

  private static func addPhase(
    _ name: String, _ time: Int?, start: Int, total: Int, room: Int,
    to builder: inout TextBuilder
  ) {
    builder.add("  " + name + String.blanks(labelWidth - name.utf8.count), Style(.faint))
    guard let time else {
      builder.add(String.blanks(valueWidth - 1))
      builder.addLine("–", Style(.faint))
      return
    }
    let value = Units.time(microseconds: time)
    builder.add(String.blanks(valueWidth - value.unicodeScalars.count) + value + "  ")
    builder.addLine(bar(start: start, length: time, total: total, room: room), Style(.bar))
  }

  /// Blanks up to the start, then eighths of cells; whatever took time shows at least a sliver.
  private static func bar(start: Int, length: Int, total: Int, room: Int) -> String {
    guard length > 0 else { return "" }
    let scale = Double(room) / Double(total)
    let first = max(0, min(room - 1, Int(saturating: Double(start) * scale)))
    let eighths = max(1, min(room * 8, Int(saturating: Double(length) * scale * 8)))
    let whole = min(eighths / 8, room - first)
    let part = whole + first < room ? eighths % 8 : 0
    let ends = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String.blanks(first) + String(repeating: "█", count: whole) + ends[part]
  }
}

extension Timings {
  /// The phases in their order.
  fileprivate var phases: [(name: String, time: Int?)] {
    let own: [(name: String, time: Int?)] = [
      ("dns", dns), ("connect", connect), ("tls", tls), ("send", send), ("wait", wait),
      ("receive", receive),
    ]
    // Only browsers hold requests back.
    return blocked.map { [("blocked", $0)] + own } ?? own
  }
}
