import Foundation
import NetEngine

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Task {
  /// The same in the engine's words; what has no form there is a failure with its place.
  func engineTask() throws -> HTTPTask {
    switch self {
    case .requestPlain: .requestPlain
    case .requestData(let data): .requestData(Body(data))
    case .requestJSONEncodable(let value): try Self.json(value, JSONEncoder())
    case .requestCustomJSONEncodable(let value, let encoder): try Self.json(value, encoder)
    case .requestParameters(let parameters, let encoding):
      .requestParameters(try Parameter.all(parameters), encoding: encoding.spelled)
    case .requestCompositeData(let data, let parameters):
      .requestCompositeData(bodyData: Body(data), urlParameters: try Parameter.all(parameters))
    case .requestCompositeParameters(let body, let encoding, let parameters):
      .requestCompositeParameters(
        bodyParameters: try Parameter.all(body), bodyEncoding: encoding.spelled,
        urlParameters: try Parameter.all(parameters))
    case .uploadFile(let url): .uploadFile(url.path)
    case .uploadMultipart(let parts): .uploadMultipartFormData(Self.multipart(parts))
    case .uploadCompositeMultipart(let parts, let parameters):
      .uploadCompositeMultipart(
        Self.multipart(parts), urlParameters: try Parameter.all(parameters))
    case .downloadDestination(let destination):
      .downloadDestination(Self.place(destination))
    case .downloadParameters(let parameters, let encoding, let destination):
      .downloadParameters(
        try Parameter.all(parameters), encoding: encoding.spelled,
        destination: Self.place(destination))
    }
  }

  /// Where the body goes, asked before the answer is there: the engine writes it in its place.
  private static func place(_ destination: DownloadDestination) -> NetEngine.DownloadDestination {
    let proposed = URL(fileURLWithPath: NSTemporaryDirectory() + UUID().uuidString)
    guard
      let head = HTTPURLResponse(
        url: proposed, statusCode: 200, httpVersion: nil, headerFields: nil)
    else { return NetEngine.DownloadDestination(path: proposed.path) }
    let (url, options) = destination(proposed, head)
    if options.contains(.createIntermediateDirectories) {
      try? FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    }
    return NetEngine.DownloadDestination(
      path: url.path, overwrites: options.contains(.removePreviousFile))
  }

  /// Encoded here and now, on the caller's thread: the value need not be sendable.
  private static func json(_ value: any Encodable, _ encoder: JSONEncoder) throws -> HTTPTask {
    let bytes: Data
    do { bytes = try encoder.encode(value) } catch { throw MoyaError.encodableMapping(error) }
    return HTTPTask(body: .json(JSONPayload(RawJSON(bytes: bytes), encoder: { RawEncoder() })))
  }

  private static func multipart(_ parts: [MultipartFormData]) -> Multipart {
    Multipart(
      parts.map { part in
        let content: Multipart.Content =
          switch part.provider {
          case .data(let data): .data(Body(data))
          case .file(let url): .file(path: url.path)
          }
        return Multipart.Part(
          name: part.name, content, fileName: part.fileName, mimeType: part.mimeType)
      })
  }
}

/// JSON that is encoded already.
private struct RawJSON: Encodable, Sendable {
  let bytes: Data
  func encode(to encoder: any Encoder) throws {}
}

/// Hands such JSON on as it is.
private final class RawEncoder: JSONEncoder, @unchecked Sendable {
  override func encode<Value: Encodable>(_ value: Value) throws -> Data {
    try (value as? RawJSON)?.bytes ?? super.encode(value)
  }
}

extension Parameter {
  static func all(_ values: [String: Any]) throws -> Parameters {
    try values.mapValues { try Parameter(untyped: $0) }
  }

  /// Whatever people put into `[String: Any]` and has a JSON form.
  init(untyped value: Any) throws {
    switch value {
    case let number as any BinaryInteger: self = Parameter(number)
    case let number as NSNumber where type(of: value) is NSNumber.Type:
      self = Parameter(foundation: number)
    case let flag as Bool: self = .bool(flag)
    // By its shortest digits: Double(Float(0.1)) is 0.10000000149.
    case let number as any BinaryFloatingPoint: self = .number(Double("\(number)") ?? .nan)
    case let number as Decimal: self = .digits("\(number)")
    case let text as String: self = .string(text)
    case let text as Substring: self = .string(String(text))
    case is NSNull: self = .null
    case let list as [Any]: self = .array(try list.map { try Parameter(untyped: $0) })
    case let members as [String: Any]: self = .object(try Self.all(members))
    case let url as URL: self = .string(url.absoluteString)
    case let raw as any RawRepresentable: self = try Parameter(untyped: raw.rawValue)
    default: throw MoyaError.parameterEncoding(NoForm(type: "\(type(of: value))"))
    }
  }

  /// A number of Foundation's, such as JSONSerialization returns: `1` casts to Bool, `5` to Double.
  private init(foundation number: NSNumber) {
    let isBool = type(of: number) == type(of: NSNumber(value: true))
    switch UInt8(bitPattern: number.objCType.pointee) {
    case _ where isBool: self = .bool(number.boolValue)
    case _ where number is NSDecimalNumber: self = .digits(number.stringValue)
    case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .number(Double(number.stringValue) ?? .nan)
    case UInt8(ascii: "Q"): self = Parameter(number.uint64Value)
    default: self = Parameter(number.int64Value)
    }
  }

  struct NoForm: Error, CustomStringConvertible {
    let type: String
    var description: String { "a value of type \(type) has no form as a parameter" }
  }
}
