import LosslessJSON

/// What a target sends: a body, a query, and where the answer's body goes, in any combination.
///
/// The factories carry the names Moya users know; ``body``, ``query`` and ``destination`` combine freely.
public struct HTTPTask: Sendable {
  /// What is sent after the head.
  public var body: Payload
  /// What is appended to the URL's query.
  public var query: Query?
  /// Where the answer's body is kept as a file.
  public var destination: DownloadDestination?

  /// Combines the three.
  public init(
    body: Payload = .none, query: Query? = nil, destination: DownloadDestination? = nil
  ) {
    self.body = body
    self.query = query
    self.destination = destination
  }

  /// A body before it is encoded.
  public enum Payload: Sendable {
    /// None.
    case none
    /// Bytes as they are; no Content-Type is added.
    case data(Body)
    /// Something that encodes to JSON.
    case json(JSONPayload)
    /// Parameters in the way of their encoding.
    case parameters(Parameters, ParameterEncoding)
    /// A file, read while it is sent.
    case file(path: String)
    /// Parts, read while they are sent.
    case multipart(Multipart)
  }

  /// Parameters for the URL.
  public struct Query: Sendable {
    /// What to append.
    public var parameters: Parameters
    /// How to spell it; the destination is always the query.
    public var encoding: URLEncoding

    /// Takes parameters in the given spelling.
    public init(_ parameters: Parameters, encoding: URLEncoding = .queryString) {
      self.parameters = parameters
      self.encoding = encoding
    }
  }
}

extension HTTPTask {
  /// Nothing but the head.
  public static let requestPlain = HTTPTask()

  /// These bytes.
  public static func requestData(_ body: Body) -> HTTPTask {
    HTTPTask(body: .data(body))
  }

  /// The value as JSON.
  public static func requestJSONEncodable(_ value: some Encodable & Sendable) -> HTTPTask {
    HTTPTask(body: .json(JSONPayload(value)))
  }

  /// The value as JSON, by an encoder of the caller's.
  public static func requestCustomJSONEncodable(
    _ value: some Encodable & Sendable, encoder: @escaping JSONPayload.EncoderMaker
  ) -> HTTPTask {
    HTTPTask(body: .json(JSONPayload(value, encoder: encoder)))
  }

  /// Parameters in the way of the encoding: a query, a form or JSON.
  public static func requestParameters(
    _ parameters: Parameters, encoding: ParameterEncoding = .default
  ) -> HTTPTask {
    HTTPTask(body: .parameters(parameters, encoding))
  }

  /// These bytes, and a query.
  public static func requestCompositeData(
    bodyData: Body, urlParameters: Parameters
  ) -> HTTPTask {
    HTTPTask(body: .data(bodyData), query: Query(urlParameters))
  }

  /// Body parameters and a query; an encoding that may write them into the query is a setup error.
  public static func requestCompositeParameters(
    bodyParameters: Parameters, bodyEncoding: ParameterEncoding, urlParameters: Parameters
  ) -> HTTPTask {
    HTTPTask(
      body: .parameters(bodyParameters, bodyEncoding), query: Query(urlParameters))
  }

  /// A file, read while it is sent.
  public static func uploadFile(_ path: String) -> HTTPTask {
    HTTPTask(body: .file(path: path))
  }

  /// Parts, read while they are sent.
  public static func uploadMultipartFormData(_ parts: Multipart) -> HTTPTask {
    HTTPTask(body: .multipart(parts))
  }

  /// Parts, and a query.
  public static func uploadCompositeMultipart(
    _ parts: Multipart, urlParameters: Parameters
  ) -> HTTPTask {
    HTTPTask(body: .multipart(parts), query: Query(urlParameters))
  }

  /// The answer's body goes to a file.
  public static func downloadDestination(_ destination: DownloadDestination) -> HTTPTask {
    HTTPTask(destination: destination)
  }

  /// Parameters out, the answer's body to a file.
  public static func downloadParameters(
    _ parameters: Parameters, encoding: ParameterEncoding = .default,
    destination: DownloadDestination
  ) -> HTTPTask {
    HTTPTask(body: .parameters(parameters, encoding), destination: destination)
  }
}
