extension Route {
  /// Small real images: format and size are read from their bytes.
  static let images: [Route] = [
    Route(
      "GET", "/image", "PNG", .images, "A PNG of 8 × 6 pixels (?width= ?height= up to 512)."
    ) { request in
      let png = SampleImages.png(
        width: request.number("width", in: 1...512, default: SampleImages.width),
        height: request.number("height", in: 1...512, default: SampleImages.height))
      return .bytes(png, type: "image/png")
    },
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
  ) -> Route {
    Route("GET", "/image/\(path)", name, .images, "An image in this format: \(name).") { _ in
      .bytes(bytes, type: type)
    }
  }
}
