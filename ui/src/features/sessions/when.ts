import { localDay } from "@/lib/days";
import { formatDateTime, formatTime } from "@/lib/format";
import { t } from "./texts";

/** From when until when a session lasts, after words for its start. An end on another day has its date. */
export function spanWords(
  from: string,
  { starts_at, ends_at }: { starts_at: string; ends_at: string | null },
) {
  if (!ends_at) return from;
  const isSameDay = localDay(new Date(starts_at)) === localDay(new Date(ends_at));
  return t("fromTo", { from, to: isSameDay ? formatTime(ends_at) : formatDateTime(ends_at) });
}
