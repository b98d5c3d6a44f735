import { useQuery } from "@tanstack/react-query";
import { queryOf } from "@/api/query";

export function useEmailSettings() {
  return useQuery({
    ...queryOf("/admin/email-settings"),
    // It initialises a form: no refetch may overwrite typed text.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
