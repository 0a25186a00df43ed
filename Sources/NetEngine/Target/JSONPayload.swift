public import FoundationEssentials
import LosslessJSON

/// A value that becomes a JSON body when the request is built.
///
/// Keys are sorted, so that the same value always gives the same bytes.
public struct JSONPayload: Sendable {
  /// Makes the encoder a payload asks for; called once per encoding.
  public typealias EncoderMaker = @Sendable () -> JSONEncoder

  /// Makes the bytes, or throws what the encoder has against the value.
  let encoded: @Sendable () throws -> [UInt8]

  /// Keeps the value; nothing is encoded yet.
  public init(_ value: some Encodable & Sendable, encoder: EncoderMaker? = nil) {
    encoded = {
      let encoder = encoder?() ?? Self.standardEncoder
      return try [UInt8](encoder.encode(value))
    }
  }

  private static var standardEncoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
