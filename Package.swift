// swift-tools-version: 6.3
import PackageDescription

// Warnings are errors where this project is tested, see `Scripts/prepare.bash`: the next compiler's
// new one must break nobody's first build, nor a package that depends on this one.
let strict: [SwiftSetting] = [.enableUpcomingFeature("MemberImportVisibility")]

let package = Package(
  name: "Inspector",
  products: [
    .library(name: "NetEngine", targets: ["NetEngine"]),
    .library(name: "CurlTransport", targets: ["CurlTransport"]),
    .library(name: "NetRecordings", targets: ["NetRecordings"]),
    .library(name: "NetEngineTesting", targets: ["NetEngineTesting"]),
    .library(name: "RequestFiles", targets: ["RequestFiles"]),
    .library(name: "Inspector", targets: ["Inspector"]),
    .library(name: "DemoServer", targets: ["DemoServer"]),
    .executable(name: "inspector", targets: ["InspectorCommand"]),
  ],
  targets: [
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CYAML", linkerSettings: [.linkedLibrary("dl")]),
    .systemLibrary(
      name: "CCodings", providers: [.apt(["zlib1g-dev", "libbrotli-dev", "libzstd-dev"])]),
    .systemLibrary(name: "CPCRE2", providers: [.apt(["libpcre2-dev"])]),
    .target(name: "CPlatform"),
    .target(name: "LosslessJSON", dependencies: ["CCodings", "CPCRE2"], swiftSettings: strict),
    .target(name: "NetEngine", dependencies: ["LosslessJSON"], swiftSettings: strict),
    .target(
      name: "CurlTransport", dependencies: ["NetEngine", "CCurl", "CPlatform"],
      swiftSettings: strict),
    .target(name: "RequestFiles", dependencies: ["NetEngine", "CYAML"], swiftSettings: strict),
    .target(
      name: "NetRecordings", dependencies: ["NetEngine", "RequestFiles"], swiftSettings: strict),
    .target(
      name: "NetEngineTesting", dependencies: ["NetEngine", "CurlTransport", "NetRecordings"],
      swiftSettings: strict),
    .target(
      name: "InspectorProxy", dependencies: ["NetEngine", "CurlTransport", "NetRecordings"],
      swiftSettings: strict),
    .target(
      name: "InspectorScreens", dependencies: ["NetEngine", "NetRecordings", "RequestFiles"],
      swiftSettings: strict),
    .target(
      name: "InspectorCommands",
      dependencies: [
        "NetEngine", "CurlTransport", "NetRecordings", "RequestFiles", "InspectorProxy",
        "CPlatform",
      ],
      swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
    .target(
      name: "DemoServer", dependencies: ["InspectorProxy", "NetEngine"],
      swiftSettings: strict),
    .target(
      name: "Inspector",
      dependencies: [
        "NetEngine", "CurlTransport", "NetRecordings", "RequestFiles", "InspectorProxy",
        "InspectorScreens", "InspectorCommands", "DemoServer", "CNcurses", "CPlatform",
      ],
      swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
    .executableTarget(
      name: "InspectorCommand", dependencies: ["Inspector"], swiftSettings: strict),
    // The examples' sources once more, so that they share this build; each is a package of its own.
    .executableTarget(
      name: "ExampleOwnTargets", dependencies: ["Inspector", "NetEngine"],
      path: "Examples/OwnTargets/Sources/OwnTargets", swiftSettings: strict),
    .testTarget(
      name: "ExampleTestedShop", dependencies: ["NetEngine", "NetEngineTesting"],
      path: "Examples/TestedShop/Tests/TestedShopTests", swiftSettings: strict),
    .target(
      name: "MoyaSpelling", dependencies: ["NetEngine", "CurlTransport"],
      path: "Examples/ComingFromMoya/Sources/MoyaSpelling", swiftSettings: strict),
    .testTarget(
      name: "ExampleComingFromMoya", dependencies: ["MoyaSpelling", "DemoServer"],
      path: "Examples/ComingFromMoya/Tests/ComingFromMoyaTests", swiftSettings: strict),
    .executableTarget(
      name: "RecordingChild", dependencies: ["NetEngine", "NetRecordings"],
      path: "Tests/RecordingChild", swiftSettings: strict),
    .target(
      name: "TestSupport",
      dependencies: [
        "NetEngine", "CurlTransport", "NetRecordings", "RequestFiles", "InspectorProxy",
        "DemoServer", "TestServer",
      ],
      path: "Tests/TestSupport", swiftSettings: strict),
    .target(
      name: "TestServer", dependencies: ["DemoServer", "LosslessJSON"], path: "Tests/TestServer",
      swiftSettings: strict),
    .testTarget(
      name: "LosslessJSONTests",
      dependencies: ["NetEngine", "CurlTransport", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "NetEngineTests",
      dependencies: [
        "NetEngine", "CurlTransport", "NetRecordings", "DemoServer", "TestServer", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CurlTransportTests",
      dependencies: [
        "NetEngine", "CurlTransport", "NetRecordings", "RequestFiles", "InspectorProxy",
        "DemoServer", "TestServer", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HostileInputTests",
      dependencies: [
        "NetEngine", "CurlTransport", "NetRecordings", "RequestFiles", "InspectorProxy",
        "DemoServer", "TestServer", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RequestFilesTests",
      dependencies: [
        "NetEngine", "CurlTransport", "NetRecordings", "RequestFiles", "DemoServer", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "NetRecordingsTests",
      dependencies: [
        "NetEngine", "CurlTransport", "NetRecordings", "NetEngineTesting", "RequestFiles",
        "InspectorProxy", "DemoServer", "RecordingChild", "TestServer", "TestSupport",
      ],
      exclude: ["Session/Exported/locustfile.txt"], swiftSettings: strict),
    .testTarget(
      name: "DemoServerTests",
      dependencies: ["DemoServer", "TestServer", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "InspectorProxyTests",
      dependencies: [
        "NetEngine", "CurlTransport", "NetRecordings", "InspectorProxy", "DemoServer", "TestServer",
        "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "InspectorScreensTests",
      dependencies: [
        "NetEngine", "NetRecordings", "RequestFiles", "InspectorScreens", "Inspector",
        "TestSupport",
      ],
      exclude: ["Golden"], swiftSettings: strict),
    .testTarget(
      name: "InspectorCommandsTests",
      dependencies: [
        "NetEngine", "CurlTransport", "NetRecordings", "RequestFiles", "InspectorProxy",
        "InspectorCommands", "Inspector", "InspectorCommand", "DemoServer", "TestServer",
        "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "InspectorTests",
      dependencies: [
        "NetEngine", "CurlTransport", "NetRecordings", "RequestFiles", "InspectorProxy",
        "InspectorScreens", "InspectorCommands", "Inspector", "InspectorCommand", "DemoServer",
        "TestServer", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(name: "HouseTests", dependencies: ["InspectorScreens"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// NetEngine exports LosslessJSON, so each importer is compiled again when that changes.
for target in package.targets {
  let importsEngine = target.dependencies.contains { dependency in
    if case .byNameItem("NetEngine", _) = dependency { true } else { false }
  }
  if importsEngine { target.dependencies.append("LosslessJSON") }
}

// What sanitizers look at is the engine; screens, and tests of them, are not built for that.
if Context.environment["INSPECTOR_ENGINE_ALONE"] != nil {
  let screens: Set = [
    "CNcurses", "InspectorScreens", "InspectorCommands", "Inspector", "InspectorCommand",
    "ExampleOwnTargets", "ExampleTestedShop", "MoyaSpelling", "ExampleComingFromMoya",
    "InspectorScreensTests", "InspectorCommandsTests", "InspectorTests", "HouseTests",
  ]
  package.targets.removeAll { screens.contains($0.name) }
  package.products.removeAll { ["Inspector", "inspector"].contains($0.name) }
}

// What Scripts/run and Scripts/test build, see `Scripts/prepare.bash`: the program people start, and
// tests that stand on the modules it is made of.
if let libraries = Context.environment["INSPECTOR_AS_RUN"] {
  for target in package.targets where target.type == .test {
    // They are compiled to be run once; what the system's modules hold is of no use to their index.
    target.swiftSettings =
      (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone", "-index-ignore-system-modules"])]
    // What is linked into the program is not linked into them.
    target.dependencies.removeAll { dependency in
      if case .byNameItem("InspectorCommand", _) = dependency { true } else { false }
    }
  }
  // With Swift's own library inside; what its parts need themselves is in the variable. At a fixed
  // place: else fifty thousand addresses are put right before main, a sixth of the time to the first
  // frame; heap, stack and every library that is not linked in still lie anywhere. Nor are nine
  // thousand names for others to find: the runtime goes through all of them at a start.
  package.targets.first { $0.name == "InspectorCommand" }?.linkerSettings = [
    .unsafeFlags(
      ["-static-stdlib", "-Xlinker", "-no-pie", "-Xlinker", "--no-export-dynamic"]
        + libraries.split(separator: " ").map { "-l\($0)" })
  ]
}

// Measured from within, for documents and rows are the project's own affair: only the scripts in
// Benchmarks ask for these.
if Context.environment["INSPECTOR_BENCHMARKS"] != nil {
  package.targets += [
    .executableTarget(
      name: "JSONBench", dependencies: ["NetEngine"],
      path: "Benchmarks/json-peers/Sources/JSONBench"),
    .executableTarget(
      name: "SessionBench", dependencies: ["NetEngine", "NetRecordings"],
      path: "Benchmarks/session-bench"),
  ]
}
