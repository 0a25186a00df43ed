import FramesAndWidgets
import NetEngine

/// What an image is: format, size in pixels, bytes, and whether the header says the same.
enum ImageDocument {
  static func make(_ context: AnswerContext) -> TextDocument {
    let response = context.response
    var builder = TextBuilder()
    guard let image = ImageInfo(response.body) else {
      builder.addLine("not a PNG, JPEG, GIF, WebP or BMP image", Style(.mapping, bold: true))
      builder.addLine("7 shows its bytes", Style(.faint))
      return TextDocument([builder.prose])
    }
    builder.addLine("\(image.format.rawValue) image", Style(.title, bold: true))
    builder.endLine()
    add("size", "\(Units.grouped(image.width)) × \(Units.grouped(image.height)) pixels", &builder)
    add("pixels", "\(Units.grouped(image.pixels)), \(shape(image))", &builder)
    add(
      "bytes", "\(Units.bytes(response.body.count)) (\(Units.grouped(response.body.count)))",
      &builder)
    if image.pixels > 0 {
      let tenths = response.body.count.saturatingProduct(80) / image.pixels
      add("density", "\(tenths / 10).\(tenths % 10) bits a pixel", &builder)
    }
    let type = response.mediaType?.essence
    add("header", type ?? "no Content-Type", &builder)
    if let type, type != image.format.mediaType {
      builder.addLine("! the bytes are \(image.format.mediaType)", Style(.warning))
    }
    return TextDocument([builder.prose])
  }

  private static func add(_ label: String, _ value: String, _ builder: inout TextBuilder) {
    builder.add(label + String(repeating: " ", count: max(1, 10 - label.utf8.count)), Style(.faint))
    builder.addLine(value)
  }

  private static func shape(_ image: ImageInfo) -> String {
    if image.width == image.height { return "square" }
    return image.width > image.height ? "wider than high" : "higher than wide"
  }
}

extension ImageInfo.Format {
  /// What a Content-Type should say of it.
  fileprivate var mediaType: String {
    switch self {
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    case .gif: "image/gif"
    case .webp: "image/webp"
    case .bmp: "image/bmp"
    }
  }
}
