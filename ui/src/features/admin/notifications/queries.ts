import { useQuery } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { Notification } from "@/api/types";

/** Poll interval in ms (docs/behaviour.md#notifications); the event stream is faster where it works. */
const POLL_INTERVAL_MS = 30_000;
export const UNREAD_MAX = 9;

/** "9+" above nine (docs/behaviour.md#notifications). */
export const badge = (unread: number) => (unread > UNREAD_MAX ? `${UNREAD_MAX}+` : String(unread));

export function useUnread() {
  return useQuery({
    queryKey: ["notifications", "unread"],
    queryFn: ({ signal }) =>
      api.get<{ unread_count: number }>("/admin/notifications/unread-count", { signal }),
    refetchInterval: POLL_INTERVAL_MS,
  });
}

export function useNotifications() {
  return useQuery({
    queryKey: ["notifications", "list"],
    queryFn: async ({ signal }) =>
      (await api.get<{ notifications: Notification[] }>("/admin/notifications", { signal })).notifications,
    refetchInterval: POLL_INTERVAL_MS,
  });
}
