// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "engine",
  dependencies: [.package(name: "Inspector", path: "../..")],
  targets: [
    .executableTarget(
      name: "EngineBench",
      dependencies: [
        .product(name: "NetEngine", package: "Inspector"),
        .product(name: "CurlTransport", package: "Inspector"),
        .product(name: "NetRecordings", package: "Inspector"),
      ]),
    .executableTarget(
      name: "HelloEngine",
      dependencies: [
        .product(name: "CurlTransport", package: "Inspector"),
        .product(name: "NetEngine", package: "Inspector"),
      ]),
    .executableTarget(name: "URLSessionBench"),
  ],
  swiftLanguageModes: [.v6]
)
