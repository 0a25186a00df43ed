/// One run of a call: the tries, the plugins around them, the final result.
final class ProviderRun: Sendable {
  private let call: ProviderCall
  private let number = RunCounter.next()
  private let endpoint: Result<Endpoint, NetError>

  private var provider: Provider {
    @inline(__always) _read { yield call.provider }
  }

  private var target: TargetWords { call.target }

  init(_ call: ProviderCall) {
    self.call = call
    endpoint = Result {
      var endpoint = try call.provider.endpoint(call.target)
      endpoint.options = endpoint.options ?? call.provider.options
      endpoint.limits = endpoint.limits ?? call.provider.limits
      if let time = endpoint.options?.connectTimeout { endpoint.limits?.connectTimeout = time }
      return endpoint
    }.mapError { NetError(wrapping: $0) }
  }

  /// What equal requests are found by while they run; nil when it cannot be built anyway.
  ///
  /// Asked before the plugins prepare anything: each says by whom it would let the request be sent.
  func key() async -> InflightKey? {
    guard let endpoint = try? endpoint.get(), let request = try? endpoint.comparable() else {
      return nil
    }
    var identities: [String] = []
    for plugin in provider.plugins { identities.append(await plugin.identity(for: target)) }
    return InflightKey(
      request: request, identities: identities, validation: target.validationType,
      authorization: target.authorizationType, profile: profile ?? pluginsProfile,
      readsNoEnvelope: target.readsNoEnvelope,
      sample: provider.stub == .never ? nil : endpoint.sample, stub: provider.stub)
  }

  /// The whole way, as often as the plugins want it.
  func perform(_ observer: CallObserver) async -> Result<Response, NetError> {
    var attempt = Attempt(target: target, run: number, number: 0)
    while true {
      observer.arriving?.startOver()
      observer.report?(Progress(phase: .building))
      let (result, delay) = await self.try(attempt, observer)
      guard let delay else { return await process(result, attempt, observer) }
      guard (try? await provider.clock.sleep(for: delay)) != nil, !Task.isCancelled else {
        // A wait for the next try that was cancelled is a cancelled call, whatever came before.
        return await process(.failure(.cancelled), attempt, observer)
      }
      attempt = Attempt(target: target, run: number, number: attempt.number + 1)
    }
  }

  /// One try; with a delay when it should be followed by another.
  private func `try`(
    _ attempt: Attempt, _ observer: CallObserver
  ) async -> (Result<Response, NetError>, Duration?) {
    let request: HTTPRequest
    let cookies = CookieCourse(provider, target)
    do {
      request = try await prepare(attempt, observer, cookies)
    } catch {
      return (.failure(error), nil)
    }
    // A refusal that a plugin may answer with another try is not for the reader yet.
    if let channel = observer.chunks {
      channel.holdsRefusals = !channel.takesRefusals || !provider.plugins.isEmpty
    }
    for plugin in provider.plugins { await plugin.willSend(request, for: attempt) }
    var answer = await send(request, observer, cookies)
    // Nothing said leaves what a recording says of the answer.
    if profile != nil || target.readsNoEnvelope {
      answer = answer.mapResponse {
        ($0.profile, $0.readsNoEnvelope) = (profile, target.readsNoEnvelope)
      }
    } else if let profile = pluginsProfile {
      answer = answer.mapResponse { $0.profile = $0.profile(or: profile) }
    }
    if let decoder = provider.decoder { answer = answer.mapResponse { $0.decoder = decoder } }
    if observer.chunks == nil { answer = await unpack(answer, attempt) }
    let result = validate(answer)
    for plugin in provider.plugins { await plugin.didReceive(result, for: attempt) }
    // What a stream has handed out cannot be taken back.
    if observer.chunks?.hasDelivered == true { return (result, nil) }
    for plugin in provider.plugins {
      if case .retry(let delay) = await plugin.retry(result, of: request, for: attempt) {
        return (result, delay)
      }
    }
    return (result, nil)
  }

  /// Lets a plugin make something of the body, once for each answer.
  private func unpack(
    _ answer: Result<Response, NetError>, _ attempt: Attempt
  ) async -> Result<Response, NetError> {
    guard case .success(let response) = answer, response.isComplete, !response.packed.isEmpty
    else { return answer }
    for plugin in provider.plugins {
      let unpacked = await response.unpacked(by: plugin.name) { body in
        try await plugin.unpack(body, of: response, for: attempt)
      }
      if let unpacked { return unpacked }
    }
    // What a recording has kept of a step stands where nobody does it again.
    return response.ownStepError.map { .failure($0) } ?? answer
  }

  /// What the answer is to be read by, as the target says it, or the provider.
  private var profile: EnvelopeProfile? {
    target.readsNoEnvelope ? nil : target.envelope ?? provider.profile
  }

  private var pluginsProfile: EnvelopeProfile? {
    for plugin in provider.plugins {
      if let profile = plugin.envelope(for: target) { return profile }
    }
    return nil
  }

  private func prepare(
    _ attempt: Attempt, _ observer: CallObserver, _ cookies: CookieCourse?
  ) async throws(NetError) -> HTTPRequest {
    var request = try endpoint.get().build()
    observer.complete(&request)
    let builtURL = request.url
    for plugin in provider.plugins {
      if Task.isCancelled { throw .cancelled }
      do {
        let prepared = try await plugin.prepare(request, for: attempt)
        request = prepared.labelling(changesFrom: request, as: plugin.name)
      } catch is CancellationError {
        throw .cancelled
      } catch let error as NetError {
        throw error
      } catch {
        throw .plugin(name: plugin.name, cause: error)
      }
    }
    if Task.isCancelled { throw .cancelled }
    request.keepDigestSecret()
    do {
      if request.url != builtURL { try request.normalise() }
      request.addDefaults()
      cookies?.add(to: &request)
      try request.check()
      request.trimHeaderValues()
    } catch {
      throw .requestMapping(error)
    }
    return request
  }

  /// The request as it would be sent if no plugin stepped in.
  func preview() throws(NetError) -> HTTPRequest {
    var request = try endpoint.get().build()
    do {
      request.addDefaults()
      CookieCourse(provider, target)?.add(to: &request)
      try request.check()
      request.trimHeaderValues()
    } catch {
      throw .requestMapping(error)
    }
    return request
  }

  private func send(
    _ request: HTTPRequest, _ observer: CallObserver, _ cookies: CookieCourse?
  ) async -> Result<Response, NetError> {
    var transfer = observer.transfer
    transfer.cookies = request.options.leavesOut("Cookie") ? nil : cookies
    let answer = await send(request, observer, transfer)
    return transfer.cookies == nil ? answer : cookies?.finish(answer) ?? answer
  }

  private func send(
    _ request: HTTPRequest, _ observer: CallObserver, _ transfer: Transfer
  ) async -> Result<Response, NetError> {
    do throws(TransportError) {
      switch provider.stub {
      case .never:
        return .success(try await provider.transport.send(request, reporting: transfer))
      case .immediate: return .success(try stubbed(request, observer))
      case .delayed(let delay):
        do { try await provider.clock.sleep(for: delay) } catch {
          throw TransportError(.cancelled, phase: .waiting)
        }
        return .success(try stubbed(request, observer))
      }
    } catch {
      return .failure(NetError(error))
    }
  }

  private func stubbed(
    _ request: HTTPRequest, _ observer: CallObserver
  ) throws(TransportError) -> Response {
    if Task.isCancelled { throw TransportError(.cancelled, phase: .waiting) }
    guard case .success(let endpoint) = endpoint else {
      return Response(statusCode: 0, request: request)
    }
    let response: Response
    switch endpoint.sample {
    case .status(let code, let body):
      response = Response(statusCode: code, body: body, request: request)
    case .response(let whole): response = whole
    case .failure(let error): throw error
    }
    let count = response.body.count
    observer.report?(Progress(phase: .receiving, completed: count, total: count))
    return response
  }

  private func validate(_ result: Result<Response, NetError>) -> Result<Response, NetError> {
    guard case .success(let response) = result,
      !target.validationType.accepts(response.statusCode)
    else { return result }
    return .failure(.statusCode(response))
  }

  private func process(
    _ result: Result<Response, NetError>, _ attempt: Attempt, _ observer: CallObserver
  ) async -> Result<Response, NetError> {
    var result = result
    for plugin in provider.plugins { result = await plugin.process(result, for: attempt) }
    guard observer.chunks == nil, case .success(let response) = result,
      let destination = response.request.destination
    else { return result }
    do throws(TransportError) { try response.body.write(to: destination) } catch {
      var error = error
      error.response = response
      return .failure(.transport(error))
    }
    return result
  }
}

/// Numbers runs, so that a plugin can tell two calls to one target apart.
private enum RunCounter {
  private static let last = Lock(0)

  static func next() -> Int {
    last.withLock { number in
      number += 1
      return number
    }
  }
}
