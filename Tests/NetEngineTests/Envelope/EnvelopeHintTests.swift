import NetEngine
import TestSupport
import Testing

/// Which profile with a name is offered for an answer that looks like a refusal.
@Suite struct EnvelopeHintTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let id: String
    let body: String
    let kind: Kind?
    let known: String?
    var testDescription: String { id }
  }

  static let rows = [
    Row(
      id: "same keys, same kind", body: #"{"status":"invalid_session","msg":"x"}"#,
      kind: .invalidSession, known: "status/msg/data"),
    Row(
      id: "same keys, another kind", body: #"{"status":"token_expired","msg":"x"}"#,
      kind: .invalidSession, known: nil),
    Row(
      id: "same keys in another place", body: #"{"meta":{"code":401,"msg":"x"},"data":null}"#,
      kind: .invalidSession, known: nil),
    Row(
      id: "absence", body: #"{"errors":[{"message":"no"}],"data":null}"#, kind: .business,
      known: "GraphQL"),
    Row(id: "it says yes", body: #"{"status":"ok","msg":"","data":1}"#, kind: nil, known: nil),
    Row(id: "no envelope", body: #"[1]"#, kind: nil, known: nil),
    Row(id: "no JSON", body: "status: invalid_session", kind: nil, known: nil),
  ]

  private func hint(_ body: String, _ pipeline: Pipeline, status: Int = 200) -> EnvelopeHint? {
    var hop = Hop(url: "http://h/", method: .get)
    hop.statusCode = status
    let response = Response(
      request: HTTPRequest(url: "http://h/"), hops: [hop], body: Body(Array(body.utf8)))
    return EnvelopeHint(
      Classifier.classify(.success(response), pipeline), under: pipeline,
      knowing: EnvelopeProfile.readyMade)
  }

  @Test(arguments: rows, [Pipeline.Mapping.auto, .string])
  func offersWhatReadsItTheSameWay(_ row: Row, _ mapping: Pipeline.Mapping) {
    let hint = hint(row.body, Pipeline(mapping: mapping))
    #expect(hint?.kind == row.kind)
    #expect(hint?.known?.name == row.known)
  }

  @Test func isSilentWhereAProfileReadsOrTheAnswerFailed() {
    let body = Self.rows[0].body
    #expect(hint(body, Pipeline(profile: .codeMsgData)) == nil)
    #expect(hint(body, Pipeline(), status: 500) == nil)
    #expect(hint(body, Pipeline(filter: .none), status: 500) != nil)
  }
}
