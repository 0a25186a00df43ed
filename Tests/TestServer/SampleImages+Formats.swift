import DemoServer

extension SampleImages {
  /// Made here: a BMP is a header and rows from the bottom up.
  static func bmp() -> [UInt8] {
    var rows: [UInt8] = []
    for y in (0..<height).reversed() {
      for x in 0..<width { rows += pixel(x, y, width, height).reversed() }
      rows += [UInt8](repeating: 0, count: (4 - width * 3 % 4) % 4)
    }
    let planesAndDepth = 1 | 24 << 16
    let words = [
      54 + rows.count, 0, 54, 40, width, height, planesAndDepth, 0, rows.count, 0, 0, 0, 0,
    ]
    return Array("BM".utf8) + words.flatMap { Deflate.littleEndian(UInt32($0)) } + rows
  }

  static let jpeg = Base64.decode(
    """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERX\
    RTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj\
    Y2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAGAAgDASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAA\
    AAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAk\
    M2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKT\
    lJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QA\
    HwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdh\
    cRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hp\
    anN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk\
    5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwBmn6HFx0ooorCrWnzbmuAr1PYrU//Z
    """)

  static let gif = Base64.decode(
    """
    R0lGODdhCAAGAIUAAODIgMDIgKDIgOCggMCggKCggIDIgGDIgICggGCggOB4gMB4gKB4gIB4gGB4gEDIgCDIgADI\
    gECggCCggACggEB4gCB4gAB4gOBQgMBQgKBQgIBQgGBQgEBQgCBQgABQgOAogMAogKAogOAAgMAAgKAAgIAogGAo\
    gIAAgGAAgEAogCAogAAogEAAgCAAgAAAgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAACwAAAAACAAGAAAIOQBfuGiRAkUJEiNYrFBxwoSIECA+eOjAYYOGDBguWKjgoAGDBQooTJCQAEEBAgMi\
    QHhwwICAAAACAgA7
    """)

  static let webp = Base64.decode(
    """
    UklGRkIAAABXRUJQVlA4IDYAAADQAQCdASoIAAYAA4BaJbACdAD0Mevg6AD+6gFaOzSAOqDQ2nujkyZ+raG/2hfP\
    Qiff4fus4AA=
    """)

  static let losslessWebP = Base64.decode(
    "UklGRioAAABXRUJQVlA4TB4AAAAvB0ABALmM6H/sIqL/ASEBYY7/GyULBmQAYwKQWjY=")

  static let svg = """
    <svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"><rect width="8" height="6" \
    fill="#c60"/></svg>
    """
}
