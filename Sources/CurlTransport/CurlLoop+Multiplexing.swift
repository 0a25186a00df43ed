internal import CCurl
import NetEngine

extension CurlLoop {
  /// Has libcurl read on shared connections although no socket tells of bytes.
  ///
  /// What came for one stream while another was served lies in libcurl's buffers. Version 7.88 then
  /// sleeps on the last frames until some timer ends, ten seconds later. Taking up a pause is what
  /// makes it look without waiting for the socket, so each shared connection gets one that is over
  /// at once. This goes on until a look brings nothing: only then may the loop sleep.
  func lookIntoBuffers() {
    streamsHaveMoved = false
    var seen: Set<String?> = []
    for (easy, exchange) in live {
      guard let hop = exchange.hop, hop.scanner.speaksHTTP2, !hop.isPaused,
        seen.insert(hop.connection?.local).inserted
      else { continue }
      curl_easy_pause(easy, CURLPAUSE_SEND)
      curl_easy_pause(easy, CURLPAUSE_CONT)
    }
  }
}
