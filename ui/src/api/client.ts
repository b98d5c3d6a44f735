import type { AnyInit, Args, Method, PathOf, Reply } from "./operations";
import { exchange, transport } from "./transport";

export { ApiFailure, changedMeanwhile, errorText, fieldErrors, isGone, NetworkFailure } from "./errors";

/** The path with its `{placeholders}` replaced. */
export const filled = (path: PathOf<Method>, values: Record<string, string> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));

/** The raw response of a successful call, for streams and files. */
export const answered = (method: Method, path: PathOf<Method>, init: AnyInit = {}) =>
  transport(method.toUpperCase(), filled(path, init.path), init);

/** The reply to a GET call with its headers. */
export const read = (path: PathOf<"get">, init: AnyInit = {}) =>
  exchange("GET", filled(path, init.path), init);

const calls =
  <M extends Method>(method: M) =>
  async <P extends PathOf<M>>(path: P, ...args: Args<P, M>): Promise<Reply<P, M>> => {
    // The union of the arguments of all calls is too large to be compared.
    const [init] = args as unknown as [AnyInit?];
    return (await exchange(method.toUpperCase(), filled(path, init?.path), init)).body as Reply<P, M>;
  };

/** Calls under /api, typed by the OpenAPI document. They fail like `transport`. */
export const api = { get: calls("get"), put: calls("put"), post: calls("post"), delete: calls("delete") };
