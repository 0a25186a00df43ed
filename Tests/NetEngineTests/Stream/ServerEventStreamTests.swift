import CurlTransport
import DemoServer
import NetEngine
import TestSupport
import Testing

/// Events over connections: as they come, bounded, and again where that is asked for.
@Suite(.timeLimit(.minutes(10))) struct ServerEventStreamTests {
  let provider = Provider(transport: LibcurlTransport(environment: [:]))

  private static func stream(_ body: Body, type: String? = "text/event-stream", status: Int = 200)
    -> ScriptedTransport.Answer
  {
    .status(
      status, Headers(type.map { [HeaderField("Content-Type", $0)] } ?? []), body: body)
  }

  /// Reads to the end or the failure.
  private func read(
    _ events: some AsyncSequence<ServerEvent, NetError>
  ) async -> (data: [String], error: NetError?) {
    var data: [String] = []
    do throws(NetError) {
      for try await event in events { data.append(event.data) }
      return (data, nil)
    } catch {
      return (data, error)
    }
  }

  @Test("a server's events, in their order, until it ends")
  func live() async throws {
    let server = try DemoServer()
    var events: [ServerEvent] = []
    for try await event in provider.get("\(server.baseURL)/events?count=3&ms=1").serverEvents {
      events.append(event)
    }
    #expect(
      events
        == (0..<3).map {
          ServerEvent(
            event: "tick", data: #"{"tick":\#($0)}"#, id: "\($0)", retry: .seconds(1))
        })
  }

  @Test("an endless stream gives its events as they come, and ends with its reader")
  func endless() async throws {
    let server = try DemoServer()
    var count = 0
    for try await event in provider.get("\(server.baseURL)/events/endless?ms=1").serverEvents {
      #expect(event.data == "tick")
      count += 1
      if count == 20 { break }
    }
    #expect(await server.wait { $0.abandoned == 1 })
  }

  @Test("it asks for events, unless the request says what it accepts")
  func accept() async {
    let transport = ScriptedTransport(Self.stream("data: a\n\n"))
    let provider = Provider(transport: transport)
    #expect(await read(provider.get("http://a.test/").serverEvents).data == ["a"])
    _ = await read(provider.get("http://a.test/", headers: ["accept": "x/y"]).serverEvents)
    #expect(
      transport.requests.all.map { $0.headers.values("Accept") } == [
        ["text/event-stream"], ["x/y"],
      ])
    #expect(transport.requests.all.allSatisfy { !$0.headers.contains("Last-Event-ID") })
  }

  private static let types: [(type: String?, isStream: Bool)] = [
    ("text/event-stream", true), ("Text/Event-Stream ; charset=utf-8", true),
    ("text/event-streams", false), ("text/html", false), (nil, false),
  ]

  @Test("an answer of another type is no stream of events", arguments: types.indices)
  func type(index: Int) async {
    let (type, isStream) = Self.types[index]
    let transport = ScriptedTransport(Self.stream("data: a\n\n", type: type))
    let (data, error) = await read(
      Provider(transport: transport).get("http://a.test/")
        .serverEvents(reconnecting: isStream ? 0 : 5, clock: ManualClock()))
    #expect(data == (isStream ? ["a"] : []))
    #expect(error?.kind == (isStream ? nil : .mapping))
    if !isStream { #expect(error?.message.contains(type ?? "no Content-Type") == true) }
    #expect(transport.requests.count == 1)
  }

  @Test("a refusal is a failure with its body, and final", arguments: [201, 301, 404, 500])
  func refusal(status: Int) async throws {
    let server = try DemoServer.answering { _ in
      Reply([
        .head(Head(status, fields: [Field("Content-Type", "text/event-stream")])),
        .body(Array("data: no\n\n".utf8)), .close,
      ])
    }
    let clock = ManualClock()
    let (data, error) = await read(
      provider.get(server.baseURL).serverEvents(reconnecting: 5, clock: clock))
    #expect(data.isEmpty && error?.response?.statusCode == status)
    if status >= 400 { #expect(error?.response?.body == "data: no\n\n") }
    #expect(clock.slept.isEmpty)
  }

  @Test("it goes on where it was, after the pause the server asks for, until 204")
  func reconnects() async {
    let transport = ScriptedTransport(
      Self.stream("retry: 10\nid: 1\ndata: a\n\ndata: lost"),
      Self.stream("data: b\nid: ä2\n\n"), .failure(.reset), Self.stream(""),
      Self.stream("id\ndata: c\n\n"), Self.stream("", status: 204))
    let clock = ManualClock()
    let events = Provider(transport: transport).get(
      "http://a.test/", headers: ["last-event-id": "0"]
    ).serverEvents(reconnecting: 3, clock: clock)
    async let result = read(events)
    for count in 1...5 {
      await clock.waitForSleeps(count)
      clock.advance(by: .seconds(1))
    }
    let (data, error) = await result
    #expect(data == ["a", "b", "c"] && error == nil)
    #expect(
      transport.requests.all.map { $0.headers.values("Last-Event-ID") }
        == [["0"], ["1"], ["ä2"], ["ä2"], ["ä2"], ["0"]])
    #expect(clock.slept == [10, 10, 20, 40, 10].map { .milliseconds($0) })
  }

  @Test("over real connections that are reset in the middle of an event, none is lost or doubled")
  func liveReconnects() async throws {
    let server = try DemoServer.answering { request in
      let last = request.header("Last-Event-ID").flatMap { Int($0) } ?? 0
      guard last < 5 else { return Reply([.head(Head(204))]) }
      let head = Head(200, fields: [Field("Content-Type", "text/event-stream")])
      let event = "retry: 7\nid: \(last + 1)\ndata: \(last + 1)\n\nid: 99\ndata: lost"
      return Reply([.head(head), .body(Array(event.utf8)), .close])
    }
    let clock = ManualClock()
    async let result = read(
      provider.get(server.baseURL).serverEvents(reconnecting: 1, clock: clock))
    for count in 1...5 {
      await clock.waitForSleeps(count)
      clock.advance(by: .milliseconds(7))
    }
    let (data, error) = await result
    #expect(data == ["1", "2", "3", "4", "5"] && error == nil)
    #expect(clock.slept.allSatisfy { $0 == .milliseconds(7) })
  }

  @Test("it gives up after so many connections in a row that brought nothing")
  func givesUp() async {
    let heard = Record<NetError>()
    let transport = ScriptedTransport(Self.stream("data: a\n\n"), .failure(.connect))
    let clock = ManualClock()
    var provider = Provider(transport: transport)
    provider.onFailure = { heard.append($0) }
    let call = provider.get("http://a.test/")
    async let result = read(call.serverEvents(reconnecting: 2, clock: clock))
    for count in 1...2 {
      await clock.waitForSleeps(count)
      clock.advance(by: .seconds(100))
    }
    let (data, error) = await result
    #expect(data == ["a"] && error?.kind == .connect)
    #expect(transport.requests.count == 3)
    #expect(clock.slept == [.seconds(3), .seconds(6)])
    #expect(heard.all.map(\.kind) == [.connect], "once, and not for each connection")
  }

  @Test("without asking nothing is tried again", arguments: [true, false])
  func once(ends: Bool) async {
    let answer = ends ? Self.stream("data: a\n\n") : .failure(.reset)
    let transport = ScriptedTransport(answer)
    let (_, error) = await read(Provider(transport: transport).get("http://a.test/").serverEvents)
    #expect(error?.kind == (ends ? nil : .reset))
    #expect(transport.requests.count == 1)
  }

  @Test("cancelled in its pause it is over")
  func cancelled() async {
    let transport = ScriptedTransport(Self.stream("data: a\n\n"))
    let clock = ManualClock()
    let call = Provider(transport: transport).get("http://a.test/")
    let task = Task { await read(call.serverEvents(reconnecting: 9, clock: clock)) }
    await clock.waitForSleeps(1)
    task.cancel()
    #expect(await task.value.error?.isCancelled == true)
    #expect(transport.requests.count == 1)
  }

  @Test("an event that never ends meets a limit")
  func limit() async {
    let transport = ScriptedTransport(Self.stream("data: 0123456789"))
    let provider = Provider(transport: transport) { $0.limits.decodedBody = 15 }
    let (data, error) = await read(provider.get("http://a.test/").serverEvents)
    #expect(data.isEmpty && error?.kind == .limit)
  }
}
