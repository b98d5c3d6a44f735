import type { Monitored } from "@/api/types";

/** Whether the candidate takes an agreed break, which ends by itself; `now`: the server's clock in ms. */
export const isInBreak = (row: Pick<Monitored, "break_until"> | undefined, now: number) =>
  row?.break_until != null && Date.parse(row.break_until) > now;
