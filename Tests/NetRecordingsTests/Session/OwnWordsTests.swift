import NetEngine
import NetRecordings
import RequestFiles
import TestSupport
import Testing

/// Messages of the program that name a secret variable: the redactor must leave them whole.
@Suite("The program's own words")
struct OwnWordsTests {
  private static let names = ["token", "password", "API_KEY", "client_secret", "authorization"]

  @Test("hints about a variable are not redacted", arguments: names)
  func hints(name: String) {
    let place = FilePlace("t.http")
    let reasons: [RequestFileProblem.Reason] = [
      .unresolved(name, near: nil), .prompted(name, words: ""), .scripted(name),
      .unset(name, in: "the environment", near: nil), .noAnswer(name), .selfReference([name]),
      .inOtherEnvironments(name, ["dev"]), .unknownName(name, near: nil), .variableBeside(name),
      .notKept(name, of: "login"), .notInAnswer(name, why: "it has no header \(name)"),
    ]
    for reason in reasons {
      let problem = RequestFileProblem(place, reason)
      for text in ["\(problem)", problem.hint, problem.message] {
        #expect(Redactor().redact(text) == text)
      }
    }
  }

  @Test("nor is a value that is left to the reader", arguments: names)
  func open(name: String) {
    for text in [
      "--set \(name)=…", ":set \(name)=… for a run", "@\(name) = … in the file", "\(name)=...",
      "\(name): …", "?\(name)=…&x=1", "{\"\(name)\": \"…\"}",
      Change.Reason.secret([name]).text, Change.Reason.unsent([name], giver: "POST /\(name)").text,
      Change.Reason.ungiven([name], giver: "POST /\(name)").text,
    ] {
      #expect(Redactor().redact(text) == text)
    }
    let real = "--set \(name)=hunter2-Hunter2-4711"
    #expect(Redactor().redact(real) != real)
  }
}
