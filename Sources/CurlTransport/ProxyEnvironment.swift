import NetEngine

/// The proxies the environment names, and who is exempt.
///
/// Read by ourselves so that the proxy in use can be shown: libcurl does not tell which it took.
package struct ProxyEnvironment: Sendable {
  private let variables: [String: String]
  private let exemptions: [ProxyExemption]

  /// Takes the process's variables.
  package init(variables: [String: String]) {
    self.variables = variables
    let list = variables["no_proxy"] ?? variables["NO_PROXY"] ?? ""
    exemptions = list.utf8.split { $0 == UInt8(ascii: ",") || $0.isBlank }
      .map { ProxyExemption(String(Substring($0))) }
  }

  /// The proxy for a URL: the variable and its value, user and password included.
  package func proxy(forURL text: String) -> (variable: String, value: String)? {
    guard !variables.isEmpty, let url = try? URLText(text) else { return nil }
    // HTTP_PROXY in capitals could be set by a request header of a CGI server: not read.
    let names =
      url.scheme == "https"
      ? ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
      : ["http_proxy", "all_proxy", "ALL_PROXY"]
    for name in names {
      guard let value = variables[name], !value.isEmpty else { continue }
      return exemptions.contains { $0.covers(url.origin) } ? nil : (name, value)
    }
    return nil
  }
}
