const pad = (n: number) => String(n).padStart(2, "0");

/** The calendar day of an instant in the viewer's zone, `YYYY-MM-DD`. */
export function localDay(at = new Date()): string {
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
}

/** The admin's slots: hourly from 09:00 AM to 08:00 PM (docs/behaviour/invites.md#scheduling). */
export const ADMIN_SLOTS = Array.from({ length: 12 }, (_, index) => {
  const hour = 9 + index;
  const label = `${pad(hour % 12 === 0 ? 12 : hour % 12)}:00 ${hour < 12 ? "AM" : "PM"}`;
  return { value: `${pad(hour)}:00`, label };
});

/**
 * The instant of a day and a time of day in the viewer's zone; null when either is missing or malformed.
 * A time in the skipped hour of the DST change moves forward by an hour, as in all of JS.
 */
export function localInstant(day: string, time: string): Date | null {
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  const clock = /^(\d{2}):(\d{2})$/.exec(time);
  if (!date || !clock) return null;
  const [year, month, dayOfMonth] = date.slice(1).map(Number);
  const [hour, minute] = clock.slice(1).map(Number);
  if (year === undefined || month === undefined || dayOfMonth === undefined) return null;
  const at = new Date(year, month - 1, dayOfMonth, hour, minute);
  // 31 February is invalid, but the constructor would roll it over into March.
  return at.getMonth() === month - 1 && at.getDate() === dayOfMonth ? at : null;
}

/** Midnight at the start of a day in the viewer's zone; null for a malformed day. */
export function dayOf(day: string): Date | null {
  return localInstant(day, "00:00");
}

/** Midnight at the end of a day in the viewer's zone. */
export function dayEnd(day: Date): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1);
}

/** The future slots of a day. */
export function openSlots(day: string, now = new Date()) {
  return ADMIN_SLOTS.filter(({ value }) => {
    const at = localInstant(day, value);
    return at !== null && at > now;
  });
}
