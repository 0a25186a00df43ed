/// One request without a type of its own.
///
/// ```swift
/// let user = try await Provider().get("https://api.example.com/users/42").as(User.self).value
/// ```
/// The URL is a `String` or a `URL`. `query` is added to its own, `envelope` says how this answer is
/// wrapped where it is not as the provider's profile has it, and a task carries what else a target's
/// could. What is asked more than once is better off as a ``TargetType``.
extension Provider {
  /// Reads a resource.
  public func get(
    _ url: some TargetWord<String>, query: Parameters = [:], headers: Headers = [:],
    envelope: EnvelopeProfile? = nil
  ) -> Call<Response> {
    request(url, method: .get, query: query, headers: headers, envelope: envelope)
  }

  /// Reads only the head of an answer.
  public func head(
    _ url: some TargetWord<String>, query: Parameters = [:], headers: Headers = [:],
    envelope: EnvelopeProfile? = nil
  ) -> Call<Response> {
    request(url, method: .head, query: query, headers: headers, envelope: envelope)
  }

  /// Sends something new.
  public func post(
    _ url: some TargetWord<String>, _ task: HTTPTask = .requestPlain, query: Parameters = [:],
    headers: Headers = [:], envelope: EnvelopeProfile? = nil
  ) -> Call<Response> {
    request(url, method: .post, task, query: query, headers: headers, envelope: envelope)
  }

  /// Replaces a resource.
  public func put(
    _ url: some TargetWord<String>, _ task: HTTPTask = .requestPlain, query: Parameters = [:],
    headers: Headers = [:], envelope: EnvelopeProfile? = nil
  ) -> Call<Response> {
    request(url, method: .put, task, query: query, headers: headers, envelope: envelope)
  }

  /// Changes a resource in part.
  public func patch(
    _ url: some TargetWord<String>, _ task: HTTPTask = .requestPlain, query: Parameters = [:],
    headers: Headers = [:], envelope: EnvelopeProfile? = nil
  ) -> Call<Response> {
    request(url, method: .patch, task, query: query, headers: headers, envelope: envelope)
  }

  /// Removes a resource.
  public func delete(
    _ url: some TargetWord<String>, _ task: HTTPTask = .requestPlain, query: Parameters = [:],
    headers: Headers = [:], envelope: EnvelopeProfile? = nil
  ) -> Call<Response> {
    request(url, method: .delete, task, query: query, headers: headers, envelope: envelope)
  }

  /// Asks by any method.
  public func request(
    _ url: some TargetWord<String>, method: HTTPMethod, _ task: HTTPTask = .requestPlain,
    query: Parameters = [:], headers: Headers = [:], envelope: EnvelopeProfile? = nil
  ) -> Call<Response> {
    // In the path: beside a query of its own a task's form would have to say where it goes.
    request(
      OneRequest(
        baseURL: url.targetWord ?? "",
        path: query.isEmpty ? "" : "?" + URLEncoding.queryString.encode(query), method: method,
        task: task, headers: headers, envelope: envelope))
  }
}

/// The target of a request that has none.
private struct OneRequest: TargetType {
  var baseURL: String
  var path: String
  var method: HTTPMethod
  var task: HTTPTask
  var headers: Headers
  var envelope: EnvelopeProfile?
  var name: String { String(baseURL.withMaskedSecrets.prefix { $0 != "?" && $0 != "#" }) }
}
