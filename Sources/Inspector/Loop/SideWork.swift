import InspectorCommands
import InspectorScreens
import NetEngine

/// Works out what takes too long for the screen and asks no server: filters, searches, comparisons,
/// copies, commands of the shell.
package final class SideWork {
  private let mailbox: Mailbox
  private let jobs: Jobs
  private typealias Running = (id: Int, work: Task<Void, Never>)

  private var sifting: Running?
  private var searching: Running?
  private var layingOut: Running?
  private var piping: Running?
  init(mailbox: Mailbox, _ jobs: Jobs) { (self.mailbox, self.jobs) = (mailbox, jobs) }

  var isIdle: Bool { sifting == nil && searching == nil && layingOut == nil && piping == nil }

  /// Begins a work of the app, or ends the one before.
  func workOut(_ effect: Effect, of app: App) {
    if case .search(let id) = effect { search(app.searchJob(id)) }
    if case .sift(let id) = effect { sift(app.siftJob(id)) }
    if case .layOut(let id) = effect { layOut(app.layoutJob(id)) }
  }

  /// Works through a filter.
  package func sift(_ job: SiftJob?) {
    begin(\.sifting, job?.id) { mailbox in
      if let result = job?.run(unless: { Task.isCancelled }) { mailbox.post(.sifted(result)) }
    }
  }

  /// Looks through a text.
  func search(_ job: SearchJob?) {
    begin(\.searching, job?.id) { mailbox in
      job?.run(unless: { Task.isCancelled }) { mailbox.post(.searched($0)) }
    }
  }

  /// Lays a body out.
  func layOut(_ job: LayoutJob?) {
    begin(\.layingOut, job?.id) { mailbox in
      if let result = job?.run(unless: { Task.isCancelled }) { mailbox.post(.laidOut(result)) }
    }
  }

  /// Begins a work in the place of the one before it, which is of no use any more.
  ///
  /// Without an id that one only ends.
  private func begin(
    _ place: ReferenceWritableKeyPath<SideWork, Running?>, _ id: Int?,
    _ work: @escaping @Sendable (Mailbox) -> Void
  ) {
    self[keyPath: place]?.work.cancel()
    let mailbox = mailbox
    self[keyPath: place] = id.map { id in (id, jobs.run { work(mailbox) }) }
  }

  /// Puts a text into the clipboard or a file, and says where it is.
  func copy(_ clip: Clip, through send: (([UInt8]) -> Void)?) {
    if let file = clip.file { return write(clip, to: file) }
    let clipboard = Clipboard(send: send)
    if !clip.isHandedBack, let program = clipboard.program { return give(clip, to: program) }
    do throws(TextFile.Problem) {
      mailbox.post(.done(try clipboard.take(clip)))
    } catch {
      mailbox.post(.message("not copied: \(error.text)"))
    }
  }

  /// Gives a clip to the program that has the clipboard.
  private func give(_ clip: Clip, to program: Clipboard.Program) {
    jobs.post {
      let command = ShellCommand(text: program.command, input: clip.body)
      let end = command.run(unless: { Task.isCancelled }) { _, _ in }
      return .copied(clip, by: end == .exited(0) ? program.name : nil)
    }
  }

  /// Writes a clip into a file, beside the screen: a disk may be slow.
  private func write(_ clip: Clip, to file: Clip.File) {
    jobs.post(in: .clips) { .written(clip, ClipFile.write(clip, to: file)) }
  }

  func redact(_ clip: Clip, _ type: MediaType?) {
    jobs.post { .redacted(clip.redacted(type: type)) }
  }

  /// Runs a shell command beside the screen, one at a time.
  func pipe(_ order: PipeOrder) {
    piping?.work.cancel()
    let mailbox = mailbox
    let work = jobs.run {
      let command = ShellCommand(text: order.command, input: order.input)
      // One byte more than is kept says that there was more; the rest must not fill the memory.
      var room = PipeOrder.outputLimit + 1
      let end = command.run(unless: { Task.isCancelled }) { said, _ in
        guard room > 0 else { return }
        mailbox.post(.pipe(order.id, .output(Array(said.prefix(room)))))
        room -= said.count
      }
      mailbox.post(.pipe(order.id, .ended(end)))
    }
    piping = (order.id, work)
  }

  func stopPipe(_ id: Int) {
    if piping?.id == id { piping?.work.cancel() }
  }

  /// Compares two answers; they are large, or the app would have done it itself.
  package func compare(_ order: CompareOrder) {
    jobs.post { .compared(order.subject, order.run()) }
  }

  /// Ends what would go on by itself.
  func cancelAll() {
    piping?.work.cancel()
  }

  /// To be told of each event before the app is: what has ended is not on its way any more.
  func note(_ event: Event) {
    switch event {
    case .pipe(let id, .ended) where id == piping?.id: piping = nil
    case .laidOut(let result) where result.id == layingOut?.id: layingOut = nil
    case .sifted(let result) where result.id == sifting?.id: sifting = nil
    case .searched(let finding) where finding.isLast && finding.id == searching?.id:
      searching = nil
    default: break
    }
  }
}
