public import FoundationEssentials

/// Makes the decoder a mapping uses; a decoder is not a value, so it is made anew for each use.
public typealias DecoderMaker = @Sendable () -> JSONDecoder

/// A response's way to its decoder: no part of what came back, so it makes no two answers different.
struct ModelDecoder: Sendable, Hashable {
  var make: DecoderMaker?

  static func == (left: ModelDecoder, right: ModelDecoder) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
