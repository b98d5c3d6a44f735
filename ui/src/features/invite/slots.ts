import { HOURS } from "@/lib/format";

/** The first and last half-hour slot of a day, in minutes after midnight of the viewer's zone (spec §9). */
const FIRST = 9 * 60;
const LAST = 17 * 60 + 30;
const STEP = 30;

export interface Slot {
  /** `HH:mm` */
  value: string;
  disabled: boolean;
}

/** "09:30", or "09:30 AM" where the viewer counts hours to twelve. */
export function slotLabel(value: string, hours: { hourCycle: string } = HOURS): string {
  if (hours.hourCycle !== "h12") return value;
  const [hour = 0, minute = "00"] = [Number(value.slice(0, 2)), value.slice(3)];
  return `${String(hour % 12 || 12).padStart(2, "0")}:${minute} ${hour < 12 ? "AM" : "PM"}`;
}

/** `YYYY-MM-DD` of a date in the viewer's zone. */
export function dayKey(date: Date): string {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The instant of a slot on a chosen day, by the clock of the viewer's zone. */
export function slotInstant(day: Date, slot: string): Date {
  const [hours = 0, minutes = 0] = slot.split(":").map(Number);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), hours, minutes);
}

/** The 18 slots of a day; those in the past or not before `latest` cannot be chosen. */
export function slotsOf(day: Date, now: Date, latest: Date): Slot[] {
  const slots: Slot[] = [];
  for (let minute = FIRST; minute <= LAST; minute += STEP) {
    const value = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
    const instant = slotInstant(day, value);
    slots.push({ value, disabled: instant <= now || instant >= latest });
  }
  return slots;
}

/** The first day with a free slot: today, unless its last one has passed. */
export function firstDay(now: Date, latest: Date): Date {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  if (slotsOf(today, now, latest).some((slot) => !slot.disabled)) return today;
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1);
}
