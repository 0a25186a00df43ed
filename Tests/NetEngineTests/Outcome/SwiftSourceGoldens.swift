import NetEngine
import TestSupport

/// What pipelines look like as code, compiled.
///
/// Between `golden` and `end` stands the source of the pipeline that the first line names;
/// `SwiftSourceTests` compares the two.
enum SwiftSourceGoldens {
  struct Model: Decodable, Sendable {}

  static let profiles =
    EnvelopeProfile.readyMade + [
      EnvelopeProfile(
        name: "mine", statusCodeKey: "meta>code", tipStrKey: "meta>msg", modelKey: "body",
        successValues: ["0", "ok"], invalidSessionValues: ["401"], missingCode: .success),
      EnvelopeProfile(
        name: "a \"quoted\" \\ name", statusCodeKey: "errors", rule: .absence,
        detailCodeKey: "errors.0.code"),
      EnvelopeProfile(name: "by status", statusCodeKey: "", rule: .httpStatus),
    ]

  static func plain(_ provider: Provider, _ target: TestTarget) async throws {
    do {
      // golden: 2xx → auto → none
      let value = try await provider.request(target)
        .filterSuccessfulStatusCodes()
        .value
      // end
      _ = value
    }
    do {
      // golden: none → none → none
      let value = try await provider.request(target)
        .value
      // end
      _ = value
    }
    do {
      // golden: 2xx+3xx → json → none
      let value = try await provider.request(target)
        .filterSuccessfulStatusAndRedirectCodes()
        .mapJSON()
        .value
      // end
      _ = value
    }
    do {
      // golden: 404 → string → none
      let value = try await provider.request(target)
        .filter(statusCode: 404)
        .mapString()
        .value
      // end
      _ = value
    }
    do {
      // golden: 200-204 → image → none
      let value = try await provider.request(target)
        .filter(statusCodes: 200...204)
        .mapImage()
        .value
      // end
      _ = value
    }
    do {
      // golden: 2xx,304 → string(data.items.0.title) → none
      let value = try await provider.request(target)
        .filter(StatusFilter([200...299, 304...304]))
        .mapString(atKeyPath: "data.items.0.title")
        .value
      // end
      _ = value
    }
  }

  static func models(_ provider: Provider, _ target: TestTarget) async throws {
    do {
      // golden: 2xx → object() → none
      let value = try await provider.request(target)
        .filterSuccessfulStatusCodes()
        .map(Model.self)
        .value
      // end
      _ = value
    }
    do {
      // golden: 2xx → object(data) → none
      let value = try await provider.request(target)
        .filterSuccessfulStatusCodes()
        .map(Model.self, atKeyPath: "data")
        .value
      // end
      _ = value
    }
    do {
      // golden: 2xx → object(/a.b/"q"\n) → none
      let value = try await provider.request(target)
        .filterSuccessfulStatusCodes()
        .map(Model.self, atKeyPath: "/a.b/\"q\"\\n")
        .value
      // end
      _ = value
    }
  }

  static func envelopes(_ provider: Provider, _ target: TestTarget) async throws {
    do {
      // golden: 2xx → auto → code/msg/data
      let value = try await provider.request(target)
        .filterSuccessfulStatusCodes()
        .mapResponse(Model.self, params: .codeMsgData)
        .value
      // end
      _ = value
    }
    do {
      // golden: 2xx → json → GraphQL
      let value = try await provider.request(target)
        .filterSuccessfulStatusCodes()
        .mapResponse(Model.self, params: .graphQL)
        .value
      // end
      _ = value
    }
    do {
      // golden: 2xx → object(data) → errno/errmsg/data
      let value = try await provider.request(target)
        .filterSuccessfulStatusCodes()
        .mapResponse(Model.self, params: .errno)
        .value
      // end
      _ = value
    }
    do {
      // golden: 2xx → object(extra) → status/msg/data
      let response = try await provider.request(target)
        .filterSuccessfulStatusCodes()
        .value
      try response.mapEmptyResponse(params: .statusMsgData)
      let value = try response.map(Model.self, atKeyPath: "extra")
      // end
      _ = value
    }
  }

  static func moreEnvelopes(_ provider: Provider, _ target: TestTarget) async throws {
    do {
      // golden: none → none → success/message/data
      let value = try await provider.request(target)
        .mapEmptyResponse(params: .successFlag)
        .value
      // end
      _ = value
    }
    do {
      // golden: 2xx → string(msg) → ret/msg/data
      let response = try await provider.request(target)
        .filterSuccessfulStatusCodes()
        .value
      try response.mapEmptyResponse(params: .ret)
      let value = try response.mapString(atKeyPath: "msg")
      // end
      _ = value
    }
    do {
      // golden: 2xx → auto → HTTP status
      let value = try await provider.request(target)
        .mapResponse(Model.self, params: .httpStatus)
        .value
      // end
      _ = value
    }
  }

  static func ownProfiles(_ provider: Provider, _ target: TestTarget) async throws {
    do {
      // golden: 2xx → auto → mine
      let profile = EnvelopeProfile(
        name: "mine",
        statusCodeKey: "meta>code",
        tipStrKey: "meta>msg",
        modelKey: "body",
        successValues: ["0", "ok"],
        invalidSessionValues: ["401"],
        missingCode: .success)
      let value = try await provider.request(target)
        .filterSuccessfulStatusCodes()
        .mapResponse(Model.self, params: profile)
        .value
      // end
      _ = value
    }
    do {
      // golden: 2xx → image → a "quoted" \ name
      let profile = EnvelopeProfile(
        name: "a \"quoted\" \\ name",
        statusCodeKey: "errors",
        rule: .absence,
        detailCodeKey: "errors.0.code")
      let response = try await provider.request(target)
        .filterSuccessfulStatusCodes()
        .value
      try response.mapEmptyResponse(params: profile)
      let value = try response.mapImage()
      // end
      _ = value
    }
    do {
      // golden: 2xx → none → by status
      let profile = EnvelopeProfile(
        name: "by status",
        statusCodeKey: "",
        rule: .httpStatus)
      let value = try await provider.request(target)
        .mapEmptyResponse(params: profile)
        .value
      // end
      _ = value
    }
  }
}
