import { ENGLISH, HOURS, viewerZone, zoneInWords } from "@/lib/format";

/** "Monday, November 23, 2026 at 9:30 AM" or "Monday, 23 November 2026 at 09:30" in a zone. */
export function longInstant(instant: string | Date, timeZone = viewerZone()): string {
  return new Intl.DateTimeFormat(ENGLISH, {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    ...HOURS,
    timeZone,
  }).format(new Date(instant));
}

/** "Central European Standard Time (Europe/Berlin)" */
export function zoneWords(zone = viewerZone(), at: string | Date = new Date()): string {
  const words = zoneInWords(zone, new Date(at));
  return words === zone ? zone : `${words} (${zone.replaceAll("_", " ")})`;
}
