// swift-tools-version: 6.3
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Inspector",
  products: [
    .library(name: "NetEngine", targets: ["NetEngine"]),
    .library(name: "Inspector", targets: ["Inspector"]),
    .executable(name: "inspector", targets: ["InspectorCommand"]),
  ],
  targets: [
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl")]),
    .systemLibrary(
      name: "CCodings", providers: [.apt(["zlib1g-dev", "libbrotli-dev", "libzstd-dev"])]),
    .systemLibrary(name: "CPCRE2", providers: [.apt(["libpcre2-dev"])]),
    .target(name: "CSignals"),
    .target(
      name: "NetEngine", dependencies: ["CCurl", "CCodings", "CPCRE2"], swiftSettings: strict),
    .target(name: "InspectorCore", dependencies: ["NetEngine"], swiftSettings: strict),
    .target(name: "DemoServer", swiftSettings: strict),
    .target(
      name: "Inspector",
      dependencies: ["NetEngine", "InspectorCore", "DemoServer", "CNcurses", "CSignals"],
      swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
    .executableTarget(
      name: "InspectorCommand", dependencies: ["Inspector"], swiftSettings: strict),
    .executableTarget(
      name: "RecordingChild", dependencies: ["NetEngine"], path: "Tests/RecordingChild",
      swiftSettings: strict),
    .testTarget(
      name: "NetEngineTests", dependencies: ["NetEngine", "DemoServer", "RecordingChild"],
      swiftSettings: strict),
    .testTarget(name: "DemoServerTests", dependencies: ["DemoServer"], swiftSettings: strict),
    .testTarget(
      name: "InspectorCoreTests", dependencies: ["InspectorCore", "NetEngine"],
      exclude: ["Golden"], swiftSettings: strict),
    .testTarget(
      name: "InspectorTests",
      dependencies: ["Inspector", "InspectorCore", "InspectorCommand", "DemoServer"],
      swiftSettings: strict),
    .testTarget(name: "HouseTests", dependencies: ["InspectorCore"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
