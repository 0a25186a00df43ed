import LosslessJSON
import NetEngine

/// Why a cURL command cannot be taken over.
public struct CurlImportProblem: Error, Sendable, Hashable {
  /// Where in the text it is, in bytes.
  public var offset: Int
  /// What it is.
  public var reason: Reason

  init(_ offset: Int, _ reason: Reason) {
    self.offset = offset
    self.reason = reason
  }

  /// What can be wrong.
  public enum Reason: Sendable, Hashable {
    case notCurl(String)
    case unclosedQuote(String)
    case shellReplaces(String)
    case unknownOption(String, near: String?)
    case unsupportedOption(String, why: String)
    case missingValue(String)
    case badValue(String, value: String, expected: String)
    case together(String, String)
    case needs(String, String)
    case noURL
    case severalURLs(String)
    case globbing(String)
    case badURL(String)
    case file(String, why: String)
  }

  /// What is wrong, in one sentence without its full stop.
  public var message: String {
    switch reason {
    case .notCurl(let word): "expected a curl command, found '\(word.shortened)'"
    case .unclosedQuote(let quote): "this \(quote) is never closed"
    case .shellReplaces(let text): "a shell would replace '\(text.shortened)'"
    case .unknownOption(let name, _): "curl has no option '\(name.shortened)'"
    case .unsupportedOption(let name, let why): "\(name) cannot be taken over: \(why)"
    case .missingValue(let name): "\(name) needs a value"
    case .badValue(let name, let value, let expected):
      "\(name) needs \(expected), found '\(value.shortened)'"
    case .together(let one, let other): "\(one) and \(other) do not go together"
    case .needs(let one, let other): "\(one) says nothing alone: add \(other)"
    case .noURL: "the command has no URL"
    case .severalURLs(let url): "one request has one URL, found '\(url.shortened)' as well"
    case .globbing(let url): "curl would make several URLs of '\(url.shortened)'"
    case .badURL(let words): words
    case .file(let path, let why): "the file '\(path.shortened(to: 200))' cannot be read: \(why)"
    }
  }

  /// What to do about it; empty when the message says it all.
  public var hint: String {
    switch reason {
    case .shellReplaces: "put the value in its place, or single quotes around it"
    case .unknownOption(_, let near): near.map { NearestWord.question($0) } ?? ""
    case .globbing: "add --globoff if the brackets are meant"
    case .severalURLs: "write a command for each"
    default: ""
    }
  }
}

extension CurlImportProblem.Reason {
  /// The same with variables as they are written, in place of what stands for them on the way.
  var withVariables: Self {
    func text(_ words: String) -> String { KeptVariable.text(words) }
    switch self {
    case .notCurl(let word): return .notCurl(text(word))
    case .unclosedQuote, .noURL: return self
    case .shellReplaces(let words): return .shellReplaces(text(words))
    case .unknownOption(let name, let near): return .unknownOption(text(name), near: near)
    case .unsupportedOption(let name, let why): return .unsupportedOption(name, why: text(why))
    case .missingValue(let name): return .missingValue(text(name))
    case .badValue(let name, let value, let expected):
      return .badValue(name, value: text(value), expected: text(expected))
    case .together(let one, let other): return .together(text(one), text(other))
    case .needs(let one, let other): return .needs(text(one), text(other))
    case .severalURLs(let url): return .severalURLs(text(url))
    case .globbing(let url): return .globbing(text(url))
    case .badURL(let words): return .badURL(text(words))
    case .file(let path, let why): return .file(text(path), why: text(why))
    }
  }
}
