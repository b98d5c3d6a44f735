import { useQuery } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { FirstAdmin, User } from "@/api/types";

export function useAdmins() {
  return useQuery({
    queryKey: ["admins"],
    queryFn: ({ signal }) => api.get<User[]>("/admin/list-admins", { signal, query: { limit: 1000 } }),
  });
}

export function useFirstAdmin() {
  return useQuery({
    queryKey: ["admins", "first"],
    queryFn: ({ signal }) => api.get<FirstAdmin>("/admin/is-first-admin", { signal }),
  });
}
