import { useQuery } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { Notification } from "@/api/types";

/** Milliseconds between two looks (spec §9); the event stream is faster where it works. */
const POLL = 30_000;
export const UNREAD_MAX = 9;

/** "9+" above nine (spec §2). */
export const badge = (unread: number) => (unread > UNREAD_MAX ? `${UNREAD_MAX}+` : String(unread));

export function useUnread() {
  return useQuery({
    queryKey: ["notifications", "unread"],
    queryFn: ({ signal }) =>
      api.get<{ unread_count: number }>("/admin/notifications/unread-count", { signal }),
    refetchInterval: POLL,
  });
}

export function useNotifications() {
  return useQuery({
    queryKey: ["notifications", "list"],
    queryFn: async ({ signal }) =>
      (await api.get<{ notifications: Notification[] }>("/admin/notifications", { signal })).notifications,
    refetchInterval: POLL,
  });
}
