import CCurl
import Glibc

extension CurlHop {
  /// libcurl's failure in the one table of kinds, with its own words.
  func describe(_ code: CURLcode, _ text: UnsafePointer<CChar>) -> TransportError {
    let said = String(cString: text)
    let detail = said.isEmpty ? String(cString: curl_easy_strerror(code)) : said
    let systemError = easy.map { Int32(cc_get_long($0, CURLINFO_OS_ERRNO)) } ?? 0
    return TransportError(
      kind(of: code, said: said, systemError), phase: phase, curlCode: Int(code.rawValue),
      detail: detail)
  }

  private func kind(
    of code: CURLcode, said: String, _ systemError: Int32
  ) -> TransportError.Kind {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .dns
    case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED, CURLE_PROXY: .connect
    case CURLE_OPERATION_TIMEDOUT: .timeout
    case CURLE_GOT_NOTHING: .empty
    case CURLE_PARTIAL_FILE: .truncated
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
      CURLE_USE_SSL_FAILED, CURLE_SSL_CLIENTCERT:
      .tls
    case CURLE_RECV_ERROR where said.contains("chunked-encoding") || said.contains("chunk"):
      .protocol
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR: .reset
    // 100 is CURLE_TOO_LARGE, which older headers do not name.
    case CURLE_OUT_OF_MEMORY, CURLcode(rawValue: 100):
      .limit(
        LimitExceeded(.headerLine, allowed: min(exchange.original.limits.headerLine, 100 << 10)))
    default: .protocol
    }
  }
}
