/// How a limit is raised: the one table behind every error that names a limit.
///
/// Tests hold it against ``Limits``, `inspector.json` and the options of the commands.
package struct LimitSetting: Sendable, Hashable {
  /// The property of ``Limits``.
  package let property: String
  /// Its name among the `limits` of `inspector.json`; nil where that cannot set it.
  package let key: String?
  /// The option of the commands that send; nil where there is none.
  package let option: String?

  private init(_ property: String, key: String? = nil, option: String? = nil) {
    (self.property, self.key, self.option) = (property, key, option)
  }

  package static let all = [
    LimitSetting("connectTimeout", key: "connectTimeout", option: "--connect-timeout"),
    LimitSetting("idleTimeout", key: "idleTimeout", option: "--idle-timeout"),
    LimitSetting("totalTimeout", key: "timeout", option: "--timeout"),
    LimitSetting("wireBody", key: "wireBody", option: "--max-body"),
    LimitSetting("decodedBody", key: "decodedBody"),
    LimitSetting("decodedRatio", key: "decodedRatio"),
    LimitSetting("bodyInMemory", key: "bodyInMemory"),
    LimitSetting("redirects", key: "redirects", option: "--max-redirects"),
    LimitSetting("jsonDepth", key: "jsonDepth"),
    LimitSetting("jsonMemory"), LimitSetting("headerLine"), LimitSetting("headerBlock"),
    LimitSetting("headerFields"), LimitSetting("interimResponses"), LimitSetting("urlLength"),
  ]

  /// What to do about the limit with this property: `raise limits.wireBody of …`.
  package static func remedy(_ property: String) -> String {
    let setting = all.first { $0.property == property } ?? LimitSetting(property)
    return "raise \(setting.ways)"
  }

  /// All ways to it, for the middle of a sentence.
  private var ways: String {
    let own = "limits.\(property) of the target"
    let last = option.map { ", or \($0)" } ?? ""
    guard let key else { return "\(own) or the provider\(last)" }
    guard key != property else { return "\(own), the provider or inspector.json\(last)" }
    return "\(own) or the provider, limits.\(key) of inspector.json\(last)"
  }
}
