import { useQuery } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { Invite } from "@/api/types";

/** The maximum page size of a list. */
const MAX_PAGE_SIZE = 1000;

async function testsOf(status: string, signal: AbortSignal): Promise<string[]> {
  const found = new Set<string>();
  let after: string | null = "";
  while (after !== null) {
    const page: { items: Invite[]; after: string | null } = await api.page<Invite>("/invites", {
      signal,
      query: { status_filter: status, limit: MAX_PAGE_SIZE, after },
    });
    for (const invite of page.items) found.add(invite.test_id);
    after = page.after;
  }
  return [...found];
}

/** Ids of the tests with a sent, scheduled or in-progress invitation; fetched only when needed. */
export function useActiveTests(enabled: boolean) {
  return useQuery({
    queryKey: ["invites", "active-tests"],
    queryFn: async ({ signal }) =>
      new Set((await Promise.all(["active", "in_progress"].map((status) => testsOf(status, signal)))).flat()),
    enabled,
  });
}
