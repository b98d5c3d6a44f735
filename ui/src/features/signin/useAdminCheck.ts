import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { SignupRestriction } from "@/api/types";

const KEY = ["signup-restriction"];

/**
 * Whether the site has an administrator (docs/behaviour.md#accounts). Loading ends with the reply or a
 * failure; after a failure the setup form is not offered.
 */
export function useAdminCheck() {
  const client = useQueryClient();
  const { data, isPending } = useQuery({
    queryKey: KEY,
    queryFn: () => api.get<SignupRestriction>("/admin/check-signup-restriction"),
    retry: false,
  });
  return {
    loading: isPending,
    needsSetup: data?.admin_exists === false,
    demoAccounts: data?.demo_accounts ?? [],
    adminMade: () =>
      client.setQueryData<SignupRestriction>(KEY, (before) => ({ ...before, admin_exists: true })),
  };
}
