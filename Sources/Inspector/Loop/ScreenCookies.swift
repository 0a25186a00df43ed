import InspectorCommands
import InspectorScreens
import NetEngine

/// The cookie stores of what the screens fire, one an environment, written beside the screen.
final class ScreenCookies {
  private let state: StateFolder?
  private let mailbox: Mailbox
  private var stores: [String: KeptCookies] = [:]
  private let jobs: Jobs

  /// Without a folder they last as long as the program.
  init(state: String?, mailbox: Mailbox, _ jobs: Jobs) {
    self.jobs = jobs
    self.state = state.map { StateFolder(path: $0) }
    self.mailbox = mailbox
  }

  /// Gives a provider the store of the environment that is chosen, unless it has one of its own.
  func supply(_ provider: inout Provider, for program: Program) {
    let isOurs = stores.values.contains { $0.store === provider.cookies }
    guard provider.cookies == nil || isOurs else { return }
    let store = store(for: program)
    if provider.cookies !== store { provider.cookies = store }
  }

  /// Tells what is kept for the environment that is chosen.
  func show(for program: Program, _ provider: Provider) {
    post(0, program, provider)
  }

  /// Takes cookies away, here and in the file.
  func remove(_ gone: [Cookie], for program: Program, _ provider: Provider) {
    let store = shown(program, provider)
    post(gone.count { store.remove($0) }, program, provider)
    save()
  }

  private func post(_ removed: Int, _ program: Program, _ provider: Provider) {
    let cookies = shown(program, provider).cookies
    let owner = program.collection?.listing.title ?? program.title
    mailbox.post(.cookies(CookiesPage(owner: owner, cookies: cookies), removed: removed))
  }

  /// What the provider sends: its own store where it has one.
  private func shown(_ program: Program, _ provider: Provider) -> CookieStore {
    let isOurs = stores.values.contains { $0.store === provider.cookies }
    guard let own = provider.cookies, !isOurs else { return store(for: program) }
    return own
  }

  private func store(for program: Program) -> CookieStore {
    let environment = program.collection?.environment ?? ""
    if let kept = stores[environment] { return kept.store }
    // The demo's server ends with the program: nothing it sets is worth anything later.
    let folder = program.backend == nil ? program.collection?.folder ?? "." : nil
    let place = state.flatMap { state in
      folder.map { KeptCookies.Place(folder: $0, environment: environment, in: state) }
    }
    let kept = KeptCookies(place)
    stores[environment] = kept
    return kept.store
  }

  /// Writes what answers have set.
  func save() {
    let (stores, mailbox) = (Array(stores.values), mailbox)
    guard stores.contains(where: { $0.place != nil }) else { return }
    jobs.run(in: .cookies) {
      for kept in stores {
        if let problem = kept.save() { mailbox.post(.message(problem)) }
      }
    }
  }
}
