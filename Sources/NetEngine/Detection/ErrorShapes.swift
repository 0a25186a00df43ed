import LosslessJSON

/// Envelopes that are good when no error stands in them: GraphQL, JSON:API, problem details,
/// JSON-RPC, and the many that put an `error` in the place of the data.
struct ErrorShapes {
  let heads: [EnvelopeHead]

  /// Everything that fits.
  var guesses: [DetectedEnvelope] {
    [graphQL, jsonAPI, problem, own, emptyError].compactMap { $0 }
  }

  private func guess(
    _ profile: EnvelopeProfile, _ confidence: Double, _ reason: String
  ) -> DetectedEnvelope {
    DetectedEnvelope(profile: profile, confidence: confidence, reason: reason)
  }

  private func count(_ fits: (EnvelopeHead) -> Bool) -> Int { heads.count(where: fits) }

  private func share(_ count: Int) -> String { "in \(count) of \(heads.count) responses" }

  /// The first of the errors.
  private func firstError(_ head: EnvelopeHead) -> JSON? {
    head["errors"].flatMap { $0.value.kind == .array && !$0.value.isEmpty ? $0.value[0] : nil }
  }

  // MARK: Standards

  private var graphQL: DetectedEnvelope? {
    let typical = count { head in
      guard let error = firstError(head), error["message"].kind == .string else { return false }
      return ["locations", "path", "extensions"].contains { error[$0].exists }
        || head["data"]?.value.isNull == true
    }
    if typical > 0 {
      return guess(
        .graphQL, 0.9, "GraphQL: 'errors' with messages and places \(share(typical))")
    }
    let extended = count { $0["data"]?.value.kind == .object && $0["extensions"] != nil }
    guard extended > 0 else { return nil }
    return guess(.graphQL, 0.6, "GraphQL: 'data' beside 'extensions' \(share(extended))")
  }

  private var jsonAPI: DetectedEnvelope? {
    let named = count { $0["jsonapi"]?.value.kind == .object }
    let errors = count { head in
      guard let error = firstError(head) else { return false }
      return ["title", "detail"].contains { error[$0].kind == .string }
        && ["status", "source", "code", "id"].contains { error[$0].exists }
    }
    let resources = count { head in
      guard let data = head["data"]?.value else { return false }
      let first = data.kind == .array ? data[0] : data
      return first["type"].kind == .string && first["id"].kind == .string
        && (first["attributes"].kind == .object || first["relationships"].kind == .object)
    }
    guard named + errors + resources > 0 else { return nil }
    let confidence = named > 0 ? 0.95 : errors > 0 ? 0.85 : 0.8
    let what = errors > 0 ? "'errors' with title or detail" : "'data' with type, id and attributes"
    return guess(
      .jsonAPI, confidence, "JSON:API: \(what) \(share(max(named, errors, resources)))")
  }

  private var problem: DetectedEnvelope? {
    let found = count { head in
      guard !head.isGood, head["title"]?.value.kind == .string else { return false }
      return head["type"]?.value.kind == .string || head["status"]?.value.int == head.statusCode
    }
    guard found > 0 else { return nil }
    return guess(
      .problem, 0.85, "problem details: title beside type or status \(share(found))")
  }

  // MARK: Everybody's own

  /// A list, an object or a text at `error` or `errors`.
  private var own: DetectedEnvelope? {
    let found = heads.compactMap { head in ErrorMember(head).map { (head: head, error: $0) } }
    guard let first = found.first else { return nil }
    switch first.error.value.kind {
    case .array: return listed(found)
    case .object: return objects(found)
    default: return texts(found)
    }
  }

  private typealias Found = [(head: EnvelopeHead, error: ErrorMember)]

  /// A report may list what went wrong in it: only where the status says so it is surely an error.
  private func listed(_ found: Found) -> DetectedEnvelope? {
    let isRefused =
      found.contains { !$0.head.isGood } || found.allSatisfy { dataIsMissing($0.head) }
    return byAbsence(found, isRefused ? 0.65 : 0.4)
  }

  private func objects(_ found: Found) -> DetectedEnvelope? {
    let error = found[0].error
    if let message = error.messagePath ?? error.codePath {
      var confidence =
        0.5 + (error.messagePath == nil ? 0 : 0.15) + (error.codePath == nil ? 0 : 0.1)
      if count({ $0["jsonrpc"] != nil }) > 0 { confidence = 0.95 }
      return byAbsence(found, confidence, message: message)
    }
    // Fields and what is wrong with each, the message beside them.
    guard !found[0].head.isGood, error.key == "errors" else { return nil }
    let message = found[0].head["message"] ?? found[0].head["msg"]
    return byAbsence(found, message == nil ? 0.55 : 0.7, message: message?.key ?? "")
  }

  /// `{"error": "invalid_grant", "error_description": …}`, and by the status `{"error": "Not found"}`.
  private func texts(_ found: Found) -> DetectedEnvelope? {
    let head = found[0].head
    guard head.members.count <= 4, head["status"] == nil, head["statuscode"] == nil else {
      return nil
    }
    let described = ["errordescription", "errormsg", "message", "msg", "detail"]
      .compactMap { head[$0]?.key }.first
    if let described {
      return byAbsence(found, 0.7, message: "\(JSONPath([.key(described)]))")
    }
    guard head.members.count <= 2 else { return nil }
    if found.allSatisfy({ 400..<500 ~= $0.head.statusCode }), found[0].error.key == "error" {
      return guess(.httpStatus, 0.55, "a text at 'error' \(share(found.count)), all of them 4xx")
    }
    return byAbsence(found, 0.55)
  }

  private func byAbsence(
    _ found: Found, _ confidence: Double, message: String? = nil
  ) -> DetectedEnvelope {
    let error = found[0].error
    let path = "\(error.path)"
    let message = message ?? error.messagePath ?? ""
    let profile = EnvelopeProfile(
      name: dataKey.isEmpty ? path : "\(path)/\(dataKey)", statusCodeKey: path,
      tipStrKey: message, modelKey: dataKey, rule: .absence, detailCodeKey: error.codePath ?? "")
    let words = message.isEmpty || message == path ? "" : " with its message at '\(message)'"
    return guess(
      profile, confidence, "an error at '\(path)'\(words.escapedForMessage) \(share(found.count))")
  }

  /// `{"data": …, "error": null}`: the place of the error is there, and nothing stands in it.
  private var emptyError: DetectedEnvelope? {
    let found = heads.compactMap { head -> EnvelopeHead.Member? in
      guard let member = head["error"] ?? head["errors"], head.members.count <= 5 else {
        return nil
      }
      return member.value.isNull || member.value.kind == .array && member.value.isEmpty
        ? member : nil
    }
    guard let member = found.first, !dataKey.isEmpty, heads.allSatisfy({ ErrorMember($0) == nil })
    else { return nil }
    let path = JSONPath([.key(member.key)])
    let message = member.value.kind == .array || member.word == "errors" ? "0.message" : "message"
    let profile = EnvelopeProfile(
      name: "\(path)/\(dataKey)", statusCodeKey: "\(path)", tipStrKey: "\(path).\(message)",
      modelKey: dataKey, rule: .absence)
    return guess(
      profile, count { $0["jsonrpc"] != nil } > 0 ? 0.9 : 0.6,
      "nothing at '\(path)' beside '\(dataKey)' \(share(found.count))")
  }

  private func dataIsMissing(_ head: EnvelopeHead) -> Bool {
    !["data", "result", "results", "payload", "items"].contains { word in
      head[word].map { !$0.value.isNull } ?? false
    }
  }

  /// Where the data stands in the answers that have some; "" for the whole body.
  private var dataKey: String {
    for word in ["data", "result", "results", "payload", "response", "items"] {
      if let member = heads.compactMap({ $0[word] }).first {
        return "\(JSONPath([.key(member.key)]))"
      }
    }
    return ""
  }
}
