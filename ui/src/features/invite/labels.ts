import { dates, timeOfDay } from "@/i18n/format";
import { viewerZone, zoneInWords } from "@/lib/format";
import { t } from "./texts";

/** "Monday, November 23, 2026 at 9:30 AM" or "Monday, 23 November 2026 at 09:30" in a zone. */
export function longInstant(instant: string | Date, timeZone = viewerZone()): string {
  return dates({
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    ...timeOfDay(),
    timeZone,
  }).format(new Date(instant));
}

/** "Central European Standard Time (Europe/Berlin)" */
export function zoneWords(zone = viewerZone(), at: string | Date = new Date()): string {
  const words = zoneInWords(zone, new Date(at));
  return words === zone ? zone : t("zoneNamed", { name: words, zone: zone.replaceAll("_", " ") });
}
