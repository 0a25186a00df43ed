import InspectorProxy
import NetEngine

/// What is sent from the screens to a server behind trusts what the capture trusts.
///
/// That a certificate is not checked stands in a captured request, and is shown where it is changed; a
/// file of certificates has no words in a request.
package nonisolated struct TrustBehind: Plugin {
  private let certificateFile: String
  private let origins: Set<Origin>

  package init?(_ options: PassingServer.Options) {
    guard let file = options.certificateFile else { return nil }
    certificateFile = file
    origins = Set(options.upstreams.compactMap { try? URLText($0.base).origin })
  }

  package func prepare(_ request: HTTPRequest, for attempt: Attempt) async throws -> HTTPRequest {
    guard request.options.certificateFile == nil,
      let origin = try? URLText(request.url).origin, origins.contains(origin)
    else { return request }
    var request = request
    request.options.certificateFile = certificateFile
    return request
  }
}
