/// The proxies the environment names, and who is exempt.
///
/// Read by ourselves so that the proxy in use can be shown: libcurl does not tell which it took.
package struct ProxyEnvironment: Sendable {
  private let variables: [String: String]

  /// Takes the process's variables.
  package init(variables: [String: String]) {
    self.variables = variables
  }

  /// The proxy for a URL: the variable and its value, user and password included.
  package func proxy(forURL text: String) -> (variable: String, value: String)? {
    guard !variables.isEmpty, let url = try? URLText(text), !isExempt(url) else { return nil }
    // HTTP_PROXY in capitals could be set by a request header of a CGI server: not read.
    let names =
      url.scheme == "https"
      ? ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
      : ["http_proxy", "all_proxy", "ALL_PROXY"]
    for name in names {
      if let value = variables[name], !value.isEmpty { return (name, value) }
    }
    return nil
  }

  /// Hosts by name, by domain, by `host:port`, or all by `*`.
  private func isExempt(_ url: URLText) -> Bool {
    let list = variables["no_proxy"] ?? variables["NO_PROXY"] ?? ""
    let origin = url.origin
    let host = origin.host.trimmingBrackets
    return list.split { $0 == "," || $0 == " " }.contains { item in
      if item == "*" { return true }
      var name = item.lowercased()
      if name.hasSuffix(":\(origin.port)") { name.removeLast("\(origin.port)".count + 1) }
      if name.hasPrefix(".") { name.removeFirst() }
      name = name.trimmingBrackets
      return host == name || host.hasSuffix("." + name)
    }
  }
}

extension String {
  fileprivate var trimmingBrackets: String {
    hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
  }

  /// A URL without what stands before its `@`.
  var withoutUserInfo: String {
    guard let at = lastIndex(of: "@") else { return self }
    let start = range(ofSchemeMark: "://") ?? startIndex
    return self[..<start] + String(self[index(after: at)...])
  }

  private func range(ofSchemeMark mark: String) -> String.Index? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(mark) { return self.index(index, offsetBy: mark.count) }
      index = self.index(after: index)
    }
    return nil
  }
}
