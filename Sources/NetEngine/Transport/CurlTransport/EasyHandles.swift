internal import CCurl

/// Easy handles between two hops: making one costs as much as all that is set in it.
///
/// A reset takes every option back, callbacks, credentials and addresses included; whoever gives a
/// handle back says whether something was done with it that a reset would leave. Touched by the
/// loop only.
final class EasyHandles {
  /// A handle and the place where it writes what went wrong.
  struct Handle {
    let easy: UnsafeMutableRawPointer
    let errorText: UnsafeMutablePointer<CChar>
  }

  private var spare: [Handle] = []
  /// More are there only while more transfers run.
  private static let capacity = 64

  /// One without any option set; nil when memory has run out.
  func take() -> Handle? {
    if let handle = spare.popLast() { return handle }
    guard let easy = curl_easy_init() else { return nil }
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    text.initialize(to: 0)
    return Handle(easy: easy, errorText: text)
  }

  func giveBack(_ handle: Handle, isReusable: Bool) {
    guard isReusable, spare.count < Self.capacity else { return Self.end(handle) }
    curl_easy_reset(handle.easy)
    handle.errorText.initialize(to: 0)
    spare.append(handle)
  }

  func close() {
    for handle in spare { Self.end(handle) }
    spare = []
  }

  private static func end(_ handle: Handle) {
    curl_easy_cleanup(handle.easy)
    handle.errorText.deallocate()
  }
}
