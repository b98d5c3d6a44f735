import { createContext } from "react";

/** Makes the page again, from nothing but what it has stored. */
export const Renewal = createContext<() => void>(() => undefined);

/** Waits in ms before the page is made again, each time that it fails soon after the last. */
const WAITS_MS = [0, 500, 2_000];
/** Failures longer ago than this, in ms, have nothing to do with the next. */
const SPAN_MS = 30_000;
const AT_LAST_MS = 5_000;

/** Decides when a page that failed is made again. */
export class Renewals {
  #failed: number[] = [];

  /** Milliseconds until the next try; undefined: it has failed too often. A page of a test is never given up. */
  next(now: number, lasting: boolean): number | undefined {
    this.#failed = [...this.#failed.filter((at) => now - at < SPAN_MS), now].slice(-WAITS_MS.length - 1);
    return WAITS_MS[this.#failed.length - 1] ?? (lasting ? AT_LAST_MS : undefined);
  }
}

export const renewals = new Renewals();

/** Performs it after the wait; without one as soon as React has ended its work, before any timer or event. */
export function after(wait: number, work: () => void): void {
  if (wait === 0) queueMicrotask(work);
  else setTimeout(work, wait);
}

/** The address of a test that is being taken. */
export const isTest = (path: string): boolean => path.startsWith("/take-test/");

/** The token in the address of a test; undefined: it is another address. */
export function testToken(path: string): string | undefined {
  const [, token] = /^\/take-test\/([^/]+)\/?$/.exec(path) ?? [];
  try {
    return token && decodeURIComponent(token);
  } catch {
    return token;
  }
}
