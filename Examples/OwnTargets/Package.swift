// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "OwnTargets",
  dependencies: [.package(name: "inspector", path: "../..")],
  targets: [
    .executableTarget(
      name: "OwnTargets",
      dependencies: [
        .product(name: "CurlTransport", package: "inspector"),
        .product(name: "Inspector", package: "inspector"),
        .product(name: "NetEngine", package: "inspector"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
