import NetEngine
import RequestFiles

/// Recorded requests as a script of curl commands for a POSIX shell.
///
/// Secrets come from the environment. A value that an earlier response gave is read from the new
/// response by jq:
///
///     response=$(curl … '/login' …)
///     TOKEN=$(value '.data.token') || exit
///     curl … -H 'Authorization: Bearer '"$TOKEN"''
struct ShellScript {
  private(set) var text = ""
  /// The variables that a person has to set.
  private(set) var variables: [String] = []
  /// Whether values of response bodies go into later requests.
  let needsJQ: Bool
  /// Whether values of response heads do.
  private let needsHeads: Bool

  init(_ exported: ExportedRequests) {
    var names = SecretVariableNames()
    var given: Set<String> = []
    needsJQ = exported.chain.values.contains { $0.isInBody }
    needsHeads = exported.chain.values.contains { !$0.isInBody }
    let values = Dictionary(grouping: exported.chain.values, by: \.giver)
    for (number, exchange) in exported.exchanges.enumerated() {
      let request = exported.chain.request(exchange.request, of: number, Self.placeholder)
      let filled = names.fill(Array(CurlCommand(request).text.utf8)) { "'\"$\($0)\"'" }
      let command = String(decoding: filled, as: UTF8.self)
      let title = "\(exchange.sequence) \(exported.names[number])".escapedForMessage
      text += "\n# \(title)\n"
      guard let own = values[number] else {
        text += command + "\n"
        continue
      }
      let head = own.allSatisfy(\.isInBody) ? "" : " -D \"$head\""
      text += "response=$(\(command)\(head))\nprintf '%s\\n' \"$response\"\n"
      for value in own {
        let placeholder = Array(Self.placeholder(value).utf8)
        let variable = String(decoding: names.fill(placeholder) { $0 }, as: UTF8.self)
        given.insert(variable)
        text += "\(variable)=$(\(value.command)) || exit\n"
      }
    }
    variables = names.variables.filter { !given.contains($0) }
    text = head + text
  }

  private var head: String {
    var head = "#!/bin/sh\n"
    for variable in variables { head += ": \"${\(variable):?set it: it is a secret}\"\n" }
    if needsJQ { head += Self.bodyValues }
    return needsHeads ? head + Self.headValues : head
  }

  private static let bodyValues = """

    # Prints a value of the last response for later requests; needs jq.
    value() {
      printf '%s' "$response" | jq -er "$1" || {
        echo "$1 is not in the response" >&2
        exit 1
      }
    }

    """

  private static let headValues = """

    # Prints a header or a cookie of the last response for later requests.
    head=$(mktemp) || exit
    trap 'rm -f "$head"' EXIT
    field() {
      tr -d '\\r' < "$head" | awk -v name="$1:" -v cookie="$2" '
        tolower(substr($0, 1, length(name))) == tolower(name) {
          text = substr($0, length(name) + 1)
          sub(/^[ \\t]+/, "", text)
          if (cookie != "") {
            if (index(text, cookie "=") != 1) next
            sub(/;.*/, "", text)
            text = substr(text, length(cookie) + 2)
          }
          found = text
        }
        END { if (found == "") exit 1; print found }' || {
        echo "$1 $2 is not in the response" >&2
        exit 1
      }
    }

    """

  private static func placeholder(_ value: ValueChain.Value) -> String {
    SecretVariable.placeholder(value.name, "of\(value.giver)at" + value.command.hexDigits)
  }
}

extension ValueChain.Value {
  fileprivate var isInBody: Bool { if case .json = part { true } else { false } }

  /// The command of the script that prints it.
  fileprivate var command: String {
    switch part {
    case .json(let path): "value \(path.asJQ.quotedForShell)"
    case .header(let name): "field \(name.quotedForShell)"
    case .cookie(let name): "field 'Set-Cookie' \(name.quotedForShell)"
    case .body, .status: ""
    }
  }
}

extension String {
  fileprivate var hexDigits: String { utf8.map { String($0, radix: 16) }.joined(separator: "x") }
}

extension JSONPath {
  /// The path in jq's language: `.data.token`, `.items[0]`, `.["a b"]`.
  fileprivate var asJQ: String {
    let text = steps.map { step in
      switch step {
      case .index(let index): return "[\(index)]"
      case .key(let key):
        let isPlain = key.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 == 0x5f }
        return isPlain && !key.isEmpty ? ".\(key)" : "[\(JSON(key).rawText ?? "")]"
      }
    }.joined()
    return text.hasPrefix(".") ? text : "." + text
  }
}
