import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { read } from "./client";
import type { AnyInit, Args, PathOf, Reply } from "./operations";

/** A GET operation, the subject of a query. Those that lead to an identity provider or a learning platform are for the browser's address. */
export type Readable = Exclude<PathOf<"get">, `/auth/oidc/${string}` | "/lti/login">;

/** Key of a query: the operation's path and parameters. */
export const keyOf = (operation: Readable, { path, query }: AnyInit = {}) =>
  [operation, { ...path, ...query }] as const;

export function queryOf<P extends Readable>(operation: P, ...[init]: Args<P, "get">) {
  return queryOptions({
    queryKey: keyOf(operation, init),
    queryFn: async ({ signal }) => (await read(operation, { ...init, signal })).body as Reply<P, "get">,
  });
}

/** Refetches the mounted queries of the operations, whatever their parameters. */
export const invalidate = (client: QueryClient, ...operations: readonly Readable[]) =>
  Promise.all(operations.map((operation) => client.invalidateQueries({ queryKey: [operation] })));
