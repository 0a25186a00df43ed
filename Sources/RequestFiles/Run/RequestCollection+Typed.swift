import BytesAndJSON
import ExchangesAndOutcomes

extension RequestCollection {
  /// A request that was typed beside one of a file: variables mean here what they mean to that one.
  ///
  /// It stands in no file and is none of `entries`; without a neighbour it stands beside the first
  /// one, and nil means that there is none.
  public func entry(
    typed method: HTTPMethod, _ target: String, headers: [HeaderField] = [], body: [UInt8] = [],
    key: String, beside neighbour: Entry? = nil
  ) -> Entry? {
    guard let other = neighbour ?? entries.first else { return nil }
    // The line decides which of a file's variables counts.
    let place = other.request.place
    func template(_ text: String) -> Template { Template(text, at: place) }
    var request = FileRequest(title: nil, place: place)
    request.method = method
    request.target = template(target)
    request.headers = headers.map { field in
      FileRequest.Field(name: template(field.name), value: template(field.value), place: place)
    }
    if !body.isEmpty {
      request.body = .content([.text(template(String(decoding: body, as: UTF8.self)))])
    }
    return Entry(id: -1, request: request, group: "ad hoc", key: key, file: other.file)
  }
}
