/// The names of other editors' scripts that mean something here.
///
/// A statement with any other one is a stranger, and what it checks is counted as not made: a guess
/// would be a green answer nobody earned.
enum ScriptKnowledge {
  /// What a script finds without declaring it.
  static let globals: Set<String> = [
    "client", "response", "console", "JSON", "Object", "Array", "Number", "String", "Boolean",
    "parseInt", "parseFloat", "isNaN", "jsonPath", "NaN",
  ]

  /// Words of the language, which name nothing.
  static let words: Set<String> = [
    "if", "else", "var", "let", "const", "return", "function", "for", "while", "do", "switch",
    "case", "new", "throw", "try", "catch", "finally", "class", "await", "async", "import",
    "export", "delete", "void", "yield", "this", "in", "typeof", "instanceof",
  ]

  /// What can be asked of what is there from the start.
  private static let members: [String: Set<String>] = [
    "response": [
      "status", "statusCode", "body", "parsedBody", "headers", "contentType", "statusText",
    ],
    "client": ["global", "variables", "test", "assert", "log"],
    "client.global": ["set", "get", "isEmpty", "clear", "clearAll"],
    "client.variables": ["set", "get", "global"],
    "client.variables.global": ["set", "get", "isEmpty", "clear", "clearAll"],
    "response.contentType": ["mimeType", "charset"],
    "console": ["log", "info", "warn", "error"],
    "JSON": ["parse", "stringify"], "Object": ["keys", "values"], "Array": ["isArray"],
    "Number": ["isInteger"],
  ]

  /// Calls of what is there from the start.
  private static let calls: Set<String> = [
    "client.test", "client.assert", "client.log", "client.global.set", "client.global.get",
    "client.global.isEmpty", "client.global.clear", "client.global.clearAll",
    "client.variables.set", "client.variables.get", "client.variables.global.set",
    "client.variables.global.get", "client.variables.global.isEmpty",
    "client.variables.global.clear", "client.variables.global.clearAll", "console.log",
    "console.info", "console.warn", "console.error", "JSON.parse", "JSON.stringify", "Object.keys",
    "Object.values", "Array.isArray", "Number.isInteger", "Number", "String", "Boolean",
    "parseInt", "parseFloat", "isNaN", "jsonPath",
  ]

  /// What can be asked of any value.
  private static let methods: Set<String> = [
    "valueOf", "valuesOf", "get", "hasOwnProperty", "toString", "includes", "indexOf",
    "startsWith", "endsWith", "match", "test", "trim", "toLowerCase", "toUpperCase", "split",
    "substring", "substr", "slice", "replace", "join", "concat", "every", "some", "find",
    "filter", "map", "forEach",
  ]

  /// Whether a value can be asked for.
  static func knows(_ value: ScriptExpression) -> Bool {
    guard case .member(let owner, let name) = value else { return true }
    guard let dotted = owner.dotted, let known = members[dotted] else { return true }
    return known.contains(name)
  }

  /// Whether a call of this is understood.
  static func knows(call callee: ScriptExpression) -> Bool {
    if let dotted = callee.dotted, calls.contains(dotted) { return true }
    switch callee {
    case .function: return true
    // A function of its own: only what the script declares is a name that is no global.
    case .name(let name): return !globals.contains(name)
    default: break
    }
    guard case .member(let owner, let name) = callee, methods.contains(name) else { return false }
    return owner.dotted.map { members[$0] == nil || $0 == "response" } ?? true
  }
}
