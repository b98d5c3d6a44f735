/**
 * Browser storage that never throws: a private window or a full disk must not break a screen.
 * Reads then return null and writes return false.
 */
function guarded(area: () => Storage) {
  return {
    get(key: string): string | null {
      try {
        return area().getItem(key);
      } catch {
        return null;
      }
    },
    set(key: string, value: string): boolean {
      try {
        area().setItem(key, value);
        return true;
      } catch {
        return false;
      }
    },
    remove(key: string): void {
      try {
        area().removeItem(key);
      } catch {
        // Nothing was stored, so nothing is left behind.
      }
    },
    keys(): string[] {
      try {
        return Object.keys(area());
      } catch {
        return [];
      }
    },
  };
}

export const local = guarded(() => window.localStorage);
export const session = guarded(() => window.sessionStorage);

/** Parses stored JSON; null when absent or malformed. */
export function parseJson<T>(text: string | null, valid: (value: unknown) => value is T): T | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return valid(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * BroadcastChannel to the other tabs, or undefined. Firefox refuses it and Web Locks, like all storage, where cookies
 * are blocked for the site: each tab is then independent.
 */
export function openBroadcast(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
