import { type QueryClient, useQuery } from "@tanstack/react-query";
import { invalidate, queryOf } from "@/api/query";

const LIMIT = 1000;

export function useAdmins() {
  return useQuery(queryOf("/admin/list-admins", { query: { limit: LIMIT } }));
}

export function useReviewers() {
  return useQuery(queryOf("/admin/list-admins", { query: { limit: LIMIT, role: "reviewer" } }));
}

/** Those to whom answers may be assigned, reviewers first. None on a site without reviewers. */
export function useScorers() {
  const reviewers = useReviewers().data ?? [];
  const admins = useAdmins().data ?? [];
  return reviewers.length === 0 ? [] : [...reviewers, ...admins];
}

export function useFirstAdmin() {
  return useQuery(queryOf("/admin/is-first-admin"));
}

/** After an account was made, changed or deleted: what is assigned to it may have changed too. */
export const refreshAdmins = (client: QueryClient) =>
  invalidate(client, "/admin/list-admins", "/admin/is-first-admin", "/tests/{id}/assignments");
