import type { ReactNode } from "react";

/** Types of a message's arguments, read from its text: a missing or a misspelled one does not compile. */

type Name<Head extends string> = Head extends `${infer N}, ${"plural" | "select"},${string}`
  ? N
  : Head extends "" | `${string}${" " | "#" | "{" | "<" | ","}${string}`
    ? never
    : Head;

type Argument<S extends string> = S extends `${string}{${infer Rest}`
  ? (Rest extends `${infer Head}}${string}` ? Name<Head> : never) | Argument<Rest>
  : never;

type Count<S extends string> = S extends `${string}{${infer Rest}`
  ?
      | (Rest extends `${infer N}, plural,${string}`
          ? N extends `${string}${" " | "}"}${string}`
            ? never
            : N
          : never)
      | Count<Rest>
  : never;

type Tag<S extends string> = S extends `${string}<${infer N}>${infer Rest}`
  ? (N extends `/${string}` ? never : N) | Tag<Rest>
  : never;

type Values<S extends string, V> = { [K in Argument<S>]: K extends Count<S> ? number : V };

/** No argument for a message without any. */
type Given<S extends string, V> = [Argument<S>] extends [never] ? [] : [values: Values<S, V>];

export interface Texts<M extends Readonly<Record<string, string>>> {
  /** The text of a message without tags. */
  <K extends keyof M & string>(
    key: [Tag<M[K]>] extends [never] ? K : never,
    ...values: Given<M[K], string | number>
  ): string;
  /** A message with tags, or with elements as values. */
  rich<K extends keyof M & string>(
    key: K,
    values: Values<M[K], ReactNode> & { [T in Tag<M[K]>]: (inside: ReactNode) => ReactNode },
  ): ReactNode;
}

/** Messages of a part in another language: with the same keys. */
export type Translation<M> = { readonly [K in keyof M]: string };

/** Key of a message without arguments. */
export type PlainKey<M> = {
  [K in keyof M]: M[K] extends string ? ([Argument<M[K]> | Tag<M[K]>] extends [never] ? K : never) : never;
}[keyof M] &
  string;
