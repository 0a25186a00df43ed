import InspectorScreens
import NetEngine
import RequestFiles
import Testing

@Suite struct LimitSettingTests {
  @Test func everySettingIsAPropertyOfTheLimits() {
    let properties = Set(Mirror(reflecting: Limits()).children.compactMap(\.label))
    #expect(LimitSetting.all.allSatisfy { properties.contains($0.property) })
    #expect(Set(LimitSetting.all.map(\.property)).count == LimitSetting.all.count)
  }

  @Test func everyKeyOfTheConfigurationIsInTheTableAndNoOther() {
    let keys = LimitSetting.all.compactMap(\.key)
    #expect(keys == Configuration.Limit.allCases.map(\.rawValue))
  }

  @Test(arguments: LimitExceeded.Limit.allCases)
  func theHintNamesEveryWay(limit: LimitExceeded.Limit) throws {
    let hint = LimitExceeded(limit, allowed: 1).hint
    guard ![.codingLayers, .openFiles].contains(limit) else {
      #expect(hint.contains(limit == .openFiles ? "ulimit" : "cannot be raised"))
      return
    }
    let setting = try #require(LimitSetting.all.first { $0.property == limit.rawValue })
    #expect(hint.contains("raise limits.\(setting.property) of the target"))
    #expect(hint.contains("inspector.json") == (setting.key != nil))
    if let option = setting.option { #expect(hint.hasSuffix("or \(option)")) }
  }

  @Test func anotherNameInTheFileIsNamed() {
    #expect(
      LimitSetting.remedy("totalTimeout")
        == "raise limits.totalTimeout of the target or the provider, limits.timeout of "
        + "inspector.json, or --timeout")
  }

  @Test func theRatioIsReadFromTheConfiguration() {
    let text = "{\"limits\":{\"decodedRatio\":1000,\"redirects\":3}}"
    let reader = ConfigurationReader(Array(text.utf8), file: "inspector.json")
    #expect(reader.problems == [])
    var limits = Limits()
    limits.take(reader.configuration.limits)
    #expect(limits.decodedRatio == 1_000 && limits.redirects == 3)
  }
}
