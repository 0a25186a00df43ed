import Foundation
import NetEngine

/// What went wrong, in Moya's words; the engine's own error with all it knows is ``netError``.
public enum MoyaError: Error {
  case imageMapping(Response)
  case jsonMapping(Response)
  case stringMapping(Response)
  case objectMapping(any Error, Response)
  case encodableMapping(any Error)
  case statusCode(Response)
  case underlying(any Error, Response?)
  case requestMapping(String)
  case parameterEncoding(any Error)

  /// The answer, where one came.
  public var response: Response? {
    switch self {
    case .imageMapping(let response), .jsonMapping(let response), .stringMapping(let response),
      .objectMapping(_, let response), .statusCode(let response):
      response
    case .underlying(_, let response): response
    case .encodableMapping, .requestMapping, .parameterEncoding: nil
    }
  }

  /// What the engine says: its kind, its words, what to do.
  public var netError: NetError? {
    switch self {
    case .underlying(let error, _), .objectMapping(let error, _): error as? NetError
    default: nil
    }
  }

  /// The engine's error in Moya's words.
  init(_ error: NetError, wrapping response: (NetEngine.Response) -> Response = Response.init) {
    let answer = error.response.map(response)
    switch (error, answer) {
    case (.statusCode, let answer?): self = .statusCode(answer)
    case (.mapping(let problem, _), let answer?):
      switch problem.target {
      case .json: self = .jsonMapping(answer)
      case .string: self = .stringMapping(answer)
      case .image: self = .imageMapping(answer)
      default: self = .objectMapping(error, answer)
      }
    case (.requestMapping(let problem), _): self = .requestMapping(problem.text)
    case (.parameterEncoding(let cause), _): self = .parameterEncoding(cause)
    case (.underlying(let cause as MoyaError, _), _): self = cause
    default: self = .underlying(error, answer)
    }
  }
}

extension MoyaError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .imageMapping: "Failed to map data to an Image."
    case .jsonMapping: "Failed to map data to JSON."
    case .stringMapping: "Failed to map data to a String."
    case .objectMapping: "Failed to map data to a Decodable object."
    case .encodableMapping: "Failed to encode Encodable object into data."
    case .statusCode: "Status code didn't fall within the given range."
    case .underlying(let error, _): error.localizedDescription
    case .requestMapping: "Failed to map Endpoint to a URLRequest."
    case .parameterEncoding(let error):
      "Failed to encode parameters for URLRequest. \(error.localizedDescription)"
    }
  }
}
