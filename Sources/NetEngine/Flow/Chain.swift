extension Sequencer {
  /// Starts a chain: calls strictly one after the other, each seeing every earlier result.
  ///
  /// ```swift
  /// let chain = Sequencer.first(api.login()).next { token in api.list(token) }
  /// ```
  /// Up to eight steps. The same chain can be run any number of times.
  public static func first<A: Sendable>(_ call: Call<A>) -> Chain1<A> {
    Chain1 { run in try await run.next { call } }
  }
}

/// A chain of one step.
public struct Chain1<A: Sendable>: Sendable {
  let body: @Sendable (ChainRun) async throws -> A
  init(_ body: @escaping @Sendable (ChainRun) async throws -> A) { self.body = body }

  /// Adds a step that sees the results so far; nil breaks the chain, `.stop` ends it well.
  public func next<B: Sendable>(
    _ step: @escaping @Sendable (A) async throws -> Call<B>?
  ) -> Chain2<A, B> {
    Chain2 { [body] run in
      let old = try await body(run)
      return (old, try await run.next { try await step(old) })
    }
  }

  /// The chain as a call.
  public var call: Call<ChainEnd<A>> {
    Call { [body] observer in await ChainRun(observer, steps: 1).end(body) }
  }

  /// Runs it when iterated: each step as it finishes.
  public var events: ResultStream<ChainEvent> {
    ResultStream(chain: body)
  }
}

/// A chain of two steps.
public struct Chain2<A: Sendable, B: Sendable>: Sendable {
  let body: @Sendable (ChainRun) async throws -> (A, B)
  init(_ body: @escaping @Sendable (ChainRun) async throws -> (A, B)) { self.body = body }

  /// Adds a step that sees the results so far; nil breaks the chain, `.stop` ends it well.
  public func next<C: Sendable>(
    _ step: @escaping @Sendable (A, B) async throws -> Call<C>?
  ) -> Chain3<A, B, C> {
    Chain3 { [body] run in
      let old = try await body(run)
      return (old.0, old.1, try await run.next { try await step(old.0, old.1) })
    }
  }

  /// The chain as a call.
  public var call: Call<ChainEnd<(A, B)>> {
    Call { [body] observer in await ChainRun(observer, steps: 2).end(body) }
  }

  /// Runs it when iterated: each step as it finishes.
  public var events: ResultStream<ChainEvent> {
    ResultStream(chain: body)
  }
}

/// A chain of three steps.
public struct Chain3<A: Sendable, B: Sendable, C: Sendable>: Sendable {
  let body: @Sendable (ChainRun) async throws -> (A, B, C)
  init(_ body: @escaping @Sendable (ChainRun) async throws -> (A, B, C)) { self.body = body }

  /// Adds a step that sees the results so far; nil breaks the chain, `.stop` ends it well.
  public func next<D: Sendable>(
    _ step: @escaping @Sendable (A, B, C) async throws -> Call<D>?
  ) -> Chain4<A, B, C, D> {
    Chain4 { [body] run in
      let old = try await body(run)
      return (old.0, old.1, old.2, try await run.next { try await step(old.0, old.1, old.2) })
    }
  }

  /// The chain as a call.
  public var call: Call<ChainEnd<(A, B, C)>> {
    Call { [body] observer in await ChainRun(observer, steps: 3).end(body) }
  }

  /// Runs it when iterated: each step as it finishes.
  public var events: ResultStream<ChainEvent> {
    ResultStream(chain: body)
  }
}

/// A chain of four steps.
public struct Chain4<A: Sendable, B: Sendable, C: Sendable, D: Sendable>: Sendable {
  let body: @Sendable (ChainRun) async throws -> (A, B, C, D)
  init(_ body: @escaping @Sendable (ChainRun) async throws -> (A, B, C, D)) { self.body = body }

  /// Adds a step that sees the results so far; nil breaks the chain, `.stop` ends it well.
  public func next<E: Sendable>(
    _ step: @escaping @Sendable (A, B, C, D) async throws -> Call<E>?
  ) -> Chain5<A, B, C, D, E> {
    Chain5 { [body] run in
      let old = try await body(run)
      return (
        old.0, old.1, old.2, old.3,
        try await run.next { try await step(old.0, old.1, old.2, old.3) }
      )
    }
  }

  /// The chain as a call.
  public var call: Call<ChainEnd<(A, B, C, D)>> {
    Call { [body] observer in await ChainRun(observer, steps: 4).end(body) }
  }

  /// Runs it when iterated: each step as it finishes.
  public var events: ResultStream<ChainEvent> {
    ResultStream(chain: body)
  }
}

/// A chain of five steps.
public struct Chain5<A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable>: Sendable {
  let body: @Sendable (ChainRun) async throws -> (A, B, C, D, E)
  init(_ body: @escaping @Sendable (ChainRun) async throws -> (A, B, C, D, E)) { self.body = body }

  /// Adds a step that sees the results so far; nil breaks the chain, `.stop` ends it well.
  public func next<F: Sendable>(
    _ step: @escaping @Sendable (A, B, C, D, E) async throws -> Call<F>?
  ) -> Chain6<A, B, C, D, E, F> {
    Chain6 { [body] run in
      let old = try await body(run)
      return (
        old.0, old.1, old.2, old.3, old.4,
        try await run.next { try await step(old.0, old.1, old.2, old.3, old.4) }
      )
    }
  }

  /// The chain as a call.
  public var call: Call<ChainEnd<(A, B, C, D, E)>> {
    Call { [body] observer in await ChainRun(observer, steps: 5).end(body) }
  }

  /// Runs it when iterated: each step as it finishes.
  public var events: ResultStream<ChainEvent> {
    ResultStream(chain: body)
  }
}

/// A chain of six steps.
public struct Chain6<A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable>:
  Sendable
{
  let body: @Sendable (ChainRun) async throws -> (A, B, C, D, E, F)
  init(_ body: @escaping @Sendable (ChainRun) async throws -> (A, B, C, D, E, F)) {
    self.body = body
  }

  /// Adds a step that sees the results so far; nil breaks the chain, `.stop` ends it well.
  public func next<G: Sendable>(
    _ step: @escaping @Sendable (A, B, C, D, E, F) async throws -> Call<G>?
  ) -> Chain7<A, B, C, D, E, F, G> {
    Chain7 { [body] run in
      let old = try await body(run)
      return (
        old.0, old.1, old.2, old.3, old.4, old.5,
        try await run.next { try await step(old.0, old.1, old.2, old.3, old.4, old.5) }
      )
    }
  }

  /// The chain as a call.
  public var call: Call<ChainEnd<(A, B, C, D, E, F)>> {
    Call { [body] observer in await ChainRun(observer, steps: 6).end(body) }
  }

  /// Runs it when iterated: each step as it finishes.
  public var events: ResultStream<ChainEvent> {
    ResultStream(chain: body)
  }
}

/// A chain of seven steps.
public struct Chain7<
  A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable, G: Sendable
>: Sendable {
  let body: @Sendable (ChainRun) async throws -> (A, B, C, D, E, F, G)
  init(_ body: @escaping @Sendable (ChainRun) async throws -> (A, B, C, D, E, F, G)) {
    self.body = body
  }

  /// Adds a step that sees the results so far; nil breaks the chain, `.stop` ends it well.
  public func next<H: Sendable>(
    _ step: @escaping @Sendable (A, B, C, D, E, F, G) async throws -> Call<H>?
  ) -> Chain8<A, B, C, D, E, F, G, H> {
    Chain8 { [body] run in
      let old = try await body(run)
      return (
        old.0, old.1, old.2, old.3, old.4, old.5, old.6,
        try await run.next { try await step(old.0, old.1, old.2, old.3, old.4, old.5, old.6) }
      )
    }
  }

  /// The chain as a call.
  public var call: Call<ChainEnd<(A, B, C, D, E, F, G)>> {
    Call { [body] observer in await ChainRun(observer, steps: 7).end(body) }
  }

  /// Runs it when iterated: each step as it finishes.
  public var events: ResultStream<ChainEvent> {
    ResultStream(chain: body)
  }
}

/// A chain of eight steps.
public struct Chain8<
  A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable, G: Sendable,
  H: Sendable
>: Sendable {
  let body: @Sendable (ChainRun) async throws -> (A, B, C, D, E, F, G, H)
  init(_ body: @escaping @Sendable (ChainRun) async throws -> (A, B, C, D, E, F, G, H)) {
    self.body = body
  }

  /// The chain as a call.
  public var call: Call<ChainEnd<(A, B, C, D, E, F, G, H)>> {
    Call { [body] observer in await ChainRun(observer, steps: 8).end(body) }
  }

  /// Runs it when iterated: each step as it finishes.
  public var events: ResultStream<ChainEvent> {
    ResultStream(chain: body)
  }
}
