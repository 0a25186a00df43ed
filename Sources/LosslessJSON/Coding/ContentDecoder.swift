/// Takes the codings of a Content-Encoding header off, piece by piece as the bytes arrive.
///
///     wire ──push──► layer (the last coding named) ──► … ──► layer (the first) ──► sink
///
/// Every layer streams through one fixed buffer, so memory does not grow with what comes out;
/// the limits hold between layers too, where a bomb could hide. What came out before a problem
/// has been given to the sink and stays good. One owner at a time; not to be shared.
package final class ContentDecoder {
  /// What stopped the decoding.
  package private(set) var problem: DecodeProblem?
  /// What is odd so far; complete after `finish`.
  package private(set) var warnings: [DecodeWarning] = []

  private let limits: DecodeLimits
  /// Outermost first.
  private let layers: [CodingLayer]
  /// What each layer but the first was given and has not taken, for ``next(from:)``.
  private var pending: [UnsafeRawBufferPointer] = []
  /// The layer that gives nothing more, and why is in `problem`.
  private var halted: Int?
  private var isOver = false

  /// `codings` is the header's order: the last one is taken off first.
  package init(codings: [ContentCoding], limits: DecodeLimits = .standard) {
    self.limits = limits
    guard codings.count <= limits.layers else {
      layers = []
      problem = .tooManyLayers(codings.count, allowed: limits.layers)
      return
    }
    var layers: [CodingLayer] = []
    for coding in codings.reversed() {
      if case .unknown(let name) = coding {
        warnings.append(.unknownCoding(name))
        break
      }
      layers.append(CodingLayer(coding, window: limits.window))
    }
    self.layers = layers
    pending = layers.map { _ in UnsafeRawBufferPointer(start: nil, count: 0) }
  }

  /// Whether everything so far came out as it went in, and everything further will.
  package var isPassThrough: Bool { layers.allSatisfy { $0.state == .plain } }

  /// How many bytes of the wire are decoded.
  package var wireBytes: Int { layers.first?.consumed ?? 0 }

  /// Decodes a piece of the wire body; false when nothing more is wanted: go on to `finish`.
  ///
  /// What `sink` throws goes to the caller, and the decoder is then at its end.
  package func push<Failure: Error>(
    _ chunk: UnsafeRawBufferPointer,
    into sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    if isOver || halted != nil { return false }
    if chunk.isEmpty { return true }
    return try run(chunk, through: 0, into: sink)
  }

  /// Takes from `input` and gives the next decoded bytes, a buffer's worth at most; nil once all
  /// input is used up or nothing more is wanted.
  ///
  /// The bytes are good until the next call. What `input` points to must stay until it is used up.
  package func next(from input: inout UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    if isOver { return nil }
    guard let last = layers.indices.last else {
      defer { input = UnsafeRawBufferPointer(start: nil, count: 0) }
      return input.isEmpty ? nil : input
    }
    return next(last, &input)
  }

  private func next(
    _ index: Int, _ input: inout UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer? {
    let layer = layers[index]
    while index > halted ?? -1 {
      let output = index == 0 ? layer.next(&input) : layer.next(&pending[index])
      notePlain(layer)
      let (part, excess) = limited(output, of: layer)
      if let reason = excess ?? damage(of: layer) {
        problem = problem ?? reason
        halted = index
      }
      if !part.isEmpty { return part }
      if halted == index { return nil }
      guard index > 0, let more = next(index - 1, &input) else { return nil }
      pending[index] = more
    }
    return nil
  }

  /// Says that the wire body is over; gives out what is left and tells how it ended.
  package func finish<Failure: Error>(
    into sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) -> DecodeProblem? {
    if isOver { return problem }
    for (index, layer) in layers.enumerated() where index > halted ?? -1 {
      layer.close()
      let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
      guard try run(nothing, through: index, into: sink) else { continue }
      // A broken layer starves those inside of it: only the first is told.
      if problem != nil { continue }
      switch layer.ending {
      case .complete: break
      case .truncated: problem = .truncated(layer.coding)
      case .trailing(let bytes):
        warnings.append(.trailingGarbage(layer.coding, bytes: bytes))
      case .empty:
        warnings.append(.emptyEncodedBody(layer.coding))
        isOver = true
        return nil
      }
    }
    isOver = true
    return problem
  }

  /// Sends `chunk` through a layer and all inside of it; false when one of them has halted.
  private func run<Failure: Error>(
    _ chunk: UnsafeRawBufferPointer, through index: Int,
    into sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard index < layers.count else {
      // Stays so when the sink throws: what it did not take cannot be given again.
      isOver = true
      try sink(chunk)
      isOver = false
      return true
    }
    let layer = layers[index]
    var rest = chunk
    while true {
      let output = layer.next(&rest)
      notePlain(layer)
      let (part, excess) = limited(output, of: layer)
      if !part.isEmpty, try !run(part, through: index + 1, into: sink) { return false }
      if let reason = excess ?? damage(of: layer) {
        problem = problem ?? reason
        halted = index
        return false
      }
      if output.isEmpty { return true }
    }
  }

  private func notePlain(_ layer: CodingLayer) {
    guard layer.state == .plain, !layer.isToldPlain else { return }
    layer.isToldPlain = true
    warnings.append(.claimedCodingIsPlain(layer.coding))
  }

  /// The part of `output` that the limits let through, and the limit if it is not all.
  private func limited(
    _ output: UnsafeRawBufferPointer, of layer: CodingLayer
  ) -> (UnsafeRawBufferPointer, DecodeProblem?) {
    // What was not decoded cannot be a bomb; the wire has its own limit.
    if layer.state == .plain { return (output, nil) }
    let (byRatio, overflow) = limits.ratio.multipliedReportingOverflow(by: wireBytes)
    let most = min(limits.decoded, max(overflow ? .max : byRatio, limits.ratioFloor))
    let room = max(most - layer.produced, 0)
    layer.produced += min(output.count, room)
    if output.count <= room { return (output, nil) }
    let limit = most == limits.decoded ? DecodeProblem.Limit.decodedSize : .ratio
    return (
      UnsafeRawBufferPointer(rebasing: output.prefix(room)),
      .tooLarge(limit, allowed: layer.produced)
    )
  }

  private func damage(of layer: CodingLayer) -> DecodeProblem? {
    switch layer.failure {
    case nil: nil
    case .broken(let detail): .corrupt(layer.coding, atWireByte: wireBytes, detail: detail)
    case .windowTooLarge: .tooLarge(.window, allowed: limits.window)
    }
  }
}
