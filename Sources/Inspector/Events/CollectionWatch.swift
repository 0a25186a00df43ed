import Glibc

/// Hears of changes in the folders of a collection; while nothing changes it costs nothing.
final class CollectionWatch {
  private let descriptor: Int32
  private var watched: [String: Int32] = [:]

  /// Everything that leaves a folder with another file, or a file with other bytes.
  private static let events = UInt32(
    IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF
      | IN_MOVE_SELF | IN_ONLYDIR)

  /// Calls `hear` on the main actor after one change or many; nil where the system has no more room
  /// for watches.
  init?(_ folders: [String], hear: @escaping @MainActor () -> Void) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    watch(folders)
    DescriptorWatch.main.add(descriptor) { [weak self] in
      self?.drain()
      hear()
    }
  }

  /// Watches these folders and no others.
  func watch(_ folders: [String]) {
    let wanted = Set(folders)
    for (folder, number) in watched where !wanted.contains(folder) {
      inotify_rm_watch(descriptor, number)
      watched[folder] = nil
    }
    for folder in wanted where watched[folder] == nil {
      let number = inotify_add_watch(descriptor, folder, Self.events)
      if number >= 0 { watched[folder] = number }
    }
  }

  /// What changed is found by looking: the events only say that something did.
  private func drain() {
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while Glibc.read(descriptor, &buffer, buffer.count) > 0 {}
  }
}
