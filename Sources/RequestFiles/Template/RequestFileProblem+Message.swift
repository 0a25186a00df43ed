import LosslessJSON
import NetEngine

extension RequestFileProblem {
  /// What is wrong, in one sentence without its full stop; the text is quoted.
  public var message: String {
    switch reason {
    case .notUTF8(let what): "the file is no UTF-8 text: \(what)"
    case .tooLarge(let allowed): "the file is longer than \(allowed >> 20) MiB"
    case .noRequestLine(let found): "expected a request line, found '\(found.shortened)'"
    case .unknownMethod(let method, _): "there is no method '\(method.shortened)'"
    case .foreignMethod(let method): "\(method) is not HTTP: kept, not sent"
    case .notDone(let what, _): "\(what.shortened) is not done here: kept, not sent"
    case .disabled: "the request is disabled: kept, not sent"
    case .badCurl(let words, _): "the command cannot be read: \(words)"
    case .noTarget: "the method has no target behind it"
    case .badVersion(let version): "'\(version.shortened)' cannot be asked for"
    case .badHeader(let found):
      "expected 'Name: value' or an empty line, found '\(found.shortened)'"
    case .badVariable(let found): "expected '@name = value', found '\(found.shortened)'"
    case .unknownMeta(let name, _): "there is no '@\(name.shortened)'"
    case .badMeta(let name, let value, let expected):
      "@\(name) needs \(expected), found '\(value.shortened)'"
    case .badFilter(let words): "the expectation cannot be read: \(words)"
    case .wordExpected(let word):
      "'\(word.shortened)' is looked for in the request's own URL and name, not in its response"
    case .duplicateName(let name, let line):
      "the name '\(name.shortened)' is taken by the request in line \(line)"
    case .scriptsNotRun(let count, let checks, let isPart):
      (isPart ? "a part of a script is kept and not run" : "a script is kept and not run")
        + (count == 1 ? "" : ", and \(count - 1) more") + Self.unchecked(checks)
    case .notSupported(let what): "\(what.shortened) is kept and has no effect here"
    case .noBoundary: "a multipart body without a boundary in Content-Type is sent as it is written"
    case .badMultipart(let expected, let found):
      "expected \(expected.escapedForMessage), found \(found)"
    case .openBraces(let text, let isMeant):
      isMeant
        ? "'\(text.shortened)' is no variable" : "'\(text.shortened)' is sent as it is written"
    case .shellVariable(let text): "'\(text?.shortened ?? "$…")' is sent as it is written"
    case .foreignCall(let text): "'\(text.shortened)' is sent as it is written"
    case .foreignVariable(let written, _, _): "'\(written.shortened)' sets no variable here"
    case .unknownCharset(let name): "there is no encoding '\(name.shortened)'"
    case .noRequest: "there is no request in it"
    case .secondRequest: "a second request starts here, and one is sent"
    case .variableBeside(let name):
      "'@\(name.shortened)' belongs into a file: one request alone sets no variable"
    case .badGraphQL(let words): "the variables of the query are no JSON: \(words)"
    default: variableMessage
    }
  }

  private static func unchecked(_ count: Int) -> String {
    switch count {
    case 0: ""
    case 1: ": 1 check is not made"
    default: ": \(count) checks are not made"
    }
  }

  private var variableMessage: String {
    switch reason {
    case .environmentKept(let names, _, let origin):
      "\(names.map { "'\($0)'" }.joined(separator: ", ")) of the environment would go to"
        + " \(origin.escapedForMessage), and is not sent"
    case .unresolved(let name, _), .inOtherEnvironments(let name, _):
      "there is no variable '\(name.shortened)'"
    case .prompted(let name, _): "'\(name.shortened)' has no value: a person is asked for it"
    case .scripted(let name):
      "'\(name.shortened)' has no value: a script sets it that is not run"
    case .selfReference(let names): "a variable needs itself: \(Self.chain(names))"
    case .tooDeep(let names):
      "variables are more than \(VariableResolver.depthLimit) deep: \(Self.chain(names))"
    case .unknownDynamic(let name, _): "there is no dynamic variable '\(name.shortened)'"
    case .badDynamic(let name, let expected): "\(name.shortened) needs \(expected)"
    case .unset(let name, let place, _): "'\(name.shortened)' is not set in \(place.shortened)"
    case .badReference(let text, let expected):
      "'\(text.shortened)' cannot be read: expected \(expected)"
    case .noAnswer(let name): "'\(name.shortened)' has no response yet"
    case .failedNeed(let name, let how): "'\(name.shortened)', which it needs, failed: \(how)"
    case .notKept(let name, let request):
      "'\(name.shortened)' has no value: the response to '\(request.shortened)' did not set it"
    case .notInAnswer(let name, let why): "the value is not in '\(name.shortened)': \(why)"
    case .tooLong(let name, let allowed):
      "'\(name.shortened)' becomes longer than \(allowed >> 20) MiB"
    case .lineBreak(let name): "'\(name.shortened)' would break the line it stands in"
    default: collectionMessage
    }
  }

  private var collectionMessage: String {
    switch reason {
    case .file(let path, let why): "the file '\(path.shortened(to: 200))' cannot be used: \(why)"
    case .badEnvironment(let why): "the environments cannot be read: \(why)"
    case .noBase(let target):
      "the target '\(target.shortened)' has no Host header and no variable 'baseUrl'"
    case .noAbsoluteTarget(let target): "the target '\(target.shortened)' is no URL"
    case .unknownName(let name, _): "there is no request '\(name.shortened)'"
    case .ambiguousName(let name, let count, let places):
      "'\(name.shortened)' is the name of \(count) requests:"
        + " \(places.map(\.description).joined(separator: ", "))"
    case .cycle(let names): "requests depend on each other: \(Self.chain(names))"
    case .unknownProfile(let name, _): "there is no profile '\(name.shortened)'"
    case .unknownEnvironment(let name, _, _): "there is no environment '\(name.shortened)'"
    default: ""
    }
  }

  /// `a → b → a`; the middle of a long one is left out.
  private static func chain(_ names: [String]) -> String {
    ends(ofChain: names[...]).map { $0.shortened }.joined(separator: " → ")
  }

  /// What is said of a chain: a problem that kept all of it would cost its length at every request
  /// that it is the problem of.
  static func ends(ofChain names: ArraySlice<String>) -> [String] {
    Array(names.count > 8 ? names.prefix(6) + ["…"] + names.suffix(1) : names)
  }

  /// The name of the process's environment in messages.
  static let process = "the environment of this process"

  /// The variable of the process's environment that has no value; nil where something else is wrong.
  package var unsetInProcess: String? {
    if case .unset(let name, in: Self.process, _) = reason { name } else { nil }
  }

  /// What to do about it; empty when the message says it all.
  public var hint: String {
    switch reason {
    case .notUTF8: "save it as UTF-8"
    case .tooLarge: "split it, or put bodies into files of their own: < ./body.json"
    case .noRequestLine: "write one such as GET https://host/path; requests stand between ### lines"
    case .unknownMethod(_, let near): NearestWord.question(near)
    case .noTarget: "write a URL, or a path with a Host header or @baseUrl"
    case .badVersion: "write HTTP/1.1 or HTTP/2, or nothing"
    case .badHeader: "a body needs an empty line in front of it"
    case .badVariable: "names have letters, digits, '-', '_' and '.'"
    case .openBraces: "a variable is {{name}}, with two braces on both sides"
    case .shellVariable(let text):
      "a variable of the process is {{$processEnv \(Self.name(ofShell: text))}}"
    case .foreignCall: "nothing is worked out here: write the value, or {{$uuid}}, {{$randomInt}}"
    case .foreignVariable(_, let name, let value): "write @\(name) = \(value.shortened)"
    case .unknownCharset: "write one such as utf8, latin1, windows1252 or utf16le"
    case .prompted(let name, _): "send it on the screens, or give it with --set \(name.shortened)=…"
    case .scripted(let name):
      "give it with --set \(name.shortened)=…, in the screens :set \(name.shortened)=…"
    case .environmentKept(_, let first, let origin): EnvironmentVariable(first).hint(to: origin)
    case .notDone(_, let instead): instead
    case .disabled: "take '# @disabled' away to send it"
    case .badCurl(_, let hint): hint
    case .unknownMeta(_, let near): NearestWord.question("@" + near)
    case .wordExpected: "~c 200 tests its status, ~b text its body"
    case .inOtherEnvironments(_, let names): Self.choice(names)
    case .duplicateName: "choose another: responses are referred to by name"
    case .scriptsNotRun: "use # @expect, and {{name.response.body.$.path}} for values"
    case .noBoundary: "no server finds its parts: add ; boundary=name"
    case .unset(let name, in: Self.process, _):
      Self.hint(toExport: name.utf8.first == UInt8(ascii: "%") ? "NAME" : name.shortened)
    case .unresolved(let name, nil) where !name.utf8.contains(UInt8(ascii: ".")):
      "write @\(name.shortened) = … in the file, or say it for this run: --set \(name.shortened)=…,"
        + " in the screens :set \(name.shortened)=…"
    case .unresolved(_, let near), .unset(_, _, let near): Self.guess(near)
    case .unknownDynamic(_, let near): Self.guess(near)
    case .selfReference, .tooDeep: "give one of them a value of its own"
    case .noAnswer(let name): "send '\(name.shortened)' first"
    case .failedNeed(let name, _): "look at the response of '\(name.shortened)' and send it again"
    case .lineBreak: "it holds a line break or NUL; nothing was sent"
    case .file(_, _):
      "paths count from the request file's folder and stay in the collection or its repository"
    case .noBase: "add one of them, or write the whole URL"
    case .noAbsoluteTarget: "write a URL such as https://host/path"
    case .unknownName(_, let near), .unknownProfile(_, let near): Self.guess(near)
    case .ambiguousName: "give each a name of its own with # @name"
    case .cycle: "take one of the references away"
    case .unknownEnvironment(_, let near, let known):
      near.map { Self.guess($0) }
        ?? (known.isEmpty
          ? "there is no http-client.env.json" : "known are \(known.joined(separator: ", "))")
    default: ""
    }
  }

  private static func hint(toExport name: String) -> String {
    "export it before the start, or for this run: --set \(name)=…, in the screens :set \(name)=…"
  }

  private static func choice(_ names: [String]) -> String {
    let shown = names.prefix(4).map(\.shortened).joined(separator: ", ")
    return names.count == 1
      ? "the environment \(shown) has it, and is not chosen"
      : "the environments \(shown) have it, and none of them is chosen"
  }

  private static func name(ofShell text: String?) -> String {
    text.map { String(decoding: $0.utf8.filter(\.isVariableByte), as: UTF8.self) } ?? "NAME"
  }

  private static func guess(_ near: String?) -> String {
    near.map { NearestWord.question($0) } ?? ""
  }
}
