import Foundation
import NetEngine

/// An API's request, in Moya's words.
public protocol TargetType: SendableMetatype {
  var baseURL: URL { get }
  var path: String { get }
  var method: Moya.Method { get }
  var sampleData: Data { get }
  var task: Task { get }
  var validationType: ValidationType { get }
  var headers: [String: String]? { get }
}

extension TargetType {
  public var sampleData: Data { Data() }
  public var validationType: ValidationType { .none }
}

/// Any target, for a provider of several APIs.
public enum MultiTarget: TargetType {
  case target(any TargetType)

  public init(_ target: any TargetType) { self = .target(target) }

  /// The one that stands in it.
  public var target: any TargetType {
    switch self {
    case .target(let target): target
    }
  }

  public var baseURL: URL { target.baseURL }
  public var path: String { target.path }
  public var method: Moya.Method { target.method }
  public var sampleData: Data { target.sampleData }
  public var task: Task { target.task }
  public var validationType: ValidationType { target.validationType }
  public var headers: [String: String]? { target.headers }
}

/// What a target sends, in Moya's words.
public enum Task {
  case requestPlain
  case requestData(Data)
  case requestJSONEncodable(any Encodable)
  case requestCustomJSONEncodable(any Encodable, encoder: JSONEncoder)
  case requestParameters(parameters: [String: Any], encoding: any ParameterEncoding)
  case requestCompositeData(bodyData: Data, urlParameters: [String: Any])
  case requestCompositeParameters(
    bodyParameters: [String: Any], bodyEncoding: any ParameterEncoding,
    urlParameters: [String: Any])
  case uploadFile(URL)
  case uploadMultipart([MultipartFormData])
  case uploadCompositeMultipart([MultipartFormData], urlParameters: [String: Any])
  case downloadDestination(DownloadDestination)
  case downloadParameters(
    parameters: [String: Any], encoding: any ParameterEncoding, destination: DownloadDestination)
}

/// How parameters are written: Alamofire's two.
public protocol ParameterEncoding {
  var spelled: NetEngine.ParameterEncoding { get }
}

/// As `a=1&b=2`.
public struct URLEncoding: ParameterEncoding, Sendable {
  public static let `default` = URLEncoding()
  public static let queryString = URLEncoding(destination: .queryString)
  public static let httpBody = URLEncoding(destination: .httpBody)

  public enum Destination { case methodDependent, queryString, httpBody }
  public enum ArrayEncoding { case brackets, noBrackets, indexInBrackets }
  public enum BoolEncoding { case numeric, literal }

  private let encoding: NetEngine.URLEncoding

  public init(
    destination: Destination = .methodDependent, arrayEncoding: ArrayEncoding = .brackets,
    boolEncoding: BoolEncoding = .numeric
  ) {
    let arrays: NetEngine.URLEncoding.Arrays =
      switch arrayEncoding {
      case .brackets: .brackets
      case .noBrackets: .plain
      case .indexInBrackets: .indexed
      }
    let place: NetEngine.URLEncoding.Destination =
      switch destination {
      case .methodDependent: .methodDependent
      case .queryString: .queryString
      case .httpBody: .httpBody
      }
    encoding = NetEngine.URLEncoding(
      destination: place, arrays: arrays, bools: boolEncoding == .numeric ? .numeric : .literal)
  }

  public var spelled: NetEngine.ParameterEncoding { .url(encoding) }
}

/// As a JSON object in the body.
public struct JSONEncoding: ParameterEncoding, Sendable {
  public static let `default` = JSONEncoding()
  public var spelled: NetEngine.ParameterEncoding { .json }
}

/// A part of a `multipart/form-data` body.
public struct MultipartFormData {
  public enum FormDataProvider {
    case data(Data)
    case file(URL)
  }

  public let provider: FormDataProvider
  public let name: String
  public let fileName: String?
  public let mimeType: String?

  public init(
    provider: FormDataProvider, name: String, fileName: String? = nil, mimeType: String? = nil
  ) {
    (self.provider, self.name, self.fileName, self.mimeType) = (provider, name, fileName, mimeType)
  }
}
