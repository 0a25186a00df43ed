import NetEngine
import NetRecordings
import TestSupport
import Testing

/// Placeholders in requests that were not sent.
@Suite struct PlaceholderTests {
  static let placeholders = [
    "{{token}}", "{{ token }}", "{{$processEnv API_TOKEN}}", "{{$env.API_TOKEN}}", "${TOKEN}",
    "{{login.response.body.$.token}}", "{{a.response.headers['X-Id']}}", "{{%token}}",
    "{{$random.alphabetic(8)}}",
  ]
  static let frames = [
    "http://h.test/x?token=@", "GET http://h.test/x?token=@", "http://h.test/x?token=@&b=1",
    "(see http://h.test/x?password=@)", "http://u:@@h.test/x", "X-Api-Key: @", "password=@",
    "{\"password\": \"@\"}", "Authorization: Bearer @",
  ]

  @Test("No placeholder is redacted, and no brace is left", arguments: placeholders, frames)
  func kept(placeholder: String, frame: String) {
    let text = frame.replacing(
      "@", with: placeholder, maxReplacements: 1)
    #expect(Redactor().redact(text) == text)
    guard text.hasPrefix("http") else { return }
    #expect(text.withMaskedSecrets == text)
    #expect(Redactor().redact(url: text) == text)
  }

  @Test("A port is no secret of its host's name")
  func port() {
    for text in ["http://my-secret.localhost:8080/x", "GET https://a:b@token.test:443?x"] {
      #expect(Redactor().redact(text).hasSuffix(text.split(separator: ":").last ?? ""), "\(text)")
    }
    #expect(!Redactor().redact("//password:hunter2").contains("hunter2"))
  }

  @Test("A value beside one, or one that only begins like one, is redacted")
  func secret() {
    for value in ["{{hunter2-1234", "tomato7-4711}}", "{{$abc1234def567", "hunter2-1234"] {
      let text = "http://h.test/x?token=\(value)&a={{token}}"
      #expect(!Redactor().redact(url: text).contains(value), "\(value)")
      #expect(!text.withMaskedSecrets.contains(value), "\(value)")
    }
  }
}
