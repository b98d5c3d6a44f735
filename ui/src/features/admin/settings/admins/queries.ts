import { useQuery } from "@tanstack/react-query";
import { queryOf } from "@/api/query";

export function useAdmins() {
  return useQuery(queryOf("/admin/list-admins", { query: { limit: 1000 } }));
}

export function useFirstAdmin() {
  return useQuery(queryOf("/admin/is-first-admin"));
}
