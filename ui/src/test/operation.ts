import type { paths } from "@/api/gen";

type Method = "get" | "post" | "put" | "delete";
type Described = { responses: object };
type JsonOf<T> = T extends { content: { "application/json": infer Body } } ? Body : undefined;

/** "GET /api/tests", and so on for every described operation. */
export type OperationName = {
  [P in keyof paths]: {
    [M in Method]: paths[P][M] extends Described ? `${Uppercase<M>} ${P}` : never;
  }[Method];
}[keyof paths];

type OperationOf<N extends OperationName> = N extends `${infer M} ${infer P}`
  ? P extends keyof paths
    ? Lowercase<M> extends keyof paths[P]
      ? paths[P][Lowercase<M>]
      : never
    : never
  : never;

type ResponsesOf<N extends OperationName> = OperationOf<N> extends { responses: infer R } ? R : never;

export type StatusOf<N extends OperationName> = keyof ResponsesOf<N> & number;
export type ReplyBody<N extends OperationName, S extends StatusOf<N>> = JsonOf<ResponsesOf<N>[S]>;
export type RequestBody<N extends OperationName> =
  OperationOf<N> extends { requestBody?: infer R } ? JsonOf<NonNullable<R>> : undefined;
