import LosslessJSON

extension Result {
  package var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}

extension Result<Response, NetError> {
  /// What came back, whole or in part.
  package var response: Response? {
    switch self {
    case .success(let response): response
    case .failure(let error): error.response
    }
  }

  /// The result with its answer changed.
  package func mapResponse(_ change: (inout Response) -> Void) -> Self {
    map { response in
      var response = response
      change(&response)
      return response
    }
  }
}
