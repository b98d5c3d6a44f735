import { infiniteQueryOptions } from "@tanstack/react-query";
import { read } from "./client";
import type { AnyInit, Init, PathOf, Reply } from "./operations";
import { keyOf } from "./query";

type QueryOf<P> = Init<P, "get">["query"];

/** Paths of lists with pages. */
export type ListPath = {
  [P in PathOf<"get">]: QueryOf<P> extends undefined
    ? never
    : "after" extends keyof NonNullable<QueryOf<P>>
      ? P
      : never;
}[PathOf<"get">];

/** A list is a bare array, or the only field of the reply. */
type ItemOf<R> = R extends (infer Item)[] ? Item : R extends Record<string, (infer Item)[]> ? Item : never;

export interface Page<T> {
  items: T[];
  /** The `after` cursor of the next page; null at the end. */
  after: string | null;
}

/** The cursor inside a `Link: <...?after=X>; rel="next"` header (RFC 8288). */
export function nextCursor(link: string | null): string | null {
  const target = /<([^>]*)>\s*;[^,]*rel="?next"?/.exec(link ?? "")?.[1];
  return target ? new URL(target, "http://localhost").searchParams.get("after") : null;
}

async function readPage<P extends ListPath>(path: P, init: AnyInit): Promise<Page<ItemOf<Reply<P, "get">>>> {
  const { body, headers } = await read(path, init);
  return { items: Object.values(body as object).flat(), after: nextCursor(headers.get("Link")) };
}

/** One page of a list paginated by a Link header. */
export const page = <P extends ListPath>(path: P, init: Init<P, "get">) => readPage<P>(path, init);

/** Query of a list that loads page after page. */
export function pagesOf<P extends ListPath>(path: P, init: Init<P, "get">) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(path, init), "pages"],
    queryFn: ({ pageParam, signal }) =>
      readPage<P>(path, { ...init, query: { ...init.query, after: pageParam }, signal }),
    initialPageParam: "",
    getNextPageParam: (last) => last.after,
  });
}
