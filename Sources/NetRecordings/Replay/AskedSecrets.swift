import NetEngine
import RequestFiles

/// A secret that was taken out of a recording, as somebody gives its value.
package struct AskedSecret: Sendable, Hashable {
  /// The same for one value, whichever part of the recording is fired.
  package let id: String
  /// The variable that has it: `PASSWORD`, and `PASSWORD_2` for another value of that name.
  package let variable: String
  /// For how many values it stands: more than one where they are too many to ask for each.
  package let values: Int
  /// An earlier response gives it.
  var isAnswered: Bool { id.hasPrefix(Self.answered) }

  fileprivate static let answered = "answered "

  package init(id: String, variable: String, values: Int = 1) {
    (self.id, self.variable, self.values) = (id, variable, values)
  }
}

/// A secret somebody has to give.
package struct MissingSecret: Sendable, Hashable {
  package let secret: AskedSecret
  /// The first exchange that is sent with it, counted from 0.
  package let exchange: Int
}

/// Who is asked for which secret of a recording's requests.
///
///     POST /login  {"password":"‹redacted:password#4f›"}   PASSWORD
///     POST /login  {"password":"‹redacted:password#9a›"}   PASSWORD_2
///     GET /orders  Authorization: Bearer ‹redacted:authorization#c3›, as the login answered it
///
/// Two values of one name are two secrets: sent in each other's place they would say something else
/// than the recording. What an earlier answer gives is not asked for, and has one variable for all of
/// its values should that answer fail to come. A name with many values nobody has typed: those are
/// tokens that came from elsewhere, one of today's stands for all of them.
struct AskedSecrets: Sendable {
  private var secrets: [Mark: AskedSecret] = [:]

  private struct Mark: Hashable {
    let variable: String
    let key: FreshSecrets.Key
  }

  /// The values of one name in the order in which they are needed.
  private struct Values {
    var typed: [FreshSecrets.Key] = []
    var answered: [FreshSecrets.Key] = []
  }

  init(_ exchanges: [Exchange], _ answers: AnsweredSecrets) {
    var names: [String] = []
    var values: [String: Values] = [:]
    var seen: Set<Mark> = []
    for (place, exchange) in exchanges.enumerated() {
      for (name, key) in FreshSecrets.marks(in: exchange.request) {
        let variable = RedactedText.variable(of: name)
        guard seen.insert(Mark(variable: variable, key: key)).inserted else { continue }
        if values[variable] == nil { names.append(variable) }
        if answers.isGiven(key, before: place) {
          values[variable, default: Values()].answered.append(key)
        } else {
          values[variable, default: Values()].typed.append(key)
        }
      }
    }
    var taken = Set(names)
    for name in names {
      if let values = values[name] { number(values, of: name, &taken) }
    }
  }

  /// Whose value a mark stands for.
  func secret(_ name: String, _ key: FreshSecrets.Key) -> AskedSecret {
    let variable = RedactedText.variable(of: name)
    return secrets[Mark(variable: variable, key: key)]
      ?? AskedSecret(id: key.text, variable: variable)
  }

  private mutating func number(_ values: Values, of name: String, _ taken: inout Set<String>) {
    guard values.typed.count <= SecretVariableNames.limit else {
      let all = values.typed + values.answered
      let one = AskedSecret(id: "all " + name, variable: name, values: all.count)
      for key in all { secrets[Mark(variable: name, key: key)] = one }
      return
    }
    var next = 1
    func variable() -> String {
      defer { next += 1 }
      guard next > 1 else { return name }
      while !taken.insert("\(name)_\(next)").inserted { next += 1 }
      return "\(name)_\(next)"
    }
    func put(_ keys: [FreshSecrets.Key], id: String) {
      guard !keys.isEmpty else { return }
      let one = AskedSecret(id: id, variable: variable(), values: keys.count)
      for key in keys { secrets[Mark(variable: name, key: key)] = one }
    }
    for key in values.typed { put([key], id: key.text) }
    put(values.answered, id: AskedSecret.answered + name)
  }
}
