import Foundation
import NetEngine

#if canImport(FoundationNetworking)
  // Where Foundation has it in a module of its own: files that were written for Moya need not know.
  @_exported import FoundationNetworking
#endif

/// A request method.
public struct Method: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let get = Method(rawValue: "GET")
  public static let head = Method(rawValue: "HEAD")
  public static let post = Method(rawValue: "POST")
  public static let put = Method(rawValue: "PUT")
  public static let patch = Method(rawValue: "PATCH")
  public static let delete = Method(rawValue: "DELETE")
  public static let options = Method(rawValue: "OPTIONS")
  public static let trace = Method(rawValue: "TRACE")
  public static let connect = Method(rawValue: "CONNECT")

  public var supportsMultipart: Bool { engineMethod.supportsMultipart }

  var engineMethod: HTTPMethod { HTTPMethod(rawValue: rawValue) }
}

/// Which status codes count as an answer.
public enum ValidationType: Equatable, Sendable {
  case none, successCodes, successAndRedirectCodes
  case customCodes([Int])

  var engineType: NetEngine.ValidationType {
    switch self {
    case .none: .none
    case .successCodes: .successCodes
    case .successAndRedirectCodes: .successAndRedirectCodes
    case .customCodes(let codes): .customCodes(codes)
    }
  }
}

/// Which credentials a target needs.
public enum AuthorizationType: Equatable, Sendable {
  case basic, bearer
  case custom(String)

  /// The word before the token.
  public var value: String {
    switch self {
    case .basic: "Basic"
    case .bearer: "Bearer"
    case .custom(let word): word
    }
  }
}

/// Where an answer's body is kept: asked with the place that is proposed and the answer's head.
public typealias DownloadDestination = (
  _ temporaryURL: URL, _ response: HTTPURLResponse
) -> (destinationURL: URL, options: DownloadOptions)

/// How a file is put in its place.
public struct DownloadOptions: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let removePreviousFile = DownloadOptions(rawValue: 1)
  public static let createIntermediateDirectories = DownloadOptions(rawValue: 2)
}
