import { useEffect, useState } from "react";
import type { InviteData } from "@/api/types";

const REFRESH_MS = 30_000;

/** When each reply was first read: by this computer's clock, and by one that is never set. */
const readAt = new WeakMap<InviteData, [wall: number, steady: number]>();

/**
 * The server's time. This computer's clock may be wrong, and may be set meanwhile; the steady one stands still while it sleeps.
 * The later one counts: a start that comes too early is refused with a reason, one that is not offered is lost.
 */
function serverNow(data: InviteData): Date {
  const [wall, steady] = readAt.get(data) ?? [Date.now(), performance.now()];
  readAt.set(data, [wall, steady]);
  const passed = Math.max(Date.now() - wall, performance.now() - steady);
  return new Date(Date.parse(data.server_time) + passed);
}

/** Current time by the server's clock, refreshed twice a minute: slots pass and tests open while the page is visible. */
export function useNow(data: InviteData): Date {
  const [, refresh] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => refresh((count) => count + 1), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return serverNow(data);
}
