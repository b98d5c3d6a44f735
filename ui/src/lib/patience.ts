/**
 * Waits at most `ms` milliseconds for something of this computer: storage, a lock, a worker, a person at a prompt.
 * Browsers promise an answer of none of them, and nothing of the test may wait for one without a limit. What is too slow
 * is not cancelled: it may still come.
 */
export async function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("too slow")), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** As `withTimeout`, for where going on without is fine: undefined when it is too slow or fails. */
export const orUndefined = <T>(promise: Promise<T>, ms: number): Promise<T | undefined> =>
  withTimeout(promise, ms).catch(() => undefined);
