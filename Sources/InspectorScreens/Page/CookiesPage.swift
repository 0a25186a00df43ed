import NetEngine
import NetRecordings

/// The cookies that are kept for the requests of this list, as their page shows them.
package struct CookiesPage: Sendable, Hashable {
  /// Whose they are: the folder, or the environment in it.
  package var owner: String
  package var cookies: [Cookie]

  package init(owner: String, cookies: [Cookie]) {
    self.owner = owner
    self.cookies = cookies
  }

  /// A row each, and each a section of its own, so that the cursor says which is meant.
  func document(rule: DisplayRule) -> TextDocument {
    guard !cookies.isEmpty else {
      return TextDocument([.note("none are kept: a response with Set-Cookie brings one")])
    }
    let names = min(24, cookies.map { rule.width(of: $0.name, upTo: 24) }.max() ?? 0)
    let shown = cookies.map(\.shownValue)
    let values = min(28, shown.map { rule.width(of: $0, upTo: 28) }.max() ?? 0)
    return TextDocument(
      zip(cookies, shown).map { cookie, value in
        var builder = TextBuilder()
        builder.add(cookie.name, Style(.key), padded: names, rule)
        builder.add(value.shortened(to: 28), padded: values, rule)
        builder.addLine(cookie.facts, Style(.faint))
        return builder.section
      })
  }
}

extension TextBuilder {
  /// A cell of a column, and two blanks.
  fileprivate mutating func add(
    _ text: String, _ style: Style = .plain, padded width: Int, _ rule: DisplayRule
  ) {
    add(text, style)
    add(.blanks(max(0, width - rule.width(of: text, upTo: width)) + 2))
  }
}

extension Cookie {
  /// The value, or bullets where redaction finds a secret.
  fileprivate var shownValue: String {
    let isMade = Array(value.utf8).withUnsafeBufferPointer { SecretValue($0).isMade }
    let isSecret =
      isMade || SecretName(name)?.covers(text: value) == true
      || !Redactor().redact(value).utf8.elementsEqual(value.utf8)
    return isSecret ? "•••" : value
  }

  /// Where it is sent, until when, its flags, and which answer set it.
  var facts: String {
    var facts = ["\(isHostOnly ? "" : "*.")\(domain)\(path.withMaskedSecrets)"]
    if let expires {
      facts.append("until \(HARDate.text(expires.saturatingProduct(1_000_000)).prefix(16)) UTC")
    } else {
      facts.append("no end")
    }
    if isSecure { facts.append("Secure") }
    if isHTTPOnly { facts.append("HttpOnly") }
    if let sameSite { facts.append("SameSite=\(sameSite.rawValue)") }
    if let source { facts.append(source.words) }
    return facts.joined(separator: " · ")
  }
}

extension SetCookie {
  /// What a field says of it, in the order of the page of cookies.
  var facts: String {
    var facts: [String] = []
    facts.append(domain.map { "*.\($0)" } ?? "this host")
    if let path { facts.append(path.withMaskedSecrets) }
    if let maxAge {
      facts.append(maxAge == 0 ? "ends at once" : "for \(Units.count(maxAge, "second"))")
    } else if let expires {
      facts.append("until \(HARDate.text(expires.saturatingProduct(1_000_000)).prefix(16)) UTC")
    }
    if isSecure { facts.append("Secure") }
    if isHTTPOnly { facts.append("HttpOnly") }
    if let sameSite { facts.append("SameSite=\(sameSite)") }
    return facts.joined(separator: " · ")
  }
}

extension TextPage {
  /// The cookie the cursor stands on.
  var selectedCookie: Cookie? {
    guard case .cookies(let page) = text, let section = pane?.cursor.section,
      page.cookies.indices.contains(section)
    else { return nil }
    return page.cookies[section]
  }

  /// The variable the cursor stands on.
  var selectedVariable: VariablesPage.Row? {
    guard case .variables(let page) = text, let section = pane?.cursor.section,
      page.rows.indices.contains(section)
    else { return nil }
    return page.rows[section]
  }

  /// Opens the line in which the selected variable gets another value.
  func changeVariable() -> Turn {
    guard let row = selectedVariable else { return .done() }
    let value = row.state == .known ? row.value : ""
    return .ask(Prompt(.command, "set \(row.name)=\(value)"))
  }
}

extension App {
  /// Takes a cookie away, or with nil all of them; the page follows.
  mutating func deleteCookie() -> [Effect] {
    guard let cookie = page?.selectedCookie else {
      return house.notify("there is no cookie here: cookies shows those that are kept")
    }
    return [.removeCookies([cookie])]
  }

  /// Who signed in by hand does not want to by a slip: the command is typed, and Enter does it.
  mutating func askToClearCookies() { open(Prompt(.command, "clear-cookies all")) }

  mutating func clearCookies() -> [Effect] {
    guard case .cookies(let kept) = page?.text, !kept.cookies.isEmpty else {
      return house.notify("there are no cookies here: cookies shows those that are kept")
    }
    return [.removeCookies(kept.cookies)]
  }

  mutating func take(_ page: CookiesPage, removed: Int) {
    if removed > 0 { house.notify("\(Units.count(removed, "cookie")) taken away", .ok) }
    if case .cookies = self.page?.text {
      self.page?.take(page)
    } else if removed == 0 {
      show(TextPage(.cookies(page)))
    }
  }
}
