import LosslessJSON
import NetEngine

extension RequestCollection {
  /// A request that was typed beside one of a file: variables mean here what they mean to that one.
  ///
  /// It stands in no file and is none of `entries`; without a neighbour it stands beside the first
  /// one, and nil means that there is none.
  public func entry(
    typed request: WrittenRequest, key: String, beside neighbour: Entry? = nil,
    named name: String? = nil
  ) -> Entry? {
    guard let other = neighbour ?? entries.first else { return nil }
    // The line decides which of a file's variables counts.
    var typed = request.request(at: other.request.place)
    typed.name = name
    return Entry(
      id: -1, request: typed, group: "ad hoc", key: key,
      isImported: false, file: other.file)
  }
}
