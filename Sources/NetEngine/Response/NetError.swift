import LosslessJSON

/// Everything that can go wrong, in one typed error.
public enum NetError: Error, Sendable {
  /// The request cannot be built, or is not safe to send.
  case requestMapping(SetupProblem)
  /// The parameters or the body cannot be encoded.
  case parameterEncoding(cause: any Error)
  /// Somebody cancelled it before anything of an answer came; ``isCancelled`` knows both.
  case cancelled
  /// The transfer failed, or was cancelled while its answer came.
  case transport(TransportError)
  /// The status is outside what was asked for.
  case statusCode(Response)
  /// The body is not what it should be.
  case mapping(MappingError, Response)
  /// The envelope says no.
  case business(code: String, message: String, Response)
  /// The envelope says: log in again.
  case invalidSession(code: String, message: String, Response)
  /// A step of a sequence failed, counted from 0.
  indirect case sequence(brokenAt: Int, cause: NetError)
  /// A plugin failed.
  case plugin(name: String, cause: any Error)
  /// A limit was reached; what had arrived is kept.
  case limit(LimitExceeded, Response?)
  /// What a caller's own closure threw.
  case underlying(any Error, Response?)

  /// The one word for lists, colours and exit codes.
  public var kind: Kind {
    switch self {
    case .requestMapping, .parameterEncoding: .setup
    case .cancelled: .cancelled
    case .transport(let error): error.kind.kind
    case .statusCode(let response): Kind(refusedStatus: response.statusCode)
    case .mapping: .mapping
    case .business: .business
    case .invalidSession: .invalidSession
    case .sequence: .sequence
    case .limit: .limit
    // Somebody else's code has failed, be it called a plugin or a closure.
    case .plugin, .underlying: .plugin
    }
  }

  /// What a command that ends with this error exits with.
  public var exitCode: Int32 {
    if case .sequence(_, let cause) = self { return cause.exitCode }
    if case .requestMapping(let problem) = self, case .source(let problem) = problem.reason {
      return problem.exitCode
    }
    if case .transport(let error) = self, error.keptRedirect != nil { return 1 }
    return kind.exitCode
  }

  /// What went wrong, without the sequences that broke over it.
  public var cause: NetError {
    if case .sequence(_, let cause) = self { return cause.cause }
    return self
  }

  /// The steps at which sequences broke, outermost first and counted from 0; none outside of them.
  public var brokenSteps: [Int] {
    if case .sequence(let step, let cause) = self { return [step] + cause.brokenSteps }
    return []
  }

  /// The answer, or the part of it that arrived, wherever there is one.
  public var response: Response? {
    switch self {
    case .requestMapping, .parameterEncoding, .cancelled, .plugin: nil
    case .transport(let error): error.response
    case .statusCode(let response), .mapping(_, let response), .business(_, _, let response),
      .invalidSession(_, _, let response):
      response
    case .sequence(_, let cause): cause.response
    case .limit(_, let response): response
    case .underlying(_, let response): response
    }
  }

  /// The error below this one, wherever there is one.
  public var underlying: (any Error)? {
    switch self {
    case .cancelled, .statusCode, .business, .invalidSession: nil
    case .mapping(let error, _): error.underlying ?? error
    case .requestMapping(let problem): problem
    case .parameterEncoding(let cause): cause
    case .transport(let error): error
    case .sequence(_, let cause): cause
    case .plugin(_, let cause): cause
    case .limit(let exceeded, _): exceeded
    case .underlying(let error, _): error
    }
  }

  /// Whether somebody cancelled it, at whatever stage.
  public var isCancelled: Bool {
    switch self {
    case .cancelled: true
    case .sequence(_, let cause): cause.isCancelled
    case .transport(let error): error.kind == .cancelled
    default: false
    }
  }
}

extension NetError {
  /// A failed transfer in the terms callers know: limits and cancellation have cases of their own.
  ///
  /// What came before somebody cancelled is kept, once the answer that counts has begun: a redirect
  /// on the way is no part of it.
  package init(_ error: TransportError) {
    switch error.kind {
    case .cancelled where (error.response?.statusCode ?? 0) == 0: self = .cancelled
    case .limit(let exceeded): self = .limit(exceeded, error.response)
    default: self = .transport(error)
    }
  }

  /// Wraps what somebody else's code threw, unless it is one of ours already.
  package init(wrapping error: any Error, response: Response? = nil) {
    switch error {
    case let error as NetError: self = error
    case let error as TransportError: self.init(error)
    case let error as SetupProblem: self = .requestMapping(error)
    case let error as LimitExceeded: self = .limit(error, response)
    case is CancellationError: self = .cancelled
    default: self = .underlying(error, response)
    }
  }
}

extension Response {
  func mappingError(
    _ target: MappingError.Target, _ reason: MappingError.Reason, path: JSONPath? = nil
  ) -> NetError {
    .mapping(MappingError(target, reason, path: path), self)
  }
}

extension TransportError.Kind {
  /// The same failure in the one table of kinds.
  package var kind: Kind {
    switch self {
    case .dns: .dns
    case .connect: .connect
    case .tls: .tls
    case .timeout: .timeout
    case .reset: .reset
    case .empty: .empty
    case .protocol: .protocol
    case .truncated: .truncated
    case .decode: .decode
    case .redirect: .redirect
    case .cancelled: .cancelled
    case .limit: .limit
    case .miss: .miss
    case .storage: .storage
    }
  }
}
