import InspectorScreens
import NetEngine
import NetRecordings

/// Recorded requests that differ in values alone, as one request with variables: `/users/{{userId}}`.
nonisolated struct KeptTemplates {
  private(set) var requests: [KeepOrder.Sent] = []
  /// `@userId = 1`, a line each.
  private(set) var variables: [String] = []
  private(set) var notes: [String] = []

  /// Those that differ in values of their URLs alone become the first of them: with the same body,
  /// and a query of the same names.
  init(_ all: [KeepOrder.Sent], _ rules: Rules) {
    let templates = PathTemplate.all(
      of: all.map {
        HTTPRequest(method: HTTPMethod(rawValue: $0.draft.method), url: $0.draft.url)
      }, rules)
    var groups: [(template: PathTemplate, places: [Int])] = []
    for template in templates {
      var own: [(template: PathTemplate, places: [Int])] = []
      for (place, member) in template.members.enumerated() {
        let body = all[member].draft.body
        let names = template.queries[place].map(\.name)
        if let same = own.firstIndex(where: {
          all[template.members[$0.places[0]]].draft.body == body
            && template.queries[$0.places[0]].map(\.name) == names
        }) {
          own[same].places.append(place)
        } else {
          own.append((template, [place]))
        }
      }
      groups += own
    }
    groups.sort { $0.template.members[$0.places[0]] < $1.template.members[$1.places[0]] }
    var taken: Set<String> = ["baseUrl"]
    for (template, places) in groups {
      if Set(places.map { all[template.members[$0]].draft.url }).count > 1 {
        var sent = all[template.members[places[0]]]
        sent.draft.url = url(template, places, &taken)
        notes.append("\(places.count) requests of \(template.words) are one")
        requests.append(sent)
      } else {
        requests += places.map { all[template.members[$0]] }
      }
    }
  }

  /// The first one's URL, with variables where the others say something else.
  private mutating func url(
    _ template: PathTemplate, _ places: [Int], _ taken: inout Set<String>
  ) -> String {
    func variable(_ base: String, _ value: String) -> String {
      var (name, number) = (base, 2)
      while !taken.insert(name).inserted {
        name = "\(base)\(number)"
        number += 1
      }
      variables.append("@\(name) = \(value)")
      return "{{\(name)}}"
    }
    var values = zip(template.ownNames, template.values[places[0]]).makeIterator()
    let path = template.segments.map { segment in
      if case .text(let text) = segment { return text }
      return values.next().map { variable($0, $1) } ?? ""
    }
    let query = template.queries[places[0]].map { name, value in
      guard let value else { return name }
      let others = places.map { place in template.queries[place].first { $0.name == name }?.value }
      let isSame = others.allSatisfy { $0 == value }
      let base = PathTemplate.swiftName(name)
      return "\(name)=\(isSame || base.isEmpty || value.isEmpty ? value : variable(base, value))"
    }
    return template.origin + path.joined(separator: "/")
      + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }
}
