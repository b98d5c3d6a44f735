import { useQuery } from "@tanstack/react-query";
import { api } from "@/api/client";
import { queryOf } from "@/api/query";
import type { RoleGrant } from "@/api/types";

export const useRoles = () => useQuery(queryOf("/admin/roles"));

/** What the person would see with these roles, as the server says. */
export const usePreview = (id: string, roles: RoleGrant[] | null) =>
  useQuery({
    queryKey: ["role preview", id, roles],
    queryFn: () => api.post("/admin/roles/{id}/preview", { path: { id }, body: { roles: roles ?? [] } }),
    enabled: roles !== null,
    retry: false,
    placeholderData: (before) => before,
  });
