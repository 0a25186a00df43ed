import DemoServer

extension TestRoute {
  /// Images in other formats than the demo's, and bodies that are none.
  static let otherImages: [TestRoute] = [
    image("jpeg", "JPEG", "image/jpeg", SampleImages.jpeg),
    image("gif", "GIF", "image/gif", SampleImages.gif),
    image("webp", "WebP", "image/webp", SampleImages.webp),
    image("webp/lossless", "WebP lossless", "image/webp", SampleImages.losslessWebP),
    image("bmp", "BMP", "image/bmp", SampleImages.bmp()),
    image("svg", "SVG", "image/svg+xml", Array(SampleImages.svg.utf8)),
    image("wrong-type", "PNG as JPEG", "image/jpeg", SampleImages.png()),
    image("not-an-image", "text as PNG", "image/png", Array("This is no image.\n".utf8)),
    image("cut", "cut PNG", "image/png", Array(SampleImages.png().prefix(20))),
  ]

  private static func image(
    _ path: String, _ name: String, _ type: String, _ bytes: [UInt8]
  ) -> TestRoute {
    TestRoute("GET", "/image/\(path)", name, .images, "An image in this format: \(name).") { _ in
      .bytes(bytes, type: type)
    }
  }
}
