import { type QueryClient, useQuery } from "@tanstack/react-query";
import { invalidate, queryOf } from "@/api/query";
import { useRights } from "@/lib/rights";

const LIMIT = 1000;

/** Accounts of a role; nothing for those who may not see who works here. */
function useAccounts(query: { limit: number; role?: "reviewer" | "staff" }) {
  const { may } = useRights();
  return useQuery({ ...queryOf("/admin/list-admins", { query }), enabled: may("read_staff") });
}

export const useAdmins = () => useAccounts({ limit: LIMIT });
export const useReviewers = () => useAccounts({ limit: LIMIT, role: "reviewer" });
export const useStaff = () => useAccounts({ limit: LIMIT, role: "staff" });

/** People to whom answers may be assigned, reviewers first. None on a site without reviewers. */
export function useScorers() {
  const reviewers = useReviewers().data ?? [];
  const admins = useAdmins().data ?? [];
  return reviewers.length === 0 ? [] : [...reviewers, ...admins];
}

export function useFirstAdmin() {
  const { may } = useRights();
  return useQuery({ ...queryOf("/admin/is-first-admin"), enabled: may("read_staff") });
}

/** After an account was made, changed or deleted: what is assigned to it may have changed too. */
export const refreshAdmins = (client: QueryClient) =>
  invalidate(
    client,
    "/admin/list-admins",
    "/admin/is-first-admin",
    "/admin/roles",
    "/tests/{id}/assignments",
  );
