import { useQuery, useQueryClient } from "@tanstack/react-query";
import { queryOf } from "@/api/query";

const CHECK = queryOf("/admin/check-signup-restriction");

/**
 * Whether the site has an administrator (docs/behaviour/accounts.md#accounts). Loading ends with the reply or a
 * failure; after a failure the setup form is not offered.
 */
export function useAdminCheck() {
  const client = useQueryClient();
  const { data, isPending } = useQuery({
    ...CHECK,
    retry: false,
  });
  return {
    loading: isPending,
    needsSetup: data?.admin_exists === false,
    takesNames: data?.takes_names === true,
    demoAccounts: data?.demo_accounts ?? [],
    adminMade: () =>
      client.setQueryData(CHECK.queryKey, (before) => before && { ...before, admin_exists: true }),
  };
}
