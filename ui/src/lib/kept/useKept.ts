import { useCallback, useEffect, useRef, useState } from "react";
import { onSending } from "./sending";
import { forgetTyped, keepTyped, readTyped, typist } from "./store";

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const kind = (value: unknown) => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value);

/** Only the fields that differ: what others save in the rest meanwhile is not put back. */
const changed = (value: unknown, initial: unknown): unknown =>
  isFields(value) && isFields(initial)
    ? Object.fromEntries(Object.entries(value).filter(([name, one]) => !same(one, initial[name])))
    : value;

/** The typed value over the present one; the present one, if an older page has kept another form. */
function restored<T>(typed: unknown, initial: T): T {
  if (!isFields(initial)) return kind(typed) === kind(initial) ? (typed as T) : initial;
  if (!isFields(typed)) return initial;
  const isOpen = Object.keys(initial).length === 0;
  const fits = Object.entries(typed).filter(([name, value]) => {
    const now = initial[name];
    return (isOpen || name in initial) && (now === null || now === undefined || kind(now) === kind(value));
  });
  return { ...initial, ...Object.fromEntries(fits) };
}

export interface KeptOptions<T> {
  /** Version of the record that the form shows, for forms that overwrite one. */
  version?: number;
  /** What must never be kept: fields with passwords and keys. */
  secrets?: readonly string[];
  /** Whether a kept value can be shown; for values with rows. */
  valid?: (value: T) => boolean;
}

export interface Kept {
  /** What is shown was typed earlier: before a reload, in another tab, before the form was closed. */
  isBack: boolean;
  /** The record was changed since it was typed. */
  isStale: boolean;
  /** The version that it was typed against: what was saved since is a conflict. */
  since: number;
  /**
   * After a success: forgets what was sent, and not what a person types meanwhile. Without a value it is what the form showed
   * when something was last sent.
   */
  sent(value?: unknown): void;
  /** Throws away what was typed here, and not what another tab has typed since. */
  discard(): void;
  /** The idempotency key with which it was sent, here or before a reload, while no reply has come. */
  sentAs(): string | undefined;
  sendAs(key: string | undefined): void;
}

/**
 * `useState` for what a person types: kept in the browser, for this account, until it is sent or thrown away. It is there
 * again after Escape, a look at another tab, a reload, or the end of the session (docs/behaviour/screens.md#typed-text).
 * `key` names form and record.
 */
export function useKept<T>(
  key: string,
  initial: T,
  options: KeptOptions<T> = {},
): [
  value: T,
  set: (next: T | ((before: T) => T)) => void,
  kept: Kept,
  /** Goes on from another version of the record, which is passed at the next call too. */
  rebase: (initial: T, version: number, next: (before: T) => T) => void,
] {
  const { version = 0, secrets = [], valid } = options;
  const account = useRef(typist()).current;
  // As this form read or wrote it last, as JSON: any other text is that of another tab, and stays.
  const own = useRef<string | undefined>(undefined);
  const sentAs = useRef<string | undefined>(undefined);
  const open = (): { key: string; value: T; since: number; isBack: boolean } => {
    const typed = readTyped(account, key);
    own.current = JSON.stringify(typed?.value);
    sentAs.current = typed?.sentAs;
    const value = typed ? restored(typed.value, initial) : initial;
    const isBack = typed !== null && !same(value, initial) && (valid?.(value) ?? true);
    return isBack && typed
      ? { key, value, since: typed.version, isBack }
      : { key, value: initial, since: version, isBack: false };
  };
  const [state, setState] = useState(open);
  const latest = useRef(state);
  if (state.key !== key && latest.current.key !== key) {
    latest.current = open();
    setState(latest.current);
  }
  const marked = useRef<{ key: string; value: T }>(undefined);
  useEffect(
    () =>
      onSending(() => {
        marked.current = latest.current;
      }),
    [],
  );
  const base = useRef({ initial, version });
  base.current = { initial, version };
  const secret = secrets.join(" ");

  const show = useCallback((next: typeof state) => {
    latest.current = next;
    setState(next);
  }, []);

  const forget = useCallback(
    (key: string) => {
      const typed = readTyped(account, key);
      if (!typed || JSON.stringify(typed.value) === own.current) forgetTyped(account, key);
    },
    [account],
  );

  const write = useCallback(
    (key: string, value: T, version: number) => {
      const { initial } = base.current;
      const fields = changed(value, initial);
      const typed = isFields(fields)
        ? Object.fromEntries(Object.entries(fields).filter(([name]) => !secret.split(" ").includes(name)))
        : fields;
      const isEmpty = isFields(typed) ? Object.keys(typed).length === 0 : same(typed, initial);
      if (isEmpty) return forget(key);
      keepTyped(account, key, { value: typed, version, at: Date.now(), sentAs: sentAs.current });
      own.current = JSON.stringify(typed);
    },
    [account, secret, forget],
  );

  const set = useCallback(
    (next: T | ((before: T) => T)) => {
      const { key, value: before, since, isBack } = latest.current;
      const { initial, version } = base.current;
      const value = typeof next === "function" ? (next as (before: T) => T)(before) : next;
      const typedOn = same(before, initial) ? version : since;
      show({ key, value, since: typedOn, isBack: isBack && !same(value, initial) });
      write(key, value, typedOn);
    },
    [show, write],
  );

  const rebase = useCallback(
    (initial: T, version: number, next: (before: T) => T) => {
      const { key, value: before } = latest.current;
      base.current = { initial, version };
      const value = next(before);
      show({ key, value, since: version, isBack: false });
      write(key, value, version);
    },
    [show, write],
  );

  const kept: Kept = {
    isBack: state.isBack,
    isStale: state.isBack && state.since !== version,
    since: state.since,
    sent: (value = marked.current?.key === key ? marked.current.value : latest.current.value) => {
      const typed = readTyped(account, key);
      const { initial } = base.current;
      // Another tab may have typed on.
      sentAs.current = undefined;
      if (typed && same(restored(typed.value, initial), restored(changed(value, initial), initial)))
        forgetTyped(account, key);
      else if (typed?.sentAs) keepTyped(account, key, { ...typed, sentAs: undefined });
      show({ ...latest.current, since: base.current.version, isBack: false });
    },
    sentAs: () => sentAs.current,
    sendAs: (next) => {
      sentAs.current = next;
      const typed = readTyped(account, key);
      if (typed) keepTyped(account, key, { ...typed, sentAs: next });
    },
    discard: () => {
      sentAs.current = undefined;
      forget(key);
      show({ key, value: base.current.initial, since: base.current.version, isBack: false });
    },
  };
  return [state.value, set, kept, rebase];
}
