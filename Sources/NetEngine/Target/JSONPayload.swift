public import FoundationEssentials
import LosslessJSON

/// A value that becomes a JSON body when the request is built.
///
/// Keys are sorted, so that the same value always gives the same bytes.
public struct JSONPayload: Sendable {
  /// Makes the encoder a payload asks for; called once per encoding.
  public typealias EncoderMaker = @Sendable () -> JSONEncoder

  private let encodeValue: @Sendable () throws -> [UInt8]

  /// Keeps the value; nothing is encoded yet.
  public init(_ value: some Encodable & Sendable, encoder: EncoderMaker? = nil) {
    encodeValue = {
      let encoder = encoder?() ?? Self.standardEncoder
      return try [UInt8](encoder.encode(value))
    }
  }

  private static var standardEncoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  /// The bytes, or what the encoder has against the value.
  package func encoded() throws -> [UInt8] {
    try encodeValue()
  }
}
