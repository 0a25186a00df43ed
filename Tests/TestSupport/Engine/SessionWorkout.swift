import NetEngine
import NetRecordings

/// Everything a session can be asked for, so that a trap or a hang in any of it shows.
package enum SessionWorkout {
  /// Opens the bytes, and looks at, compares, seals and exports what is in them.
  ///
  /// Gives a number made of what came out, for nothing may be left out as unused.
  @discardableResult
  package static func run(_ bytes: [UInt8]) -> Int {
    guard let session = try? Session.read(bytes) else { return 0 }
    var sum = 0
    for index in 0..<session.count {
      let row = session.row(at: index)
      sum &+= row.url.utf8.count &+ (row.time ?? 0) &+ (session.size(at: index) ?? 0)
      guard let exchange = try? session.exchange(at: index) else { continue }
      sum &+= judge(exchange)
    }
    sum &+= SessionDiff(from: Array(session.exchanges), to: Array(session.exchanges)).rows.count
    var stable = SealOptions()
    stable.isStable = true
    for form in SessionExport.Form.allCases {
      let export = try? SessionExport(session, as: form, form == .har ? stable : SealOptions())
      sum &+= export?.bytes.count ?? 0
    }
    return sum
  }

  private static func judge(_ exchange: Exchange) -> Int {
    var sum = Redactor().scan(exchange).count
    if let response = exchange.response {
      sum &+= response.totalTime &+ (ImageInfo(response.body)?.width ?? 0)
      sum &+= Pipeline().steps(of: response)
    }
    sum &+= Redactor.curl(exchange.request).text.utf8.count
    return sum
  }
}

extension Pipeline {
  fileprivate func steps(of response: Response) -> Int {
    Classifier.classify(.success(response), self).steps.count
  }
}
