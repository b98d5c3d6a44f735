import type { Notification } from "@/api/types";
import { formatDate } from "@/lib/format";

/** Notifications of one kind within a minute. */
export type Burst = Notification[];

export interface Day {
  day: string;
  bursts: Burst[];
}

/** Newest first, as they came: by day, and by kind and minute, so that 400 starts do not push everything else out of view. */
export function byDay(notifications: readonly Notification[]): Day[] {
  const days: Day[] = [];
  for (const one of notifications) {
    const day = formatDate(one.created_at);
    let last = days.at(-1);
    if (last?.day !== day) {
      last = { day, bursts: [] };
      days.push(last);
    }
    const burst = last.bursts.at(-1);
    const head = burst?.[0];
    if (burst && head?.type === one.type && minute(head) === minute(one)) burst.push(one);
    else last.bursts.push([one]);
  }
  return days;
}

const minute = ({ created_at }: Notification) => created_at.slice(0, 16);
