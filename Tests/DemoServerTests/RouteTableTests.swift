import DemoServer
import TestServer
import Testing

@Suite struct RouteTableTests {
  @Test func noTwoRowsShareMethodAndPath() {
    var seen: Set<String> = []
    for route in TestRoute.everything {
      #expect(
        seen.insert("\(route.method) \(route.path)").inserted, "\(route.method) \(route.path)")
    }
  }

  @Test func noTwoRowsShareAName() {
    var seen: Set<String> = []
    for route in TestRoute.everything {
      #expect(seen.insert(route.name.lowercased()).inserted, "\(route.name)")
    }
  }

  @Test func aSampleIsAnsweredByItsOwnRow() {
    let table = RouteTable(TestRoute.everything.map(\.route))
    for route in TestRoute.everything {
      let path = String(route.sample.prefix { $0 != "?" })
      guard case .route(let found, _) = table.match(method: route.sampleMethod, path: path) else {
        Issue.record("\(route.sample) is answered by no row")
        continue
      }
      // Another row may name the method where this one says '*'.
      let isOwn = found.path == route.path && (found.method == route.method || route.method == "*")
      #expect(isOwn, "\(route.sample) is answered by \(found.path)")
    }
  }

  @Test func samplesHaveNoPlaceholders() {
    for route in TestRoute.everything { #expect(!route.sample.contains("{"), "\(route.sample)") }
  }

  @Test func partsOfAPatternAreDecoded() {
    let table = RouteTable(TestRoute.everything.map(\.route))
    guard case .route(_, let parameters) = table.match(method: "GET", path: "/echo/a%2Fb") else {
      Issue.record("/echo/{anything} does not match")
      return
    }
    #expect(parameters == ["anything": "a/b"])
  }

  @Test(arguments: [
    ("GET", "/users/42", "/users/42"), ("GET", "/users/41", "/users/{id}"),
    ("PATCH", "/users/42", "/users/{id}"), ("HEAD", "/users", "/users"),
    ("BREW", "/echo", "/echo"), ("GET", "/status/204", "/status/204"),
    ("GET", "/status/405", "/status/{code}"),
  ])
  func theNarrowestRowAnswers(method: String, path: String, pattern: String) {
    guard
      case .route(let route, _) = RouteTable(TestRoute.everything.map(\.route)).match(
        method: method, path: path)
    else {
      Issue.record("no row")
      return
    }
    #expect(route.path == pattern)
  }

  @Test func namesAndSentencesArePrintable() {
    for route in TestRoute.everything {
      #expect(!route.name.isEmpty && route.name.count <= 40, "\(route.name)")
      #expect(route.shows.hasSuffix("."), "\(route.shows)")
      #expect(route.shows.count <= 100, "\(route.shows)")
      let isPrintable = (route.name + route.shows + route.sample).unicodeScalars
        .allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
      #expect(isPrintable, "\(route.path)")
    }
  }

  @Test func rowsOfAGroupStandTogether() {
    var groups: [RouteGroup] = []
    for route in Route.all where groups.last != route.group { groups.append(route.group) }
    #expect(groups.count == Set(groups).count)
  }

  @Test func everyWarningIsShownByARow() {
    let shown = Set(TestRoute.everything.flatMap(\.expected.warnings))
    // Leaving https needs TLS, which this server does not speak.
    #expect(shown.union([.leftHTTPS]) == Set(Warning.allCases))
  }

  @Test func everyKindIsShownByARow() {
    let shown = Set(
      TestRoute.everything.map(\.expected.kind) + TestRoute.everything.compactMap(\.expected.mapped)
    )
    #expect(shown == Set(Expected.Kind.allCases))
  }

  @Test func thereAreManyMisbehaviours() {
    let broken = TestRoute.everything.filter { $0.path.hasPrefix("/broken/") }
    #expect(broken.count >= 110)
    let listed = Route.all.filter(\.isListed).count
    #expect((30...40).contains(listed))
  }

  @Test func aTimeoutRowSaysHowLongToWait() {
    for route in TestRoute.everything where route.expected.kind == .timeout {
      let says = route.needs.contains { need in
        switch need {
        case .timeout, .idleTimeout: true
        default: false
        }
      }
      #expect(says, "\(route.path)")
    }
  }
}
