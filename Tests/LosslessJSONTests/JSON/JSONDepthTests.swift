import Glibc
import NetEngine
import TestSupport
import Testing

/// Runs work on a thread whose stack is a fraction of what recursion at these depths would take.
private enum SmallStack {
  private final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  static func run(_ body: @escaping () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 1 << 20)
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(body)).toOpaque()
    pthread_create(
      &thread, &attributes,
      { pointer in
        if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body() }
        return nil
      }, work)
    pthread_join(thread, nil)
    pthread_attr_destroy(&attributes)
  }
}

@Suite("JSON depth", .timeLimit(.minutes(10)))
struct JSONDepthTests {
  private static let deep = JSONLimits(depth: .max)

  @Test(
    "open arrays without end neither crash nor hang on a small stack",
    arguments: [100_000, 1_000_000])
  func openArrays(_ depth: Int) {
    SmallStack.run {
      let bytes = [UInt8](repeating: 0x5b, count: depth)
      let limited = JSONDocument(bytes)
      #expect(limited.error?.limit == .depth && limited.error?.byteOffset == 512)
      let document = JSONDocument(bytes, limits: Self.deep)
      #expect(document.error?.reason == .truncated && document.error?.byteOffset == depth)
      #expect(document.tapeBytes == depth * 8)
      #expect(JSONPrinter.compact.bytes(document.json).count == depth * 2)
    }
  }

  @Test(
    "closed containers of that depth are read, printed, compared and walked",
    arguments: [100_000, 1_000_000])
  func closedContainers(_ depth: Int) {
    SmallStack.run {
      let bytes = [UInt8](repeating: 0x5b, count: depth) + [UInt8](repeating: 0x5d, count: depth)
      let document = JSONDocument(bytes, limits: Self.deep)
      #expect(document.isComplete)
      #expect(JSONPrinter.compact.bytes(document.json) == bytes)
      #expect(document.json == JSONDocument(bytes, limits: Self.deep).json)
      // A million steps down and back prove nothing more, and cost seconds without optimisation.
      guard depth <= 100_000, var node = document.root else { return }
      for _ in 1..<depth { node = document.firstChild(of: node) ?? node }
      #expect(document.range(of: node) == depth - 1..<depth + 1)
      #expect(document.ancestors(of: node).count == depth - 1)
      #expect(document.path(to: node).steps.count == depth - 1)
    }
  }

  @Test("objects of depth 100,000 are read, compared and found by path")
  func deepObjects() {
    SmallStack.run {
      let depth = 100_000
      let text =
        String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
      let document = JSONDocument(Array(text.utf8), limits: Self.deep)
      #expect(document.isComplete)
      #expect(document.json == JSONDocument(Array(text.utf8), limits: Self.deep).json)
      let path = JSONPath(Array(repeating: .key("a"), count: depth))
      #expect(document.json[path: path].int == 1)
      let miss = document.json[path: path.appending("b")].error
      #expect(miss?.path == path && miss?.found == .number)
    }
  }

  @Test("depth given in pieces costs no stack either")
  func fedInPieces() {
    SmallStack.run {
      let bytes = [UInt8](repeating: 0x5b, count: 50_000) + [UInt8](repeating: 0x5d, count: 50_000)
      let cuts = Array(stride(from: 0, to: bytes.count, by: 7_919))
      #expect(JSONFeeding.document(bytes, cuts: cuts, limits: Self.deep).isComplete)
    }
  }
}
