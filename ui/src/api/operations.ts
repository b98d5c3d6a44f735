// Types of the calls, derived from the OpenAPI document.
import type { paths } from "./gen";
import type { CallOptions } from "./transport";

export type Method = "get" | "put" | "post" | "delete";

/** Operations by path below /api. */
type Operations = { [P in keyof paths as P extends `/api${infer Path}` ? Path : never]: paths[P] };

/** Paths that have the method `M`. */
export type PathOf<M extends Method> = {
  [P in keyof Operations]: Operations[P][M] extends undefined ? never : P;
}[keyof Operations];

type Operation<P, M> = P extends keyof Operations
  ? M extends keyof Operations[P]
    ? Operations[P][M]
    : never
  : never;

/** Bodies that the description leaves out, because any content type is accepted. */
interface Undescribed {
  "/questions/import": Blob;
  "/tests/import": Blob;
  "/webrtc/end-session/{invite_id}": { session_id?: string };
}

type PathParams<O> = O extends { parameters: { path: infer Path } } ? { path: Path } : { path?: never };

type QueryParams<O> = O extends { parameters: { query: infer Query } }
  ? { query: Query }
  : O extends { parameters: { query?: infer Query } }
    ? { query?: Query }
    : never;

type Body<O, P> = P extends keyof Undescribed
  ? { body?: Undescribed[P] }
  : O extends { requestBody: { content: { "application/json": infer Json } } }
    ? { body: Json }
    : O extends { requestBody?: undefined }
      ? { body?: never }
      : { body: Blob };

/** Parameters, body and options of a call. */
export type Init<P, M extends Method> = PathParams<Operation<P, M>> &
  QueryParams<Operation<P, M>> &
  Body<Operation<P, M>, P> &
  Omit<CallOptions, "query" | "body">;

/** The argument after the path; optional if nothing in it is required. */
export type Args<P, M extends Method> =
  Record<never, never> extends Init<P, M> ? [init?: Init<P, M>] : [init: Init<P, M>];

type Json<Response> = Response extends { content: { "application/json": infer Body } } ? Body : undefined;

/** The reply of a successful call; undefined on 204. */
export type Reply<P, M extends Method> =
  Operation<P, M> extends { responses: infer R }
    ? { [S in keyof R]: S extends 200 | 201 | 204 ? Json<R[S]> : never }[keyof R]
    : never;

/** `Init` of any call. */
export type AnyInit = CallOptions & { path?: Record<string, string> };
