import InspectorCommands
import InspectorScreens
import NetEngine
import NetRecordings
import RequestFiles

/// Who can answer what is fired: a provider for the network, for samples, for each recording.
///
/// A recording is read beside the screen; what is fired meanwhile waits for it, for it must not go
/// over the network.
final class AnswerSources {
  private let mailbox: Mailbox
  private var program: Program
  private lazy var samples = stubbed
  private var recordings: [String: Recording] = [:]
  /// The recordings that are read, the one asked last at the end.
  private var recent: [String] = []
  /// Recordings that stay read; another one is read again when it is asked.
  private static let limit = 4
  /// What was read, until the main actor takes it; guarded by its lock.
  private let read = Lock<[String: Result<ReplayTransport, SessionProblem>]>([:])

  private struct Recording {
    /// nil while it is read.
    var provider: Provider?
    /// What is to be done once it is there.
    var waiting: [(Provider?) -> Void] = []
  }

  init(program: Program, mailbox: Mailbox) {
    self.program = program
    self.mailbox = mailbox
  }

  /// How many recordings are being read.
  var pending: Int { recordings.values.count { $0.provider == nil } }

  /// Calls with the provider that answers for a source, now or once it is there; nil where it is not.
  func provider(_ source: AnswerSource, _ network: Provider, _ use: @escaping (Provider?) -> Void) {
    switch source {
    case .network: use(network)
    case .samples: use(samples)
    case .session(let path):
      if let provider = recordings[path]?.provider {
        keep(path)
        return use(provider)
      }
      if recordings[path] == nil { open(path) }
      recordings[path]?.waiting.append(use)
    }
  }

  /// A recording is read anew: its first answers come first again.
  func open(_ path: String) {
    let waiting = recordings[path]?.waiting ?? []
    recordings[path] = Recording(waiting: waiting)
    let (mailbox, read) = (mailbox, read)
    let folder = program.sessionFolder
    Task.detached(executorPreference: Workers.shared) {
      let source = AnswerSource.session(path: path)
      do throws(SessionProblem) {
        let place = try SessionWord.path(of: path, keptIn: [folder])
        let session = try Session.open(place)
        let exchanges = (0..<session.count).compactMap { try? session.exchange(at: $0) }
        var options = ReplayTransport.Options()
        options.rules = try Self.rules(beside: place)
        let transport = ReplayTransport(exchanges, options: options)
        read.withLock { $0[path] = .success(transport) }
        mailbox.post(.answering(.ready(source, count: exchanges.count)))
      } catch {
        read.withLock { $0[path] = .failure(error) }
        mailbox.post(.answering(.failed(source, "\(error)")))
      }
    }
  }

  /// What may differ in a request, as the file beside a session says it.
  private nonisolated static func rules(beside session: String) throws(SessionProblem) -> Rules {
    do throws(TextFile.Problem) {
      return try RulesFile.read(nil, beside: session).rules
    } catch {
      throw SessionProblem(.unreadable(error.what), path: error.path)
    }
  }

  /// To be told before the app is: what has waited goes on.
  func note(_ event: AnswerSourceEvent) {
    let source: AnswerSource
    switch event {
    case .ready(let ready, _): source = ready
    case .failed(let failed, _): source = failed
    case .nothing: return
    }
    guard case .session(let path) = source,
      let result = read.withLock({ $0.removeValue(forKey: path) })
    else { return }
    let waiting = recordings[path]?.waiting ?? []
    switch result {
    case .success(let transport):
      var provider = configuredProvider
      provider.transport = transport
      recordings[path] = Recording(provider: provider)
      keep(path)
      for use in waiting { use(provider) }
    case .failure:
      recordings[path] = nil
      for use in waiting { use(nil) }
    }
  }

  private func keep(_ path: String) {
    recent.removeAll { $0 == path }
    recent.append(path)
    if recent.count > Self.limit { recordings[recent.removeFirst()] = nil }
  }

  private var stubbed: Provider {
    var provider = configuredProvider
    provider.stub = .immediate
    return provider
  }

  private var configuredProvider: Provider {
    var provider = program.provider()
    provider.take(program.configuration, over: provider.limits)
    return provider
  }

  /// What answers from now on is asked as this says; a recording that is read stays as it is.
  func take(_ configuration: Configuration) {
    program.configuration = configuration
    samples = stubbed
  }
}
