import { useQuery } from "@tanstack/react-query";
import { queryOf } from "@/api/query";

/** Poll interval in ms (docs/behaviour/monitoring.md#notifications); the event stream is faster where it works. */
const POLL_INTERVAL_MS = 30_000;
const UNREAD_MAX = 9;

/** "9+" above nine (docs/behaviour/monitoring.md#notifications). */
export const badge = (unread: number) => (unread > UNREAD_MAX ? `${UNREAD_MAX}+` : String(unread));

export function useUnread() {
  return useQuery({
    ...queryOf("/admin/notifications/unread-count"),
    refetchInterval: POLL_INTERVAL_MS,
  });
}

export function useNotifications() {
  return useQuery({
    ...queryOf("/admin/notifications"),
    select: ({ notifications }) => notifications,
    refetchInterval: POLL_INTERVAL_MS,
  });
}
