import NetEngine
import TestSupport
import Testing

/// The samples of the article run on scripted answers.
@Suite struct ReadStreamsSnippets {
  private func provider(_ body: Body, type: String = "text/plain") -> Provider {
    Provider(
      transport: ScriptedTransport(.status(200, ["Content-Type": type], body: body)))
  }

  @Test("the body in pieces")
  func bytes() async throws {
    let provider = provider("abc")
    // snippet: bytes
    var count = 0
    for try await piece in provider.get("https://api.example.com/export").bytes {
      count += piece.count
    }
    // end
    #expect(count == 3)
  }

  @Test("a server's events")
  func events() async throws {
    let provider = provider("event: price\ndata: 7\n\n", type: "text/event-stream")
    // snippet: events
    for try await event in provider.get("https://api.example.com/events").serverEvents {
      print(event.event, event.data)
    }
    // end
  }

  @Test("again, where it was")
  func reconnecting() async throws {
    let transport = ScriptedTransport(
      .status(
        200, ["Content-Type": "text/event-stream"],
        body: "retry: 1\nid: 4\nevent: price\ndata: 7\n\n"),
      .status(204))
    let provider = Provider(transport: transport)
    var prices: [String] = []
    // snippet: reconnecting
    let events = provider.get("https://api.example.com/events").serverEvents(reconnecting: 5)
    for try await event in events where event.event == "price" {
      prices.append(event.data)
    }
    // end
    #expect(prices == ["7"])
    #expect(transport.requests.all.last?.headers["Last-Event-ID"] == "4")
  }

  @Test("lines of JSON")
  func lines() async throws {
    let provider = provider(#"{"level": "info", "text": "on"}"#)
    // snippet: lines
    for try await line in provider.get("https://api.example.com/log").jsonLines {
      print(line["level"].stringValue, line["text"].stringValue)
    }
    // end
  }

  @Test("how far it is")
  func progress() async throws {
    let provider = provider("abc")
    // snippet: progress
    for try await step in provider.get("https://api.example.com/export").progress {
      print(step.phase, step.fraction)
      if let response = step.response { print(response.body.count) }
    }
    // end
  }

  @Test("what goes wrong")
  func failure() async {
    let provider = provider("1\n2\nx\n")
    var values: [JSON] = []
    // snippet: failure
    do throws(NetError) {
      for try await line in provider.get("https://api.example.com/log").jsonLines {
        values.append(line)
      }
    } catch {
      print("\(error.message), after \(values.count) lines")
    }
    // end
    #expect(values.count == 2)
  }
}
