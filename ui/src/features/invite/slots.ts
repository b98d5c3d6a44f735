import { languageTag } from "@/i18n";
import { dates, timeOfDay } from "@/i18n/format";

const SLOT_MINUTES = 30;

/** First and last half-hour slot of a day, `HH:mm` (docs/behaviour/invites.md#scheduling). */
export interface SlotHours {
  first_slot: string;
  last_slot: string;
}

const minutesOf = (slot: string) => Number(slot.slice(0, 2)) * 60 + Number(slot.slice(3));

export interface Slot {
  /** `HH:mm` */
  value: string;
  disabled: boolean;
}

/** "09:30", or "09:30 AM" in a 12-hour locale; in other languages as these write it. */
export function slotLabel(value: string, hours: { hourCycle: string } = timeOfDay()): string {
  if (hours.hourCycle !== "h12") return value;
  if (languageTag() !== "en")
    return dates({ hour: "numeric", minute: "2-digit", hourCycle: "h12" }).format(
      slotInstant(new Date(2000, 0, 1), value),
    );
  const [hour = 0, minute = "00"] = [Number(value.slice(0, 2)), value.slice(3)];
  return `${String(hour % 12 || 12).padStart(2, "0")}:${minute} ${hour < 12 ? "AM" : "PM"}`;
}

/** `YYYY-MM-DD` of a date in the viewer's zone. */
export function dayKey(date: Date): string {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The instant of a slot on a chosen day in the viewer's zone. */
export function slotInstant(day: Date, slot: string): Date {
  const [hours = 0, minutes = 0] = slot.split(":").map(Number);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), hours, minutes);
}

/** Starts at which the panel is busy: from a time until, and without, another. */
export type Taken = readonly { from: string; to: string }[];

/**
 * The slots of a day, without times that a change of the clock skips. Those before the earliest or not before the latest
 * cannot be chosen, nor one right now or taken.
 */
export function slotsOf(
  day: Date,
  hours: SlotHours,
  [earliest, latest]: [Date, Date],
  including = false,
  taken: Taken = [],
): Slot[] {
  const slots: Slot[] = [];
  const last = minutesOf(hours.last_slot);
  for (let minute = minutesOf(hours.first_slot); minute <= last; minute += SLOT_MINUTES) {
    const value = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
    const instant = slotInstant(day, value);
    if (instant.getHours() * 60 + instant.getMinutes() !== minute) continue;
    slots.push({
      value,
      disabled:
        instant < earliest ||
        (!including && instant <= earliest) ||
        instant >= latest ||
        taken.some(({ from, to }) => instant >= new Date(from) && instant < new Date(to)),
    });
  }
  return slots;
}

/** The first day with a free slot: today, unless its last one has passed. */
export function firstDay(now: Date, latest: Date, hours: SlotHours): Date {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  if (slotsOf(today, hours, [now, latest]).some((slot) => !slot.disabled)) return today;
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1);
}

/** How far ahead free days are looked for. */
const LOOKED_AT_DAYS = 31;

/** The first days with a free slot, at most `count`. */
export function freeDays(from: Date, latest: Date, count: number, slots: (day: Date) => Slot[]): Date[] {
  const days: Date[] = [];
  for (let ahead = 0; ahead < LOOKED_AT_DAYS && days.length < count; ahead++) {
    const day = new Date(from.getFullYear(), from.getMonth(), from.getDate() + ahead);
    if (day >= latest) break;
    if (slots(day).some((slot) => !slot.disabled)) days.push(day);
  }
  return days;
}
