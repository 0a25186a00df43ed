import LosslessJSON

/// Why a body could not be read as what was asked for.
public struct MappingError: Error, Sendable {
  /// What the body was to become.
  public var target: Target
  /// What stood in the way.
  package var reason: Reason
  /// Where in the document; nil where there is none.
  public var path: JSONPath?

  /// Takes everything as it is.
  package init(_ target: Target, _ reason: Reason, path: JSONPath? = nil) {
    self.target = target
    self.reason = reason
    self.path = path
  }

  /// The steps that can fail.
  public enum Target: String, Sendable, Hashable {
    case json, string, image, object, array, envelope, unpacked
  }

  /// What can stand in the way.
  package enum Reason: Sendable {
    /// There is no body.
    case empty
    /// It is not JSON, and where it stops being JSON.
    case json(JSONError)
    /// It is not text in this charset; the offset is nil when the charset is unknown.
    case text(charset: String, offset: Int?)
    /// The path leads nowhere, or to something else.
    case access(JSONAccessError)
    /// The value is there; the model does not fit it.
    case decoding(any Error)
    /// No image format that is known.
    case notAnImage
    /// An element of a list cannot be mapped.
    indirect case element(index: Int, any Error)
    /// The call asks for an envelope and nobody said how it looks.
    case noProfile
    /// The body is not such an envelope; in words.
    case notAnEnvelope(String)
    /// Events were asked for, and the answer is of this type; nil when it says none.
    case notAnEventStream(type: String?)
    /// Somebody's own step could make nothing of the body; in its own words.
    case unpacking(step: String, String)
  }

  /// The error below this one, wherever there is one.
  public var underlying: (any Error)? {
    switch reason {
    case .empty, .text, .notAnImage, .noProfile, .notAnEnvelope, .notAnEventStream, .unpacking: nil
    case .json(let error): error
    case .access(let error): error
    case .decoding(let error): error
    case .element(_, let error): error
    }
  }
}

extension MappingError {
  /// What happened, where, and what was found; what the server wrote is escaped.
  public var message: String { words.escapedForMessage }

  private var words: String {
    let place = path.map { $0.steps.isEmpty ? "" : " at '\($0)'" } ?? ""
    return switch reason {
    case .empty: "the body is empty, expected \(target.words)"
    case .json(let error): "the body is not valid JSON: \(error.place): \(error.trouble)"
    case .text(let charset, let offset?):
      "the body is not \(charset) text: byte \(offset) does not fit"
    case .text(let charset, nil): "the charset '\(String(shown: Array(charset.utf8)))' is not known"
    case .access(let error): "\(error)".shortened(to: 400)
    case .decoding(let error): "\(target.words)\(place) does not fit: \(NetError.text(of: error))"
    case .notAnImage: "the body is not a PNG, JPEG, GIF, WebP or BMP image"
    case .element(let index, let error):
      "element \(index)\(place) does not fit: \(NetError.text(of: error))"
    case .noProfile: "there is no envelope profile to read the response with"
    case .notAnEnvelope(let why): "the body is not such an envelope: \(why)"
    case .notAnEventStream(let type?): "the response is no text/event-stream, it is '\(type)'"
    case .unpacking(let step, let why): "the step '\(step)' failed: \(why.shortened(to: 300))"
    case .notAnEventStream(nil): "the response is no text/event-stream: it has no Content-Type"
    }
  }

  /// What to try next.
  public var hint: String {
    switch reason {
    case .empty: "look at the status: was a body to be expected?"
    case .json(let error): error.hint ?? "the raw view shows the bytes at that place"
    case .text: "look at the charset in Content-Type, or read it as bytes"
    case .access: "compare the path with the document"
    case .decoding, .element: "compare the model with the document at this path"
    case .notAnImage: "look at the first bytes in the hex view"
    case .noProfile: "set a profile on the provider, the target or the call"
    case .notAnEnvelope: "choose another profile; '# @profile none' leaves one request out"
    case .unpacking: "the raw view shows the bytes that it was given"
    case .notAnEventStream: "look at the response: is this the URL of the events?"
    }
  }
}

extension MappingError.Target {
  fileprivate var words: String {
    switch self {
    case .json: "JSON"
    case .string: "a string"
    case .image: "an image"
    case .object: "the value"
    case .array: "the array"
    case .envelope: "an envelope"
    case .unpacked: "what is packed in it"
    }
  }
}
