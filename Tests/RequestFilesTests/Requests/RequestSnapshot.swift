import NetEngine
import RequestFiles
import TestSupport

/// What a collection comes to, as lines to compare: a request each, and what is wrong.
struct RequestSnapshot {
  let collection: RequestCollection
  let context: RequestContext
  let folder: String

  init(_ collection: RequestCollection, _ context: RequestContext) {
    self.collection = collection
    self.context = context
    folder = collection.folder + "/"
  }

  var lines: [String] {
    collection.problems.map { note($0) }
      + collection.entries.flatMap { entry -> [String] in
        [line(entry)] + entry.request.problems.filter(\.isNote).map { note($0) }
      }
  }

  /// `note t.http:1:3 …`; files that a test made are named without their folder.
  private func note(_ problem: RequestFileProblem) -> String {
    "\(problem.isNote ? "note" : "problem") \(problem)"
  }

  private func line(_ entry: RequestCollection.Entry) -> String {
    var words = entry.request.name.map { "[\($0)] " } ?? ""
    do {
      let target = try collection.target(entry, in: context)
      words += try sent(target)
      words += said(target)
    } catch let problem as RequestFileProblem {
      words += "✗ \(problem)"
    } catch let error as NetError {
      words += "✗ \(error.message)"
    } catch {
      words += "✗ \(error)"
    }
    return words
  }

  private func sent(_ target: RequestFileTarget) throws -> String {
    let request = try Endpoint(target).build()
    var words = "\(request.method.rawValue) \(request.url)"
    if request.options.version != .automatic { words += " \(request.options.version)" }
    for field in request.headers {
      words += " | \(field.name): \(Self.shown(Array(field.value.utf8)))"
    }
    if request.body != .none { words += " ‖ \(Self.shown(try request.body.sentBytes()))" }
    return words
  }

  private func said(_ target: RequestFileTarget) -> String {
    var words = ""
    if let status = target.status { words += " ·status \(status.text)" }
    if let mapping = target.mapping { words += " ·map \(mapping.text)" }
    if let timeout = target.timeout { words += " ·timeout \(timeout)" }
    if let time = target.options?.connectTimeout { words += " ·connect \(time)" }
    if let profile = target.envelope { words += " ·profile \(profile.name)" }
    for filter in target.expectations { words += " ·expect \(filter.text)" }
    if target.options?.verifiesTLS == false { words += " ·insecure" }
    if target.options?.followsRedirects == false { words += " ·no-redirect" }
    if let digest = target.options?.digest { words += " ·digest \(digest.user) \(digest.password)" }
    if !target.sampleData.isEmpty { words += " ·sample \(target.sampleData.count)" }
    for use in target.uses where use.isSecret { words += " ·secret \(use.name)" }
    return words
  }

  static func shown(_ bytes: [UInt8]) -> String {
    var text = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\n": text += "⏎"
      case "\r": text += "␍"
      case "\0": text += "␀"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
