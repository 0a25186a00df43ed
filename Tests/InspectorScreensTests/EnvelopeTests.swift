import InspectorScreens
import NetEngine
import Testing

/// The envelope beside the raw bytes, and what both cursors have to do with each other.
struct EnvelopeTests {
  @Test("a row of the envelope takes the raw cursor to its bytes")
  func envelopeLeads() {
    var stage = Stage(120, 36)
    stage.show("/users/42", .success(Sample.user))
    stage.press("Tab Tab")
    #expect(stage.bars.contains { $0.hasPrefix("▌verdict") })
    stage.press("j")
    #expect(stage.bars.contains { $0.hasPrefix("▌code") })
    #expect(stage.bars.contains { $0.contains(#"▌  "status": "invalid_session""#) })
    #expect(stage.boldRuns.contains(#""invalid_session""#))
    stage.press("j j")
    #expect(stage.bars.contains { $0.contains(#"▌  "msg":"#) })
  }

  @Test("a raw line takes the envelope's cursor to the part that stands in it")
  func rawLeads() {
    var stage = Stage(120, 36)
    stage.show("/users/42", .success(Sample.user))
    stage.press("Tab G k")
    #expect(stage.bars.contains { $0.contains(#"▌  "data": null"#) })
    #expect(stage.bars.contains { $0.hasPrefix("▌data ") })
    stage.press("g")
    #expect(stage.bars.contains { $0.hasPrefix("▌HTTP/1.1") })
    #expect(!stage.bars.contains { $0.hasPrefix("▌data ") })
  }

  @Test("an answer is read again at once for small ones and by order for large ones")
  func readAgain() throws {
    var stage = Stage(120, 36)
    let large = Sample.response(
      "/large", body: "[" + (0..<60_000).map { "\($0)" }.joined(separator: ",") + "]")
    stage.select("/large")
    let id = stage.begin(Sample.target("/large"))
    let effects = stage.send(.exchange(id, .finished(.success(large)), at: stage.now))
    guard case .read(let orders)? = effects.first else {
      Issue.record("nothing was ordered")
      return
    }
    #expect(stage.shows("200 …"))
    #expect(stage.shows("reading"))
    let order = try #require(orders.first)
    let started = JSONDocument(Array("[0,1,2".utf8))
    stage.send(.read(order.number, .started(started), at: stage.now))
    stage.send(.read(order.number, .progress(0.4), at: stage.now))
    #expect(stage.shows("40 %"))
    // Meanwhile the person looks through another lens: what was ordered counts no more.
    let again = stage.press("s").compactMap { effect -> [ReadOrder]? in
      if case .read(let orders) = effect { orders } else { nil }
    }
    let stale = Reading(order.result, order.pipeline)
    stage.send(.read(order.number, .done(stale), at: stage.now))
    #expect(stage.shows("reading"))
    let wanted = try #require(again.first?.first)
    #expect(wanted.number == order.number && wanted.pipeline != order.pipeline)
    stage.send(
      .read(wanted.number, .done(Reading(wanted.result, wanted.pipeline)), at: stage.now))
    #expect(stage.shows("200 ok"))
    // The document is there now: another filter costs nothing and needs no order.
    let quiet = stage.press("s")
    #expect(!quiet.contains { if case .read = $0 { true } else { false } })
  }

  @Test("the pipeline of what is shown can be asked for")
  func currentPipeline() {
    var stage = Stage(120, 36)
    stage.select("/users/42")
    var pipeline = Pipeline(profile: Sample.standard)
    #expect(stage.app.currentPipeline == pipeline)
    stage.press("s")
    #expect(stage.app.currentPipeline.filter == .successfulAndRedirect)
    stage.select("/status/404")
    pipeline = Pipeline(filter: .successfulAndRedirect)
    pipeline.profileIsKept = true
    #expect(stage.app.currentPipeline == pipeline)
  }

  @Test("what a provider's profile says counts where the target says nothing")
  func profileOfTheAnswer() {
    var stage = Stage(120, 36)
    var answer = Sample.unknownEnvelope
    answer.profile = .errno
    stage.show("/escape", .success(answer))
    #expect(stage.shows("200 rejected"))
    #expect(stage.shows("errno/errmsg/data"))
  }
}

extension Stage {
  /// The rows with a cursor's bar, from the bar on.
  var bars: [Substring] {
    let frame = frame
    return (0..<frame.height).flatMap { row in
      let text = frame.text(ofRow: row)
      return text.indices.filter { text[$0] == "▌" }.map { text[$0...] }
    }
  }

  /// The texts drawn bold in the answer's rows.
  fileprivate var boldRuns: [String] {
    var found: [String] = []
    for row in 3..<size.height - 2 {
      frame.forEachRun(inRow: row) { _, text, style in
        if style.isBold, style.isUnderlined { found.append(text) }
      }
    }
    return found
  }
}
