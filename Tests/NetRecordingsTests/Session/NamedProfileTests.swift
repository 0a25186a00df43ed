import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("The profile a session is saved with") struct NamedProfileTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  private func sealed(_ exchanges: [Exchange]) throws -> [EnvelopeProfile?] {
    var options = SealOptions()
    options.profile = .codeMsgData
    try Session(exchanges).seal(to: folder.path + "/s.har", options)
    return Array(try Session.open(folder.path + "/s.har").exchanges).map { $0.response?.profile }
  }

  @Test("answers with an envelope name it; others are not judged by it")
  func named() throws {
    let bodies = [
      (#"{"code":0,"msg":"","data":1}"#, true), (#"{"code":401,"msg":"log in"}"#, true),
      (#"{"ok":true}"#, false), (#"{"code":"#, false), ("<html>", false), ("", false),
    ]
    let profiles = try sealed(bodies.enumerated().map { .sample($0 + 1, body: $1.0) })
    #expect(profiles == bodies.map { $0.1 ? .codeMsgData : nil })
  }

  @Test("what an answer says itself stays")
  func own() throws {
    let body = #"{"code":0,"msg":"","data":1}"#
    let (own, none) = (Exchange.sample(1, body: body), Exchange.sample(2, body: body))
    var profile = EnvelopeProfile.codeMsgData
    profile.name = "mine"
    let exchanges = [
      own.changed { $0.profile = profile }, none.changed { $0.readsNoEnvelope = true },
    ]
    #expect(try sealed(exchanges).map { $0?.name } == ["mine", nil])
  }
}

extension Exchange {
  fileprivate func changed(_ change: (inout Response) -> Void) -> Exchange {
    guard case .success(var response)? = result else { return self }
    change(&response)
    var copy = self
    copy.result = .success(response)
    return copy
  }
}
