/// Moya's spellings over NetEngine: a target file that was written for Moya compiles when it imports
/// this module in its place.
///
/// ```
/// your target, your plugins ─► MoyaProvider ─► NetEngine's Provider ─► Response, MoyaError
/// ```
/// A bridge to walk over, not a place to live: what NetEngine has beyond Moya (envelopes, typed errors,
/// async calls, sequences) is reached by importing NetEngine, target by target. What its names mean is
/// said by Moya's own documentation; what is not here, such as `requestClosure`, was never needed.
public enum Moya {
  public typealias Method = MoyaSpelling.Method
  public typealias Task = MoyaSpelling.Task
  public typealias Response = MoyaSpelling.Response
  public typealias TargetType = MoyaSpelling.TargetType
  public typealias ParameterEncoding = MoyaSpelling.ParameterEncoding
  public typealias URLEncoding = MoyaSpelling.URLEncoding
  public typealias JSONEncoding = MoyaSpelling.JSONEncoding
  public typealias MultipartFormData = MoyaSpelling.MultipartFormData
  public typealias PluginType = MoyaSpelling.PluginType
  public typealias Cancellable = MoyaSpelling.Cancellable
  public typealias ValidationType = MoyaSpelling.ValidationType
  public typealias AuthorizationType = MoyaSpelling.AuthorizationType
}

/// What was made for one thread and is handed on whole, as Moya did: closures, plugins, targets.
///
/// `@unchecked Sendable`: whoever puts a value in here touches it no more, or guards it, as its own
/// documentation has always asked.
struct Handed<Value>: @unchecked Sendable {
  let value: Value
}
