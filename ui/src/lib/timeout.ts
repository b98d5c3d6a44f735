/** The reason of `withTimeout`. */
export class TooSlow extends Error {
  constructor() {
    super("too slow");
    this.name = "TooSlow";
  }
}

/**
 * Waits at most `ms` milliseconds for a local operation: storage, a lock, a worker, a permission prompt.
 * Browsers guarantee a reply from none of them, and the test may not wait for one without a timeout. A slow operation
 * is not cancelled: it may still complete.
 */
export async function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TooSlow()), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Like `withTimeout`, but resolves to undefined on a timeout or an error. */
export const orUndefined = <T>(promise: Promise<T>, ms: number): Promise<T | undefined> =>
  withTimeout(promise, ms).catch(() => undefined);
