import type { Outage, OutageAttempt } from "./wire";

/** The most that can be given at once: eight hours. */
export const MAX_SECONDS = 8 * 3600;

/** Seconds as they were typed, by attempt. */
export type Typed = Record<string, string>;

/** The seconds of an attempt: what was typed, else the proposal; undefined for what is not a number. */
export function secondsOf({ attempt_id, proposed_seconds }: OutageAttempt, typed: Typed): number | undefined {
  const text = typed[attempt_id]?.trim();
  if (text === undefined) return proposed_seconds;
  const seconds = /^\d+$/.test(text) ? Number(text) : undefined;
  return seconds !== undefined && seconds <= MAX_SECONDS ? seconds : undefined;
}

/** An attempt gets time once, and only while it runs. */
export const canGet = ({ status, given_seconds }: OutageAttempt): boolean =>
  status === "running" && given_seconds == null;

/** Who gets how much; undefined while a field is not a number. */
export function amounts({ attempts }: Outage, typed: Typed) {
  const given: { attempt_id: string; seconds: number }[] = [];
  for (const attempt of attempts.filter(canGet)) {
    const seconds = secondsOf(attempt, typed);
    if (seconds === undefined) return undefined;
    if (seconds > 0) given.push({ attempt_id: attempt.attempt_id, seconds });
  }
  return given;
}
