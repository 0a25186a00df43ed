import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("Names and shapes of secrets", .timeLimit(.minutes(10))) struct PlantedNamesTests {
  typealias Row = PlantedNames.Row
  typealias Place = PlantedNames.Place

  /// How a value may be left: as it is, percent-encoded, or in UTF-16.
  private func isLeft(_ value: String, _ exchange: Exchange) -> Bool {
    let bytes = HARWriter().document([exchange])
    let body = exchange.response?.body.bytes ?? []
    return [value, PlantedSecrets.escaped(value, small: false)].contains { text in
      bytes.contains(bytes: Array(text.utf8)) || body.contains(bytes: Array(text.utf8))
        || body.contains(bytes: Place.utf16(text))
    }
  }

  @Test(
    "nothing behind the name of a secret is left, wherever it stands", arguments: Place.allCases)
  func names(place: Place) {
    #expect(PlantedNames.names.count >= 80)
    for row in PlantedNames.names where place.takes(row) {
      let exchange = place.exchange(row)
      #expect(isLeft(row.value, exchange), "\(place) \(row.name): nothing was planted")
      #expect(!Redactor().scan(exchange).isEmpty, "\(place) \(row.name): scan finds nothing")
      for redactor in [Redactor(), Redactor(salt: [1])] {
        let redacted = redactor.redact(exchange)
        #expect(!isLeft(row.value, redacted), "\(place) \(row.name)")
        #expect(Redactor().scan(redacted) == [], "\(place) \(row.name): scan finds it again")
      }
    }
  }

  @Test("no shape of a secret is left, whatever it is called", arguments: Place.allCases)
  func shapes(place: Place) {
    for shape in PlantedNames.shapes {
      let exchange = place.exchange(Row(name: "note", value: shape.value))
      #expect(isLeft(shape.value, exchange), "\(place) \(shape.name): nothing was planted")
      #expect(!Redactor().scan(exchange).isEmpty, "\(place) \(shape.name): scan finds nothing")
      let redacted = Redactor().redact(exchange)
      #expect(!isLeft(shape.value, redacted), "\(place) \(shape.name)")
      #expect(Redactor().scan(redacted) == [], "\(place) \(shape.name): scan finds it again")
    }
  }

  @Test("what only looks like a secret stays, wherever it stands", arguments: Place.allCases)
  func lookAlikes(place: Place) {
    #expect(PlantedNames.lookAlikes.count >= 40)
    for row in PlantedNames.lookAlikes where place.takes(row) {
      let exchange = place.exchange(row)
      #expect(Redactor().scan(exchange) == [], "\(place) \(row.name): \(row.value)")
      #expect(
        Redactor().redact(exchange).difference(from: exchange) == nil,
        "\(place) \(row.name): \(row.value)")
    }
  }
}
