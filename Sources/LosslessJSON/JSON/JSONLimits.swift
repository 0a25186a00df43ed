/// What a JSON document may cost; each limit is named in the error it causes.
package struct JSONLimits: Equatable, Sendable {
  /// Which of the limits was reached.
  package enum Name: Equatable, Sendable {
    /// Containers inside containers.
    case depth
    /// The document's own bytes.
    case documentBytes
    /// The memory of the parsed form, beside the bytes.
    case tapeBytes
  }

  /// How many containers may be open inside one another; soft: what came before is kept.
  package var depth: Int

  /// How many bytes of a document are read; above 4 GiB − 1 it means that.
  package var documentBytes: Int

  /// How much memory the parsed form may take: eight bytes a value, so `[1,1,…]` takes four times its bytes.
  package var tapeBytes: Int

  /// The limits in force when nothing is said: depth 512, 1 GiB of bytes, 512 MiB of parsed form.
  package static let standard = JSONLimits()

  /// Makes limits; what is left out stays at the standard.
  package init(depth: Int = 512, documentBytes: Int = 1 << 30, tapeBytes: Int = 512 << 20) {
    self.depth = depth
    self.documentBytes = documentBytes
    self.tapeBytes = tapeBytes
  }

  /// The limit of that name.
  package subscript(name: Name) -> Int {
    switch name {
    case .depth: depth
    case .documentBytes: documentBytes
    case .tapeBytes: tapeBytes
    }
  }
}
